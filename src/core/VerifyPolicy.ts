/**
 * A verifier's settings, as one value that is an argument and never part of the environment.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AuthType from './AuthType.ts'
import { type Edition, editions } from './Edition.ts'
import { defaults as window } from './Freshness.ts'
import * as OptionName from './OptionName.ts'
import { ours, type Policies } from './Policies.ts'
import type { Misconfigured } from './VerifyError.ts'

export interface VerifyPolicy {
  readonly edition: Edition
  readonly authType: AuthType.AuthType
  /** Whole seconds that a timestamp may be old. */
  readonly maxAge: number
  /** Whole seconds that a timestamp may lie ahead. */
  readonly maxSkew: number
  /** The largest body that is taken, in bytes. */
  readonly bodyLimit: number
  readonly policies: Policies
}

/** What counts where a setting is left out. */
export const defaults: VerifyPolicy = {
  edition: 'international',
  authType: AuthType.standard,
  ...window,
  bodyLimit: 1024 * 1024,
  policies: ours,
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
  readonly policies?: Partial<Policies> | undefined
}

const wrong = (detail: string): E.Either<Misconfigured, never> => E.left({ _tag: 'misconfigured', detail })

/**
 * The policy that `settings` describe, each missing one at its default; the first that makes no sense is named.
 * Settings may come from a program without types, so nothing is taken for what its type says.
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
export const parse = (settings: Settings): E.Either<Misconfigured, VerifyPolicy> => {
  const { edition = defaults.edition, authType = defaults.authType, policies = {} } = settings
  if (!editions.includes(edition)) return wrong(`edition is one of ${editions.join(', ')}`)
  if (typeof authType !== 'string' || !AuthType.isAuthType(authType)) {
    return wrong('authType is an HTTP token of at most 64 characters, and not Bearer')
  }
  const numbers = { maxAge: defaults.maxAge, maxSkew: defaults.maxSkew, bodyLimit: defaults.bodyLimit }
  for (const name of ['maxAge', 'maxSkew', 'bodyLimit'] as const) {
    const { [name]: n = defaults[name] } = settings
    if (!Number.isSafeInteger(n) || n < 0)
      return wrong(`${name} is a whole number of ${name === 'bodyLimit' ? 'bytes' : 'seconds'}, 0 or more`)
    numbers[name] = n
  }
  if (typeof policies !== 'object' || policies === null) return wrong('policies is a record of true and false by name')
  for (const [name, taken] of Object.entries(policies)) {
    if (!Object.hasOwn(ours, name))
      return wrong(`there is no policy ${OptionName.shown(name)}; the policies are ${Object.keys(ours).join(', ')}`)
    if (typeof taken !== 'boolean') return wrong(`the policy ${name} is true or false`)
  }
  return E.right({ edition, authType, ...numbers, policies: { ...ours, ...policies } })
}
