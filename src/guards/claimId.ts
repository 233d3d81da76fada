/**
 * A claim's name in a store.
 */
import { createHash } from 'node:crypto'
import type { NonceClaim } from '../effects/ReplayGuard.ts'

/**
 * 16 bytes for a key and what it must not use twice: the first half of their SHA-256. Two that come out alike, which takes
 * some 10^19 claims of one app, would refuse a request of that app and never accept one.
 *
 * A fingerprint holds no line feed, so the join is injective; UTF-16, because UTF-8 has no form for half a surrogate pair.
 */
export const claimId = ({ fingerprint, unique }: NonceClaim): Buffer =>
  createHash('sha256').update(`${fingerprint}\n${unique}`, 'utf16le').digest().subarray(0, 16)
