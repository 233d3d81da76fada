// The verifying service for the clients of all runtimes, on the installed package. It also serves the folder's files to a
// browser and carries lines to the port in a page.
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { extname, join, normalize } from 'node:path'
import { text } from 'node:stream/consumers'
import { onLoopback } from '../../../spec/support/loopback.ts'

export interface OurService {
  readonly baseUrl: string
  /** Answers a line that is posted to `/port?policies=…`. */
  answerLines: (line: string, policies: string | undefined) => Promise<string>
  /** The command that carries the suite's lines to the path /port of a server. */
  readonly portAt: (url: string) => (policies?: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly stop: () => void
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=UTF-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
}

/** Serves files of the installed package and the programs, and nothing outside the folder. */
const serveFile = async (folder: string, path: string, res: ServerResponse): Promise<void> => {
  try {
    const content = await readFile(join(folder, normalize(path)))
    res.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream').end(content)
  } catch {
    res.writeHead(404).end()
  }
}

export const ourService = async (folder: string): Promise<OurService> => {
  const load = createRequire(join(folder, 'package.json'))
  const { createVerifier } = load('countersign/server') as typeof import('../../../src/server/node.ts')
  const { verified } = load('countersign/http') as typeof import('../../../src/server/adapters/http.ts')
  const keys = load('./vectors/keys.json') as Readonly<Record<'app-1', { readonly publicKey: string }>>
  const verifier = await createVerifier({
    keys: { 'app-1': keys['app-1'].publicKey },
    tokens: { 'holder-1': 'a-token-for-the-matrix' },
  })
  const jobs = verified(verifier, (req, res, { appId }) => {
    if (req.method !== 'POST' || req.url !== '/v1/jobs') return res.writeHead(404).end()
    return res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ app_id: appId }))
  })
  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://service')
    if (pathname.startsWith('/v1/')) return jobs(req, res)
    if (pathname !== '/port') return serveFile(folder, pathname, res)
    const said = await service.answerLines(await text(req), searchParams.get('policies') ?? undefined)
    return res.end(said)
  })
  const { url: baseUrl, close: stop } = await onLoopback(server)
  const service: OurService = {
    baseUrl,
    stop,
    answerLines: async () => '',
    portAt:
      (url) =>
      (policies = []) => {
        const query = policies.length > 0 ? `?policies=${policies.join(',')}` : ''
        return [process.execPath, join(folder, 'bridge.mjs'), `${url}/port${query}`]
      },
  }
  return service
}
