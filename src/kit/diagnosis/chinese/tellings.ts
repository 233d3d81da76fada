/**
 * What the texts of a request show of a mistake, beyond the phrases of the catalogue (`mistakes.ts`). The tables are in `tellings/`, one
 * for each part of the request. Within a table, each phrase is under the source file that writes its English. So a new sentence of
 * `bodyDifference.ts` belongs to `tellings/bodies.ts`, under 'bodyDifference.ts'.
 *
 * How a phrase is matched (`dictionary.ts` lists all kinds of placeholders):
 *
 *     The caller signed the letters of the query composed (NFC), but they were sent decomposed (NFD): a=ü. Write the query once. Then …
 *     The caller signed the letters of the {carrier:phrase} {theirs:phrase}, but they were sent {ours:phrase}: {pair}.
 *
 * A text is divided into sentences, and each sentence is looked up. The text as a whole is looked up only if a sentence has no phrase.
 * Here the second line fits the first sentence. `query` and `composed (NFC)` are phrases of the tables themselves, so they become Chinese. A text in
 * such a `:phrase` that the tables lack stays English. `{pair}` has no kind: it is a part of the request, and is copied. `{count:number}` fits
 * digits only.
 *
 * If two phrases fit, the first of the list counts. So a phrase that also fits sentences of other tables is in the last one, `openPhrases`.
 * The others are in the order of a request: header, target, body, then what concerns any part.
 */
import type { Phrases } from './dictionary.ts'
import { bodies } from './tellings/bodies.ts'
import { guesses } from './tellings/guesses.ts'
import { header } from './tellings/header.ts'
import { openPhrases } from './tellings/openPhrases.ts'
import type { PhrasesBySource } from './tellings/PhrasesBySource.ts'
import { parts } from './tellings/parts.ts'
import { signature } from './tellings/signature.ts'
import { targetPieces } from './tellings/targetPieces.ts'
import { targets } from './tellings/targets.ts'
import { timesAndNonces } from './tellings/timesAndNonces.ts'
import { words } from './tellings/words.ts'

export const tellingsBySource: ReadonlyArray<PhrasesBySource> = [
  signature,
  header,
  timesAndNonces,
  targetPieces,
  targets,
  bodies,
  parts,
  guesses,
  openPhrases,
]

export const tellings: ReadonlyArray<Phrases> = [words, ...tellingsBySource.flatMap((table) => Object.values(table))]
