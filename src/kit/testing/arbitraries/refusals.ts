/** Arbitraries of the refusals of a verifier, as data: for code that answers or logs them. */
import fc from 'fast-check'
import type { Rule } from '../../../core/Authorization.ts'
import type { VerifyError } from '../../../core/VerifyError.ts'
import { timestamp } from './parts.ts'
import { amount } from './settings.ts'
import { record } from './Values.ts'

const offset = (): fc.Arbitrary<number> => fc.nat({ max: 8192 })

type Of<T extends VerifyError['_tag']> = Extract<VerifyError, { readonly _tag: T }>
type Fields<F> = { readonly [K in keyof F]: fc.Arbitrary<F[K]> }
/** The members beside the tag, each with what it may be. */
type Members<E> = E extends unknown ? Fields<Omit<E, '_tag'>> : never

/** By reason; several where a reason has members of several kinds. A new member of the union does not compile without. */
const members: { readonly [T in VerifyError['_tag']]: Members<Of<T>> | ReadonlyArray<Members<Of<T>>> } = {
  authorization_missing: {},
  authorization_multiple: { count: fc.integer({ min: 2 }) },
  authorization_malformed: {
    rule: fc.constantFrom<Rule>(
      ...(['length', 'auth-type', 'space', 'key=value', 'empty-element', 'unknown-key', 'repeated-key'] as const),
      ...(['missing-key', 'empty-value', 'quote', 'app_id', 'nonce_str', 'timestamp', 'token68'] as const),
    ),
    offset: offset(),
  },
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

/** An arbitrary for each reason, by its name. */
export const verifyErrors: {
  readonly [T in VerifyError['_tag']]: fc.Arbitrary<Extract<VerifyError, { readonly _tag: T }>>
} = Object.fromEntries(
  Object.entries<object | ReadonlyArray<object>>(members).map(([tag, some]) => [
    tag,
    fc.oneof(...[some].flat().map((each) => record({ _tag: fc.constant(tag), ...each }))),
  ]),
) as never

/**
 * Refusals of every reason, as `verifyRequest` answers them: for what shapes, counts or logs them.
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
