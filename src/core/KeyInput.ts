/** Key material as people have it: PEM text, or a JSON Web Key (RFC 7517). */
export type KeyInput = string | Jwk

/** A JWK as `JSON.parse` gives it; its members are checked when it is read. */
export type Jwk = (Readonly<Record<string, unknown>> & { readonly key?: never }) | JsonWebKeyShape

/** What the platforms' own declarations call a JWK, so that an exported key can be passed on. */
interface JsonWebKeyShape {
  readonly kty?: string | undefined
  readonly n?: string | undefined
  readonly e?: string | undefined
}
