/** Arbitraries of the Authorization header and of its values: app ids, auth types, tokens, signatures. Each has near misses. */
import fc from 'fast-check'
import type * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../../core/AppId.ts'
import type * as Authorization from '../../../core/Authorization.ts'
import * as AuthType from '../../../core/AuthType.ts'
import * as Base64 from '../../../core/Base64.ts'
import * as Fingerprint from '../../../core/Fingerprint.ts'
import type * as Signature from '../../../core/Signature.ts'
import * as Token from '../../../core/Token.ts'
import { authorizationLines } from '../../values/headers/headers.ts'
import * as headerValues from '../../values/headers/headerValues.ts'
import { appIds, fingerprints } from '../../values/parts.ts'
import { nonce, timestamp } from './parts.ts'
import { missesOf, record, type Values, values, valuesOf } from './Values.ts'

/**
 * App ids. Near misses: texts that `AppId.parse` refuses.
 *
 * @example
 * ```ts
 * import { AppId } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.appId(), (appId) => AppId.isAppId(appId)))
 * fc.assert(fc.property(arb.appId.nearMiss(), (text) => AppId.parse(text)._tag === 'Left'))
 * ```
 */
export const appId: Values<AppId.AppId> = /* @__PURE__ */ valuesOf(() => appIds, AppId.parse)

/**
 * First words of a signed header. Near misses: texts that `AuthType.parse` refuses, `Bearer` among them.
 *
 * @example
 * ```ts
 * import { AuthType } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.authType(), (word) => AuthType.isAuthType(word)))
 * fc.assert(fc.property(arb.authType.nearMiss(), (text) => AuthType.parse(text)._tag === 'Left'))
 * ```
 */
export const authType: Values<AuthType.AuthType> = /* @__PURE__ */ valuesOf(
  () => headerValues.authTypes,
  AuthType.parse,
)

/**
 * Access tokens, up to the longest that fits into a header. Near misses: texts that `Token.parse` refuses.
 *
 * @example
 * ```ts
 * import { Token } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.token(), (token) => Token.isToken(token)))
 * fc.assert(fc.property(arb.token.nearMiss(), (text) => Token.parse(text)._tag === 'Left'))
 * ```
 */
export const token: Values<Token.Token> = /* @__PURE__ */ valuesOf(() => headerValues.tokens, Token.parse)

/**
 * Signatures of random bytes, as long as keys make them or of any length. Near misses: Base64 that is not canonical.
 *
 * @example
 * ```ts
 * import { Signature } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.signature(), (signature) => Signature.isSignature(signature)))
 * fc.assert(fc.property(arb.signature.nearMiss(), (text) => !Signature.isSignature(text)))
 * ```
 */
export const signature: Values<Signature.Signature> = /* @__PURE__ */ valuesOf(
  () => headerValues.signatures,
  Base64.parse as (text: string) => E.Either<unknown, Signature.Signature>,
)

/**
 * Fingerprints of keys. Near misses: texts that the codec refuses.
 *
 * @example
 * ```ts
 * import { Fingerprint } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.fingerprint(), (fingerprint) => Fingerprint.codec.is(fingerprint)))
 * fc.assert(fc.property(arb.fingerprint.nearMiss(), (text) => !Fingerprint.codec.is(text)))
 * ```
 */
export const fingerprint: Values<Fingerprint.Fingerprint> = /* @__PURE__ */ valuesOf(
  () => fingerprints,
  Fingerprint.codec.decode,
)

/**
 * Signed headers of a known auth type: `SVC-SHA256-RSA` unless another is given. The signature is random.
 *
 * @example
 * ```ts
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.signed(), ({ authType }) => authType === 'SVC-SHA256-RSA'))
 * ```
 */
export const signed = (
  type: fc.Arbitrary<AuthType.AuthType> = fc.constant(AuthType.standard),
): fc.Arbitrary<Authorization.Signed> =>
  record({
    _tag: fc.constant('Signed' as const),
    authType: type,
    appId: appId(),
    nonce: nonce(),
    timestamp: timestamp(),
    signature: signature(),
  })

const bearer = (): fc.Arbitrary<Authorization.Bearer> =>
  record({ _tag: fc.constant('Bearer' as const), token: token() })

/**
 * Signed headers of any auth type, and bearer headers. Near misses: header values that `Authorization.parse` refuses.
 *
 * @example
 * ```ts
 * import { Authorization } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.authorization(), (a) => a._tag === 'Signed' || a._tag === 'Bearer'))
 * fc.assert(fc.property(arb.authorization.nearMiss(), (text) => Authorization.parse(text)._tag === 'Left'))
 * ```
 */
export const authorization: Values<Authorization.Authorization> = /* @__PURE__ */ values(
  () => fc.oneof({ weight: 3, arbitrary: signed(authType()) }, { weight: 1, arbitrary: bearer() }),
  () =>
    missesOf(authorizationLines)
      .filter(({ length }) => length === 1)
      .map(([line]) => line as string),
)
