/**
 * Key material as people have it: the text or the bytes of a PEM, a JWK or a JWK Set (RFC 7517); DER; a JWK or a JWK Set as
 * `JSON.parse` gives it; a key of the platform.
 */
export type KeyInput = string | Uint8Array | ArrayBuffer | Jwk | JwkSet | PlatformKey

/** The two forms that the smallest reader takes: one PEM block as text, or a JWK. */
export type PemOrJwk = string | Jwk

/**
 * A JSON Web Key (RFC 7517 §4, RFC 7518 §6), as `JSON.parse` or a platform gives it; its members are checked when it is read.
 * Without an index signature, which would draw the compiler's errors about other arguments to itself.
 */
export interface Jwk {
  readonly kty?: string | undefined
  readonly use?: string | undefined
  readonly key_ops?: ReadonlyArray<string> | undefined
  readonly alg?: string | undefined
  readonly ext?: boolean | undefined
  readonly kid?: string | undefined
  readonly x5u?: string | undefined
  readonly x5c?: ReadonlyArray<string> | undefined
  readonly x5t?: string | undefined
  readonly 'x5t#S256'?: string | undefined
  readonly n?: string | undefined
  readonly e?: string | undefined
  readonly d?: string | undefined
  readonly p?: string | undefined
  readonly q?: string | undefined
  readonly dp?: string | undefined
  readonly dq?: string | undefined
  readonly qi?: string | undefined
  readonly key?: never
}

/** A JWK Set (RFC 7517 §5). Keys for another use than RS256 signatures are passed over. */
export interface JwkSet {
  readonly keys: ReadonlyArray<Jwk>
  readonly key?: never
}

/** A `CryptoKey` of WebCrypto, or on Node a `KeyObject`. The interpreters tell which; other objects are refused. */
export interface PlatformKey {
  readonly type: 'public' | 'private' | 'secret'
  readonly key?: never
}
