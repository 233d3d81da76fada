/**
 * A request from arrival to verdict, in plain types: what the Promise face shows. The verifying program's types extend these
 * with brands.
 */

/** The request line and the Authorization lines. */
export interface RequestHead {
  readonly method: string
  /** As it stands on the request line, before any router or proxy has touched it. */
  readonly target: string
  /** Every Authorization line of the request, each without its name. */
  readonly authorization: ReadonlyArray<string>
}

/** An app whose identity is proven, and what it wants to do. */
export interface ProvenRequest {
  /** The app whose key signed, or the holder of the token. */
  readonly appId: string
  readonly scheme: 'signed' | 'bearer'
  /** In upper case, as it was signed. */
  readonly method: string
  /** Without scheme and authority, as it was signed. */
  readonly target: string
}

export interface SignedCaller extends ProvenRequest {
  readonly scheme: 'signed'
  readonly timestamp: number
  readonly nonce: string
  /** Of the key that verified: SHA-256 of its SPKI encoding, in hexadecimal. */
  readonly fingerprint: string
}

export interface BearerCaller extends ProvenRequest {
  readonly scheme: 'bearer'
  readonly timestamp?: undefined
  readonly nonce?: undefined
  readonly fingerprint?: undefined
}

/** Who sent a request: `scheme` tells which of the two. */
export type VerifiedCaller = SignedCaller | BearerCaller
