/**
 * Finds a secret in each spelling in which a text may show it: with escapes of a URL, of JSON or of XML, in one layer or in several.
 *
 *     a%2Bb%20c     is read as     a+b c     and is found as     a+b c, a%2bb+c, a%252Bb%2520c, a\u002bb c, a&#43;b c
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import { decode, decodeForm } from './forms/percent.ts'

const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }

/** Without one layer of the escapes of strings in JSON and of XML. */
const withoutMarks = (text: string): string =>
  text
    .replace(/\\(?:u([0-9a-f]{4})|(["'\\/]))/gi, (_, hex: string | undefined, mark: string) =>
      hex === undefined ? mark : String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replace(/&(quot|apos|lt|gt|amp);/g, (_, entity: string) => entities[entity] ?? '')

/** Without one layer of escapes: those of URLs, of strings in JSON, and of XML. */
export const withoutEscapes = (text: string): string => withoutMarks(decode(text))

/** JSON in a string of JSON has two layers of escapes, and so has a URL in a parameter of another URL. */
export const maxLayers = 3

/** What a secret may be read as: without one layer of escapes after the other. A plus sign may be a space. */
export const readingsOf = (secret: string): ReadonlyArray<string> => {
  const readings = new Set([secret])
  let layer: ReadonlyArray<string> = [secret]
  for (let depth = 0; depth < maxLayers; depth++) {
    const inner = layer.flatMap((text) => [decode(text), decodeForm(text), withoutMarks(text), withoutEscapes(text)])
    layer = [...new Set(inner)].filter((text) => !readings.has(text))
    for (const text of layer) readings.add(text)
  }
  return [...readings]
}

const hexDigits = (byte: number): string =>
  Array.from(byte.toString(16).padStart(2, '0'), (digit) =>
    /\d/.test(digit) ? digit : `[${digit}${digit.toUpperCase()}]`,
  ).join('')

const entityNames: Readonly<Record<string, string>> = {
  '"': 'quot|',
  "'": 'apos|',
  '<': 'lt|',
  '>': 'gt|',
  '&': 'amp|',
}

const lettersAfterBackslash: Readonly<Record<string, string>> = {
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\b': 'b',
  '\f': 'f',
}

const literal = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const entityPattern = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  const hexadecimal = Array.from(code.toString(16), (digit) => `[${digit}${digit.toUpperCase()}]`).join('')
  return `&(?:amp;)*(?:${entityNames[character] ?? ''}#0*${code}|#[xX]0*${hexadecimal});`
}

/** A run of backslashes, of whatever length: each layer of escapes doubles it. */
const backslashes = `(?:\\\\(?:u005[cC])?|%(?:25)*5[cC]|${entityPattern('\\')})+`

/**
 * The spellings of one character, as the source of a regular expression. After backslashes of the secret, the pattern takes none:
 * each backslash of a text belongs to one pattern alone, so a search never backtracks through all ways to share them.
 */
const characterPattern = (character: string, isAfterBackslash: boolean): string => {
  const encoded = Bytes.ofText(character)
  const bytes = E.isRight(encoded) ? Array.from(encoded.right) : []
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))
  const percentEscapes = bytes.map((byte) => `%(?:25)*${hexDigits(byte)}`).join('')
  const unitEscapes = units
    .map((unit, i) => `${isAfterBackslash && i === 0 ? '' : '\\\\+'}u${hexDigits(unit >> 8)}${hexDigits(unit & 0xff)}`)
    .join('')
  const letter = lettersAfterBackslash[character]
  const isWord = /^[\p{L}\p{N}]$/u.test(character)
  return `(?:${[
    isWord || isAfterBackslash ? literal(character) : `\\\\*${literal(character)}`,
    ...(character === ' ' ? ['\\+'] : []),
    ...(letter === undefined ? [] : [isAfterBackslash ? letter : `\\\\+${letter}`]),
    ...(percentEscapes === '' ? [] : [percentEscapes]),
    unitEscapes,
    entityPattern(character),
  ].join('|')})`
}

/** Finds this secret in each of its spellings. */
export const spellingsOf = (secret: string): RegExp => {
  const units = secret.match(/\\+|[^\\]/gu) ?? []
  const patterns = units.map((unit, i) =>
    unit.startsWith('\\') ? backslashes : characterPattern(unit, units[i - 1]?.startsWith('\\') === true),
  )
  return new RegExp(patterns.join(''), 'g')
}
