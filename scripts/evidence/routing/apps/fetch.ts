// Handlers of Request without a framework, on @hono/node-server.
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { verified } from '../../../../src/server/adapters/fetch.ts'
import type { VerifiedRequest } from '../../../../src/server/Verifier.ts'
import { type App, report, route } from './App.ts'
import { serve } from './serve.ts'

const handler =
  (targetOf: (request: Request, verified?: VerifiedRequest) => string) =>
  (request: Request, verified?: VerifiedRequest): Response => {
    // @hono/node-server makes the Request at the first look at its headers, and may fail.
    request.headers.get('host')
    const target = targetOf(request, verified)
    const [path = ''] = target.split('?', 1)
    const ran = route(request.method, path, target.slice(path.length))
    return ran === undefined
      ? new Response(null, { status: 404 })
      : new Response(null, { headers: report(ran, verified) })
  }

const app = (name: string, handle: ReturnType<typeof handler>): App<RequestListener> => ({
  name,
  reports: 'url',
  build: (verifier) =>
    getRequestListener(verifier === undefined ? (request) => handle(request) : verified(verifier, handle)),
})

const afterOrigin = ({ url }: Request): string => url.slice(url.indexOf('/', url.indexOf('://') + 3))

await serve([
  app(
    'by the path of the URL',
    handler(({ url }) => new URL(url).pathname + new URL(url).search),
  ),
  app(
    'by the verified target',
    handler((request, verified) => verified?.target ?? afterOrigin(request)),
  ),
])
