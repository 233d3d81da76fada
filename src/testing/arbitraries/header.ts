/** The Authorization header and what stands in it. */
import fc from 'fast-check'
import * as AppId from '../../core/AppId.ts'
import * as Authorization from '../../core/Authorization.ts'
import * as AuthType from '../../core/AuthType.ts'
import * as Fingerprint from '../../core/Fingerprint.ts'
import * as Signature from '../../core/Signature.ts'
import * as Token from '../../core/Token.ts'
import { nonce, timestamp } from './parts.ts'
import { alphanumeric, nearText, text, tokenMarks } from './texts.ts'
import { of, type Values, values } from './Values.ts'

const anyAppId = (): fc.Arbitrary<AppId.AppId> =>
  fc
    .oneof(
      {
        weight: 1,
        arbitrary: fc.constantFrom('app-1', '123', '0123', '__proto__', 'constructor', 'toString', '.', '..'),
      },
      { weight: 4, arbitrary: text(`${alphanumeric}._~-`, 1, AppId.rule.maxLength) },
    )
    .map(of(AppId.isAppId))

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
export const appId: Values<AppId.AppId> = /* @__PURE__ */ values(anyAppId, () =>
  nearText(`${alphanumeric}._~-`, AppId.rule.maxLength),
)

const anyAuthType = (): fc.Arbitrary<AuthType.AuthType> =>
  fc
    .oneof(
      fc.constantFrom('SVC-SHA256-RSA', 'SVC-SHA256-RSA2', 'Basic', 'Bearer2'),
      text(alphanumeric + tokenMarks, 1, 64),
    )
    .filter(AuthType.isAuthType)

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
export const authType: Values<AuthType.AuthType> = /* @__PURE__ */ values(anyAuthType, () =>
  fc.oneof(nearText(alphanumeric + tokenMarks, 64), fc.constantFrom('Bearer', 'bearer', 'BEARER')),
)

/** A token as long as a header of 8 KiB holds, at most. */
const anyToken = (): fc.Arbitrary<Token.Token> =>
  fc
    .tuple(text(`${alphanumeric}-._~+/`, 1, Token.maxLength), fc.constantFrom('', '=', '==', '==='))
    .map(([letters, padding]) => letters.slice(0, Token.maxLength - padding.length) + padding)
    .map(of(Token.isToken))

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
export const token: Values<Token.Token> = /* @__PURE__ */ values(anyToken, () =>
  fc.oneof(nearText(`${alphanumeric}-._~+/`, Token.maxLength), fc.constantFrom('=', '==', '=a', 'a=b')),
)

/** Random bytes in Base64: of the length of a key's modulus, or of any from 1 to the 1,024 bytes of the longest key. */
const anySignature = (): fc.Arbitrary<Signature.Signature> =>
  fc
    .oneof(
      fc.uint8Array({ minLength: 1, maxLength: 1024 }),
      fc.constantFrom(256, 257, 384, 512, 1024).chain((n) => fc.uint8Array({ minLength: n, maxLength: n })),
    )
    .map(Signature.ofBytes)

const noSignature = (): fc.Arbitrary<string> =>
  fc
    .constantFrom(1, 2, 256, 257, 512)
    .chain((n) => fc.uint8Array({ minLength: n, maxLength: n }))
    .chain((bytes) => {
      const right = Signature.ofBytes(bytes)
      const unpadded = right.replace(/=+$/, '')
      const spare = unpadded.slice(0, -1) + (bytes.length % 3 === 1 ? 'B' : 'C')
      // Where the length is a multiple of three there is no padding, and there are no spare bits.
      const padding =
        right === unpadded ? [] : [unpadded, `${right}=`, right.replace('A=', '=A'), spare.padEnd(right.length, '=')]
      return fc.constantFrom(
        `${right}\n`,
        ` ${right}`,
        `${right}A`,
        `-${right.slice(1)}`,
        `_${right.slice(1)}`,
        ...padding,
      )
    })
    .filter((text) => !Signature.isSignature(text))

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
export const signature: Values<Signature.Signature> = /* @__PURE__ */ values(anySignature, noSignature)

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
export const fingerprint: Values<Fingerprint.Fingerprint> = /* @__PURE__ */ values(
  () => fc.uint8Array({ minLength: 32, maxLength: 32 }).map(Fingerprint.ofDigest),
  () => nearText('0123456789abcdef', 64),
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
  fc.record(
    {
      _tag: fc.constant('Signed' as const),
      authType: type,
      appId: appId(),
      nonce: nonce(),
      timestamp: timestamp(),
      signature: signature(),
    },
    { noNullPrototype: true },
  )

const bearer = (): fc.Arbitrary<Authorization.Bearer> =>
  fc.record({ _tag: fc.constant('Bearer' as const), token: token() }, { noNullPrototype: true })

/** Items and what makes a header of them. */
const lineOf = (items: ReadonlyArray<string>, type = 'SVC-SHA256-RSA'): string => `${type} ${items.join(',')}`

const noAuthorization = (): fc.Arbitrary<string> =>
  fc
    .tuple(signed(), fc.nat({ max: 3 }), nonce.nearMiss(), timestamp.nearMiss(), appId.nearMiss(), signature.nearMiss())
    .chain(([given, at, noNonce, noTimestamp, noAppId, noSignature]) => {
      const { appId, nonce, timestamp, signature } = given
      const right = [`app_id=${appId}`, `nonce_str=${nonce}`, `timestamp=${timestamp}`, `signature=${signature}`]
      const [name = '', value = ''] = (right[at] as string).split(/=(.*)/s)
      const other = (item: string): ReadonlyArray<string> => right.with(at, item)
      return fc.constantFrom(
        lineOf(right.toSpliced(at, 1)),
        lineOf([...right, right[at] as string]),
        lineOf([...right, `appid=${appId}`]),
        lineOf([...right, 'extra=1']),
        lineOf([...right, '']),
        lineOf(other(`${name}=`)),
        lineOf(other(`${name}="${value}"`)),
        lineOf(other(`\t${name}=${value}`)),
        lineOf(other(`${name} =${value}`)),
        lineOf(other(`${name.toUpperCase()}=${value}`)),
        lineOf(other(name)),
        lineOf(right, ''),
        lineOf(right, 'SVC-SHA256-RSA2'),
        lineOf(right).replace(' ', ''),
        lineOf(right.with(0, `app_id=${noAppId}`)),
        lineOf(right.with(1, `nonce_str=${noNonce}`)),
        lineOf(right.with(2, `timestamp=${noTimestamp}`)),
        lineOf(right.with(3, `signature=${noSignature}`)),
        `${lineOf(right)} `.padEnd(Authorization.maxLength + 1),
      )
    })

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
  noAuthorization,
)
