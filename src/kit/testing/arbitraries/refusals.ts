/** The refusals of a verifier, as data. */
import fc from 'fast-check'
import type { Rule } from '../../../core/Authorization.ts'
import type { VerifyError } from '../../../core/VerifyError.ts'
import { timestamp } from './parts.ts'
import { amount } from './settings.ts'

const offset = (): fc.Arbitrary<number> => fc.nat({ max: 8192 })

const only = <T extends VerifyError['_tag']>(_tag: T): fc.Arbitrary<{ readonly _tag: T }> => fc.constant({ _tag })

const withFields = <T extends VerifyError['_tag'], F extends object>(
  _tag: T,
  fields: { [K in keyof F]: fc.Arbitrary<F[K]> },
) =>
  fc.record({ _tag: fc.constant(_tag), ...fields }, { noNullPrototype: true }) as unknown as fc.Arbitrary<
    { readonly _tag: T } & F
  >

/** An arbitrary for each reason, by its name. A new member of the union does not compile without one. */
export const verifyErrors: {
  readonly [T in VerifyError['_tag']]: fc.Arbitrary<Extract<VerifyError, { readonly _tag: T }>>
} = {
  authorization_missing: only('authorization_missing'),
  authorization_multiple: withFields('authorization_multiple', { count: fc.integer({ min: 2 }) }),
  authorization_malformed: withFields('authorization_malformed', {
    rule: fc.constantFrom<Rule>(
      ...(['length', 'auth-type', 'space', 'key=value', 'empty-element', 'unknown-key', 'repeated-key'] as const),
      ...(['missing-key', 'empty-value', 'quote', 'app_id', 'nonce_str', 'timestamp', 'token68'] as const),
    ),
    offset: offset(),
  }),
  scheme_unsupported: only('scheme_unsupported'),
  bearer_not_offered: withFields('bearer_not_offered', { because: fc.constantFrom('edition', 'no-token-book') }),
  method_invalid: withFields('method_invalid', { rule: fc.constantFrom('token', 'length', 'upper-case') }),
  target_invalid: withFields('target_invalid', {
    rule: fc.constantFrom('empty', 'length', 'form', 'authority', 'character', 'fragment'),
    offset: offset(),
  }),
  timestamp_expired: fc.oneof(
    withFields('timestamp_expired', {
      because: fc.constant('age'),
      ageSeconds: fc.maxSafeNat(),
      maxAgeSeconds: amount(),
      now: timestamp(),
    }),
    withFields('timestamp_expired', { because: fc.constant('forgotten'), now: timestamp() }),
    withFields('timestamp_expired', {
      because: fc.constant('forgotten'),
      now: timestamp(),
      retryAfterSeconds: fc.integer({ min: 1 }),
    }),
  ),
  timestamp_in_future: withFields('timestamp_in_future', {
    aheadSeconds: fc.maxSafeNat(),
    maxSkewSeconds: amount(),
    now: timestamp(),
  }),
  app_unknown: only('app_unknown'),
  signature_malformed: fc.oneof(
    withFields('signature_malformed', {
      rule: fc.constantFrom('alphabet', 'length', 'padding', 'spare-bits'),
      offset: offset(),
    }),
    withFields('signature_malformed', { rule: fc.constant('modulus'), bytes: fc.nat() }),
  ),
  signature_invalid: withFields('signature_invalid', { keys: fc.integer({ min: 1, max: 4 }) }),
  key_revoked: withFields('key_revoked', { because: fc.constantFrom('revoked', 'not-yet-valid', 'no-longer-valid') }),
  nonce_replayed: only('nonce_replayed'),
  token_unknown: only('token_unknown'),
  body_too_large: withFields('body_too_large', { limitBytes: amount() }),
  body_incomplete: only('body_incomplete'),
  body_consumed: only('body_consumed'),
  app_forbidden: only('app_forbidden'),
  verifier_busy: only('verifier_busy'),
  key_source_unavailable: withFields('key_source_unavailable', { detail: fc.string() }),
  guard_unavailable: withFields('guard_unavailable', { detail: fc.string() }),
  guard_full: withFields('guard_full', { quota: fc.nat() }),
  misconfigured: withFields('misconfigured', { detail: fc.string() }),
}

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
