/**
 * The application identifier. It names the keys to try and is not itself signed (interface §5.2 lists the signed parts).
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Branded } from 'io-ts'

interface AppIdBrand {
  readonly AppId: unique symbol
}

/** 1 to 128 of the unreserved characters of RFC 3986 §2.3, compared exactly. */
export type AppId = Branded<string, AppIdBrand>

export interface MalformedAppId {
  readonly _tag: 'app_id_malformed'
}

/**
 * Whether `s` is an app id: 1 to 128 of the characters 0-9 A-Z a-z . _ ~ - (the rule is ours).
 *
 * @example
 * ```ts
 * import { AppId } from 'countersign'
 *
 * assert.ok(AppId.isAppId('app-1'))
 * assert.ok(!AppId.isAppId('app 1'))
 * ```
 */
export const isAppId = (s: string): s is AppId => /^[0-9A-Za-z._~-]{1,128}$/.test(s)

/**
 * The app id that `s` is. Fails with `app_id_malformed`, which does not repeat the text.
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
