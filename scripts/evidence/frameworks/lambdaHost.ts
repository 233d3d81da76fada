/**
 * Stands for AWS Lambda behind a function URL: `node lambdaHost.ts FILE` hands the events of payload format 2.0 to the export
 * `handler` of a file, and listens on PORT.
 */
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { lambdaEvent } from '../../../spec/support/functionHost.ts'

interface LambdaAnswer {
  readonly statusCode: number
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: ReadonlyArray<string>
  readonly body?: string
  readonly isBase64Encoded?: boolean
}

const { PORT, LAMBDA_FILE: file = '' } = process.env
const { handler } = (await import(pathToFileURL(resolve(file)).href)) as {
  readonly handler: (event: object, context: object) => Promise<LambdaAnswer>
}

/** Decoded, and what comes twice joined by a comma: this is all that some wrappers read of a query. */
const parametersOf = (query: string): object => {
  if (query === '') return {}
  const names = new Set(new URLSearchParams(query).keys())
  const joined = [...names].map((name) => [name, new URLSearchParams(query).getAll(name).join(',')])
  return { queryStringParameters: Object.fromEntries(joined) }
}

createServer(async (req, res) => {
  try {
    const bytes = await buffer(req).catch(() => undefined)
    if (bytes === undefined) return // the connection has broken off
    const event = { ...lambdaEvent(req, bytes), ...parametersOf(req.url?.split('?').slice(1).join('?') ?? '') }
    const { statusCode, headers, body = '', isBase64Encoded } = await handler(event, { awsRequestId: 'id' })
    res.writeHead(statusCode, headers ?? {}).end(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'))
  } catch (error) {
    console.error(error)
    res.writeHead(502).end()
  }
}).listen(Number(PORT), '127.0.0.1')
