/**
 * The error of the client's promises. Each fault has a reason for programs and a sentence for people:
 *
 *     clientError({ _tag: 'answer_refused', refusal: { status: 401, code: 'nonce_replayed' } })
 *
 *     reason     'answer_refused'
 *     message    'the service refused the request: 401 nonce_replayed'
 *     refusal    { status: 401, code: 'nonce_replayed' }
 */
import * as E from 'fp-ts/lib/Either.js'
import { type BodyUnreadable, message as unreadable } from '../core/BodyUnreadable.ts'
import type { PlatformFault } from '../core/ConnectionFault.ts'
import { type Fault, messageOf } from '../core/Fault.ts'
import { type KeyError, messageBy } from '../core/keyFault.ts'
import { platformKeyWords } from '../core/platformKeyWords.ts'
import { type SignError, message as signMessage } from '../core/SignError.ts'
import { type SubmitError, message as submitMessage } from '../core/SubmitError.ts'
import { isInstance } from '../core/untrusted.ts'
import type { JobInvalid } from '../job/JobError.ts'

/** An option that cannot be used; `detail` names it. */
export type SettingInvalid = Fault<'setting_invalid', { readonly detail: string }>

export const settingInvalid = (detail: string): SettingInvalid => ({ _tag: 'setting_invalid', detail })

/** A key that is not accepted: the private one, unless `key` says otherwise. */
export interface KeyInvalid extends KeyError {
  readonly key?: 'public'
  /** A sentence of the reader that found the fault. Absent for a key that the platform holds. */
  readonly words?: string
}

/** A job that cannot be written; `words` is a sentence of the module that writes jobs. */
export interface JobRefused extends JobInvalid {
  readonly words: string
}

/** A page loads a part of this package when it needs it, and that failed; `why` is the platform's name of the error. */
export type CodeNotLoaded = Fault<
  'code_not_loaded',
  { readonly part: 'reads keys' | 'writes jobs' | 'polls'; readonly why: string }
>

/** What a signer's promises reject with. */
export type SigningFault = SignError | BodyUnreadable | KeyInvalid | SettingInvalid | CodeNotLoaded

/** Why a service refused, as far as its answer says. */
export interface Refusal {
  readonly status: number
  /** `error.code` of a JSON body: of a service of this package, one of its public codes, such as `signature_invalid`. */
  readonly code?: string
  /** `error.message` of a JSON body. */
  readonly words?: string
}

/** An answer with a status of failure. */
export type AnswerRefused = Fault<'answer_refused', { readonly refusal: Refusal }>

/** An answer without the JSON that was expected; `detail` names the place, and nothing of the content. */
export type AnswerMalformed = Fault<'answer_malformed', { readonly detail: string }>

/** A poll got no accepted answer in time. `last` is the status of the last answer, or why there was none. */
export type PollTimedOut = Fault<
  'poll_timed_out',
  { readonly totalMs: number; readonly polls: number; readonly last: string }
>

export type ClientFault = AnswerRefused | AnswerMalformed | PollTimedOut | SubmitError | SigningFault | JobRefused

export type ClientReason = ClientFault['_tag']

const mark = Symbol.for('countersign.ClientError')

/**
 * The client's promises reject with it. `reason` is for programs, `message` for people; neither holds a secret. `cause`, where a
 * connection failed, is an Error with the platform's `code`, such as `ENOTFOUND`, and with its `syscall` and host or address.
 */
export class ClientError extends Error {
  /** By its mark, so that an error of another copy of this package counts as well. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: `this` may be a class that extends this one.
    return isInstance(this, value, mark)
  }

  readonly reason: ClientReason
  /** With `answer_refused`. */
  declare readonly refusal?: Refusal

  constructor(reason: ClientReason, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    Object.defineProperty(this, mark, { value: true })
    this.name = 'ClientError'
    this.reason = reason
  }
}

const platformKeyMessage: (fault: KeyError) => string = /* @__PURE__ */ messageBy(platformKeyWords)

const signingMessage: (fault: SigningFault) => string = messageOf<SigningFault, SignError>(
  {
    setting_invalid: ({ detail }) => detail,
    body_unreadable: unreadable,
    code_not_loaded: ({ part, why }) =>
      `countersign could not load its code that ${part} (${why}); check the network, and check that each file of the bundle is on the server`,
    key_invalid: (fault) =>
      `the ${fault.key ?? 'private'} key is not usable: ${fault.words ?? platformKeyMessage(fault)}`,
  },
  signMessage,
)

/** Apart from `clientError`, so that a program that only signs bundles no words about answers and jobs. */
export const signingError = (fault: SigningFault): ClientError => new ClientError(fault._tag, signingMessage(fault))

const clientMessage: (fault: ClientFault) => string = /* @__PURE__ */ messageOf<ClientFault, SubmitError>(
  {
    setting_invalid: signingMessage,
    code_not_loaded: signingMessage,
    key_invalid: signingMessage,
    answer_refused: ({ refusal: { status, code, words } }) =>
      `the service refused the request: ${[`${status} ${code ?? ''}`.trim(), words].filter(Boolean).join(': ')}`,
    answer_malformed: ({ detail }) => `the answer is not what was expected: ${detail}`,
    poll_timed_out: ({ totalMs, polls, last }) =>
      `the function \`until\` accepted no answer within ${totalMs} ms; polls: ${polls}; result of the last poll: ${last}`,
    job_invalid: ({ words }) => words,
  },
  submitMessage,
)

export const clientError = (fault: ClientFault): ClientError => {
  const cause = 'cause' in fault && fault.cause !== undefined ? causeOf(fault.cause) : undefined
  const error = new ClientError(fault._tag, clientMessage(fault), cause && { cause })
  return fault._tag === 'answer_refused' ? Object.assign(error, { refusal: fault.refusal }) : error
}

/** For loggers and retry libraries, which read `cause.code`. A new error: the platform's own may hold the request. */
const causeOf = (fault: PlatformFault): Error => {
  const { syscall, code, hostname, address, port } = fault
  const place = hostname ?? (address !== undefined && port !== undefined ? `${address}:${port}` : address)
  return Object.assign(new Error([syscall, code, place].filter(Boolean).join(' ')), fault)
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
