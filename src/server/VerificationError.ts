import { type HttpAnswer, httpAnswer, message, type Offer, type PublicCode, type Reason, reason, code, type VerifyError } from '../core/VerifyError.ts'

/**
 * What a verifier's promises reject with. `reason` and `message` are for the operator; `code`, `status`, `headers` and
 * `body` are the answer for the caller, in which nothing of the request is echoed.
 */
export class VerificationError extends Error {
  readonly reason: Reason
  readonly code: PublicCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The answer's body: the JSON text `{"error":{"code","message"}}`. */
  readonly body: string

  constructor(error: VerifyError, offer: Offer) {
    super(message(error))
    const answer: HttpAnswer = httpAnswer(error, offer)
    this.name = 'VerificationError'
    this.reason = reason(error)
    this.code = code(error)
    this.status = answer.status
    this.headers = answer.headers
    this.body = answer.body
  }
}
