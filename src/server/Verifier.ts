/**
 * A verifier as a program uses it that does not write fp-ts: what it is given, what it is asked, what it answers.
 */

import type { OwnBytes } from '../core/Bytes.ts'
import { isInstance } from '../core/untrusted.ts'
import type { BodyError } from '../core/VerifyError.ts'
import type { Settings } from '../core/VerifyPolicy.ts'
import type { KeyRecord } from '../effects/KeyRecord.ts'
import type { Where } from '../effects/Platform.ts'
import type { RefusedRequest } from '../effects/RefusedRequest.ts'
import type { Scope } from '../effects/ReplayGuard.ts'
import type { Guard } from './Guard.ts'
import type { Verdict } from './Verdict.ts'

/** An app whose identity is proven, and what it wants to do. */
export interface ProvenRequest {
  readonly appId: string
  readonly scheme: 'signed' | 'bearer'
  readonly method: string
  readonly target: string
}

export interface VerifierOptions extends Settings {
  /** The public keys of each app, up to four; or a ring of keys such as `keyFolder` opens. */
  readonly keys: KeyRecord | Keys
  /** Access tokens by holder, or a book such as `tokenFile` reads; without it, token authentication is not offered. */
  readonly tokens?: Readonly<Record<string, string | ReadonlyArray<string>>> | Tokens | undefined
  /** The memory guard of this process unless set. */
  readonly guard?: Guard | undefined
  /** Whether an app, whose identity is proven, may do this; every app may, unless set. Nothing but `true` is a yes. */
  readonly authorize?: ((request: ProvenRequest) => boolean | Promise<boolean>) | undefined
  /** The time in seconds since 1970; the system's unless set. */
  readonly clock?: (() => number) | undefined
  /**
   * Who takes the same requests: this `process` alone, several processes of this `host`, or several machines, between which
   * the guard is `shared`. A guard that remembers for fewer is refused. `process` unless set; in a worker of node:cluster,
   * `host`.
   */
  readonly scope?: Scope | undefined
  /** How long keys, tokens, `authorize` or the guard may take, each, in milliseconds, before the answer is 503; 2,000 unless set. */
  readonly timeoutMs?: number | undefined
  /** Told of each verdict when it has been reached: for logs and metrics. What it throws changes nothing. */
  readonly onVerdict?: ((verdict: Verdict) => void) | undefined
  /**
   * Told of each request that is refused, with all of its text, to look for the cause: give it what `explainRefusals` of
   * countersign/diagnosis answers. Unlike a verdict this is nothing for a log. What it throws changes nothing. A call without
   * a method, a target or lines of text is no request, and `onVerdict` alone is told of it.
   */
  readonly onRefusal?: ((request: RefusedRequest) => void) | undefined
  /** `loop` checks signatures on the event loop, `pool` (the default) on the platform's threads. */
  readonly where?: Where | undefined
}

/** A ring of keys, opaque: made by this package, or by a program that uses its functional side. */
export interface Keys {
  /** For the verifier alone. */
  readonly keysOf: (appId: never) => unknown
}

/** A book of tokens, opaque in the same way. */
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
  /** The content as transmitted; text counts as its UTF-8; a function is called when everything before has passed. */
  readonly body?: Uint8Array | string | (() => Promise<Uint8Array>) | null | undefined
}

interface Caller {
  /** The app whose key signed, or the holder of the token. */
  readonly appId: string
  /** In upper case, as it was signed. */
  readonly method: string
  /** Without scheme and authority, as it was signed. */
  readonly target: string
}

export interface SignedCaller extends Caller {
  readonly scheme: 'signed'
  readonly timestamp: number
  readonly nonce: string
  /** SHA-256 of the key's SPKI encoding, in hexadecimal. */
  readonly fingerprint: string
}

export interface BearerCaller extends Caller {
  readonly scheme: 'bearer'
  readonly timestamp?: undefined
  readonly nonce?: undefined
  readonly fingerprint?: undefined
}

/** Who sent a request: `scheme` tells which of the two. */
export type VerifiedCaller = SignedCaller | BearerCaller

export type VerifiedRequest = VerifiedCaller & {
  /** The very bytes that were verified. */
  readonly body: OwnBytes
}

/** A request whose body is hashed as it comes. */
export interface StreamedRequest extends Omit<ReceivedRequest, 'body'> {
  /** The content as transmitted, such as a request of node:http or the body of a `Request`. It is read when everything before it has passed. */
  readonly body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>
  /** The most bytes that it may have; the verifier's `bodyLimit` unless set. */
  readonly limit?: number | undefined
}

/** What is known of a verified request beside its body. */
export type VerifiedStream = VerifiedCaller & {
  /** Bytes of the body. */
  readonly bodyLength: number
}

export interface Verifier {
  /** Resolves to who sent this request, or rejects with a `VerificationError`. */
  readonly verify: (request: ReceivedRequest) => Promise<VerifiedRequest>
  /**
   * The same for a body that is too large to be kept: it is hashed as it comes (the web platform can hash only what it keeps).
   * Whoever stores the parts on their way acts on them when this has resolved, and throws them away when it rejects.
   */
  readonly verifyStream: (request: StreamedRequest) => Promise<VerifiedStream>
  /** The largest body that is taken, in bytes: for whoever reads it. */
  readonly bodyLimit: number
}

export type CreateVerifier = (options: VerifierOptions) => Promise<Verifier>

const unreadable = Symbol.for('countersign.BodyUnreadable')

/** What a body function rejects with, so that the verifier knows why there is no body. */
export class BodyUnreadable extends Error {
  /** By its mark, so that one from another copy of this package counts as well. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: it may be a class that extends this one.
    return isInstance(this, BodyUnreadable, value, unreadable)
  }

  readonly bodyError: BodyError

  constructor(bodyError: BodyError) {
    super(bodyError._tag)
    Object.defineProperty(this, unreadable, { value: true })
    this.name = 'BodyUnreadable'
    this.bodyError = bodyError
  }
}
