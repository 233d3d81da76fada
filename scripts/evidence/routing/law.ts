/** A handler runs only for the method and target that were signed, authorised and reported. */
import { rsa } from '../../../spec/support/keys.ts'
import { createSigner } from '../../../src/client/node.ts'
import type { Ran, Served } from './apps/App.ts'
import { fits, mayReport, named, resolved } from './reading.ts'
import type { WireRequest } from './requests.ts'
import { type Answer, overHttp1, overHttp2 } from './wire.ts'

const keys = rsa()
export const publicPem: string = keys.publicPem
const signer = createSigner({ appId: 'app-1', privateKey: keys.privatePem, cryptoOn: 'loop' })

const authorizationOf = async ({ proof, method, target }: WireRequest, { reports }: Served): Promise<string> => {
  if (proof === 'token') return 'Bearer a-token-for-routing'
  const url = named(target) ?? '/'
  return (await (await signer).sign({ method, url: reports === 'text' ? url : resolved(url), body: '' })).authorization
}

const ranIn = (answer: Answer | undefined): Ran | undefined => {
  const text = answer?.headers['x-ran']
  return text === undefined ? undefined : JSON.parse(decodeURIComponent(text))
}

/** A request that every client sends: it must not be refused. */
const isHonest = ({ method, target, host, version }: WireRequest): boolean =>
  ['GET', 'HEAD', 'POST', 'DELETE'].includes(method) &&
  /^(?:\/[\w-]+)+\/?(?:\?[\w=&/]*)?$/.test(target) &&
  /^[a-z.]+(?::\d{1,4})?$/.test(host ?? '') &&
  version === '1.1'

const mountPoint = /^\/(?:api|t\/acme)\/*(?:\?|$)/i

/** What breaks the law, if anything does. Rejects if the server hangs or has ended. */
export const brokenBy = async (request: WireRequest, served: Served): Promise<string | undefined> => {
  const send = served.protocol === 'http2' ? overHttp2 : overHttp1
  const authorization = ['Authorization', await authorizationOf(request, served)] as const
  const answer = await send(served.guarded, { ...request, headers: [...request.headers, authorization] })
  const ask = (method: string, target: string) =>
    send(served.open, { ...request, method, target, host: 'localhost', headers: [], version: '1.1' })

  const ran = ranIn(answer)
  if (ran === undefined) {
    // The framework's own error does not count: then it makes the same one without a verifier.
    if (answer !== undefined && answer.status >= 500 && ((await send(served.open, request))?.status ?? 0) < 500)
      return `the answer is ${answer.status}: ${answer.body}`
    if (!isHonest(request)) return undefined
    const target = named(request.target) ?? ''
    const expected = ranIn(await ask(request.method, target))
    if (expected === undefined || (served.refusesMountPoint && mountPoint.test(target))) return undefined
    return `${expected.route} would run for an honest request, and the answer is ${answer?.status} ${answer?.body}`
  }

  const told = answer?.headers['x-verified'] ?? ''
  const blank = told.indexOf(' ')
  const method = told.slice(0, blank)
  const target = told.slice(blank + 1)
  const what = `${ran.route} ${JSON.stringify(ran.params)} ran for ${told}`
  if (method !== request.method.toUpperCase()) return `${what}, and ${request.method} was sent`
  if (ran.method !== method) return `${what}, and saw the method ${ran.method}`
  const [routed] = ran.route.split(' ')
  if (routed !== 'ALL' && routed !== method && !(routed === 'GET' && method === 'HEAD'))
    return `${what}: another method`
  if (!mayReport(target, request.target, served)) return `${what}, and ${request.target} was sent`
  if (!fits(ran.route, ran.params, target, served)) return `${what}, which is another path`
  const expected = await ask(method, target)
  if (expected?.headers['x-ran'] === answer?.headers['x-ran']) return undefined
  return `${what} as ${JSON.stringify(ran)}; asked for this alone, the app answers ${expected?.status} ${JSON.stringify(ranIn(expected))}`
}
