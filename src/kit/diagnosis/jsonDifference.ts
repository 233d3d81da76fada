/**
 * How two JSON texts differ, in words: the names of the differences follow the bytes, and not the serializer that happened to
 * write one of them. `{"u":"a/b"}` and `{"u":"a\/b"}`: a slash was escaped where it was sent.
 */
import { contentDifferences } from './contentDifference.ts'
import { isJson } from './forms/isJson.ts'
import { isNumber, jsonToken } from './forms/jsonText.ts'
import type { Telling } from './Telling.ts'

/** The tokens of a JSON text and what stands between them. */
interface Reading {
  readonly text: string
  readonly tokens: ReadonlyArray<string>
  readonly gaps: ReadonlyArray<string>
}

/** A longer text is not compared. */
const maxLength = 262_144

const readingOf = (json: string): Reading => {
  const tokens: Array<string> = []
  const gaps: Array<string> = []
  let offset = 0
  for (const { 0: tokenText, index } of json.matchAll(jsonToken)) {
    gaps.push(json.slice(offset, index))
    tokens.push(tokenText)
    offset = index + tokenText.length
  }
  return { text: json, tokens, gaps: [...gaps, json.slice(offset)] }
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

const layoutDifference = (signed: Reading, sentReading: Reading): ReadonlyArray<string> => {
  const inner = ({ gaps }: Reading): string => JSON.stringify(gaps.slice(0, -1))
  const theirs = styleOf(signed)
  const ours = styleOf(sentReading)
  const isLayout =
    signed.tokens.length === sentReading.tokens.length ? inner(signed) !== inner(sentReading) : theirs !== ours
  const end = signed.gaps.at(-1)
  return [
    ...(isLayout ? [theirs === ours ? 'other white space' : theirs] : []),
    ...(end !== sentReading.gaps.at(-1) ? [end === '' ? 'no line end after it' : lineFeedAfter] : []),
  ]
}

const shown = (c: string): string => (c < ' ' || c > '~' ? `U+${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c)

/** Each character of a string with its spelling: an escape, or itself. */
const unitsOf = (literal: string): ReadonlyArray<string> => literal.match(/\\u[0-9A-Fa-f]{4}|\\.|[\s\S]/g) ?? []

/** Each character that one spelling of a string escapes, or escapes otherwise, and the other does not. */
const escapeDifferences = (signed: string, sentString: string): ReadonlyArray<string> => {
  const ours = unitsOf(sentString)
  const named = unitsOf(signed).flatMap((unit, i) => {
    const other = ours[i] ?? ''
    return unit === other || other === '' ? [] : [`${shownUnit(unit)} where ${shownUnit(other)} was sent`]
  })
  return [...new Set(named)]
}

const shownUnit = (unit: string): string => (unit.length > 1 ? unit : shown(unit))

const parseLiteral = (literal: string): unknown => JSON.parse(literal)

/** Every string by its value, and every number by its own, in the spelling that comes first. */
const spellings = ({ tokens }: Reading): ReadonlyMap<unknown, string> =>
  new Map(
    tokens
      .filter((literal) => literal.startsWith('"') || isNumber(literal))
      .toReversed()
      .map((literal) => [parseLiteral(literal), literal]),
  )

/** Strings with other escapes, and numbers in other digits. */
const spellingDifferences = (signed: Reading, sentReading: Reading): ReadonlyArray<string> => {
  const theirs = spellings(signed)
  const ours = spellings(sentReading)
  const differing = Array.from(theirs).flatMap(([parsedValue, spelled]): ReadonlyArray<string> => {
    const sentSpelling = ours.get(parsedValue)
    if (sentSpelling === undefined || sentSpelling === spelled) return []
    return typeof parsedValue === 'string'
      ? escapeDifferences(spelled, sentSpelling)
      : [`the number ${spelled} where ${sentSpelling} was sent`]
  })
  return firstNamed([...new Set(differing)])
}

/** More differences of one kind are counted. */
const maxNamed = 4

const firstNamed = (differences: ReadonlyArray<string>): ReadonlyArray<string> =>
  differences.length <= maxNamed
    ? differences
    : [...differences.slice(0, maxNamed), `${differences.length - maxNamed} more`]

/** More digits than a double holds. */
const isRounded = (a: string, b: string): boolean =>
  a.replace(/\D/g, '').length > 15 && a.replace(/[.eE].*$/, '') !== b.replace(/[.eE].*$/, '') && Number(a) === Number(b)

const roundedNumber = (signed: Reading, sentReading: Reading): readonly [signed: string, sent: string] | undefined => {
  if (signed.tokens.length !== sentReading.tokens.length) return undefined
  const numberIndex = signed.tokens.findIndex((literal, i) => literal !== sentReading.tokens[i] && isNumber(literal))
  const pair = [signed.tokens[numberIndex] ?? '', sentReading.tokens[numberIndex] ?? ''] as const
  return numberIndex >= 0 && isRounded(...pair) ? pair : undefined
}

const sortedMembers = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(sortedMembers)
  if (typeof json !== 'object' || json === null) return json
  const members = Object.entries(json)
    .map(([memberName, member]) => [memberName, sortedMembers(member)])
    .toSorted(([a], [b]) => ((a as string) < (b as string) ? -1 : 1))
  // An empty array is no empty object.
  return { members }
}

const isSameContent = (signed: string, sentJson: string): boolean =>
  JSON.stringify(sortedMembers(JSON.parse(signed))) === JSON.stringify(sortedMembers(JSON.parse(sentJson)))

const sameOrder = (signed: string, sentJson: string): boolean =>
  JSON.stringify(JSON.parse(signed)) === JSON.stringify(JSON.parse(sentJson))

const firstDifferences = (signed: string, sentJson: string): ReadonlyArray<string> => {
  const contentFindings = [...contentDifferences(JSON.parse(signed), JSON.parse(sentJson))]
  return firstNamed(contentFindings)
}

const serializeOnce = 'Serialize once, then sign and send those very bytes.'

/** The difference of two JSON texts in words; undefined if one is none, or if it is too long. */
export const jsonDifference = (signedText: string, sentText: string): Telling | undefined => {
  if (signedText.length > maxLength || sentText.length > maxLength || !isJson(signedText) || !isJson(sentText))
    return undefined
  const signed = readingOf(signedText)
  const sentReading = readingOf(sentText)
  const rounded = roundedNumber(signed, sentReading)
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
    ...layoutDifference(signed, sentReading),
    ...(isSame && !sameOrder(signedText, sentText) ? ['members in another order'] : []),
    ...spellingDifferences(signed, sentReading),
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
    remedy: differences.every((difference) => difference.startsWith('the number '))
      ? `${serializeOnce} Or something on the way rewrote it.`
      : serializeOnce,
  }
}
