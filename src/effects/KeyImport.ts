/**
 * How a key is imported, the same on every platform.
 */
import type { KeyPolicies } from '../core/Policies.ts'
import { oneOf, type Rule } from '../core/Rule.ts'
import type { Validity } from './KeyRing.ts'

/** Where work of tens of microseconds and more is done: on the event loop, or on the platform's threads. */
export type Where = 'loop' | 'pool'

export const whereRule: Rule<Where> = /* @__PURE__ */ oneOf<Where>(['loop', 'pool'])

export interface VerificationKeySettings {
  /** When the key counts; always, unless set. */
  readonly validity?: Validity | undefined
  /** Those that are not as in `Policies.ours`. */
  readonly policies?: Partial<KeyPolicies> | undefined
  /** Default: the event loop. Ignored on the web platform. */
  readonly where?: Where | undefined
}

export interface SignerSettings {
  /** For an encrypted key. Used once, and not kept. */
  readonly passphrase?: string | undefined
  /** Default: the event loop. Ignored on the web platform. */
  readonly where?: Where | undefined
}

/** A signer signs this to show that its key verifies. No request: its first line is no upper-case method. */
export const probe: { readonly head: string; readonly body: Uint8Array } = {
  head: 'countersign: is this key whole?\n',
  body: new Uint8Array(0),
}
