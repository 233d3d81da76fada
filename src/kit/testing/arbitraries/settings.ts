/** Settings of verifiers and clients. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { Grammar } from '../../../core/Authorization.ts'
import * as BaseUrl from '../../../core/BaseUrl.ts'
import type { Edition } from '../../../core/Edition.ts'
import type { Window } from '../../../core/Freshness.ts'
import { ours, type Policies } from '../../../core/Policies.ts'
import type { VerifyPolicy } from '../../../core/VerifyPolicy.ts'
import { baseUrls } from '../../values/baseUrl.ts'
import { authType } from './header.ts'
import { missesOf, rightOf, type Values, values, valuesOf } from './Values.ts'
import * as grammars from './verifierSettings.ts'

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
  () => rightOf(grammars.edition, E.right) as fc.Arbitrary<Edition>,
  () => missesOf(grammars.edition).filter((miss) => typeof miss === 'string'),
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
  fc.record(
    Object.fromEntries(Object.keys(ours).map((name) => [name, fc.boolean()])) as {
      [P in keyof Policies]: fc.Arbitrary<boolean>
    },
    { noNullPrototype: true },
  )

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
export const grammar = (): fc.Arbitrary<Grammar> =>
  fc.record({ authType: authType(), policies: policies() }, { noNullPrototype: true })

/** Any valid setting in seconds or bytes. */
export const amount = (): fc.Arbitrary<number> => rightOf(grammars.amount, E.right) as fc.Arbitrary<number>

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
export const window = (): fc.Arbitrary<Window> =>
  fc.record({ maxAge: amount(), maxSkew: amount() }, { noNullPrototype: true })

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
  fc.record(
    {
      edition: edition(),
      authType: authType(),
      maxAge: amount(),
      maxSkew: amount(),
      bodyLimit: amount(),
      policies: policies(),
    },
    { noNullPrototype: true },
  )

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
