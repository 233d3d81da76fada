/**
 * Recognizes what `someExchanged.ts` makes: which pieces of the sent text the signed text has in another form.
 *
 *     exchangeOf('a+b%20c', 'a%20b%20c')                     // '+' for one of two '%20', the first
 *     mixedExchanges('a/b:c%3A', 'a%2Fb%3Ac%3A')             // '/' for one '%2F', and ':' for one of two '%3A'
 *     elementsLeftOut('<r></r>', '<r><a>1</a><b>2</b></r>')  // '<a>1</a>' and '<b>2</b>'
 */
import {
  type Exchange,
  exchangesOfPieces,
  type Occurrence,
  occurrencesOf,
  withoutElements,
  writingOf,
  writings,
} from './exchanges.ts'

/** An exchange of some pieces that are alike, and which of them: those of the sent text in these places, counted from 0. */
export interface SomeExchanged extends Exchange {
  readonly chosen: ReadonlyArray<number>
  readonly count: number
}

/** The exchange of some or all pieces that are alike which makes the signed text. Undefined if there is none. */
export const exchangeOf = (signed: string, sent: string): SomeExchanged | undefined => {
  const exchangesInSent = writings.flatMap((writing) => occurrencesOf(sent, writing))
  for (const { from, to } of [...exchangesOfPieces, ...exchangesInSent]) {
    if (!sent.includes(from)) continue
    const occurrences = occurrencesOf(sent, writingOf({ from, to }))
    const chosen = chosenPlaces(signed, sent, occurrences)
    if (chosen !== undefined && chosen.length > 0) return { from, to, chosen, count: occurrences.length }
  }
  return undefined
}

/** An exchange of some of the pieces `from`: so many of them, out of `count`. */
export interface CountedExchange extends Exchange {
  readonly chosenCount: number
  readonly count: number
}

/**
 * The exchanges of several kinds of pieces which make the signed text, if a program writes all these pieces in the same way: each escape
 * as its character. Undefined if there are none.
 */
export const mixedExchanges = (signed: string, sent: string): ReadonlyArray<CountedExchange> | undefined => {
  for (const writing of writings) {
    const occurrences = occurrencesOf(sent, writing)
    const chosen = chosenPlaces(signed, sent, occurrences)
    if (chosen !== undefined && chosen.length > 0) {
      const chosenPieces = chosen.map((index) => occurrences[index] as Occurrence)
      return countExchanges(chosenPieces, sent)
    }
  }
  return undefined
}

const countExchanges = (chosenPieces: ReadonlyArray<Occurrence>, sent: string): ReadonlyArray<CountedExchange> =>
  Array.from(new Map(chosenPieces.map(({ from, to }) => [from, to])), ([from, to]) => ({
    from,
    to,
    chosenCount: chosenPieces.filter((piece) => piece.from === from).length,
    count: sent.split(from).length - 1,
  }))

/** The elements of XML that the signed text lacks. They have no elements in them. Undefined if the texts differ in anything else. */
export const elementsLeftOut = (signed: string, sent: string): ReadonlyArray<string> | undefined => {
  const elements = occurrencesOf(sent, withoutElements)
  const chosen = chosenPlaces(signed, sent, elements) ?? []
  return chosen.length === 0 ? undefined : chosen.map((index) => elements[index]?.from ?? '')
}

/** More pieces are not compared. */
const maxCompared = 256

/**
 * Which of the pieces of the sent text, counted from 0, the signed text has in their other form. Undefined if the texts differ in more
 * than that. The text between the pieces says where each begins. After each piece, several lengths of the signed text may be read; each
 * is reached by one choice of the pieces before.
 */
const chosenPlaces = (
  signed: string,
  sent: string,
  occurrences: ReadonlyArray<Occurrence>,
): ReadonlyArray<number> | undefined => {
  const start = sent.slice(0, occurrences[0]?.place)
  if (occurrences.length === 0 || occurrences.length > maxCompared || !signed.startsWith(start)) return undefined
  let choicesByLength = new Map<number, ReadonlyArray<number>>([[start.length, []]])
  for (const [index, { from, to, place }] of occurrences.entries()) {
    const textAfter = sent.slice(place + from.length, occurrences[index + 1]?.place)
    const longer = new Map<number, ReadonlyArray<number>>()
    for (const [length, chosen] of choicesByLength)
      for (const [piece, chosenNow] of [
        [from, chosen],
        [to, [...chosen, index]],
      ] as const) {
        const newLength = length + piece.length + textAfter.length
        if (!longer.has(newLength) && signed.startsWith(piece + textAfter, length)) longer.set(newLength, chosenNow)
      }
    choicesByLength = longer
  }
  return choicesByLength.get(signed.length)
}
