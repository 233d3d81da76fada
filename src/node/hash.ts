import { hash as digestOf } from 'node:crypto'
import type { Hash } from '../diagnosis/Mistake.ts'

/** Synchronous hashes, for a diagnosis. */
export const hash: Hash = (name, bytes) => digestOf(name, bytes, 'buffer')
