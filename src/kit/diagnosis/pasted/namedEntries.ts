/**
 * Names and values that a program prints as entries of their own, written anew as `"name": value`, which the readers of values know.
 *
 *     fields { key: "method" value { string_value: "POST" } }      the text format of protobuf
 *     1) "method"                                                  HGETALL of Redis
 *     2) "POST"
 *     a:1:{s:6:"method";s:4:"POST";}                               serialize of PHP
 *
 * Texts have one character for each byte.
 */
import { matchAt } from './matchAt.ts'

const quoted = '"(?:[^"\\\\\\n]|\\\\.)*"'

const entryOfText = new RegExp(
  `\\b\\w{1,64} ?\\{\\s{0,64}key: (${quoted})\\s{1,64}value(?: ?\\{\\s{0,64}\\w{1,64}: (${quoted}|[\\w.+-]{1,64})\\s{0,64}\\}|: (${quoted}|[\\w.+-]{1,64}))\\s{0,64}\\}`,
  'g',
)
const nestedEntry = new RegExp(`\\bkey: (${quoted})\\s{1,64}value ?\\{`, 'g')

/** The text format of protobuf, with the entries of its maps as names and values. Undefined if the text has none. */
const withoutKeyFields = (source: string): string | undefined =>
  new RegExp(`\\bkey: ${quoted}\\s{1,64}value(?: ?\\{|: ?")`).test(source)
    ? source
        .replace(entryOfText, (_, name: string, inner?: string, direct?: string) => `${name}: ${inner ?? direct}`)
        .replace(nestedEntry, '$1: {')
    : undefined

const numberedText = new RegExp(`^ {0,16}\\d{1,6}\\) (${quoted})$`)

/** A name in each odd line, and its value in the next. Undefined if some line is neither. */
const pairsOfLines = (source: string): string | undefined => {
  const lines = source.split(/\r?\n/).filter((line) => line.trim() !== '')
  const texts = lines.map((line) => numberedText.exec(line)?.[1])
  if (texts.length < 4 || texts.length % 2 === 1 || texts.includes(undefined)) return undefined
  return texts.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\n`)).join('')
}

interface Serialized {
  readonly printed: string
  readonly end: number
}

const opened = /([aO]):\d{1,9}:(?:"[\w\\]{1,256}":\d{1,9}:)?\{/y
const measured = /s:(\d{1,9}):"/y
const scalar = /(?:[idb]:([-\w.+]{1,64})|N);/y

const maxDepth = 64

/** The value that begins here, as var_dump prints it: a text behind its length. */
const serializedAt = (source: string, offset: number, depth: number): Serialized | undefined => {
  const text = matchAt(measured, source, offset)
  if (text !== null) {
    const begin = offset + text[0].length
    const end = begin + Number(text[1])
    if (source[end] !== '"') return undefined
    const inside = source.slice(begin, end)
    return { printed: `string(${inside.length}) "${inside}"`, end: source[end + 1] === ';' ? end + 2 : end + 1 }
  }
  const value = matchAt(scalar, source, offset)
  if (value !== null) return { printed: value[1] ?? 'NULL', end: offset + value[0].length }
  const group = matchAt(opened, source, offset)
  return group === null || depth > maxDepth ? undefined : groupAt(source, offset + group[0].length, depth)
}

const groupAt = (source: string, start: number, depth: number): Serialized | undefined => {
  let printed = '{\n'
  let offset = start
  while (source[offset] !== '}') {
    const name = serializedAt(source, offset, depth + 1)
    const value = name === undefined ? undefined : serializedAt(source, name.end, depth + 1)
    if (name === undefined || value === undefined) return undefined
    // A property of an object stands behind the name of its class, between two bytes of zero.
    const bareName = name.printed.replace(/^string\(\d+\) "(?:\0[^\0]*\0)?/, '').replace(/"$/, '')
    printed += `["${bareName}"]=>\n${value.printed}\n`
    offset = value.end
  }
  return { printed: `${printed}}`, end: offset + 1 }
}

const serialized = /(?<![\w:])a:\d{1,9}:\{[si]:/

/** What PHP has serialized, as var_dump prints it. */
const unserialized = (source: string): string | undefined => {
  const start = source.search(serialized)
  const value = start < 0 ? undefined : serializedAt(source, start, 0)
  return value === undefined ? undefined : source.slice(0, start) + value.printed + source.slice(value.end)
}

/** The text with such entries as names and values. Undefined if it has none. */
export const namedEntries = (source: string): string | undefined =>
  /authorization/i.test(source) ? (withoutKeyFields(source) ?? pairsOfLines(source) ?? unserialized(source)) : undefined
