// Serves the apps of a program on Node: each behind `verified`, and without a verifier. Prints one line, in JSON, when all listen.
import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import process from 'node:process'
import { onLoopback } from '../../../../spec/support/loopback.ts'
import { createVerifier, noReplayGuard, type Verifier } from '../../../../src/server/node.ts'
import type { App, Served } from './App.ts'

/** Nonces do not matter here, and a hundred thousand of one key would be over its quota. */
const verifierOf = (publicKey: string | undefined): Promise<Verifier> =>
  createVerifier({
    keys: { 'app-1': publicKey ?? '' },
    tokens: { 'holder-1': 'a-token-for-routing' },
    guard: noReplayGuard('a request is asked about once'),
    sharedBy: 'cluster',
    cryptoOn: 'loop',
  })

export type OnHttp2 = (req: Http2ServerRequest, res: Http2ServerResponse) => unknown

const listening = async (protocol: Served['protocol'], listener: RequestListener | OnHttp2): Promise<number> => {
  const server =
    protocol === 'http2' ? createHttp2Server(listener as OnHttp2) : createServer(listener as RequestListener)
  return (await onLoopback(server)).port
}

export const serve = async (
  apps: ReadonlyArray<App<RequestListener>>,
  http2Apps: ReadonlyArray<App<OnHttp2>> = [],
): Promise<void> => {
  const verifier = await verifierOf(process.env.PUBLIC_KEY)
  const served: Array<Served> = []
  const add = async (
    { build, ...app }: App<RequestListener | OnHttp2>,
    protocol: Served['protocol'],
  ): Promise<void> => {
    const guarded = await listening(protocol, await build(verifier))
    served.push({ ...app, protocol, guarded, open: await listening(protocol, await build()) })
  }
  for (const app of apps) await add(app, 'http1')
  for (const app of http2Apps) await add({ ...app, name: `${app.name}, HTTP/2` }, 'http2')
  console.log(`serving ${JSON.stringify(served)}`)
}
