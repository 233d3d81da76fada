/** The Promise face of a verifier: its options, requests and answers, in plain types. */

import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { Bytes, OwnBytes } from '../core/Bytes.ts'
import type { ProvenRequest, RequestHead, VerifiedCaller } from '../core/Caller.ts'
import { isInstance } from '../core/untrusted.ts'
import type { BodyError } from '../core/VerifyError.ts'
import type { Settings } from '../core/VerifyPolicy.ts'
import type { KeyRecord } from '../effects/KeyRecord.ts'
import type { CryptoOn } from '../effects/Platform.ts'
import type { RefusedRequest } from '../effects/RefusedRequest.ts'
import type { SharedBy } from '../effects/ReplayGuard.ts'
import type { Guard } from './Guard.ts'
import { errorOf } from './untrusted.ts'
import type { Verdict } from './Verdict.ts'
import { VerificationError } from './VerificationError.ts'

export interface VerifierOptions extends Settings {
  /** The public keys of each app, up to four; or a ring of keys such as `keyFolder` opens. */
  readonly keys: KeyRecord | Keys
  /** Access tokens by holder, or a book such as `tokenFile` reads. Absent: token authentication is not offered. */
  readonly tokens?: Readonly<Record<string, string | ReadonlyArray<string>>> | Tokens | undefined
  /** Default: the memory guard of this process. */
  readonly guard?: Guard | undefined
  /** Whether an app with a proven identity may do this; only `true` is a yes. Absent: every app may do everything. */
  readonly authorize?: ((request: ProvenRequest) => boolean | Promise<boolean>) | undefined
  /** The time in seconds since 1970. Default: the system's clock. */
  readonly clock?: (() => number) | undefined
  /**
   * Who takes the same requests: this `process` alone, several processes of this `host`, or several machines that have a
   * `cluster` guard. A guard with fewer sharers is refused. Default: `process`; in a worker of
   * node:cluster and a thread of node:worker_threads, `host`.
   */
  readonly sharedBy?: SharedBy | undefined
  /**
   * Milliseconds that keys, tokens, `authorize` and the guard may each take, and that a signature may wait for its check,
   * before the answer is 503. Default: 2,000.
   */
  readonly timeoutMs?: number | undefined
  /** Receives each verdict, for logs and metrics. Its errors are dropped. */
  readonly onVerdict?: ((verdict: Verdict) => void) | undefined
  /**
   * Receives each refused request with all of its text, to find the cause: give it the function that `explainRefusals` of
   * countersign/diagnosis makes. Unlike a verdict, do not log it. Its errors are dropped. A call without a method, a target
   * or lines of text is no request: only `onVerdict` hears of it.
   */
  readonly onRefusal?: ((request: RefusedRequest) => void) | undefined
  /**
   * The name of what a caller may open here, for the `WWW-Authenticate` of a 401: text without quotation marks and backslashes.
   * Default: `jobs` for tokens, and none for signatures.
   */
  readonly realm?: string | undefined
  /**
   * The longest accepted modulus of a key, in bits: 4096 unless set, at most 8192. A longer key makes each check slower, and a
   * forgery costs a check too. For
   * keys in a record; a key source or folder has its own.
   */
  readonly maxKeyBits?: number | undefined
  /** `loop` checks signatures on the event loop, `pool` on the platform's threads: the default on two cores and more. */
  readonly cryptoOn?: CryptoOn | undefined
}

/** An opaque ring of keys, made by this package or with its functional side. */
export interface Keys {
  /** For the verifier alone. */
  readonly keysOf: (appId: never) => unknown
}

/** An opaque book of tokens. */
export interface Tokens {
  /** For the verifier alone. */
  readonly find: (token: never) => unknown
}

export interface ReceivedRequest {
  readonly method: string
  /** As it stands on the request line. */
  readonly target: string
  /** The Authorization line, or all of them. */
  readonly authorization: string | ReadonlyArray<string> | null | undefined
  /** CryptoOn it comes from, such as an address: forgeries from one client delay no other. */
  readonly callerAddress?: string | undefined
  /**
   * The content as transmitted; text counts as its UTF-8. A function is called when every earlier check has passed. Bytes are
   * copied, so that what is verified is what is handed on.
   */
  readonly body?: Uint8Array | string | (() => Promise<Uint8Array>) | null | undefined
  /**
   * All headers, as `Headers`, pairs or an object: for `onRefusal` alone, which gets those that help to find the cause. No
   * verdict depends on them.
   */
  readonly headers?: object | undefined
  /** Whether the caller has hung up. Then the reason is `body_incomplete` instead of one that blames the server. */
  readonly hasGone?: (() => boolean) | undefined
}

/** What an adapter hands over. Its own code has read it, so it is not checked again. */
export interface AdaptedRequest extends RequestHead {
  /** Reads the body. Nobody else holds the bytes, so they need no copy. */
  readonly body: TaskEither<BodyError, Bytes>
  readonly hasGone: () => boolean
  /** All headers, for whoever looks into a refusal. */
  readonly headers?: (() => object) | undefined
  /** A mistake in the program, with which no request passes; in words for the operator. */
  readonly fault?: string | undefined
  /** Why the target is not known, in words for the operator: the message of the verdict on a `target` that is refused. */
  readonly lost?: string | undefined
}

export type VerifiedRequest = VerifiedCaller & {
  /** The very bytes that were verified. */
  readonly body: OwnBytes
}

/** A verified request whose body is a job. */
export type VerifiedJob<J> = VerifiedRequest & {
  readonly job: J
}

/** A request whose body is hashed as it arrives. */
export interface StreamedRequest extends Omit<ReceivedRequest, 'body'> {
  /** The content as transmitted: a request of node:http, the body of a `Request`. Read when every earlier check has passed. */
  readonly body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>
  /** The most bytes that the body may have. Default: the verifier's `bodyLimit`. */
  readonly limit?: number | undefined
}

/** A verified request whose body was not kept. */
export type VerifiedStream = VerifiedCaller & {
  /** Bytes of the body. */
  readonly bodyLength: number
}

export interface Verifier {
  /** Resolves to who sent this request, or rejects with a `VerificationError`. */
  readonly verify: (request: ReceivedRequest) => Promise<VerifiedRequest>
  /**
   * The same, and the job in the body as `decode` reads it: `verifyJob(request, decodeJob)`. Rejects with what `decode` throws, such as
   * the `JobRefused` of `decodeJob`. The nonce is used up then.
   */
  readonly verifyJob: <J>(
    request: ReceivedRequest,
    decode: (body: OwnBytes) => J | Promise<J>,
  ) => Promise<VerifiedJob<J>>
  /**
   * The same for a body that is too large to keep: it is hashed as it arrives. (The web platform keeps it in order to hash it.)
   * A caller who stores the parts acts on them once this has resolved, and discards them if it rejects.
   */
  readonly verifyStream: (request: StreamedRequest) => Promise<VerifiedStream>
  /** The largest accepted body, in bytes. */
  readonly bodyLimit: number
}

/**
 * What adapters take: a verifier, a promise of one, or a function that makes one. One function makes one verifier for the process,
 * at the first request, and is called again after a failure.
 */
export type VerifierSource = Verifier | PromiseLike<Verifier> | (() => Verifier | PromiseLike<Verifier>)

export type CreateVerifier = (options: VerifierOptions) => Promise<Verifier>

const unreadable = Symbol.for('countersign.BodyUnreadable')

/** A body function rejects with it to tell the verifier why there is no body. */
export class BodyUnreadable extends Error {
  /** By a mark: another copy of this package makes instances of its own class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: `this` may be a subclass.
    return isInstance(this, value, unreadable)
  }

  readonly bodyError: BodyError

  constructor(bodyError: BodyError) {
    super(bodyError._tag)
    Object.defineProperty(this, unreadable, { value: true })
    this.name = 'BodyUnreadable'
    this.bodyError = bodyError
  }
}

export type Outcome<A> = E.Either<VerificationError, A>

/** Another copy of this package, such as the CommonJS one, finds it as well. */
const asData = Symbol.for('countersign.verdictAsData')

interface Marked<Q, A> {
  readonly [asData]?: (request: Q) => Promise<Outcome<A>>
}

/** On the function, so that a program that replaces the function replaces both. */
export const withVerdict = <F extends object, Q, A>(verify: F, verdict: (request: Q) => Promise<Outcome<A>>): F =>
  Object.assign(verify, { [asData]: verdict })

/** The verdict on what an adapter has read. */
export const verdictOf = (verifier: Verifier, request: AdaptedRequest): Promise<Outcome<VerifiedRequest>> => {
  const verdict = (verifier.verify as Marked<AdaptedRequest, VerifiedRequest>)[asData]
  return verdict === undefined ? outcomeOf(verifier.verify(given(request))) : verdict(request)
}

/** The verdict on a stream. */
export const streamVerdictOf = (verifier: Verifier, request: StreamedRequest): Promise<Outcome<VerifiedStream>> => {
  const verdict = (verifier.verifyStream as Marked<StreamedRequest, VerifiedStream>)[asData]
  return verdict === undefined ? outcomeOf(verifier.verifyStream(request)) : verdict(request)
}

/** Of a verifier that the program has made or wrapped. What is no refusal is rejected, always with an error. */
const outcomeOf = <A>(verified: Promise<A>): Promise<Outcome<A>> =>
  verified.then(E.right, (thrown) => {
    if (thrown instanceof VerificationError) return E.left(thrown)
    throw errorOf(thrown)
  })

/** As the Promise API takes it; a `fault` goes along. */
const given = ({ body, ...request }: AdaptedRequest) => ({
  ...request,
  body: async () => {
    const read = await body()
    if (E.isLeft(read)) throw new BodyUnreadable(read.left)
    return read.right
  },
})
