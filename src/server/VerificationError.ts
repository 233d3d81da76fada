/**
 * The error with which a verifier refuses a request, for programs with Promises. It holds the answer for the caller beside the
 * reason for the operator.
 */
import * as E from 'fp-ts/lib/Either.js'
import { flow } from 'fp-ts/lib/function.js'
import * as AuthType from '../core/AuthType.ts'
import * as Package from '../core/Package.ts'
import * as Settings from '../core/Settings.ts'
import { isInstance } from '../core/untrusted.ts'
import * as VerifyError from '../core/VerifyError.ts'

const brand = Symbol.for('countersign.VerificationError')

/** A VerificationError without its message. */
export interface Refusal extends VerifyError.HttpAnswer {
  readonly reason: VerifyError.Reason
  readonly code: VerifyError.PublicCode
}

/**
 * What a verifier's promises reject with. `reason` and `message` are for the operator; `code`, `status`, `headers` and
 * `body` are the answer for the caller, in which nothing of the request is echoed.
 */
export class VerificationError extends Error {
  /** By a mark: another copy of this package makes instances of its own class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: `this` may be a subclass.
    return isInstance(this, value, brand)
  }

  /** Every `reason` that there is: a counter of each begins at 0, or its first increase goes unseen. */
  static get reasons(): ReadonlyArray<VerifyError.Reason> {
    return VerifyError.reasons
  }

  readonly reason: VerifyError.Reason
  readonly code: VerifyError.PublicCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The answer's body: the JSON text `{"error":{"code","message"}}`. */
  readonly body: string

  /** `cause` is what the embedding program threw, if it did. */
  constructor(
    message: string,
    { reason, code, status, headers, body }: Refusal,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options)
    Object.defineProperty(this, brand, { value: true })
    this.name = 'VerificationError'
    this.reason = reason
    this.code = code
    this.status = status
    this.headers = headers
    this.body = body
  }

  /** Where the package says what the reason means and what to do; for the operator. */
  get docs(): string {
    return Package.docsOf(this.reason)
  }

  /** The answer as a Response. Hono asks for it where the app has no `onError` of its own. */
  getResponse(): Response {
    return new Response(this.body, { status: this.status, headers: this.headers })
  }
}

/** The rejection for a refusal; `offer` is how the service names itself in a challenge. */
export const verificationError = (error: VerifyError.VerifyError, offer: VerifyError.Offer): VerificationError => {
  const refusal = {
    ...VerifyError.httpAnswer(offer)(error),
    reason: VerifyError.reason(error),
    code: VerifyError.code(error),
  }
  const caused = 'cause' in error ? { cause: error.cause } : undefined
  return new VerificationError(VerifyError.message(error), refusal, caused)
}

/** Before any setting is read, nothing is offered. */
const unconfigured: VerifyError.Offer = { authType: AuthType.standard, edition: 'mainland', tokens: false }

/** The refusal of a verifier that there is not. */
export const unconfiguredError = (error: VerifyError.VerifyError): VerificationError =>
  verificationError(error, unconfigured)

export const orReject = <A>(result: E.Either<VerifyError.VerifyError, A>): A => {
  if (E.isLeft(result)) throw unconfiguredError(result.left)
  return result.right
}

/** The arguments of a function; rejects with all complaints about them. */
export const readOrReject = <A>(whose: string, read: E.Either<Settings.Complaints, A>): A =>
  orReject(E.mapLeft(flow(Settings.message(whose), VerifyError.misconfigured))(read))

/** The options of a function. */
export const optionsOrReject = <S extends object>(whose: string, fields: Settings.Fields<S>): ((given: unknown) => S) =>
  flow(Settings.decode(fields), (read) => readOrReject(whose, read))
