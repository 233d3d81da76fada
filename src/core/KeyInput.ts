/**
 * Key material as people have it: the text or the bytes of a PEM, a JWK or a JWK Set (RFC 7517); DER; a JWK or a JWK Set as
 * `JSON.parse` gives it; a key of the platform.
 */
export type KeyInput = string | Uint8Array | ArrayBuffer | Jwk | JwkSet | PlatformKey

/** A JWK as `JSON.parse` gives it; its members are checked when it is read. */
export type Jwk = (Readonly<Record<string, unknown>> & { readonly key?: never }) | JsonWebKeyShape

/** The platforms' own type of a JWK, so that a program can pass on an exported key. */
interface JsonWebKeyShape {
  readonly kty?: string | undefined
  readonly n?: string | undefined
  readonly e?: string | undefined
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
