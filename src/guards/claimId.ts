/** Short ids of claims and keys for the stores of replay guards: a store keeps millions of them, so each is a piece of a hash. */
import { createHash } from 'node:crypto'
import type { NonceClaim } from '../effects/ReplayGuard.ts'

/**
 * A claim's id in a store: the first 16 bytes of a SHA-256 over key and nonce. A collision takes some 10^19 claims of one
 * app; it would refuse a request of that app and never accept one.
 *
 * A fingerprint has no line feed, so the join is injective. UTF-16, because UTF-8 cannot encode half a surrogate pair.
 */
export const claimId = ({ fingerprint, unique }: NonceClaim): Buffer =>
  createHash('sha256').update(`${fingerprint}\n${unique}`, 'utf16le').digest().subarray(0, 16)

/**
 * A key's id in a store: the first 8 bytes of a SHA-256 over its fingerprint. Keys that collide would share a quota; it
 * takes some 10^19 keys to collide with another app's.
 */
export const holderId = (fingerprint: string): Buffer =>
  createHash('sha256').update(fingerprint, 'utf16le').digest().subarray(0, 8)
