/** The type of a table of Chinese phrases. The tables of this folder have it, and tellings.ts lists them. */
import type { Phrases } from '../dictionary.ts'

/**
 * Phrases by the file that writes their English, a path within `src/kit/diagnosis`. A phrase that several files write is under one
 * of them.
 */
export type PhrasesBySource = Readonly<Record<string, Phrases>>
