/**
 * Texts in which some of several pieces that are alike were exchanged. A program replaced only the first, skipped one, or encoded one value
 * and not the other.
 *
 *     [...someExchanged('/v1/jobs?q=a%20b%20c', 'few')]  // '/v1/jobs?q=a+b%20c', '/v1/jobs?q=a%20b+c', '/v1/jobs?q=a b%20c', …
 *
 * `exchanges.ts` says which pieces are alike, and what is written for each of them.
 */
import { type Choice, type Count, choicesOf, isOfCount, maxEveryChoice } from './choices.ts'
import { exchangesOfPieces, type Occurrence, occurrencesOf, writingOf, writings } from './exchanges.ts'

/** A longer text is left alone. */
const maxLength = 65_536

/** The most characters in all texts of one count together. */
const maxCharacters = 20_000_000

/** Each text with some pieces exchanged. Some of them come twice. */
export function* someExchanged(text: string, count: Count): Generator<string> {
  if (text.length > maxLength) return
  let textsLeft = Math.floor(maxCharacters / Math.max(text.length, 1))
  const writingsOfPieces = exchangesOfPieces.filter(({ from }) => text.includes(from)).map(writingOf)
  for (const writing of [...writingsOfPieces, ...writings]) {
    const occurrences = occurrencesOf(text, writing)
    for (const isChosen of choicesOfOccurrences(occurrences, count)) {
      if (textsLeft <= 0) return
      textsLeft--
      yield withExchanged(text, occurrences, isChosen)
    }
  }
}

function* choicesOfOccurrences(occurrences: ReadonlyArray<Occurrence>, count: Count): Generator<Choice> {
  const kinds = occurrences.map(({ from }) => from)
  const kindNames = [...new Set(kinds)]
  const isAnyKindRepeated = kindNames.length < occurrences.length
  if (kindNames.length > 1 && isAnyKindRepeated) {
    yield* choicesWithinKinds(kinds, kindNames, count)
    yield* choicesOfWholeKinds(kinds, kindNames, count)
  }
  if (isOfCount(occurrences.length, count)) yield* choicesOf(occurrences.length)
}

/** Each choice of the pieces of one kind: `%2F` is one kind, and `%3A` another. `kinds` has the kind of each piece. */
function* choicesWithinKinds(
  kinds: ReadonlyArray<string>,
  kindNames: ReadonlyArray<string>,
  count: Count,
): Generator<Choice> {
  for (const kindName of kindNames) {
    const places = [...kinds.keys()].filter((place) => kinds[place] === kindName)
    if (!isOfCount(places.length, count)) continue
    for (const isChosen of choicesOf(places.length))
      yield (place) => kinds[place] === kindName && isChosen(places.indexOf(place))
  }
}

/** Each choice of kinds, with all pieces of these kinds. */
function* choicesOfWholeKinds(
  kinds: ReadonlyArray<string>,
  kindNames: ReadonlyArray<string>,
  count: Count,
): Generator<Choice> {
  if (kindNames.length > maxEveryChoice || !isOfCount(kindNames.length, count)) return
  const kindIndexes = kinds.map((kind) => kindNames.indexOf(kind))
  for (const isChosen of choicesOf(kindNames.length)) yield (place) => isChosen(kindIndexes[place] as number)
}

/** The text with what is written for the chosen pieces. */
const withExchanged = (text: string, occurrences: ReadonlyArray<Occurrence>, isChosen: Choice): string => {
  let written = ''
  let offset = 0
  for (const [index, { from, to, place }] of occurrences.entries()) {
    if (!isChosen(index)) continue
    written += text.slice(offset, place) + to
    offset = place + from.length
  }
  return written + text.slice(offset)
}
