/**
 * A verifier's settings. They are the argument of `verifyRequest`, and never part of the environment of its Reader (fp-ts), which holds
 * effects alone.
 */
import * as E from 'fp-ts/lib/Either.js'
import { flow, pipe } from 'fp-ts/lib/function.js'
import * as AuthType from './AuthType.ts'
import { type Edition, rule as editionRule } from './Edition.ts'
import { type Window, defaults as window } from './Freshness.ts'
import * as Policies from './Policies.ts'
import { wholeNumber } from './Rule.ts'
// Not named Settings, for `VerifyPolicy.Settings` are the settings of a verifier.
import * as Options from './Settings.ts'
import { type Misconfigured, misconfigured } from './VerifyError.ts'

export interface VerifyPolicy extends Window {
  readonly edition: Edition
  readonly authType: AuthType.AuthType
  /** The largest accepted body, in bytes. */
  readonly bodyLimit: number
  readonly policies: Policies.Policies
}

/** The value of each setting that is left out. */
export const defaults: VerifyPolicy = {
  edition: 'international',
  authType: AuthType.standard,
  ...window,
  bodyLimit: 1024 * 1024,
  policies: Policies.ours,
}

/** A program's settings: plain values, each optional. */
export interface Settings {
  /** `international` unless set; `mainland` never accepts a token. */
  readonly edition?: Edition | undefined
  /** `SVC-SHA256-RSA` unless the service says otherwise. */
  readonly authType?: string | undefined
  /** The greatest accepted age of a timestamp, in seconds; 300 unless set. */
  readonly maxAge?: number | undefined
  /** How far a timestamp may be in the future, in seconds; 60 unless set. */
  readonly maxSkew?: number | undefined
  /** The largest accepted body, in bytes; 1,048,576 unless set. */
  readonly bodyLimit?: number | undefined
  /** Policies that differ from `Policies.ours`. */
  readonly policies?: Partial<Policies.Policies> | undefined
}

/**
 * Parsers of the settings. A function, so that a bundle that only verifies leaves it out.
 *
 * @example
 * ```ts
 * import { VerifyPolicy } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(VerifyPolicy.fields().maxAge('maxAge', undefined), E.right(300))
 * ```
 */
export const fields = (): Options.Fields<VerifyPolicy> => ({
  edition: Options.defaulting(editionRule, defaults.edition),
  authType: Options.defaulting(AuthType.rule, defaults.authType),
  maxAge: Options.defaulting(wholeNumber('seconds'), defaults.maxAge),
  maxSkew: Options.defaulting(wholeNumber('seconds'), defaults.maxSkew),
  bodyLimit: Options.defaulting(wholeNumber('bytes'), defaults.bodyLimit),
  policies: Options.switches(Policies.ours),
})

/**
 * Validates settings and adds the defaults. The error lists all faults at once. Settings may come from JavaScript, so no value
 * is trusted to have its type.
 *
 * @example
 * ```ts
 * import { VerifyPolicy } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const policy = VerifyPolicy.parse({ maxAge: 60 })
 * assert.ok(E.isRight(policy) && policy.right.maxSkew === 60)
 * assert.ok(E.isLeft(VerifyPolicy.parse({ maxAge: -1 })))
 * ```
 */
export const parse = (settings: Settings): E.Either<Misconfigured, VerifyPolicy> =>
  pipe(
    settings,
    Options.decode(fields()),
    E.mapLeft(flow(Options.message('the settings of a verifier'), misconfigured)),
  )
