import { readFileSync } from 'node:fs'
import { createSigner } from 'countersign/client'
import { Agent, type Dispatcher, interceptors } from 'undici'

const signer = await createSigner({ appId: 'app-1', privateKey: readFileSync('my-key/private_key.pem', 'utf8') })

/** The target with the option `query`: undici would add the query after this interceptor. */
const targetOf = ({ path, query }: Dispatcher.DispatchOptions): string => {
  if (!query) return path
  // undici refuses this too: `/jobs?a=1` and the query `b=2` would become `/jobs?a=1?b=2`.
  if (/[?#]/.test(path)) throw new TypeError('give no option query: the path already contains "?" or "#"')
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]))
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}

/** undici also accepts a flat list: name, value, name, value. */
const headersOf = ({ headers }: Dispatcher.DispatchOptions): Headers => {
  if (!Array.isArray(headers) || Array.isArray(headers[0])) return new Headers(headers as HeadersInit)
  const flat: ReadonlyArray<string> = headers
  return new Headers(
    flat.flatMap((name, at): Array<[string, string]> => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : [])),
  )
}

const signed = async (request: Dispatcher.DispatchOptions): Promise<Dispatcher.DispatchOptions> => {
  // Read the whole body: it must be signed before the first byte is sent.
  const body = new Uint8Array(await new Response(request.body as BodyInit).arrayBuffer())
  const { target, authorization } = await signer.sign({ method: request.method, url: targetOf(request), body })
  const headers = headersOf(request)
  headers.set('authorization', authorization)
  const content = body.length === 0 ? null : body
  return { ...request, path: target, query: undefined, body: content, headers: Object.fromEntries(headers) }
}

const signing: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (request, handler) => {
  signed(request)
    .then((ready) => dispatch(ready, handler))
    .catch((error) => handler.onResponseError?.(null as never, error))
  return true
}

/** `signing` comes before the retry, so each retry is signed again. Use this `dispatcher` for undici's `request` and `fetch`. */
export const service: Dispatcher = new Agent().compose(signing, interceptors.retry({ maxRetries: 2 }))
