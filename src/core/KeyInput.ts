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
  /** The kind of key: `RSA`. */
  readonly kty?: string | undefined
  /** What the key is for; if present, `sig`. */
  readonly use?: string | undefined
  /** What may be done with the key; if present, `verify` or `sign` is among them. */
  readonly key_ops?: ReadonlyArray<string> | undefined
  /** The algorithm; if present, `RS256`. */
  readonly alg?: string | undefined
  /** Whether WebCrypto may export the key again, which is not used. */
  readonly ext?: boolean | undefined
  /** A name for the key, which is not used. */
  readonly kid?: string | undefined
  /** The modulus; it and the other numbers are in base64url. */
  readonly n?: string | undefined
  /** The public exponent. */
  readonly e?: string | undefined
  /** The private exponent. Secret, as are the other numbers of a private key. */
  readonly d?: string | undefined
  /** The first prime. */
  readonly p?: string | undefined
  /** The second prime. */
  readonly q?: string | undefined
  /** d mod (p − 1). */
  readonly dp?: string | undefined
  /** d mod (q − 1). */
  readonly dq?: string | undefined
  /** The inverse of q modulo p. */
  readonly qi?: string | undefined
  /** Tells a JWK from a row that holds a key. */
  readonly key?: never
}

/** A JWK Set (RFC 7517 §5). Keys for another use than RS256 signatures are passed over. */
export interface JwkSet {
  /** The keys, public ones for a verifier; for a signer, exactly one private key among them. */
  readonly keys: ReadonlyArray<Jwk>
  /** Tells a JWK Set from a row that holds a key. */
  readonly key?: never
}

/** A `CryptoKey` of WebCrypto, or on Node a `KeyObject`. The interpreters tell which; other objects are refused. */
export interface PlatformKey {
  /** As both kinds of object have it; a `secret` key is refused. */
  readonly type: 'public' | 'private' | 'secret'
  /** Tells a key from a row that holds one. */
  readonly key?: never
}
