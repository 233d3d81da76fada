/**
 * A request and its verified caller, in the plain types of the Promise API. The types of `verifyRequest` add brands.
 */

/** The request line and the Authorization lines. */
export interface RequestHead {
  readonly method: string
  /** As on the request line, before any router or proxy changes it. */
  readonly target: string
  /** Every Authorization line of the request, each without its name. */
  readonly authorization: ReadonlyArray<string>
  /** Where the request comes from, such as an address. Forgeries from one client delay no other: see `CheckQueue`. */
  readonly callerAddress?: string | undefined
}

/** An authenticated app and its request. */
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
  /** SHA-256 of the verifying key's SPKI encoding, in hexadecimal. */
  readonly fingerprint: string
}

export interface BearerCaller extends ProvenRequest {
  readonly scheme: 'bearer'
  readonly timestamp?: undefined
  readonly nonce?: undefined
  readonly fingerprint?: undefined
}

/** Who sent a request. */
export type VerifiedCaller = SignedCaller | BearerCaller
