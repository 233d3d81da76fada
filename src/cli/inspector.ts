import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import * as args from './arguments.ts'
import { fileReason } from './files.ts'
import { type Command, command, defaulting } from './grammar.ts'
import { listening, stopped } from './loopback.ts'
import { CommandError, type Outcome } from './Outcome.ts'

/** Beside the folder of the command, wherever the package lies. */
const file = new URL('../inspector.html', import.meta.url)

export const inspector: Command = command({
  args: { port: defaulting('port', args.port, 0, 'on 127.0.0.1, where 0 takes a free one') },
  example: '--port 8080',
  run: async ({ port }): Promise<Outcome> => {
    const server = serverOf(await pageIn(file))
    const url = await listening(server, port)
    return { exit: 0, text: `listening on ${url}\n`, json: { listening: url }, until: stopped(server) }
  },
})

const pageIn = async (path: URL): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new CommandError(3, `the page of this installation cannot be read: ${fileReason(error)}`)
  }
}

/** The page under its own policy, sent as a header too: there alone `frame-ancestors` counts. */
const serverOf = (html: string): Server => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]
  const body = Buffer.from(html)
  const common = {
    'Content-Security-Policy': `${policy ?? "default-src 'none'"}; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
  }
  return createServer(({ method, url = '' }, res) => {
    const known = /^\/(?:\?|$)/.test(url)
    if (!known) return void res.writeHead(404, common).end()
    if (method !== 'GET' && method !== 'HEAD') return void res.writeHead(405, { ...common, Allow: 'GET, HEAD' }).end()
    res.writeHead(200, { ...common, 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length })
    res.end(method === 'HEAD' ? undefined : body)
  })
}
