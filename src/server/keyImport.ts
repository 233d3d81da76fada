/** How keys are imported: the options that key sources and key folders share. */
import * as Policies from '../core/Policies.ts'
import * as Settings from '../core/Settings.ts'
import { type Where, whereRule } from '../effects/Platform.ts'

type KeyPolicies = Pick<Policies.Policies, 'small-exponent' | 'missing-null'>

export interface ImportOptions {
  /** The two policies that concern keys. The verifier's own do not apply to a source or a folder. */
  readonly policies?: Partial<KeyPolicies> | undefined
  /** `loop` checks signatures on the event loop, `pool` (the default) on the platform's threads. */
  readonly where?: Where | undefined
}

export interface ImportSettings {
  readonly policies: KeyPolicies
  readonly where: Where
}

const { 'small-exponent': smallExponent, 'missing-null': missingNull } = Policies.ours

export const importFields: Settings.Fields<ImportSettings> = {
  policies: Settings.switches({ 'small-exponent': smallExponent, 'missing-null': missingNull }),
  where: Settings.defaulting(whereRule, 'pool'),
}
