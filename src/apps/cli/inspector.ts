import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import * as args from './arguments.ts'
import { usable } from './files.ts'
import { type Command, command } from './grammar.ts'
import { listening, stopped } from './loopback.ts'
import type { Outcome } from './Outcome.ts'

/** Beside the command's folder in `dist/`. */
const file = new URL('../../inspector.html', import.meta.url)

export const inspector: Command = command({
  args: { port: args.port },
  example: '--port 8080',
  run: async ({ port }, world): Promise<Outcome> => {
    const page = readFile(file, 'utf8')
    const server = serverOf(await usable('the page of this installation cannot be read', page, 3))
    const url = await listening(server, port)
    return { exit: 0, text: `listening on ${url}\n`, json: { listening: url }, until: stopped(world, server) }
  },
})

/** Sends the page's own policy as a header as well: a `meta` element cannot set `frame-ancestors`. */
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
