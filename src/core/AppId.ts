/**
 * The application identifier. It selects the keys to try and is itself not signed (interface §5.2 lists the signed parts).
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Codec, codecOf, type Named } from './codecOf.ts'
import type { Fault } from './Fault.ts'
import * as Rule from './Rule.ts'

/** Unreserved characters of RFC 3986 §2.3, compared exactly; `rule` says how many. */
export type AppId = Named<string, 'AppId'>

export type MalformedAppId = Fault<'app_id_malformed'>

/** The interface does not define the form of an app id. */
export const rule: Rule.TextRule<AppId> = /* @__PURE__ */ Rule.text(
  { alphabet: '0-9A-Za-z._~-', minLength: 1, maxLength: 128 },
  (count) => `${count} of the characters 0-9 A-Z a-z . _ ~ -`,
)

/** Decodes untyped data; an error does not repeat the value. */
export const codec: Codec<AppId, string> = /* @__PURE__ */ codecOf('AppId', rule)
export const Eq: Rule.Equality<AppId> = Rule.equality
export const Show: Rule.Shown<AppId> = Rule.show

/**
 * Whether `s` is an app id.
 *
 * @example
 * ```ts
 * import { AppId } from 'countersign'
 *
 * assert.ok(AppId.isAppId('app-1'))
 * assert.ok(!AppId.isAppId('app 1'))
 * ```
 */
export const isAppId = (s: string): s is AppId => rule.is(s)

/**
 * Parses an app id. Fails with `app_id_malformed`, which does not repeat the text.
 *
 * @example
 * ```ts
 * import { AppId } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(AppId.parse('app-1'), E.right('app-1'))
 * assert.deepEqual(AppId.parse(''), E.left({ _tag: 'app_id_malformed' }))
 * ```
 */
export const parse = (s: string): E.Either<MalformedAppId, AppId> =>
  isAppId(s) ? E.right(s) : E.left({ _tag: 'app_id_malformed' })
