/** Key material as people have it: PEM text, or a JSON Web Key (RFC 7517). */
export type KeyInput = string | Jwk

/** A JWK as `JSON.parse` gives it; its members are checked when it is read. */
export type Jwk = (Readonly<Record<string, unknown>> & { readonly key?: never }) | JsonWebKeyShape

/** The platforms' own type of a JWK, so that a program can pass on an exported key. */
interface JsonWebKeyShape {
  readonly kty?: string | undefined
  readonly n?: string | undefined
  readonly e?: string | undefined
}
