/**
 * Stands for the platforms that call a function: `node functionHost.ts FILE EXPORT`. The export `handler` gets events, as
 * AWS Lambda hands them over from a function URL; any other gets a Request.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { serve } from '@hono/node-server'

/** The event of a function URL, by the published shape of payload format 2.0. */
export const lambdaEvent = (req: Pick<IncomingMessage, 'method' | 'url' | 'headersDistinct'>, body: Buffer): object => {
  const { method, url = '/', headersDistinct } = req
  const [rawPath = '', ...query] = url.split('?')
  const headers = Object.fromEntries(
    Object.entries(headersDistinct).map(([name, lines = []]) => [name, lines.join(',')]),
  )
  const isText = /^(?:text\/|application\/(?:json|javascript|xml)\b)/.test(headers['content-type'] ?? '')
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: query.join('?'),
    headers,
    requestContext: {
      accountId: 'anonymous',
      apiId: 'url-id',
      domainName: 'url-id.lambda-url.eu-central-1.on.aws',
      domainPrefix: 'url-id',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: headers['user-agent'] },
      requestId: 'id',
      routeKey: '$default',
      stage: '$default',
    },
    ...(body.length === 0 ? {} : { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  }
}

const serveLambda = (handler: (event: object) => Promise<{ statusCode: number; headers: object; body: string }>) => {
  const server = createServer(async (req, res) => {
    const parts: Array<Buffer> = []
    for await (const part of req) parts.push(part)
    const { statusCode, headers, body } = await handler(lambdaEvent(req, Buffer.concat(parts)))
    res.writeHead(statusCode, { ...headers }).end(body)
  }).listen(0, '127.0.0.1', () =>
    console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  )
}

const [file, name = ''] = process.argv.slice(2)
if (file !== undefined && process.argv[1] === import.meta.filename) {
  const { [name]: called } = await import(pathToFileURL(file).href)
  if (name === 'handler') serveLambda(called)
  else
    serve({ fetch: called, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      console.log(`listening on http://127.0.0.1:${port}`),
    )
}
