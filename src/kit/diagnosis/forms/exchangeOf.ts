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

/** An exchange of some of the pieces that are alike. */
export interface SomeExchanged extends Exchange {
  /** Which of the pieces in the sent text, counted from 0. */
  readonly chosen: ReadonlyArray<number>
  /** How many of these pieces the sent text has. */
  readonly count: number
}

/** The exchange that makes the signed text of the sent one. Undefined if there is none. */
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

/** An exchange of some of the pieces `from`. */
export interface CountedExchange extends Exchange {
  /** How many of them the signed text has in the other form. */
  readonly chosenCount: number
  /** How many of them the sent text has. */
  readonly count: number
}

/**
 * The exchanges of different pieces that together make the signed text, if a program writes all these pieces in the same way: for example,
 * each escape as its character. Undefined if there are none.
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

const countExchanges = (chosenPieces: ReadonlyArray<Occurrence>, sent: string): ReadonlyArray<CountedExchange> => {
  const exchanges = new Map(chosenPieces.map(({ from, to }) => [from, to]))
  return Array.from(exchanges, ([from, to]) => ({
    from,
    to,
    chosenCount: chosenPieces.filter((piece) => piece.from === from).length,
    count: sent.split(from).length - 1,
  }))
}

/** The elements of XML without inner elements that the signed text lacks. Undefined if it lacks none, or differs in anything else. */
export const elementsLeftOut = (signed: string, sent: string): ReadonlyArray<string> | undefined => {
  const elements = occurrencesOf(sent, withoutElements)
  const chosen = chosenPlaces(signed, sent, elements) ?? []
  return chosen.length === 0 ? undefined : chosen.map((index) => elements[index]?.from ?? '')
}

/** More pieces are not compared. */
const maxCompared = 256

/**
 * For each length of the beginning of the signed text that may be read so far: which of the pieces it has in their other form. Choices
 * that reach the same length can go on in the same ways, so one of them is enough.
 */
type ChoicesByLength = ReadonlyMap<number, ReadonlyArray<number>>

/** Reads one more piece as it was sent or in its other form, and the text after it. */
const readPiece = (
  signed: string,
  choices: ChoicesByLength,
  { from, to }: Occurrence,
  index: number,
  textAfter: string,
): ChoicesByLength => {
  const longer = new Map<number, ReadonlyArray<number>>()
  const readAs = (piece: string, length: number, chosen: ReadonlyArray<number>): void => {
    const newLength = length + piece.length + textAfter.length
    if (!longer.has(newLength) && signed.startsWith(piece + textAfter, length)) longer.set(newLength, chosen)
  }
  for (const [length, chosen] of choices) {
    readAs(from, length, chosen)
    readAs(to, length, [...chosen, index])
  }
  return longer
}

/**
 * Which of the pieces of the sent text, counted from 0, the signed text has in their other form. Undefined if the texts differ in
 * anything else.
 */
const chosenPlaces = (
  signed: string,
  sent: string,
  occurrences: ReadonlyArray<Occurrence>,
): ReadonlyArray<number> | undefined => {
  const start = sent.slice(0, occurrences[0]?.place)
  if (occurrences.length === 0 || occurrences.length > maxCompared || !signed.startsWith(start)) return undefined
  let choices: ChoicesByLength = new Map([[start.length, []]])
  for (const [index, occurrence] of occurrences.entries()) {
    const { from, place } = occurrence
    const textAfter = sent.slice(place + from.length, occurrences[index + 1]?.place)
    choices = readPiece(signed, choices, occurrence, index, textAfter)
  }
  return choices.get(signed.length)
}
