/**
 * The options of one call, and how they replace the settings and the effects of the client that makes the call.
 */
import { boundRule } from '../core/ClockOffset.ts'
import { boolean, fn, type Rule, wholeNumber } from '../core/Rule.ts'
import * as Settings from '../core/Settings.ts'
import type { Http } from '../effects/Http.ts'
import { type Timer, timeoutRule } from '../effects/Timer.ts'
import type { Retry, RetrySettings, SendEnv } from '../programs/sendAuthorized.ts'

/** When a request is sent again. Each attempt is signed anew. */
export interface RetryOptions {
  /** Further attempts; 0 unless set. */
  readonly retries?: number | undefined
  /** The longest pause, in milliseconds; 30,000 unless set. A service that asks for a longer one gets no further attempt. */
  readonly maxPauseMs?: number | undefined
  /** No attempt begins later than this after the first, in milliseconds; 120,000 unless set. */
  readonly totalTimeoutMs?: number | undefined
  /**
   * The largest correction of the clock, in seconds; 600 unless set, 0 for none. A service that refuses a timestamp is tried
   * once more by its own clock, if it is no further away.
   */
  readonly maxClockOffset?: number | undefined
  /**
   * For each attempt, and for each call of `signDigest` or `sign`, in milliseconds; 30,000 unless set. An attempt of `fetch`
   * ends with the head of the answer. While a body is sent part by part, each part has this time.
   */
  readonly timeoutMs?: number | undefined
  /** Told of every repetition before its pause. */
  readonly onRetry?: ((retry: Retry) => void) | undefined
  /** Asked before each repetition that may be; `false` prevents it. */
  readonly shouldRetry?: ((retry: Retry) => boolean) | undefined
}

/** The options of one call; those of `RetryOptions` replace the client's. */
export interface CallOptions extends RetryOptions {
  /** Ends the call, and the reading of its answer. */
  readonly signal?: AbortSignal | undefined
  /** More headers, in ASCII or Latin-1. They are not signed. Refused are Authorization, and what frames a message, such as Host. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The request does the same if it is sent twice. So it may be repeated even if the service has perhaps accepted it. */
  readonly idempotent?: boolean | undefined
  /** Told how many bytes of the body have been sent. By fetch, and so in browsers, only at the end. */
  readonly onProgress?: ((progress: { readonly sent: number; readonly total: number }) => void) | undefined
}

export const retryFields: Settings.Fields<RetryOptions> = {
  retries: Settings.optional(wholeNumber()),
  maxPauseMs: Settings.optional(wholeNumber('milliseconds')),
  totalTimeoutMs: Settings.optional(wholeNumber('milliseconds')),
  maxClockOffset: Settings.optional(boundRule),
  timeoutMs: Settings.optional(timeoutRule),
  onRetry: Settings.optional(fn()),
  shouldRetry: Settings.optional(fn()),
}

const signalRule: Rule<AbortSignal> = {
  expected: 'an AbortSignal',
  is: (value): value is AbortSignal => typeof (value as Partial<AbortSignal> | null)?.aborted === 'boolean',
}

const textsRule: Rule<Readonly<Record<string, string>>> = {
  expected: 'a record of texts',
  is: (value): value is Readonly<Record<string, string>> =>
    Settings.isRecord(value) && Object.values(value).every((text) => typeof text === 'string'),
}

export const callFields: Settings.Fields<CallOptions> = {
  ...retryFields,
  signal: Settings.optional(signalRule),
  headers: Settings.optional(textsRule),
  idempotent: Settings.optional(boolean),
  onProgress: Settings.optional(fn()),
}

/** The options of a call, and for those that are left out the client's. */
export const under = (own: RetryOptions, call: CallOptions): CallOptions => ({ ...own, ...Settings.definedOf(call) })

/** The settings of a program, with the options of a call in place of those that have the same name. */
export const settingsFor = <S extends RetrySettings & { readonly timeoutMs: number }>(
  own: S,
  call: CallOptions,
): S => ({
  ...own,
  ...Object.fromEntries(
    Object.entries(Settings.definedOf(call)).filter(([name]) => name in own || name === 'idempotent'),
  ),
})

/** The effects of a client. */
export interface CallEnv extends SendEnv {
  /** Makes the transport of one call, if hooks watch the attempts. */
  readonly watched?: ((http: Http) => Http) | undefined
}

/** The effects of one call. */
export const effectsFor = <Env extends CallEnv>(
  env: Env,
  { signal, onProgress, onRetry, shouldRetry }: CallOptions,
): Env => {
  const http: Http = {
    send: (request) => {
      const total = request.body.length
      return env.http.send({ ...request, signal, onSent: onProgress && ((sent) => onProgress({ sent, total })) })
    },
  }
  return {
    ...env,
    http: env.watched?.(http) ?? http,
    timer: { ...env.timer, wait: waitUnlessAborted(env.timer, signal) },
    mayRetry: (retry) => () => {
      if (shouldRetry?.(retry) === false) return false
      onRetry?.(retry)
      return true
    },
  }
}

/** A pause between attempts. Ends when the caller aborts; the next attempt then fails before it sends anything. */
const waitUnlessAborted =
  (timer: Timer, signal: AbortSignal | undefined): Timer['wait'] =>
  (ms) =>
    signal === undefined ? timer.wait(ms) : () => unlessAborted(signal, timer.wait(ms)).catch(() => {})

/** The result of `run`. Rejects with the signal's reason if the signal aborts first. */
export const unlessAborted = <A>(signal: AbortSignal | undefined, run: () => Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason)
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    run()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', abort))
  })
