/** The options that key sources and key folders share. */
import { type KeyPolicies, ours } from '../../core/Policies.ts'
import * as Settings from '../../core/Settings.ts'
import { type CryptoOn, cryptoOnRule, defaultMaxKeyBits, maxKeyBitsRule } from '../../effects/KeyImport.ts'
import type { Keys, Tokens } from '../Verifier.ts'

export interface ImportOptions {
  /** The two policies that concern keys. The verifier's own do not apply to a source or a folder. */
  readonly policies?: Partial<KeyPolicies> | undefined
  /** The longest accepted modulus, in bits: 4096 unless set, at most 8192. The verifier's own does not apply here. */
  readonly maxKeyBits?: number | undefined
  /** `loop` checks signatures on the event loop, `pool` on the platform's threads: the default on two cores and more. */
  readonly cryptoOn?: CryptoOn | undefined
}

/** The options, read. Without `cryptoOn`, the platform decides. */
export interface ImportSettings extends Settings.Decoded<ImportOptions, 'maxKeyBits'> {
  readonly policies: KeyPolicies
}

/** How every key is taken, whatever it comes from. */
export const checkFields: Settings.Fields<Pick<ImportSettings, 'maxKeyBits' | 'cryptoOn'>> = {
  maxKeyBits: Settings.defaulting(maxKeyBitsRule, defaultMaxKeyBits),
  cryptoOn: Settings.optional(cryptoOnRule),
}

export const importFields: Settings.Fields<ImportSettings> = {
  policies: Settings.switches<KeyPolicies>({
    'small-exponent': ours['small-exponent'],
    'missing-null': ours['missing-null'],
  }),
  ...checkFields,
}

export interface KeyFolderOptions extends ImportOptions {
  /**
   * Receives each problem. Until it is solved, the requests of the app concerned are refused. Unless set, the process warns of
   * each problem once, with the code `COUNTERSIGN_KEYS`.
   */
  readonly onProblem?: ((file: string, message: string) => void) | undefined
}

export interface TokenFileOptions {
  /**
   * Receives each later problem. Until it is solved, every token is refused. Unless set, the process warns of each problem
   * once, with the code `COUNTERSIGN_TOKENS`.
   */
  readonly onProblem?: ((message: string) => void) | undefined
}

/** `keyFolder`, on every platform. */
export type KeyFolder = (path: string, options?: KeyFolderOptions) => Promise<Keys>
/** `tokenFile`, on every platform. */
export type TokenFile = (path: string, options?: TokenFileOptions) => Promise<Tokens>
