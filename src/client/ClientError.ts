import { type KeyError, message as keyMessage } from '../core/KeyError.ts'
import { type SubmitError, message as submitMessage } from '../core/SubmitError.ts'
import { isInstance } from '../core/untrusted.ts'
import { type JobError, message as jobMessage } from '../job/JobError.ts'

/** A setting that makes no sense; `detail` names it. */
export interface SettingInvalid {
  readonly _tag: 'setting_invalid'
  readonly detail: string
}

/** The public key of a signing function is not taken. */
export interface PublicKeyInvalid {
  readonly _tag: 'public_key_invalid'
  readonly error: KeyError
}

export type ClientFault = SubmitError | KeyError | PublicKeyInvalid | JobError | SettingInvalid

export type ClientReason =
  | 'setting_invalid'
  | 'key_invalid'
  | 'app_id_malformed'
  | 'base_url_invalid'
  | 'bearer_not_offered'
  | 'method_invalid'
  | 'target_invalid'
  | 'timestamp_malformed'
  | 'nonce_malformed'
  | 'body_not_unicode'
  | 'job_malformed'
  | 'job_invalid'
  | 'signer_unavailable'
  | 'signer_timed_out'
  | 'signature_wrong'
  | 'connection_refused'
  | 'timed_out'
  | 'target_rewritten'
  | 'network_failed'

/** A public key that is not usable is called by the same word as a private one. */
const reasonOf = ({ _tag }: ClientFault): ClientReason => (_tag === 'public_key_invalid' ? 'key_invalid' : _tag)

const message = (fault: ClientFault): string => {
  switch (fault._tag) {
    case 'setting_invalid':
      return fault.detail
    case 'key_invalid':
      return `the private key is not usable: ${keyMessage(fault)}`
    case 'public_key_invalid':
      return `the public key is not usable: ${keyMessage(fault.error)}`
    case 'job_malformed':
    case 'job_invalid':
      return jobMessage(fault)
    default:
      return submitMessage(fault)
  }
}

const mark = Symbol.for('countersign.ClientError')

/** What the client's promises reject with. `reason` is for programs, `message` for people; neither holds a secret. */
export class ClientError extends Error {
  /** By its mark, so that one from another copy of this package counts as well. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: it may be a class that extends this one.
    return isInstance(this, ClientError, value, mark)
  }

  readonly reason: ClientReason

  constructor(fault: ClientFault) {
    super(message(fault))
    Object.defineProperty(this, mark, { value: true })
    this.name = 'ClientError'
    this.reason = reasonOf(fault)
  }
}
