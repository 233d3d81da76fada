/**
 * How the JSON text that was signed differs from the JSON text that was sent, in words. The words follow from the bytes, and not from
 * the serializer that the search happened to find.
 *
 *     signed {"u":"a/b"}       sent {"u":"a\/b"}      / where \/ was sent
 *     signed {"a": 1}          sent {"a":1}           with spaces
 *     signed {"b":2,"a":1}     sent {"a":1,"b":2}     members in another order
 */

import { isObject, type JsonObject, plainName, textDifferences } from './contentDifference.ts'
import { isJson } from './forms/isJson.ts'
import { objectsIn } from './forms/jsonSpans.ts'
import { isNumber, jsonToken } from './forms/jsonText.ts'
import type { Library } from './library.ts'
import { forBoth } from './remedies.ts'
import { programsNamed, rewritersOf } from './rewriters.ts'
import type { Telling } from './Telling.ts'
import { trimmedValues } from './trimmedDifference.ts'

/** A longer text is not compared. */
const maxLength = 262_144

const serializeOnce = 'Serialize the body once. Then sign and send exactly these bytes.'

/** The difference of two JSON texts in words; undefined if a text is no JSON or is too long, and if no difference was found. */
export const jsonDifference = (
  signedText: string,
  sentText: string,
  library?: Library | undefined,
): Telling | undefined => {
  if (signedText.length > maxLength || sentText.length > maxLength || !isJson(signedText) || !isJson(sentText))
    return undefined
  const signed = readingOf(signedText)
  const sent = readingOf(sentText)
  const rounded = roundedNumber(signed, sent)
  if (rounded !== undefined) return tellingOfRounding(rounded)
  const isSame = isSameContent(signedText, sentText)
  const isReordered = isSame ? !isSameOrder(signedText, sentText) : isCommonReordered(signedText, sentText)
  const differences = [
    ...layoutDifferences(signed, sent, isReordered),
    ...(isReordered ? [orderName(signedText, sentText)] : []),
    ...spellingDifferences(signed, sent),
  ]
  if (isSame && isReordered && differences.length > 1 && isCanonical(signedText)) return tellingOfCanonical(differences)
  const programs = rewritersOf(signedText, sentText, library)
  const isOfPhp = isDecodedByPhp(signedText, sentText, library)
  if (!isSame && programs.length === 0)
    return (
      trimmedValues(signedText, sentText) ?? {
        detail: [...namedContentDifferences(signedText, sentText), ...differences].join(', '),
        what: isOfPhp
          ? `The JSON that the caller signed and the JSON that it sent have different content. ${writtenByPhp}`
          : 'The JSON that the caller signed and the JSON that it sent have different content: values, types or members differ.',
        remedy: isOfPhp ? keepTextInPhp : serializeOnce,
      }
    )
  const named = isSame ? differences : [...namedContentDifferences(signedText, sentText), ...differences]
  if (named.length === 0) return undefined
  return programs.length > 0
    ? tellingOfRewriting(
        { ofSent: programs, ofSigned: rewritersOf(sentText, signedText, library), sentText, signedText },
        named,
        isOfPhp ? keepTextInPhp : serializeOnce,
        library,
      )
    : isOfPhp
      ? { detail: named.join(', '), what: `${sameContent} ${writtenByPhp}`, remedy: keepTextInPhp }
      : tellingOfSpelling(named)
}

/**
 * Whether `json_encode` wrote the signed text: it escapes slashes, and writes `[]` for an empty object that `json_decode` made an array.
 * Escapes of letters alone are no sign of PHP.
 */
const isDecodedByPhp = (signedText: string, sentText: string, library: Library | undefined): boolean => {
  if (!signedText.includes('\\/') && isSameContent(signedText, sentText)) return false
  const writers = programsNamed(rewritersOf(sentText, signedText, library), signedText, library)
  return writers.length > 0 && writers.every((program) => program.startsWith(phpEncoder))
}

const phpEncoder = 'json_encode of PHP'

const writtenByPhp =
  'The signed text is what PHP writes if json_decode reads the sent text and json_encode writes it again: slashes and letters beyond ASCII get escapes, {} may become [], and 1.0 may become 1.'

const keepTextInPhp =
  'In PHP, do not decode the JSON and encode it again before you sign it: json_encode the data once, and sign and send this text. For a body that PHP received, sign the text of php://input.'

/** No more programs are named. */
const maxRewriters = 3

/** The programs that write one of two texts after they parsed the other one. */
interface Rewriters {
  readonly ofSent: ReadonlyArray<string>
  readonly ofSigned: ReadonlyArray<string>
  readonly sentText: string
  readonly signedText: string
}

const namesOf = (programs: ReadonlyArray<string>, writtenText: string, library: Library | undefined): string =>
  programsNamed(programs, writtenText, library).slice(0, maxRewriters).join(', ')

const arrivedFrom = (names: string): string =>
  names === ''
    ? 'The text that arrived is in the form of a serializer.'
    : `The text that arrived is in the form of a serializer (${names}).`

const signedFrom = (names: string): string =>
  names === ''
    ? 'The signed text has the form of a serializer too: perhaps the caller parsed a body and serialized it again before signing.'
    : `The signed text has the form of a serializer too (${names}): perhaps the caller parsed a body and serialized it again before signing.`

const parsedOnTheWay =
  'Either the program itself sent another text, or something before the verifier parsed the body and serialized it again.'

/** The sent text is what some programs write of the signed one. Perhaps others write the signed one of the sent one. */
const tellingOfRewriting = (
  { ofSent, ofSigned, sentText, signedText }: Rewriters,
  differences: ReadonlyArray<string>,
  remedy: string,
  library: Library | undefined,
): Telling => {
  const arrived = [arrivedFrom(namesOf(ofSent, sentText, library)), parsedOnTheWay]
  const rewrittenBefore = ofSigned.length === 0 ? [] : [signedFrom(namesOf(ofSigned, signedText, library))]
  const signed = differences.includes(lineFeedAfter) ? 'one JSON text with a line feed after it' : 'one JSON text'
  return {
    detail: differences.join(', '),
    what: `The caller signed ${signed}, but another JSON text arrived. ${[...arrived, ...rewrittenBefore].join(' ')}`,
    ...forBoth(
      remedy,
      'If the caller already does this, a program before the verifier changed the body. Then verify the body as it arrived, before any program parses it.',
    ),
  }
}

const sameContent =
  'The caller signed one JSON text. The JSON text that was sent has the same content, but other bytes.'

/** The content is the same, and the two texts write it differently. */
const tellingOfSpelling = (differences: ReadonlyArray<string>): Telling => {
  const detail = differences.join(', ')
  if (differences.includes(lineFeedAfter))
    return {
      detail,
      what: 'The caller signed one JSON text and a line feed after it. The JSON text that was sent has the same content, but other bytes.',
      remedy: 'Serialize the body once. Then sign and send exactly these bytes, with nothing after them.',
    }
  return {
    detail,
    what: sameContent,
    remedy: serializeOnce,
  }
}

/** The signed text is the one that the rules of RFC 8785 write of the sent one. */
const tellingOfCanonical = (differences: ReadonlyArray<string>): Telling => ({
  detail: differences.join(', '),
  what: 'The caller signed the canonical form of the JSON, as RFC 8785 (JCS) writes it: compact, the members sorted by name, and each number in its shortest form. Another text of the same content arrived.',
  remedy: 'Sign the bytes that are sent. If you want to use canonical JSON, send the canonical text that you sign.',
})

const tellingOfRounding = ({ signedNumber, sentNumber }: RoundedNumber): Telling => ({
  detail: `the number ${signedNumber} where ${sentNumber} was sent`,
  what: `The caller signed the number ${signedNumber}, but ${sentNumber} was sent. The number lost digits. This happens in a program that stores numbers as doubles.`,
  remedy:
    'Write a number of more than 15 digits as a string. Or serialize the body once, and then sign and send exactly these bytes.',
})

/** More differences of one kind are counted. */
const maxNamed = 4

const nameFirst = (differences: ReadonlyArray<string>): ReadonlyArray<string> =>
  differences.length <= maxNamed
    ? differences
    : [...differences.slice(0, maxNamed), `${differences.length - maxNamed} more`]

// ---- Reading a text

/** A JSON text as its tokens, and the white space before each token and after the last. `{"a": 1}` has `{`, `"a"`, `:`, `1`, `}`. */
interface Reading {
  readonly tokens: ReadonlyArray<string>
  readonly gaps: ReadonlyArray<string>
}

const readingOf = (json: string): Reading => {
  const tokens: Array<string> = []
  const gaps: Array<string> = []
  let offset = 0
  for (const { 0: token, index } of json.matchAll(jsonToken)) {
    gaps.push(json.slice(offset, index))
    tokens.push(token)
    offset = index + token.length
  }
  return { tokens, gaps: [...gaps, json.slice(offset)] }
}

// ---- White space

/** A line feed of this kind comes from the encoder of Go, or from a template over several lines. */
const lineFeedAfter = 'a line feed after it'

const layoutDifferences = (signed: Reading, sent: Reading, isReordered: boolean): ReadonlyArray<string> => {
  const signedStyle = styleOf(signed)
  const sentStyle = styleOf(sent)
  // Gaps correspond only if the texts have as many tokens. Otherwise the styles are compared.
  const gapsOf = isReordered ? gapsBySign : innerGaps
  const isOtherLayout =
    signed.tokens.length === sent.tokens.length ? gapsOf(signed) !== gapsOf(sent) : signedStyle !== sentStyle
  const layoutName = signedStyle === sentStyle ? 'other white space' : signedStyle
  const signedEnd = signed.gaps.at(-1)
  const endName = signedEnd === '' ? 'no line end after it' : signedEnd === '\r\n' ? 'CR LF after it' : lineFeedAfter
  return [...(isOtherLayout ? [layoutName] : []), ...(signedEnd === sent.gaps.at(-1) ? [] : [endName])]
}

/** The white space without that after the text, for a comparison. */
const innerGaps = ({ gaps }: Reading): string => JSON.stringify(gaps.slice(0, -1))

/** The gaps before and after each sign, whatever the order of the members. */
const gapsBySign = ({ tokens, gaps }: Reading): string =>
  JSON.stringify(
    tokens
      .flatMap((token, i) =>
        /^[{}[\],:]$/.test(token) ? [[token, gaps[i], i + 1 < tokens.length && gaps[i + 1]]] : [],
      )
      .map((signAndGaps) => signAndGaps.join('|'))
      .toSorted(),
  )

/** As serializers write it: blanks alone, or one line end with an indentation of one kind. An empty object may have empty lines. */
const regularGap = /^(?: *|(?:\r?\n)+(?: *|\t*))$/

/** Names the white space of a text, without that after the text. */
const styleOf = ({ gaps }: Reading): string => {
  if (gaps.slice(0, -1).join('') === '') return 'compact'
  if (!gaps.slice(0, -1).every((gap) => regularGap.test(gap))) return 'with white space of no serializer'
  const lineGaps = gaps.slice(0, -1).filter((gap) => gap.includes('\n'))
  if (lineGaps.length === 0) return 'with spaces'
  const indent = lineGaps[0]?.replace(/^\s*\n/, '') ?? ''
  const lines = indent === '' ? 'on several lines' : `indented by ${indent.includes('\t') ? 'tabs' : indent.length}`
  return lineGaps.some((gap) => gap.includes('\r\n')) ? `${lines} with CR LF` : lines
}

// ---- Spellings of strings and numbers

/** Strings with other escapes, and numbers in other digits. */
const spellingDifferences = (signed: Reading, sent: Reading): ReadonlyArray<string> => {
  const sentSpellings = spellingsOf(sent)
  // The first difference in the text is named first, as the report shows its place.
  const differences = Array.from(spellingsOf(signed))
    .toReversed()
    .flatMap(([parsed, signedSpelling]): ReadonlyArray<string> => {
      const sentSpelling = sentSpellings.get(parsed)
      if (sentSpelling === undefined || sentSpelling === signedSpelling) return []
      return typeof parsed === 'string'
        ? escapeDifferences(signedSpelling, sentSpelling)
        : [`the number ${signedSpelling} where ${sentSpelling} was sent`]
    })
  return nameFirst([...new Set(differences)])
}

/** The spelling of each string and number by its parsed value. If a value is spelled in several ways, the first one counts. */
const spellingsOf = ({ tokens }: Reading): ReadonlyMap<unknown, string> =>
  new Map(
    tokens
      .filter((literal) => literal.startsWith('"') || isNumber(literal))
      .toReversed()
      .map((literal) => [parseLiteral(literal), literal]),
  )

const parseLiteral = (literal: string): unknown => JSON.parse(literal)

/** Names each character that one spelling of a string escapes, and the other does not escape or escapes otherwise. */
const escapeDifferences = (signedString: string, sentString: string): ReadonlyArray<string> => {
  const sentUnits = unitsOf(sentString)
  const differences = unitsOf(signedString).flatMap((signedUnit, i) => {
    const sentUnit = sentUnits[i] ?? ''
    if (signedUnit === sentUnit || sentUnit === '') return []
    return [`${showUnit(signedUnit)} where ${showUnit(sentUnit)} was sent`]
  })
  return [...new Set(differences)]
}

/** The characters of a string as they are spelled: `a\/b` has the units `a`, `\/`, `b`. */
export const unitsOf = (literal: string): ReadonlyArray<string> => literal.match(unit) ?? []

/** A pair of surrogates, escaped or not, is one letter. */
const unit = /\\u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.|[\s\S]/gu

/** An escape as it is; of a character alone its number, unless it is printable ASCII. */
export const showUnit = (spelling: string): string => {
  const isShown = spelling.startsWith('\\') || (spelling >= ' ' && spelling <= '~')
  if (isShown) return spelling
  return `U+${(spelling.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

// ---- Numbers that lost digits

interface RoundedNumber {
  readonly signedNumber: string
  readonly sentNumber: string
}

/** The first number that differs from the token in its place, if the difference is that of a rounded double. */
const roundedNumber = (signed: Reading, sent: Reading): RoundedNumber | undefined => {
  if (signed.tokens.length !== sent.tokens.length) return undefined
  const index = signed.tokens.findIndex((literal, i) => literal !== sent.tokens[i] && isNumber(literal))
  const signedNumber = signed.tokens[index] ?? ''
  const sentNumber = sent.tokens[index] ?? ''
  return index >= 0 && isRounded(signedNumber, sentNumber) ? { signedNumber, sentNumber } : undefined
}

/** Whether both numbers become the same double, and the first has more digits than a double holds. */
const isRounded = (a: string, b: string): boolean =>
  a.replace(/\D/g, '').length > 15 && a.replace(/[.eE].*$/, '') !== b.replace(/[.eE].*$/, '') && Number(a) === Number(b)

// ---- Content

/** The differences of the values, and then those of the names. */
const namedContentDifferences = (signedText: string, sentText: string): ReadonlyArray<string> => {
  const differences = [...new Set(textDifferences(signedText, sentText))]
  const ofNames = differences.filter(isOfName)
  return [...nameFirst(differences.filter((difference) => !isOfName(difference))), ...nameFirst(ofNames)]
}

/** No JSON Pointer begins so. */
const isOfName = (difference: string): boolean => difference.startsWith('the name "')

const isSameContent = (signedText: string, sentText: string): boolean =>
  JSON.stringify(sortMembers(JSON.parse(signedText))) === JSON.stringify(sortMembers(JSON.parse(sentText)))

/** By the names in the texts: `JSON.parse` puts names that are numbers first. */
const isSameOrder = (signedText: string, sentText: string): boolean =>
  JSON.stringify(namesByObject(signedText)) === JSON.stringify(namesByObject(sentText))

/** Whether an object has the members that both texts have in another order. A name may be spelled otherwise: `user_id` and `userId`. */
const isCommonReordered = (signedText: string, sentText: string): boolean => {
  const compare = (signed: unknown, sent: unknown): boolean => {
    if (Array.isArray(signed) && Array.isArray(sent))
      return signed.length === sent.length && sent.some((item, i) => compare(signed[i], item))
    if (!isObject(signed) || !isObject(sent)) return false
    const signedNames = commonNames(signed, sent)
    const sentNames = commonNames(sent, signed)
    const isSameSequence = signedNames.every((name, i) => plainName(name) === plainName(sentNames[i] ?? ''))
    return !isSameSequence || sentNames.some((name, i) => compare(signed[signedNames[i] ?? ''], sent[name]))
  }
  return compare(JSON.parse(signedText), JSON.parse(sentText))
}

/** The names of the first object that the second one has too, in the order of the first. Names that are numbers have no order. */
const commonNames = (object: JsonObject, other: JsonObject): ReadonlyArray<string> => {
  const otherNames = new Set(Object.keys(other).map(plainName))
  return Object.keys(object).filter((name) => !/^\d+$/.test(name) && otherNames.has(plainName(name)))
}

/** JSON as RFC 8785 writes it: the names sorted by their UTF-16 units, and nothing between the tokens. */
const canonicalText = (json: unknown): string => {
  if (Array.isArray(json)) return `[${json.map(canonicalText).join(',')}]`
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  const names = Object.keys(json).toSorted(byUnits)
  const members = new Map(Object.entries(json))
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(members.get(name))}`).join(',')}}`
}

const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const isCanonical = (json: string): boolean => canonicalText(JSON.parse(json)) === json

/** Whether the members of each object stand sorted by name. */
const isSortedByName = (json: string): boolean =>
  namesByObject(json).every((names) => names.every((name, i) => i === 0 || (names[i - 1] as string) <= name))

/** The names of each object, in the order of the text. */
const namesByObject = (json: string): ReadonlyArray<ReadonlyArray<string>> =>
  objectsIn(json).map(({ members }) => members.map(({ name }) => JSON.parse(json.slice(...name)) as string))

const alphabetical = 'members in alphabetical order (at each level)'

/** Names the order of the signed members, if it is the alphabetical one and that of the sent ones is not. */
const orderName = (signedText: string, sentText: string): string =>
  isSortedByName(signedText) && !isSortedByName(sentText) ? alphabetical : 'members in another order'

const sortMembers = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(sortMembers)
  if (typeof json !== 'object' || json === null) return json
  const members = Object.entries(json)
    .map(([memberName, member]) => [memberName, sortMembers(member)])
    .toSorted(([a], [b]) => ((a as string) < (b as string) ? -1 : 1))
  // The record keeps an empty object apart from an empty array.
  return { members }
}
