/**
 * A verifier's settings, as one value that is an argument and never part of the environment.
 */
import * as E from 'fp-ts/lib/Either.js'
import { flow, pipe } from 'fp-ts/lib/function.js'
import * as AuthType from './AuthType.ts'
import { type Edition, rule as editionRule } from './Edition.ts'
import { defaults as window } from './Freshness.ts'
import * as Policies from './Policies.ts'
import { wholeNumber } from './Rule.ts'
import * as Options from './Settings.ts'
import { type Misconfigured, misconfigured } from './VerifyError.ts'

export interface VerifyPolicy {
  readonly edition: Edition
  readonly authType: AuthType.AuthType
  /** Whole seconds that a timestamp may be old. */
  readonly maxAge: number
  /** Whole seconds that a timestamp may lie ahead. */
  readonly maxSkew: number
  /** The largest body that is taken, in bytes. */
  readonly bodyLimit: number
  readonly policies: Policies.Policies
}

/** What counts where a setting is left out. */
export const defaults: VerifyPolicy = {
  edition: 'international',
  authType: AuthType.standard,
  ...window,
  bodyLimit: 1024 * 1024,
  policies: Policies.ours,
}

/** What a program may write down: plain values, any of them left out. */
export interface Settings {
  /** `international` unless set; `mainland` never takes a token. */
  readonly edition?: Edition | undefined
  /** `SVC-SHA256-RSA` unless the service says otherwise. */
  readonly authType?: string | undefined
  /** Seconds that a timestamp may be old; 300 unless set. */
  readonly maxAge?: number | undefined
  /** Seconds that a timestamp may lie ahead; 60 unless set. */
  readonly maxSkew?: number | undefined
  /** The largest body that is taken, in bytes; 1,048,576 unless set. */
  readonly bodyLimit?: number | undefined
  /** Those of the policies that are not as in `Policies.ours`. */
  readonly policies?: Partial<Policies.Policies> | undefined
}

/** How each setting is read. A function: a page that only verifies does not carry it. */
export const fields = (): Options.Fields<VerifyPolicy> => ({
  edition: Options.defaulting(editionRule, defaults.edition),
  authType: Options.defaulting(AuthType.rule, defaults.authType),
  maxAge: Options.defaulting(wholeNumber('seconds'), defaults.maxAge),
  maxSkew: Options.defaulting(wholeNumber('seconds'), defaults.maxSkew),
  bodyLimit: Options.defaulting(wholeNumber('bytes'), defaults.bodyLimit),
  policies: Options.switches(Policies.ours),
})

/**
 * The policy that `settings` describe, each missing one at its default. All that is wrong is told at once.
 * Settings may come from a program without types, so no value is trusted to be of its type.
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
  pipe(settings, Options.decode(fields()), E.mapLeft(flow(Options.words('the settings of a verifier'), misconfigured)))
