/**
 * Texts in which some of several pieces that are alike were exchanged. A program replaced only the first, skipped one, or encoded one value
 * and not the other.
 *
 *     [...someExchanged('/v1/jobs?q=a%20b%20c', 'few')]  // '/v1/jobs?q=a+b%20c', '/v1/jobs?q=a%20b+c', '/v1/jobs?q=a b%20c', …
 *
 * An *exchange* says which pieces are alike, and what is written for each of them: a plus sign for `%20`, or its character for each escape.
 */
import { type Choice, choicesOf, maxEveryChoice } from './choices.ts'
import { unicodeEscape } from './jsonText.ts'
import { decode } from './percent.ts'
import { percentEncode } from './percentEncode.ts'

/** One piece is written for another. */
export interface Exchange {
  readonly from: string
  readonly to: string
}

/** Pieces that programs write for each other. */
const alike: ReadonlyArray<ReadonlyArray<string>> = [
  [' ', '+', '%20'],
  ['+', '%2B'],
  ['/', '\\/', '%2F', '%2f'],
  ['\\', '\\\\', ''],
  ['&', '&amp;', '%26', '\\u0026', ';'],
  ['=', '%3D', '\\u003d'],
  ['"', '\\"', "'", '&quot;', '%22', ''],
  ['\\"', "'", '\\\\"'],
  ["'", "\\'", '&#39;', '&apos;', '\\u0027', "''"],
  ['<', '&lt;', '\\u003c', '\\u003C'],
  ['>', '&gt;', '\\u003e', '\\u003E'],
  ['\r\n', '\n', '\r', '\\n', '\\r\\n', '<br>', ' ', ''],
  ['\\n', '\n', '\\r\\n', '\\\\n', ' ', ''],
  ['\\r\\n', '\r\n', ' ', ''],
  ['\n', '\n\n'],
  ['\t', '\\t', ' ', '  ', '    '],
  [' ', '  ', ''],
  [', ', ','],
  ['; ', ';'],
  [';', ',', '|', '\t'],
  [': ', ':'],
  ['-', '_'],
  ['.', ','],
  ['null', '""'],
  ['true', '"true"', '1'],
  ['false', '"false"', '0'],
]

const tableOfExchanges: ReadonlyArray<Exchange> = alike.flatMap((pieces) =>
  pieces
    .filter((piece) => piece !== '')
    .flatMap((from) => pieces.filter((to) => to !== from).map((to): Exchange => ({ from, to }))),
)

/** A percent escape of ASCII, or those of letters in a row. */
const percentEscape = /%[0-7][\dA-F]|(?:%[89A-F][\dA-F])+/gi
const unicodeEscapes = /(?:\\u[\dA-F]{4})+/gi
/** Marks that some encoders escape and others do not. */
const mark = /[!'()*,:;@[\]{}|~$"<>^`#?]/g
const letters = /[^\0-\x7f]+/gu
const markOfHtml = /[<>&"']/g
const entity = /&(?:lt|gt|amp|quot|apos|#39);/g
const backslashEscape = /\\["\\/nrt]/g

const entities: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
}
const marksOfEntities: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(entities).map(([markText, entityText]) => [entityText, markText])),
  '&apos;': "'",
}
const charactersOfEscapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '\\t': '\t' }

const withOtherCase = (escapes: string): string =>
  escapes === escapes.toUpperCase() ? escapes.toLowerCase() : escapes.toUpperCase()

const readUnicode = (escapes: string): string =>
  escapes.replace(/\\u([\dA-F]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** A number of JSON that is a value of an object, with or without quotation marks. */
const numberInQuotes = /"-?\d+(?:\.\d+)?"(?=\s*[,\]}])/g
const numberValue = /:\s*-?\d+(?:\.\d+)?(?=\s*[,}])/g
/** An item of a list of JSON after its comma. A member of an object has a colon. */
const laterItem = /,\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)(?=\s*[,\]])/g
/** An element of XML that holds no other. */
const leafElement = /<([\w:.-]+)(?:\s[^<>]*)?>[^<>]*<\/\1>/g

/** Pieces that are alike because a program writes them all in the same way. */
interface Writing {
  readonly pieces: RegExp
  readonly write: (piece: string) => string
}

const literal = (piece: string): RegExp => new RegExp(piece.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'g')

const writings: ReadonlyArray<Writing> = [
  { pieces: percentEscape, write: decode },
  { pieces: percentEscape, write: withOtherCase },
  { pieces: percentEscape, write: (escapes) => escapes.replaceAll('%', '%25') },
  { pieces: /%25(?=[\dA-F]{2})/gi, write: () => '%' },
  { pieces: mark, write: (piece) => percentEncode(piece, /^$/) },
  { pieces: unicodeEscapes, write: readUnicode },
  { pieces: unicodeEscapes, write: (escapes) => escapes.replace(/[\dA-F]{4}/gi, withOtherCase) },
  { pieces: letters, write: (piece) => piece.replace(/[\s\S]/g, unicodeEscape) },
  { pieces: letters, write: (piece) => percentEncode(piece, /^$/) },
  { pieces: markOfHtml, write: (piece) => entities[piece] ?? piece },
  { pieces: /[<>&']/g, write: unicodeEscape },
  { pieces: entity, write: (piece) => marksOfEntities[piece] ?? piece },
  { pieces: backslashEscape, write: (piece) => charactersOfEscapes[piece] ?? piece.slice(1) },
  { pieces: numberInQuotes, write: (piece) => piece.slice(1, -1) },
  { pieces: numberValue, write: (piece) => piece.replace(/-?\d.*/, '"$&"') },
  { pieces: laterItem, write: () => '' },
  { pieces: leafElement, write: () => '' },
  { pieces: /\p{Lu}/gu, write: (letter) => letter.toLowerCase() },
]

const writingOf = ({ from, to }: Exchange): Writing => ({ pieces: literal(from), write: () => to })

/** A piece of the text and what is written for it. */
interface Occurrence extends Exchange {
  readonly place: number
}

const occurrencesOf = (text: string, { pieces, write }: Writing): ReadonlyArray<Occurrence> =>
  Array.from(text.matchAll(pieces), ({ 0: from, index }) => ({ from, to: write(from), place: index })).filter(
    ({ from, to }) => from !== to,
  )

const exchanged = (
  text: string,
  occurrences: ReadonlyArray<Occurrence>,
  isChosen: (index: number) => boolean,
): string => {
  let written = ''
  let offset = 0
  for (const [index, { from, to, place }] of occurrences.entries()) {
    if (!isChosen(index)) continue
    written += text.slice(offset, place) + to
    offset = place + from.length
  }
  return written + text.slice(offset)
}

/** `few`: of up to five pieces that are alike. `many`: of more, which have more choices. */
export type Count = 'few' | 'many'

const maxFew = 5

export const isOfCount = (number: number, count: Count): boolean => number <= maxFew === (count === 'few')

/** Each choice of pieces of one kind, and each choice of kinds with all their pieces: `%2F` is one kind, and `%3A` another. */
function* choicesByKind(occurrences: ReadonlyArray<Occurrence>, count: Count): Generator<Choice> {
  const kindsByPlace = occurrences.map(({ from }) => from)
  const kinds = [...new Set(kindsByPlace)]
  const isOneKind = kinds.length === 1
  const isEachOnce = kinds.length === occurrences.length
  if (isOneKind || isEachOnce) return
  for (const kind of kinds) {
    const places = [...occurrences.keys()].filter((place) => kindsByPlace[place] === kind)
    if (isOfCount(places.length, count))
      for (const isChosen of choicesOf(places.length))
        yield (place) => places.includes(place) && isChosen(places.indexOf(place))
  }
  if (kinds.length > maxEveryChoice || !isOfCount(kinds.length, count)) return
  const kindIndexes = kindsByPlace.map((kind) => kinds.indexOf(kind))
  for (const isChosen of choicesOf(kinds.length)) yield (place) => isChosen(kindIndexes[place] as number)
}

/** The most characters in all texts of one count together. */
const maxCharacters = 20_000_000

/** A longer text is left alone. */
const maxLength = 65_536

/** Each text with some pieces exchanged. Some of them come twice. */
export function* someExchanged(text: string, count: Count): Generator<string> {
  if (text.length > maxLength) return
  let left = Math.floor(maxCharacters / Math.max(text.length, 1))
  const present = tableOfExchanges.filter(({ from }) => text.includes(from)).map(writingOf)
  for (const writing of [...present, ...writings]) {
    const occurrences = occurrencesOf(text, writing)
    const choices = isOfCount(occurrences.length, count) ? [...choicesOf(occurrences.length)] : []
    for (const isChosen of [...choicesByKind(occurrences, count), ...choices]) {
      if (left-- <= 0) return
      yield exchanged(text, occurrences, isChosen)
    }
  }
}

/** An exchange of some pieces that are alike, and which of them: those of the sent text in these places, counted from 0. */
export interface SomeExchanged extends Exchange {
  readonly chosen: ReadonlyArray<number>
  readonly count: number
}

/** More pieces are not compared. */
const maxCompared = 256

/**
 * Which of the pieces `from` of the sent text the signed text has as `to`. Undefined if the texts differ in more than that. The pieces
 * between them say where each begins: the place in the signed text depends only on how many were exchanged before.
 */
const chosenPieces = (signed: string, sent: string, { from, to }: Exchange): ReadonlyArray<number> | undefined => {
  const [first = '', ...between] = sent.split(from)
  if (between.length === 0 || between.length > maxCompared || !signed.startsWith(first)) return undefined
  let reached = new Map<number, ReadonlyArray<number>>([[first.length, []]])
  for (const [index, after] of between.entries()) {
    const next = new Map<number, ReadonlyArray<number>>()
    for (const [offset, chosen] of reached)
      for (const [piece, chosenNow] of [
        [from, chosen],
        [to, [...chosen, index]],
      ] as const) {
        const end = offset + piece.length + after.length
        if (!next.has(end) && signed.startsWith(piece + after, offset)) next.set(end, chosenNow)
      }
    reached = next
  }
  return reached.get(signed.length)
}

/** The exchange of some or all pieces that are alike which makes the signed text. Undefined if there is none. */
export const exchangeOf = (signed: string, sent: string): SomeExchanged | undefined => {
  const ofWritings = writings.flatMap((writing) => occurrencesOf(sent, writing)).map(({ from, to }) => ({ from, to }))
  for (const exchange of [...tableOfExchanges, ...ofWritings]) {
    const chosen = sent.includes(exchange.from) ? chosenPieces(signed, sent, exchange) : undefined
    if (chosen !== undefined && chosen.length > 0)
      return { ...exchange, chosen, count: sent.split(exchange.from).length - 1 }
  }
  return undefined
}
