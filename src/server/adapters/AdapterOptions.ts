/** The options that all adapters share. Each adapter names what its framework hands to a handler. */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import { nameOf } from '../../core/untrusted.ts'
import { errorOf } from '../untrusted.ts'
import type { VerificationError } from '../VerificationError.ts'
import { type AdaptedRequest, BodyUnreadable } from '../Verifier.ts'
import { type Cors, type CorsPolicy, corsOf } from './cors.ts'

/** The content as transmitted; text counts as its UTF-8. */
export type RawBody = Uint8Array | ArrayBuffer | string

/** `Args` are what the framework hands to a handler: for Express the request, the response and `next`. */
export interface AdapterOptions<Args extends readonly [request: unknown, ...rest: ReadonlyArray<unknown>]> {
  /**
   * Answers a refused request instead of the adapter, or hands the refusal on to the framework's own error path. Absent: the
   * adapter answers with the refusal's status, headers and body. `refusal.message` is for the operator.
   */
  readonly refused?: ((refusal: VerificationError, ...args: Args) => unknown) | undefined
  /**
   * The bytes that a parser in front has kept, as in `(req) => req.rawBody`; it must not read the request, which would have no cap. Nothing: the adapter reads the body itself. It must
   * be what arrived; a body that was parsed and written anew is not what was signed.
   */
  readonly rawBody?:
    | ((request: Args[0]) => RawBody | null | undefined | PromiseLike<RawBody | null | undefined>)
    | undefined
  /**
   * The origins whose pages may send requests: one such as `https://app.example`, several, `*` for all, or a record with more
   * settings. The adapter then answers their preflights. Absent: a preflight is refused as any other unsigned request.
   */
  readonly cors?: string | ReadonlyArray<string> | Cors | undefined
  /**
   * `true`: lets a request through whose URL was rewritten in front of `verified`, so that the handler of another path runs than
   * of the one that was signed. Absent: such a request is answered with 500. A mount, which removes a prefix, is no rewrite. Where
   * the URL that the handler sees is the one that is verified, in Hono and for `Request`, it changes nothing.
   */
  readonly allowRewrites?: boolean | undefined
}

/** The options as the adapter uses them. What `refused` rejects with is always an error. */
export interface AdapterSettings<Args extends readonly [request: unknown, ...rest: ReadonlyArray<unknown>]> {
  readonly refused: AdapterOptions<Args>['refused']
  readonly rawBody: AdapterOptions<Args>['rawBody']
  readonly cors: CorsPolicy | undefined
  readonly allowRewrites: boolean
}

const names = ['refused', 'rawBody', 'cors', 'allowRewrites']

/** Throws a TypeError for an option that does not exist or makes no sense. Own members only, as everywhere. */
export const settingsOf = <Args extends readonly [request: unknown, ...rest: ReadonlyArray<unknown>]>(
  options: AdapterOptions<Args> = {},
): AdapterSettings<Args> => {
  if (typeof options !== 'object' || options === null) throw wrong('the options must be a record')
  const own = new Map(Object.entries(options))
  for (const name of own.keys())
    if (!names.includes(name))
      throw wrong(`there is no ${/^\w{1,40}$/.test(name) ? name : 'such option'}; there are ${names.join(', ')}`)
  for (const name of ['refused', 'rawBody'])
    if (own.get(name) !== undefined && typeof own.get(name) !== 'function') throw wrong(`${name} must be a function`)
  const cors = corsOf(own.get('cors') as AdapterOptions<Args>['cors'])
  if (E.isLeft(cors)) throw wrong(cors.left)
  const allowRewrites = own.get('allowRewrites') ?? false
  if (typeof allowRewrites !== 'boolean') throw wrong('allowRewrites must be true or false')
  const refused = own.get('refused') as AdapterOptions<Args>['refused']
  return {
    refused: refused && failing(refused),
    rawBody: own.get('rawBody'),
    cors: cors.right,
    allowRewrites,
  } as AdapterSettings<Args>
}

const failing =
  <Args extends ReadonlyArray<unknown>>(refused: (...args: Args) => unknown) =>
  async (...args: Args): Promise<unknown> => {
    try {
      return await refused(...args)
    } catch (thrown) {
      throw errorOf(thrown)
    }
  }

const wrong = (words: string): TypeError => new TypeError(`verified: ${words}`)

/** The request with the body that a parser in front has kept, if it has; `header` gives the value of a header. */
export const withKept = <R>(
  request: AdaptedRequest,
  rawBody: AdapterOptions<readonly [R]>['rawBody'],
  from: R,
  header: (name: string) => string | null | undefined,
): AdaptedRequest => {
  if (rawBody === undefined) return request
  const body = async (): Promise<Uint8Array> => {
    const kept = await Promise.resolve()
      .then(() => rawBody(from))
      .catch((thrown) =>
        Promise.reject(thrown instanceof BodyUnreadable ? thrown : lost(`rawBody threw ${nameOf(thrown)}`)),
      )
    if (kept === undefined || kept === null) return (request.body as () => Promise<Uint8Array>)()
    const bytes = bytesOf(kept)
    // The verifier refuses what is no bytes.
    if (Bytes.isBytes(bytes)) checkWhole(bytes, header)
    return bytes
  }
  return { ...request, body, ownsBody: false }
}

const bytesOf = (kept: RawBody): Uint8Array => {
  if (kept instanceof ArrayBuffer) return new Uint8Array(kept)
  if (typeof kept !== 'string') return kept
  const bytes = Bytes.ofText(kept)
  if (E.isLeft(bytes)) throw lost('rawBody answered text with a lone surrogate, which is not what arrived')
  return bytes.right
}

/** Whether a Content-Encoding says that the bytes are not the content itself. An empty one says nothing. */
export const isCoded = (coding: string | null | undefined): boolean =>
  (coding || 'identity').toLowerCase() !== 'identity'

/** A parser inflates a compressed body; text lacks the byte order mark, and has U+FFFD in the place of bytes that are no text. */
const checkWhole = (kept: Uint8Array, header: (name: string) => string | null | undefined): void => {
  if (isCoded(header('content-encoding')))
    throw lost('rawBody cannot be used for a request with a Content-Encoding: parsers keep what they have inflated')
  const announced = header('content-length') ?? undefined
  if (announced !== undefined && Number(announced) !== kept.length)
    throw lost('rawBody answered another number of bytes than Content-Length announces, so not what arrived')
}

/** Why what was kept cannot be verified, for the operator. */
export const lost = (remedy: string): BodyUnreadable => new BodyUnreadable({ _tag: 'body_consumed', remedy })
