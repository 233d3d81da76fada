/**
 * The signature: RSASSA-PKCS1-v1_5 with SHA-256 over the string to sign, in Base64 (interface §5.2, SHA256withRSA).
 *
 * It stays text from the header to the platform's verifier, which decodes it more cheaply than anything here could.
 */
import type { Branded } from 'io-ts'
import * as Base64 from './Base64.ts'
import type { Bytes } from './Bytes.ts'

interface SignatureBrand {
  readonly Signature: unique symbol
}

/** Canonical Base64. Whether it is as long as a key's modulus is the verifier's check. */
export type Signature = Branded<Base64.Base64, SignatureBrand>

export const isSignature = (text: string): text is Signature => Base64.isBase64(text)

export const ofBytes = (bytes: Bytes): Signature => Base64.encode(bytes) as Signature

export const byteLength = (s: Signature): number => Base64.byteLength(s)

export const toBytes = (s: Signature): Bytes => Base64.toBytes(s)
