/**
 * Arbitraries of the settings that operators give to verifiers and clients, for tests of code that passes settings on.
 *
 *     edition()            'mainland'              edition.nearMiss()    'Mainland'
 *     amount()             300                     verifyPolicy()        a whole record of settings, all of them valid
 *
 * First come the samples: generators of values that the rule of a setting accepts, and of values that it refuses. The arbitraries
 * and the generated runs of `countersign conform` draw from them. The arbitraries follow.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { Grammar } from '../../../core/Authorization.ts'
import * as BaseUrl from '../../../core/BaseUrl.ts'
import { type Edition, editions } from '../../../core/Edition.ts'
import type { Window } from '../../../core/Freshness.ts'
import { ours, type Policies } from '../../../core/Policies.ts'
import type { VerifyPolicy } from '../../../core/VerifyPolicy.ts'
import { baseUrls } from '../../values/baseUrls/baseUrls.ts'
import * as Gen from '../../values/Gen.ts'
import { authTypes } from '../../values/headers/headerValues.ts'
import { constants, type LabelledGens, mapValues, validAndInvalid } from '../../values/Labelled.ts'
import { authType } from './header.ts'
import { missesOf, record, type Values, validOf, values, valuesOf } from './Values.ts'

// ---- Samples: values on both sides of each setting's rule

const editionSamples: LabelledGens<unknown> = validAndInvalid<unknown>(
  'an edition is one of two words',
  constants(editions),
  {
    'another word': [
      ...constants(['Mainland', 'INTERNATIONAL', 'global', 'china', 'constructor']),
      ...constants(['', 'mainland ']),
    ],
    'no text': constants<unknown>([null, 0, true, {}, ['mainland']]),
  },
)
const amountSamples: LabelledGens<unknown> = validAndInvalid<unknown>(
  'an amount is a whole number, 0 or more',
  [Gen.nat(Number.MAX_SAFE_INTEGER), ...constants([0, 1, 60, 300, 86_400, Number.MAX_SAFE_INTEGER])],
  {
    'no whole number': constants([0.5, 300.5, Number.NaN, Number.POSITIVE_INFINITY]),
    'a number out of its range': [...constants([-1, 2 ** 53, 1e300]), Gen.integer(-(2 ** 31), -1)],
    'no number': constants<unknown>(['300', '', true, null, {}, [300], 300n]),
  },
)
/** The rule of auth types is in `kit/values`, for texts only. A setting may also be of another type. */
const authTypeSamples: LabelledGens<unknown> = [
  ...mapValues<string, unknown>(authTypes, (word) => word),
  ...validAndInvalid<unknown>('an auth type is a text', [], constants<unknown>([null, 7, true, {}, ['SVC']])),
]
const policyNames = Object.keys(ours)
const misspelledPolicies = ['OWS', 'method_case', 'toString', 'constructor', 'ows ', '', '__proto__']
const policySamples: LabelledGens<unknown> = validAndInvalid<unknown>(
  'policies are a record of known names, each true or false',
  [
    Gen.someOf(Object.fromEntries(policyNames.map((policy) => [policy, Gen.boolean]))),
    ...constants<unknown>([{}, { ows: true }, { 'scheme-case': false }]),
  ],
  {
    'no record': constants<unknown>([null, true, 'ows', 1, ['ows']]),
    // `fromEntries` makes `__proto__` an own property, which an object literal would not.
    'an unknown name': constants(misspelledPolicies.map((policy) => Object.fromEntries([[policy, true]]))),
    'neither true nor false': constants<unknown>(['true', 1, 0, null, {}]).map((noBoolean) =>
      Gen.tuple(Gen.constantFrom(...policyNames), noBoolean).map(([policy, choice]) => ({ [policy]: choice })),
    ),
  },
)

/** Samples of `VerifyPolicy` with one setting each, such as `{ maxAge: -1 }`. The other settings are left out. */
export const verifierSettings: LabelledGens<{ readonly [name: string]: unknown }> = Object.entries({
  edition: editionSamples,
  authType: authTypeSamples,
  policies: policySamples,
  maxAge: amountSamples,
  maxSkew: amountSamples,
  bodyLimit: amountSamples,
}).flatMap(([setting, samples]) => mapValues(samples, (choice) => ({ [setting]: choice })))

// ---- Arbitraries

/**
 * Each edition. Near misses: other words.
 *
 * @example
 * ```ts
 * import { Edition } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.edition(), (edition) => Edition.editions.includes(edition)))
 * fc.assert(fc.property(arb.edition.nearMiss(), (text) => !Edition.rule.is(text)))
 * ```
 */
export const edition: Values<Edition> = /* @__PURE__ */ values(
  () => validOf(editionSamples, E.right) as fc.Arbitrary<Edition>,
  // The type says that a near miss of an edition is a text.
  () => missesOf(editionSamples).filter((miss) => typeof miss === 'string'),
)

/**
 * Each policy on or off.
 *
 * @example
 * ```ts
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.policies(), (policies) => typeof policies['ows'] === 'boolean'))
 * ```
 */
export const policies = (): fc.Arbitrary<Policies> =>
  record<Policies>(Object.fromEntries(policyNames.map((policy) => [policy, fc.boolean()])) as never)

/**
 * The settings of the header's parser: the auth type that it accepts, and the policies.
 *
 * @example
 * ```ts
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.grammar(), ({ authType }) => authType.length <= 64))
 * ```
 */
export const grammar = (): fc.Arbitrary<Grammar> => record({ authType: authType(), policies: policies() })

/** A valid limit, in seconds or in bytes: a whole number from 0 to the largest safe integer. */
export const amount = (): fc.Arbitrary<number> => validOf(amountSamples, E.right) as fc.Arbitrary<number>

/**
 * Windows of freshness: by how many seconds a timestamp may lie in the past (`maxAge`) and in the future (`maxSkew`).
 *
 * @example
 * ```ts
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.window(), ({ maxAge, maxSkew }) => maxAge >= 0 && maxSkew >= 0))
 * ```
 */
export const window = (): fc.Arbitrary<Window> => record({ maxAge: amount(), maxSkew: amount() })

/**
 * The settings of `verifyRequest`.
 *
 * @example
 * ```ts
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.verifyPolicy(), ({ bodyLimit }) => bodyLimit >= 0))
 * ```
 */
export const verifyPolicy = (): fc.Arbitrary<VerifyPolicy> =>
  record({
    edition: edition(),
    authType: authType(),
    maxAge: amount(),
    maxSkew: amount(),
    bodyLimit: amount(),
    policies: policies(),
  })

/**
 * Base URLs: https, or http of a loopback host. Near misses: texts that `BaseUrl.parse` refuses.
 *
 * @example
 * ```ts
 * import { BaseUrl } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.baseUrl(), (url) => BaseUrl.parse(url)._tag === 'Right'))
 * fc.assert(fc.property(arb.baseUrl.nearMiss(), (text) => BaseUrl.parse(text)._tag === 'Left'))
 * ```
 */
export const baseUrl: Values<BaseUrl.BaseUrl> = /* @__PURE__ */ valuesOf(() => baseUrls, BaseUrl.parse)
