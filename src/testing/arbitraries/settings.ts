/** Settings of verifiers and clients. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { Grammar } from '../../core/Authorization.ts'
import * as BaseUrl from '../../core/BaseUrl.ts'
import { type Edition, editions } from '../../core/Edition.ts'
import type { Window } from '../../core/Freshness.ts'
import { ours, type Policies } from '../../core/Policies.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import { authType } from './header.ts'
import { target } from './parts.ts'
import { of, type Values, values } from './Values.ts'

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
  () => fc.constantFrom(...editions),
  () => fc.constantFrom('', 'Mainland', 'mainland ', 'INTERNATIONAL', 'global', 'constructor'),
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
export const amount = (): fc.Arbitrary<number> => fc.oneof(fc.constantFrom(0, 1, 60, 300), fc.maxSafeNat())

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

const loopback = ['localhost', 'LocalHost', '127.0.0.1', '127.255.255.254', '[::1]']

const host = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((ip) => `[${ip}]`),
    fc.constantFrom(...loopback),
  )

const port = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(''),
    fc.integer({ min: 1, max: 65535 }).map((n) => `:${n}`),
  )

const basePath = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('', '/', '//', '/a', '/a/'),
    target().map((t) => t.replace(/\?.*$/, '')),
  )

/** An https URL of any host, or an http one of loopback, with or without port and path. */
const anyBaseUrl = (): fc.Arbitrary<BaseUrl.BaseUrl> =>
  fc
    .oneof(
      fc.tuple(fc.constantFrom('https://', 'HTTPS://'), host(), port(), basePath()),
      fc.tuple(fc.constantFrom('http://', 'Http://'), fc.constantFrom(...loopback), port(), basePath()),
    )
    .map((pieces) => pieces.join(''))
    .map(of((s: string): s is BaseUrl.BaseUrl => E.isRight(BaseUrl.parse(s))))

const noBaseUrl = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('', 'jobs.example', '//jobs.example', 'ftp://jobs.example', 'https:/jobs.example', 'https://'),
    fc.constantFrom('http://jobs.example', 'http://127.0.0.1.example', 'http://10.0.0.1', 'http://[::2]'),
    fc
      .tuple(host(), fc.constantFrom(':0', ':65536', ':x', '?a=1', '?', '#top', '/a b', '/ä', '\\'))
      .map(([name, wrong]) => `https://${name}${wrong}`),
    host().map((name) => `https://user:word@${name}`),
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
export const baseUrl: Values<BaseUrl.BaseUrl> = /* @__PURE__ */ values(anyBaseUrl, noBaseUrl)
