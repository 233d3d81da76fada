// node:http and node:http2 without a framework.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { verified } from '../../../../src/server/adapters/http.ts'
import type { VerifiedRequest } from '../../../../src/server/Verifier.ts'
import { type App, type Reading, report, route } from './App.ts'
import { serve } from './serve.ts'

type Req = IncomingMessage | Http2ServerRequest
type Res = ServerResponse | Http2ServerResponse

const app = (
  name: string,
  reading: Reading,
  pathOf: (target: string) => string,
): App<(req: Req, res: Res) => unknown> => {
  const listener = (req: Req, res: Res, request?: VerifiedRequest): void => {
    const target = request?.target ?? req.url ?? ''
    const ran = route(req.method ?? '', pathOf(target), target.slice(target.indexOf('?')))
    ;(res as ServerResponse).writeHead(ran === undefined ? 404 : 200, ran && report(ran, request)).end()
  }
  return {
    name,
    ...reading,
    build: (verifier) => (verifier === undefined ? listener : verified<Req, Res>(verifier, listener)),
  }
}

const apps = [
  app('by the text of the target', { reports: 'text' }, (target) => target.split('?', 1)[0] as string),
  app('by the path of a URL', { reports: 'text', resolves: true }, (target) => new URL(`http://h${target}`).pathname),
]

await serve(apps as ReadonlyArray<App<RequestListener>>, apps)
