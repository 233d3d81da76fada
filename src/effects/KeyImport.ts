/**
 * How a key is imported: what is the same for every platform.
 */
import type { Validity } from './KeyRing.ts'
import type { Where } from './Platform.ts'

export interface VerificationKeySettings {
  /** When the key counts; always, unless set. */
  readonly validity?: Validity | undefined
  /** Take a public exponent of 3 as well (policy `small-exponent`). */
  readonly smallExponent?: boolean | undefined
  /** Verify a DigestInfo without NULL parameters as well (policy `missing-null`). */
  readonly missingNull?: boolean | undefined
  /** On the event loop unless set; a platform that knows one place only does not ask. */
  readonly where?: Where | undefined
}

export interface SignerSettings {
  /** For an encrypted key. Used once, and not kept. */
  readonly passphrase?: string | undefined
  /** On the event loop unless set; a platform that knows one place only does not ask. */
  readonly where?: Where | undefined
}

/** What a signer signs to show that its key verifies: no request, for a request has a method in upper case. */
export const probe: { readonly head: string; readonly body: Uint8Array } = {
  head: 'countersign: is this key whole?\n',
  body: new Uint8Array(0),
}
