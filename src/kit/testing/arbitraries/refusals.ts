/**
 * Arbitraries of the refusals of a verifier, as data, for tests of code that answers or logs them.
 *
 *     verifyErrors.method_invalid    draws { _tag: 'method_invalid', rule: 'token' } and the other two rules
 *     verifyError()                  draws refusals of every reason
 */
import fc from 'fast-check'
import type { Rule } from '../../../core/Authorization.ts'
import type { VerifyError } from '../../../core/VerifyError.ts'
import { timestamp } from './parts.ts'
import { amount } from './settings.ts'
import { record } from './Values.ts'

const offset = (): fc.Arbitrary<number> => fc.nat({ max: 8192 })

type Reason = VerifyError['_tag']
type Refusal<R extends Reason> = Extract<VerifyError, { readonly _tag: R }>

type Arbitraries<Members> = { readonly [Name in keyof Members]: fc.Arbitrary<Members[Name]> }

/** An arbitrary for each member except the tag. The conditional type distributes over a union, so each variant has its own arbitraries. */
type MembersOf<Variant> = Variant extends unknown ? Arbitraries<Omit<Variant, '_tag'>> : never

const rulesOfHeader: ReadonlyArray<Rule> = [
  'length',
  'auth-type',
  'space',
  'key=value',
  'empty-element',
  'unknown-key',
  'repeated-key',
  'missing-key',
  'empty-value',
  'quote',
  'app_id',
  'nonce_str',
  'timestamp',
  'token68',
]

/**
 * The arbitraries of the members of each refusal, by its reason. A list has one row for each variant of a reason. The type requires
 * every reason, so a new reason does not compile until it has a row here.
 */
const membersByReason: { readonly [R in Reason]: MembersOf<Refusal<R>> | ReadonlyArray<MembersOf<Refusal<R>>> } = {
  authorization_missing: {},
  authorization_multiple: { count: fc.integer({ min: 2 }) },
  authorization_malformed: { rule: fc.constantFrom<Rule>(...rulesOfHeader), offset: offset() },
  scheme_unsupported: {},
  bearer_not_offered: { because: fc.constantFrom('edition', 'no-token-book') },
  method_invalid: { rule: fc.constantFrom('token', 'length', 'upper-case') },
  target_invalid: {
    rule: fc.constantFrom('empty', 'length', 'form', 'authority', 'character', 'fragment'),
    offset: offset(),
  },
  timestamp_expired: [
    { because: fc.constant('age'), ageSeconds: fc.maxSafeNat(), maxAgeSeconds: amount(), now: timestamp() },
    { because: fc.constant('forgotten'), now: timestamp() },
    { because: fc.constant('forgotten'), now: timestamp(), retryAfterSeconds: fc.integer({ min: 1 }) },
  ],
  timestamp_in_future: { aheadSeconds: fc.maxSafeNat(), maxSkewSeconds: amount(), now: timestamp() },
  app_unknown: {},
  signature_malformed: [
    { rule: fc.constantFrom('alphabet', 'length', 'padding', 'spare-bits'), offset: offset() },
    { rule: fc.constant('modulus'), bytes: fc.nat() },
  ],
  signature_invalid: { keys: fc.integer({ min: 1, max: 4 }) },
  key_revoked: { because: fc.constantFrom('revoked', 'not-yet-valid', 'no-longer-valid') },
  nonce_replayed: {},
  token_unknown: {},
  body_too_large: { limitBytes: amount() },
  body_incomplete: {},
  body_unsupported: { because: fc.constantFrom('coding', 'text') },
  body_consumed: {},
  app_forbidden: {},
  verifier_busy: {},
  verifier_starting: { detail: fc.string(), retryAfterSeconds: fc.integer({ min: 1 }) },
  key_source_unavailable: { detail: fc.string() },
  guard_unavailable: { detail: fc.string() },
  guard_full: { quota: fc.nat() },
  misconfigured: { detail: fc.string() },
}

/** Refusals of one reason, from the arbitraries of its members. All variants come equally often. */
const refusalsOf = (reason: string, variants: object | ReadonlyArray<object>): fc.Arbitrary<object> =>
  fc.oneof(...[variants].flat().map((members) => record({ _tag: fc.constant(reason), ...members })))

/** An arbitrary for each reason, by its name. */
export const verifyErrors: {
  readonly [T in VerifyError['_tag']]: fc.Arbitrary<Extract<VerifyError, { readonly _tag: T }>>
} = Object.fromEntries(
  Object.entries(membersByReason).map(([reason, variants]) => [reason, refusalsOf(reason, variants)]),
) as never

/**
 * Refusals of every reason, as `verifyRequest` answers them, for tests of code that answers, counts or logs them.
 *
 * @example
 * ```ts
 * import { VerifyError } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.verifyError(), (error) => VerifyError.message(error) !== ''))
 * ```
 */
export const verifyError = (): fc.Arbitrary<VerifyError> =>
  fc.oneof(...(Object.values(verifyErrors) as Array<fc.Arbitrary<VerifyError>>))
