/**
 * Which pieces of a text are alike, because a program writes all of them in the same way: each escape as its character, each number
 * in quotation marks, each `%20` as a plus sign.
 *
 *     occurrencesOf('a%20b%2Fc', …)  // '%20' at 1, for which ' ' is written, and '%2F' at 5, for which '/' is written
 */
import { unicodeEscape } from './jsonText.ts'
import { decode } from './percent.ts'
import { percentEncode } from './percentEncode.ts'

/** One piece is written for another. */
export interface Exchange {
  readonly from: string
  readonly to: string
}

/** Pieces that are alike, and what a program writes for each of them. */
export interface Writing {
  readonly pieces: RegExp
  readonly write: (piece: string) => string
}

/** A piece of a text and what is written for it. */
export interface Occurrence extends Exchange {
  readonly place: number
}

/** The pieces of the text for which another text is written, in order. */
export const occurrencesOf = (text: string, { pieces, write }: Writing): ReadonlyArray<Occurrence> =>
  Array.from(text.matchAll(pieces), ({ 0: from, index }) => ({ from, to: write(from), place: index })).filter(
    ({ from, to }) => from !== to,
  )

// ---- One piece for another

/** Pieces that programs write for each other. */
const alikePieces: ReadonlyArray<ReadonlyArray<string>> = [
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

export const exchangesOfPieces: ReadonlyArray<Exchange> = alikePieces.flatMap((pieces) =>
  pieces
    .filter((piece) => piece !== '')
    .flatMap((from) => pieces.filter((to) => to !== from).map((to): Exchange => ({ from, to }))),
)

const literal = (piece: string): RegExp => new RegExp(piece.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'g')

/** The exchange, wherever its piece is. */
export const writingOf = ({ from, to }: Exchange): Writing => ({ pieces: literal(from), write: () => to })

// ---- Pieces of one form

/** A percent escape of ASCII, or those of letters in a row. */
const percentEscape = /%[0-7][\dA-F]|(?:%[89A-F][\dA-F])+/gi
const unicodeEscapes = /(?:\\u[\dA-F]{4})+/gi
/** Marks that some encoders escape and others do not. */
const unsafeMark = /[!'()*,:;@[\]{}|~$"<>^`#?]/g
const lettersBeyondAscii = /[^\0-\x7f]+/gu
const htmlMark = /[<>&"']/g
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
/** An element of XML that has no other in it. */
const leafElement = /<([\w:.-]+)(?:\s[^<>]*)?>[^<>]*<\/\1>/g

/** Elements that are left out. */
export const withoutElements: Writing = { pieces: leafElement, write: () => '' }

export const writings: ReadonlyArray<Writing> = [
  { pieces: percentEscape, write: decode },
  { pieces: percentEscape, write: withOtherCase },
  { pieces: percentEscape, write: (escapes) => escapes.replaceAll('%', '%25') },
  { pieces: /%25(?=[\dA-F]{2})/gi, write: () => '%' },
  { pieces: unsafeMark, write: (piece) => percentEncode(piece, /^$/) },
  { pieces: unicodeEscapes, write: readUnicode },
  { pieces: unicodeEscapes, write: (escapes) => escapes.replace(/[\dA-F]{4}/gi, withOtherCase) },
  { pieces: lettersBeyondAscii, write: (piece) => piece.replace(/[\s\S]/g, unicodeEscape) },
  { pieces: lettersBeyondAscii, write: (piece) => percentEncode(piece, /^$/) },
  { pieces: htmlMark, write: (piece) => entities[piece] ?? piece },
  { pieces: /[<>&']/g, write: unicodeEscape },
  { pieces: entity, write: (piece) => marksOfEntities[piece] ?? piece },
  { pieces: backslashEscape, write: (piece) => charactersOfEscapes[piece] ?? piece.slice(1) },
  { pieces: numberInQuotes, write: (piece) => piece.slice(1, -1) },
  { pieces: numberValue, write: (piece) => piece.replace(/-?\d.*/, '"$&"') },
  { pieces: laterItem, write: () => '' },
  withoutElements,
  { pieces: /\p{Lu}/gu, write: (letter) => letter.toLowerCase() },
]
