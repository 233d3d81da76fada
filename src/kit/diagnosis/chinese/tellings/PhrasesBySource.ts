import type { Phrases } from '../dictionary.ts'

/**
 * Phrases by the file that writes their English, a path within `src/kit/diagnosis`. A phrase that several files write is under one
 * of them.
 */
export type PhrasesBySource = Readonly<Record<string, Phrases>>
