/**
 * How two JSON texts differ, in words: the names of the differences follow the bytes, and not the serializer that happened to
 * write one of them. `{"u":"a/b"}` and `{"u":"a\/b"}`: a slash was escaped where it was sent.
 */
import { contentDifferences } from './contentDifference.ts'
import { isJson } from './forms/isJson.ts'
import { isNumber, token } from './forms/jsonText.ts'
import type { Telling } from './Telling.ts'

/** The tokens of a JSON text and what stands between them. */
interface Reading {
  readonly text: string
  readonly tokens: ReadonlyArray<string>
  readonly gaps: ReadonlyArray<string>
}

/** A longer text is not compared. */
const maxLength = 262_144

const readingOf = (text: string): Reading => {
  const tokens: Array<string> = []
  const gaps: Array<string> = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(token)) {
    gaps.push(text.slice(at, index))
    tokens.push(found)
    at = index + found.length
  }
  return { text, tokens, gaps: [...gaps, text.slice(at)] }
}

/** What white space there is, but for that behind the text. */
const styleOf = ({ gaps }: Reading): string => {
  const inner = gaps.slice(0, -1).join('')
  if (inner === '') return 'compact'
  const indent = gaps.find((gap) => gap.includes('\n'))?.replace(/^[^\n]*\n/, '')
  if (indent !== undefined) return `indented by ${indent.includes('\t') ? 'tabs' : indent.length}`
  return 'with spaces'
}

/** As the encoder of Go writes it, or a template over several lines. */
const lineFeedAfter = 'a line feed after it'

const layoutDifference = (signed: Reading, sent: Reading): ReadonlyArray<string> => {
  const inner = ({ gaps }: Reading): string => JSON.stringify(gaps.slice(0, -1))
  const theirs = styleOf(signed)
  const ours = styleOf(sent)
  const isLayout = signed.tokens.length === sent.tokens.length ? inner(signed) !== inner(sent) : theirs !== ours
  const end = signed.gaps.at(-1)
  return [
    ...(isLayout ? [theirs === ours ? 'other white space' : theirs] : []),
    ...(end !== sent.gaps.at(-1) ? [end === '' ? 'no line end after it' : lineFeedAfter] : []),
  ]
}

const shown = (c: string): string => (c < ' ' || c > '~' ? `U+${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c)

const escapes = /\\u[0-9A-Fa-f]{4}|\\./g

/** The first character that one spelling of a string escapes, or escapes otherwise, and the other does not. */
const escapeDifference = (signed: string, sent: string): string => {
  let at = 0
  while (at < signed.length && signed[at] === sent[at]) at++
  const unitsAt = (text: string): string => {
    const start = [...text.matchAll(escapes)].find(({ 0: found, index }) => index <= at && at < index + found.length)
    return start?.[0] ?? (text[at] as string)
  }
  const theirs = unitsAt(signed)
  const ours = unitsAt(sent)
  return `${theirs.length > 1 ? theirs : shown(theirs)} where ${ours.length > 1 ? ours : shown(ours)} was sent`
}

const parsed = (literal: string): unknown => JSON.parse(literal)

/** Every string by its value, and every number by its own, in the spelling that comes first. */
const spellings = ({ tokens }: Reading): ReadonlyMap<unknown, string> =>
  new Map(
    tokens
      .filter((each) => each.startsWith('"') || isNumber(each))
      .toReversed()
      .map((each) => [parsed(each), each]),
  )

/** Strings with other escapes, and numbers in other digits. */
const spellingDifferences = (signed: Reading, sent: Reading): ReadonlyArray<string> => {
  const theirs = spellings(signed)
  const ours = spellings(sent)
  const differing = Array.from(theirs).flatMap(([value, spelled]): ReadonlyArray<string> => {
    const other = ours.get(value)
    if (other === undefined || other === spelled) return []
    return [
      typeof value === 'string' ? escapeDifference(spelled, other) : `the number ${spelled} where ${other} was sent`,
    ]
  })
  return [...new Set(differing)].slice(0, maxNamed)
}

/** More differences of one kind are not named. */
const maxNamed = 4

/** More digits than a double holds. */
const isRounded = (a: string, b: string): boolean =>
  a.replace(/\D/g, '').length > 15 && a.replace(/[.eE].*$/, '') !== b.replace(/[.eE].*$/, '') && Number(a) === Number(b)

const roundedNumber = (signed: Reading, sent: Reading): readonly [signed: string, sent: string] | undefined => {
  if (signed.tokens.length !== sent.tokens.length) return undefined
  const at = signed.tokens.findIndex((each, i) => each !== sent.tokens[i] && isNumber(each))
  const pair = [signed.tokens[at] ?? '', sent.tokens[at] ?? ''] as const
  return at >= 0 && isRounded(...pair) ? pair : undefined
}

const sortedMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
    .map(([name, member]) => [name, sortedMembers(member)])
    .toSorted(([a], [b]) => ((a as string) < (b as string) ? -1 : 1))
  // An empty array is no empty object.
  return { members }
}

const isSameContent = (signed: string, sent: string): boolean =>
  JSON.stringify(sortedMembers(JSON.parse(signed))) === JSON.stringify(sortedMembers(JSON.parse(sent)))

const sameOrder = (signed: string, sent: string): boolean =>
  JSON.stringify(JSON.parse(signed)) === JSON.stringify(JSON.parse(sent))

const firstDifferences = (signed: string, sent: string): ReadonlyArray<string> => {
  const found = [...contentDifferences(JSON.parse(signed), JSON.parse(sent))]
  return found.length <= maxNamed ? found : [...found.slice(0, maxNamed), `${found.length - maxNamed} more`]
}

const serializeOnce = 'Serialize once, then sign and send those very bytes.'

/** The difference of two JSON texts in words; undefined if one is none, or if it is too long. */
export const jsonDifference = (signedText: string, sentText: string): Telling | undefined => {
  if (signedText.length > maxLength || sentText.length > maxLength || !isJson(signedText) || !isJson(sentText))
    return undefined
  const signed = readingOf(signedText)
  const sent = readingOf(sentText)
  const rounded = roundedNumber(signed, sent)
  if (rounded !== undefined) {
    const [theirs, ours] = rounded
    return {
      detail: `the number ${theirs} where ${ours} was sent`,
      what: `The caller signed the number ${theirs} where ${ours} was sent: it lost digits, as in a program that keeps numbers as doubles.`,
      remedy:
        'Write a number of more than 15 digits as a string, or serialize once, then sign and send those very bytes.',
    }
  }
  const isSame = isSameContent(signedText, sentText)
  const differences = [
    ...layoutDifference(signed, sent),
    ...(isSame && !sameOrder(signedText, sentText) ? ['members in another order'] : []),
    ...spellingDifferences(signed, sent),
  ]
  if (!isSame)
    return {
      detail: [...firstDifferences(signedText, sentText), ...differences].join(', '),
      what: 'The caller signed JSON of another content than was sent: values, their types or members differ.',
      remedy: serializeOnce,
    }
  if (differences.length === 0) return undefined
  if (differences.includes(lineFeedAfter))
    return {
      detail: differences.join(', '),
      what: 'The caller signed another JSON text of the same content than was sent, with a line feed after it.',
      remedy: 'Serialize once, then sign and send those very bytes, with nothing after them.',
    }
  return {
    detail: differences.join(', '),
    what: 'The caller signed one JSON text, and another of the same content was sent.',
    remedy: serializeOnce,
  }
}
