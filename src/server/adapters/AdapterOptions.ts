/** The options that all adapters share. Each adapter names what its framework hands to a handler. */
import * as E from 'fp-ts/lib/Either.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as Bytes from '../../core/Bytes.ts'
import * as PathPrefix from '../../core/PathPrefix.ts'
import { boolean, fn } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'
import { nameOf } from '../../core/untrusted.ts'
import type { BodyError } from '../../core/VerifyError.ts'
import { reading } from '../incoming.ts'
import { errorOf } from '../untrusted.ts'
import type { VerificationError } from '../VerificationError.ts'
import { type AdaptedRequest, BodyUnreadable } from '../Verifier.ts'
import { type Cors, type CorsPolicy, corsField } from './cors.ts'
import type { JobDecoder } from './verifiedJob.ts'

/** The content as transmitted; text counts as its UTF-8. */
export type RawBody = Uint8Array | ArrayBuffer | string

/** What a framework hands to a handler: for Express the request, the response and `next`. */
export type HandlerArgs = readonly [request: unknown, ...rest: ReadonlyArray<unknown>]

/** `Args` are what the framework hands to a handler, and `J` is what `decode` reads. */
export interface AdapterOptions<Args extends HandlerArgs, J = unknown> {
  /**
   * Answers a refused request instead of the adapter, or hands the refusal on to the framework's own error path. Absent: the
   * adapter answers with the refusal's status, headers and body. `refusal.message` is for the operator.
   */
  readonly answerRefusal?: ((refusal: VerificationError, ...args: Args) => unknown) | undefined
  /**
   * Reads the job in the verified body, such as `decodeJob`: the verified request has it as `job`. What it throws goes where an
   * error of a handler goes, and no handler runs: a `JobRefused` is answered with its status, headers and body. The nonce is used
   * up then. Absent: no job is read. Put it at routes that take jobs, for a request without a body has none.
   */
  readonly decode?: JobDecoder<J> | undefined
  /**
   * The bytes that a parser in front has kept, as in `(req) => req.rawBody`. It must not read the request: no size limit would
   * apply. If it answers nothing, the adapter reads the body itself. The bytes must be what arrived; a body that was parsed and
   * written anew is not what was signed.
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
   * `true`: lets a request through whose URL was rewritten in front of `verified`, so another path's handler runs than the
   * signed one's. Absent: such a request is answered with 500. A mount, which removes a prefix, is no rewrite. Where
   * the URL that the handler sees is the one that is verified, in Hono and for `Request`, it changes nothing.
   */
  readonly allowRewrites?: boolean | undefined
  /**
   * Whom a request comes from, such as an address that a proxy in front has written into a header of its own: floods of forgeries
   * are told apart by it. Absent: the address of the socket, where the framework knows one.
   */
  readonly callerAddress?: ((request: Args[0]) => string | undefined) | undefined
  /**
   * The part of the path that a proxy in front removes, such as `/api`. It is put before the target that came, and the whole is
   * verified; the app routes what came. A request that was signed without it is refused. Absent: nothing is removed.
   */
  readonly prefix?: string | undefined
}

/** The options as the adapter uses them. What `answerRefusal` rejects with is always an error. */
export interface AdapterSettings<Args extends HandlerArgs>
  extends Settings.Decoded<Omit<AdapterOptions<Args>, 'cors'>, 'allowRewrites'> {
  readonly cors: CorsPolicy | undefined
}

/** Throws a TypeError with all that is wrong with the options. */
export const settingsOf = <Args extends HandlerArgs>(options: AdapterOptions<Args> = {}): AdapterSettings<Args> => {
  const settings = decode(options)
  if (E.isLeft(settings)) throw new TypeError(Settings.message('verified')(settings.left))
  const { answerRefusal } = settings.right
  return { ...settings.right, answerRefusal: answerRefusal && failing(answerRefusal) } as AdapterSettings<Args>
}

const formerNames: Settings.FormerNames = { refused: 'answerRefusal', client: 'callerAddress' }

const fields: Settings.Fields<AdapterSettings<HandlerArgs>> = {
  answerRefusal: Settings.optional(fn()),
  decode: Settings.optional(fn()),
  rawBody: Settings.optional(fn()),
  cors: corsField,
  allowRewrites: Settings.defaulting(boolean, false),
  callerAddress: Settings.optional(fn()),
  prefix: Settings.optional(PathPrefix.rule),
}

const decode = Settings.decode(fields, formerNames)

const failing =
  <Args extends ReadonlyArray<unknown>>(refused: (...args: Args) => unknown) =>
  async (...args: Args): Promise<unknown> => {
    try {
      return await refused(...args)
    } catch (thrown) {
      throw errorOf(thrown)
    }
  }

/** The request with the body that a parser in front has kept, if it has; `header` gives the value of a header. */
export const withRawBody = <R>(
  request: AdaptedRequest,
  rawBody: AdapterOptions<readonly [R]>['rawBody'],
  from: R,
  header: (name: string) => string | null | undefined,
): AdaptedRequest => {
  if (rawBody === undefined) return request
  const body: AdaptedRequest['body'] = async () => {
    const kept = await TE.tryCatch(
      async () => rawBody(from),
      (thrown) => (thrown instanceof BodyUnreadable ? thrown.bodyError : lost(`rawBody threw ${nameOf(thrown)}`)),
    )()
    if (E.isLeft(kept)) return kept
    if (kept.right === undefined || kept.right === null) return E.mapLeft(nothingKept)(await request.body())
    const bytes = bytesOf(kept.right)
    const flaw = bytes === undefined ? lost(loneSurrogate) : flawOf(bytes, header)
    return bytes === undefined || flaw !== undefined ? E.left(flaw ?? lost(undefined)) : reading(async () => bytes)()
  }
  return { ...request, body }
}

/** The adapter's remedy would be to set `rawBody`, which is set. */
const nothingKept = (error: BodyError): BodyError => (error._tag === 'body_consumed' ? lost(keptNothing) : error)

const keptNothing =
  'Your `rawBody` returned undefined: the parser keeps no bytes there. Let the parser keep the bytes (koa-body: includeUnparsed: true), or put verified before it; in a route of Next.js, export const config = { api: { bodyParser: false } }'

/** `undefined`: text that no bytes can have been. */
const bytesOf = (kept: RawBody): Uint8Array | undefined => {
  if (kept instanceof ArrayBuffer) return new Uint8Array(kept)
  return typeof kept === 'string' ? E.getOrElseW(() => undefined)(Bytes.ofText(kept)) : kept
}

const loneSurrogate = 'rawBody returned text with a lone surrogate, so this is not the body that arrived'

/** Whether a Content-Encoding says that the bytes are not the content itself. An empty one says nothing. */
export const isCoded = (coding: string | null | undefined): boolean =>
  (coding || 'identity').toLowerCase() !== 'identity'

const charsetIn = /;[ \t]*charset[ \t]*=[ \t]*"?([^\s";]+)/i

/** The charset of a Content-Type, in lower case; `utf-8` if it names none. */
export const charsetOf = (type: string | null | undefined): string =>
  (charsetIn.exec(type ?? '')?.[1] ?? 'utf-8').toLowerCase()

/** Why kept bytes are not what arrived: by the caller's choice, or by a mistake of the program. */
const flawOf = (kept: Uint8Array, header: (name: string) => string | null | undefined): BodyError | undefined => {
  // The verifier refuses what is no bytes.
  if (!Bytes.isBytes(kept)) return undefined
  // A parser inflates a compressed body.
  if (isCoded(header('content-encoding'))) return { _tag: 'body_unsupported', because: 'coding' }
  const announced = header('content-length') ?? undefined
  if (announced === undefined || Number(announced) === kept.length) return undefined
  if (isOtherText(kept, Number(announced), charsetOf(header('content-type'))))
    return { _tag: 'body_unsupported', because: 'text' }
  return lost(
    'rawBody returned another number of bytes than Content-Length announces, so this is not the body that arrived',
  )
}

/**
 * Whether the length may differ because the caller sent other text than UTF-8, and a parser kept text: that lacks a byte order mark,
 * and has U+FFFD in the place of bytes that are no text. A stranger must not ring the operator's alarm with these.
 */
const isOtherText = (kept: Uint8Array, announced: number, charset: string): boolean =>
  !/^utf-?8$/.test(charset) || announced - kept.length === byteOrderMark.length || has(kept, replacement)

const byteOrderMark = [0xef, 0xbb, 0xbf] as const
export const replacement = [0xef, 0xbf, 0xbd] as const

export const has = (bytes: Uint8Array, [first, second, third]: readonly [number, number, number]): boolean => {
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (bytes[at + 1] === second && bytes[at + 2] === third) return true
  return false
}

/** Why what was kept cannot be verified, for the operator. */
export const lost = (remedy: string | undefined): BodyError => ({
  _tag: 'body_consumed',
  ...(remedy === undefined ? {} : { remedy }),
})
