import * as E from 'fp-ts/lib/Either.js'
import { type BodyUnreadable, message as unreadable } from '../core/BodyUnreadable.ts'
import { type KeyError, message as keyMessage } from '../core/KeyError.ts'
import { type SignError, message as signMessage } from '../core/SignError.ts'
import { type SubmitError, message as submitMessage } from '../core/SubmitError.ts'
import { isInstance } from '../core/untrusted.ts'
import { type JobInvalid, message as jobMessage } from '../job/JobError.ts'

/** An option that cannot be used; `detail` names it. */
export interface SettingInvalid {
  readonly _tag: 'setting_invalid'
  readonly detail: string
}

export const settingInvalid = (detail: string): SettingInvalid => ({ _tag: 'setting_invalid', detail })

/** A key that is not accepted: the private one, unless `key` says otherwise. */
export interface KeyInvalid extends KeyError {
  readonly key?: 'public'
}

/** What a signer's promises reject with. */
export type SigningFault = SignError | BodyUnreadable | KeyInvalid | SettingInvalid

/** Why a service refused, as far as its answer says. */
export interface Refusal {
  readonly status: number
  /** `error.code` of a JSON body: of a service of this package, one of its public codes, such as `signature_invalid`. */
  readonly code?: string
  /** `error.message` of a JSON body. */
  readonly words?: string
}

/** An answer that is no success. */
export interface AnswerRefused {
  readonly _tag: 'answer_refused'
  readonly refusal: Refusal
}

/** An answer without the JSON that was expected; `detail` names the place, and nothing of the content. */
export interface AnswerMalformed {
  readonly _tag: 'answer_malformed'
  readonly detail: string
}

export type ClientFault = AnswerRefused | AnswerMalformed | SubmitError | SigningFault | JobInvalid

export type ClientReason = ClientFault['_tag']

const mark = Symbol.for('countersign.ClientError')

/** The client's promises reject with it. `reason` is for programs, `message` for people; neither holds a secret. */
export class ClientError extends Error {
  /** By its mark, so that an error of another copy of this package counts as well. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: `this` may be a class that extends this one.
    return isInstance(this, ClientError, value, mark)
  }

  readonly reason: ClientReason
  /** With `answer_refused`. */
  declare readonly refusal?: Refusal

  constructor(reason: ClientReason, message: string) {
    super(message)
    Object.defineProperty(this, mark, { value: true })
    this.name = 'ClientError'
    this.reason = reason
  }
}

/** Apart from `clientError`, for a program that only signs carries no words about answers and jobs. */
export const signingError = (fault: SigningFault): ClientError => {
  switch (fault._tag) {
    case 'setting_invalid':
      return new ClientError(fault._tag, fault.detail)
    case 'body_unreadable':
      return new ClientError(fault._tag, unreadable(fault))
    case 'key_invalid':
      return new ClientError(fault._tag, `the ${fault.key ?? 'private'} key is not usable: ${keyMessage(fault)}`)
    default:
      return new ClientError(fault._tag, signMessage(fault))
  }
}

export const clientError = (fault: ClientFault): ClientError => {
  switch (fault._tag) {
    case 'setting_invalid':
    case 'key_invalid':
    case 'body_unreadable':
      return signingError(fault)
    case 'answer_refused': {
      const { status, code, words } = fault.refusal
      const said = [`${status} ${code ?? ''}`.trim(), words].filter(Boolean).join(': ')
      const error = new ClientError(fault._tag, `the service refused the request: ${said}`)
      return Object.assign(error, { refusal: fault.refusal })
    }
    case 'answer_malformed':
      return new ClientError(fault._tag, `the answer is not what was expected: ${fault.detail}`)
    case 'job_invalid':
      return new ClientError(fault._tag, jobMessage(fault))
    default:
      return new ClientError(fault._tag, submitMessage(fault))
  }
}

/** Unwraps at the border of the Promise face: a Left becomes a rejection. */
const orThrow =
  <L>(errorOf: (fault: L) => ClientError) =>
  <A>(result: E.Either<L, A>): A => {
    if (E.isLeft(result)) throw errorOf(result.left)
    return result.right
  }

export const orReject: <A>(result: E.Either<ClientFault, A>) => A = orThrow(clientError)
export const signedOrReject: <A>(result: E.Either<SigningFault, A>) => A = orThrow(signingError)

/** An option or an argument that cannot be used. */
export const wrong = (detail: string): ClientError => signingError(settingInvalid(detail))
