import * as E from 'fp-ts/lib/Either.js'
import { type KeyError, message as keyMessage } from '../core/KeyError.ts'
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

export type ClientFault = AnswerRefused | AnswerMalformed | SubmitError | KeyInvalid | JobInvalid | SettingInvalid

export type ClientReason = ClientFault['_tag']

const message = (fault: ClientFault): string => {
  switch (fault._tag) {
    case 'setting_invalid':
      return fault.detail
    case 'key_invalid':
      return `the ${fault.key ?? 'private'} key is not usable: ${keyMessage(fault)}`
    case 'answer_refused': {
      const { status, code, words } = fault.refusal
      return `the service refused the request: ${[`${status} ${code ?? ''}`.trim(), words].filter(Boolean).join(': ')}`
    }
    case 'answer_malformed':
      return `the answer is not what was expected: ${fault.detail}`
    case 'job_invalid':
      return jobMessage(fault)
    default:
      return submitMessage(fault)
  }
}

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

  constructor(fault: ClientFault) {
    super(message(fault))
    Object.defineProperty(this, mark, { value: true })
    this.name = 'ClientError'
    this.reason = fault._tag
    if (fault._tag === 'answer_refused') Object.assign(this, { refusal: fault.refusal })
  }
}

/** Unwraps at the border of the Promise face: a Left becomes a rejection. */
export const orReject = <A>(result: E.Either<ClientFault, A>): A => {
  if (E.isLeft(result)) throw new ClientError(result.left)
  return result.right
}

/** An option or an argument that cannot be used. */
export const wrong = (detail: string): ClientError => new ClientError(settingInvalid(detail))
