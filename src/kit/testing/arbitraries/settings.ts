/** Arbitraries of the settings of verifiers and clients. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { Grammar } from '../../../core/Authorization.ts'
import * as BaseUrl from '../../../core/BaseUrl.ts'
import { type Edition, editions } from '../../../core/Edition.ts'
import type { Window } from '../../../core/Freshness.ts'
import { ours, type Policies } from '../../../core/Policies.ts'
import type { VerifyPolicy } from '../../../core/VerifyPolicy.ts'
import { baseUrls } from '../../values/baseUrl.ts'
import * as Gen from '../../values/Gen.ts'
import { authTypes } from '../../values/header.ts'
import { constants, type LabelledGens, mapValues, validAndInvalid } from '../../values/Labelled.ts'
import { authType } from './header.ts'
import { missesOf, record, type Values, validOf, values, valuesOf } from './Values.ts'

// ---- Each on both sides of its rule

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
const authTypeSamples: LabelledGens<unknown> = [
  ...mapValues<string, unknown>(authTypes, (word) => word),
  ...validAndInvalid<unknown>('an auth type is a text', [], constants<unknown>([null, 7, true, {}, ['SVC']])),
]
const policy = Gen.constantFrom(...Object.keys(ours))
const policySamples: LabelledGens<unknown> = validAndInvalid<unknown>(
  'policies are a record of known names, each true or false',
  [
    Gen.someOf(Object.fromEntries(Object.keys(ours).map((name) => [name, Gen.boolean]))),
    ...constants<unknown>([{}, { ows: true }, { 'scheme-case': false }]),
  ],
  {
    'no record': constants<unknown>([null, true, 'ows', 1, ['ows']]),
    'an unknown name': constants(['OWS', 'method_case', 'toString', 'constructor', 'ows ', '', '__proto__']).map(
      (names) => names.map((name) => Object.fromEntries([[name, true]])),
    ),
    'neither true nor false': constants<unknown>(['true', 1, 0, null, {}]).map((values) =>
      Gen.tuple(policy, values).map(([name, value]) => ({ [name]: value })),
    ),
  },
)

/** One setting each; the others are left out. */
export const verifierSettings: LabelledGens<{ readonly [name: string]: unknown }> = Object.entries({
  edition: editionSamples,
  authType: authTypeSamples,
  policies: policySamples,
  maxAge: amountSamples,
  maxSkew: amountSamples,
  bodyLimit: amountSamples,
}).flatMap(([name, samples]) => mapValues(samples, (value) => ({ [name]: value })))

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
  record<Policies>(Object.fromEntries(Object.keys(ours).map((name) => [name, fc.boolean()])) as never)

/**
 * What a header parser is told: the auth type and the policies.
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

/** Any valid setting in seconds or bytes. */
export const amount = (): fc.Arbitrary<number> => validOf(amountSamples, E.right) as fc.Arbitrary<number>

/**
 * How old and how far ahead a timestamp may be.
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
