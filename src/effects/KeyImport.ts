/** The settings of a key import, the same on every platform. */
import { type KeyPolicy, leastBits, mostBits } from '../core/KeyNumbers.ts'
import { type KeyPolicies, ours } from '../core/Policies.ts'
import { oneOf, type Rule, wholeNumber } from '../core/Rule.ts'
import type { Validity } from './KeyRing.ts'

/** Where RSA work of tens of microseconds and more runs: on the event loop, or on the platform's threads. */
export type CryptoOn = 'loop' | 'pool'

export const cryptoOnRule: Rule<CryptoOn> = /* @__PURE__ */ oneOf<CryptoOn>(['loop', 'pool'])

/** A check of one key of 8192 bits takes as long as four of 4096. */
export const defaultMaxKeyBits = 4096

export const maxKeyBitsRule: Rule<number> = /* @__PURE__ */ wholeNumber('bits', leastBits, mostBits)

export interface VerificationKeySettings {
  /** Default: always valid. */
  readonly validity?: Validity | undefined
  /** Policies that differ from `Policies.ours`. */
  readonly policies?: Partial<KeyPolicies> | undefined
  /** The longest accepted modulus, in bits; 4096 unless set. A longer key makes each check slower, and a forgery costs a check too. */
  readonly maxKeyBits?: number | undefined
  /** Default: the event loop. Ignored on the web platform. */
  readonly cryptoOn?: CryptoOn | undefined
}

/** The policy of these settings. */
export const policyOf = ({ policies = ours, maxKeyBits = defaultMaxKeyBits }: VerificationKeySettings): KeyPolicy => ({
  ...policies,
  maxKeyBits,
})

export interface SignerSettings {
  /** For an encrypted key. Not kept after the import. */
  readonly passphrase?: string | undefined
  /** Default: the event loop. Ignored on the web platform. */
  readonly cryptoOn?: CryptoOn | undefined
}

/** A new signer signs this text to check its key. Never a valid request: the first line is not an upper-case method. */
export const probe: { readonly head: string; readonly body: Uint8Array } = {
  head: 'countersign: is this key whole?\n',
  body: /* @__PURE__ */ new Uint8Array(0),
}
