/**
 * `countersign inspector`: the diagnosis as a page, served on this machine or, with `--output`, written as one file that can be
 * opened from disk or put on a web server.
 */
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import * as args from './arguments.ts'
import { usable } from './files.ts'
import { type Command, command, optional } from './grammar.ts'
import { inspectorPage } from './inspectorPage.ts'
import { listening, stopped } from './loopback.ts'
import type { Outcome } from './Outcome.ts'
import { saveParts } from './saveParts.ts'

/** In `dist/`, which is above the command's folder. */
const readPage = async (): Promise<string> => inspectorPage(fileURLToPath(new URL('../../', import.meta.url)))

export const inspector: Command = command({
  args: {
    port: args.port,
    output: optional(args.file, 'write the page into this file, and end. If the file exists, it is overwritten'),
  },
  example: '--port 8080',
  run: async ({ port, output }, world): Promise<Outcome> => {
    const html = await usable('the page of this installation cannot be read', readPage(), 3)
    if (output !== undefined) return writtenTo(output, html)
    const server = serverOf(html)
    const url = await listening(server, port)
    return { exit: 0, text: `listening on ${url}\n`, json: { listening: url }, until: stopped(world, server) }
  },
})

const writtenTo = async (output: string, html: string): Promise<Outcome> => {
  const bytes = await saveParts('--output', output, [Buffer.from(html)])
  return { exit: 0, text: `${output}: the page, ${bytes} bytes\n`, json: { output, bytes } }
}

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
