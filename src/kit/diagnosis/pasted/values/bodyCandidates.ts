/**
 * What in a tree of literals may be the body: a text or an object with a body's usual name, or one that looks like a body. The
 * Content-Length decides among several; without one the only candidate, or that on which all agree.
 *
 *     {'body': b'{}', 'headers': {'Content-Length': '2'}}      → {}
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../../core/Base64.ts'
import * as Bytes from '../../../../core/Bytes.ts'
import { latin1 } from '../../Received.ts'
import { isFormText, isJson } from '../escapedBody.ts'
import { compactOfLength, isSortedWithin } from '../printedJson.ts'
import type { Leaf, LiteralIndex } from './literalIndex.ts'
import type { Group, Text } from './literals/Literal.ts'
import { responseBegins } from './responseBegins.ts'
import { bodyNames, isAbsent, plainName } from './usualNames.ts'
/** What may be the body. */
export interface Candidate {
  readonly readings: ReadonlyArray<string>
  /** It has a body's usual name. */
  readonly isNamed: boolean
  /** Its notation shows each byte, so its line ends were sent. */
  readonly isExact: boolean
  /** The object of JSON that holds this one: whatever printed it may have parsed and sorted the body. */
  readonly printedObject?: string | undefined
  /** It has the name of something else, so only its length can show that it is the body. */
  readonly isUnrelated?: true
  readonly from: number
}

const numberList = /^\d{1,3}(?: \d{1,3})*$/

/** Numbers in brackets or not, with commas between them, as most languages print a list of bytes, or with blanks, as Go does. */
const byteList =
  /^(?:[[{]\s*)?(?:-?\d{1,3}(?:(?:,\s*| )-?\d{1,3})+|0x[0-9A-Fa-f]{1,2}(?:,\s*0x[0-9A-Fa-f]{1,2})+),?(?:\s*[\]}])?$/

/**
 * The bytes of a list of numbers, signed or not, in decimal or in hexadecimal. Undefined if it is none, or if its bytes do not begin
 * a body of JSON or XML: the list may then be a body of JSON itself.
 */
const bytesOfList = (span: string): string | undefined => {
  if (!byteList.test(span)) return undefined
  const values = span.match(/-?\w+/g) ?? []
  const bytes = values.map((written) => (written.startsWith('-') ? 256 - Number(written.slice(1)) : Number(written)))
  if (bytes.some((byte) => byte > 255)) return undefined
  const decoded = bytes.map((byte) => String.fromCharCode(byte)).join('')
  return /^\s*(?:\{[\s\S]*\}|\[[\s\S]*\]|<[\s\S]*>|"[\s\S]*")\s*$/.test(decoded) ? decoded : undefined
}

/** A text's bytes where it is Base64 of JSON, or a list of bytes. A list with commas may be a body of JSON as well. */
const decodeLiteral = (literal: string): ReadonlyArray<string> => {
  const listed = bytesOfList(literal)
  if (listed !== undefined) return [listed]
  if (numberList.test(literal))
    return [literal.replace(/(\d+)(?: |$)/g, (_, byte: string) => String.fromCharCode(Number(byte) & 255))]
  // As .NET prints bytes.
  if (/^(?:[0-9A-F]{2}-)+[0-9A-F]{2}$/.test(literal) && literal.length > 8)
    return [literal.replace(/(..)-?/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))]
  // PostgreSQL prints bytes so.
  if (/^\\x(?:[0-9a-f]{2}){2,}$/.test(literal))
    return [literal.slice(2).replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))]
  const bytes = /^[A-Za-z0-9+/]{3,}={0,2}$/.test(literal) ? Base64.decode(literal) : undefined
  if (bytes === undefined || E.isLeft(bytes)) return []
  const decoded = latin1(bytes.right)
  return /^(?:e[wy3]|W[wyz1-3])/.test(literal) || (literal.length >= 8 && isFormText(decoded)) ? [decoded] : []
}

const isJsonSpan = (span: string): boolean =>
  /^(?:\{\s*(?:"(?:[^"\\]|\\.){0,200}"\s*:|\})|\[\s*(?:["{[\]]|(?:true|false|null|-?\d[\d.eE+-]{0,64})\s*[,\]]))/.test(
    span,
  )

/** A record of a log about the response, as Logbook writes one. */
const isResponseRecord = (span: string): boolean =>
  /"(?:type|origin)"\s{0,8}:\s{0,8}"(?:response|remote)"/.test(span) && /"status"\s{0,8}:\s{0,8}\d{3}\b/.test(span)

/** Whether the bracket that ends the text is the partner of the one that begins it; else the end is cut off. */
const isClosed = (span: string): boolean => (span.startsWith('{') ? '}' : ']') === span.at(-1)

/** Without quotes: XML, a form, Base64, or a list of bytes. */
const bareBody =
  /^(?:<.*|(?:[0-9A-F]{2}-){3,}[0-9A-F]{2}|\\x[0-9a-f]{4,}|\w+=\S*|[A-Za-z0-9+/]{16,}={0,2}|\d{1,3}(?:,? \d{1,3})+)$/s

/** Cassettes write a body as an encoding and a text. */
const wrapped = /^(?:string|base64_string)$/

/** The outermost object of JSON round this group. Undefined if the group is in none. */
const objectRound = (source: string, index: LiteralIndex, group: Group): string | undefined => {
  const outermost = index.pathOf(group).at(-2)
  if (outermost === undefined || outermost === group) return undefined
  const printed = source.slice(outermost.from, outermost.to)
  return printed.startsWith('{') && isJsonSpan(printed.slice(0, 512)) && isClosed(printed) ? printed : undefined
}

/** The readings, those of JSON first if the likeliest begins like JSON and is none: `{"a":"\\"b"}` in a table of Markdown has no escapes. */
const jsonFirst = (readings: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [likeliest = '', ...others] = readings
  if (others.length === 0 || !/^\s*[[{]/.test(likeliest) || isJson(likeliest)) return readings
  // YAML folds the lines of a text; other programs write them as they are.
  const json = readings.filter(isJson).toReversed()
  return [...json, ...readings.filter((reading) => !json.includes(reading))]
}

/** The JSON, and the same with the line end behind it: only the Content-Length shows whether that was sent. */
const withLineEnd = (source: string, { from: start, to: end }: Group): ReadonlyArray<string> => {
  const span = source.slice(start, end)
  const lineEnd = /^\r?\n/.exec(source.slice(end, end + 2))?.[0]
  return lineEnd === undefined || !span.includes('\n') ? [span] : [span, span + lineEnd]
}

/** All that may be the body, in the order of the text. */
export const candidatesIn = (
  source: string,
  index: LiteralIndex,
  headers: ReadonlyArray<Group>,
  /** The Content-Type is that of a form. */
  isForm = false,
): ReadonlyArray<Candidate> => {
  const ofTexts = index.leaves.flatMap((leaf) => candidatesOfText(leaf, headers[0], isForm))
  return [...ofTexts, ...candidatesOfGroups(source, index, headers)].sort((a, b) => a.from - b.from)
}

const isBodyName = (key: string | undefined): boolean =>
  key !== undefined && (bodyNames.test(plainName(key)) || wrapped.test(key))

/** Whether a text says that there is a body or none, as in `<request body="true">`. A list of one such word may be a body. */
const isWordOnBody = ({ isQuoted, readings: [reading] }: Text): boolean =>
  /^(?:true|false)$/.test(reading) || (!isQuoted && isAbsent(reading))

/** Whether a text has a body's name. */
const isNamedBody = ({ key, levels, value: literal, parent }: Leaf): boolean => {
  // A member of an object that was cut before its value is not the body that the object is.
  const isOfObject = levels > 0 && parent.items.some((member) => member.key !== undefined)
  if (!isBodyName(key) || isOfObject) return false
  return (
    literal.isQuoted ||
    literal.readings.some((reading) => (/^[[{]/.test(reading) ? isJsonSpan(reading) : bareBody.test(reading)))
  )
}

const candidatesOfText = (leaf: Leaf, headers: Group | undefined, isForm: boolean): ReadonlyArray<Candidate> => {
  const { key, levels, value: literal, parent } = leaf
  if (parent === headers && key !== undefined && !isBodyName(key)) return []
  if (key !== undefined && /^(?:@?message|response_?body)$/i.test(key)) return []
  const isWord = isWordOnBody(literal)
  if (literal.isCut || (isWord && literal.readings.length === 1)) return []
  const isNamed = isNamedBody(leaf)
  const isUnnamed = key === undefined || (levels >= 2 && !/headers?$/i.test(key))
  const hasLook = /^\s*[[{<]/.test(literal.readings[0]) || (isForm && isFormText(literal.readings[0]))
  if (!isNamed && !(literal.isQuoted && isUnnamed && hasLook)) return []
  // A list without quotes is itself the body, unless it lists bytes.
  const decoded = [...new Set(literal.readings.flatMap(decodeLiteral))]
  const ownReadings = literal.isQuoted ? jsonFirst(literal.readings) : literal.readings.toReversed()
  const isExact = literal.isExact === true || decoded.length > 0
  const candidate: Candidate = { readings: [...decoded, ...ownReadings], isNamed, isExact, from: literal.from }
  return [isWord ? { ...candidate, isUnrelated: true } : candidate]
}

const candidatesOfGroups = (
  source: string,
  index: LiteralIndex,
  headers: ReadonlyArray<Group>,
): ReadonlyArray<Candidate> => {
  let end = 0
  return index.groups.flatMap(({ key, group }): ReadonlyArray<Candidate> => {
    const isNamed = isBodyName(key)
    // Of JSON inside JSON only what has a body's name.
    if (group.from < end && !isNamed) return []
    const span = source.slice(group.from, group.to)
    const listed = bytesOfList(span)
    if (listed !== undefined) return [{ readings: [listed], isNamed, isExact: true, from: group.from }]
    if (!isNamed && isResponseRecord(span.slice(0, 512))) return []
    if (!isJsonSpan(span.slice(0, 512)) || !isClosed(span) || headers.includes(group)) return []
    const candidate: Candidate = { readings: withLineEnd(source, group), isNamed, isExact: false, from: group.from }
    const isOther = key !== undefined && !isNamed && !/^(?:request|info|debug|log|msg|out|sent)$/i.test(key)
    // A short object may have the length of the body by chance.
    if (isOther) return span.length < 16 ? [] : [{ ...candidate, isUnrelated: true }]
    if (isWrapper(group, isNamed)) return []
    end = Math.max(end, group.to)
    return [{ ...candidate, printedObject: objectRound(source, index, group) }]
  })
}

/** Whether an object holds the text of a body beside its encoding or its size. */
const isWrapper = ({ items }: Group, isNamed: boolean): boolean => {
  const isOfEcs =
    isNamed && items.length > 0 && items.every((member) => /^(?:content|bytes|size)$/.test(member.key ?? ''))
  return isOfEcs || items.some((member) => member.key === 'string' || member.key === 'encoding')
}

/** A reading that all of them share. */
const agreed = (candidates: ReadonlyArray<Candidate>): string | undefined =>
  candidates[0]?.readings.find((reading) => candidates.every(({ readings }) => readings.includes(reading)))

export interface Chosen {
  readonly bytes: Bytes.Bytes
  /** Nothing shows that these are the bytes that were sent: the program may have indented the body. */
  readonly isForTheEye?: true
  /** A program has parsed the body, and nothing shows that these are the bytes that were sent. */
  readonly isParsed?: true
  /** The program has sorted the members of all objects by name, perhaps also those of the body. */
  readonly isSorted?: true
  readonly notes: ReadonlyArray<string>
}

/** The body: of the length that was sent, or the one that has its name, or the only one there is. */
export const chooseBody = (
  candidates: ReadonlyArray<Candidate>,
  length: number | undefined,
  headersStart: number,
  /** Where the headers are: the line of an access log has the status before them, and the body after them. */
  responseFrom: number,
  source: string,
): Chosen | undefined => {
  const ofText = (body: string | undefined): Chosen | undefined => {
    if (body === undefined) return undefined
    const chosen: Chosen = { bytes: Bytes.ofAscii(body), notes: [] }
    const sources = candidates.filter(({ readings }) => readings.includes(body))
    const isExact = length !== undefined || sources.some((one) => one.isExact)
    if (!isExact && sources.every(({ printedObject }) => printedObject !== undefined))
      return { ...chosen, isParsed: true }
    return isIndented(body) && !isExact ? { ...chosen, isForTheEye: true } : chosen
  }
  const inOrder = [...candidates.filter(({ isNamed }) => isNamed), ...candidates.filter(({ isNamed }) => !isNamed)]
  if (length !== undefined) {
    for (const { readings, printedObject } of inOrder) {
      const exact = readings.find((reading) => reading.length === length)
      if (exact === undefined) continue
      const isSorted = printedObject !== undefined && isSortedWithin(exact, printedObject)
      return isSorted ? { bytes: Bytes.ofAscii(exact), isSorted, notes: [] } : ofText(exact)
    }
    for (const { readings } of inOrder.slice(0, 8)) {
      const compact = compactOfLength(Bytes.ofAscii(readings[0] ?? ''), length)
      if (compact !== undefined) return compact
    }
    return undefined
  }
  const end = source.slice(responseFrom).search(responseBegins)
  const related = inOrder.filter(({ isUnrelated }) => isUnrelated !== true)
  const beforeResponse = related.filter((candidate) => end < 0 || candidate.from < responseFrom + end)
  const byName = beforeResponse.filter(({ isNamed }) => isNamed)
  const afterHeaders = beforeResponse.filter((candidate) => candidate.from >= headersStart)
  if (byName.length > 0)
    return ofText(
      agreed(byName) ??
        byName.find((candidate) => candidate.from >= headersStart)?.readings[0] ??
        byName[0]?.readings[0],
    )
  return ofText(agreed(afterHeaders))
}

/** Whether the text holds a body whose end the program has left out, as Node does with a long Buffer. */
export const isBodyCut = ({ leaves }: LiteralIndex): boolean =>
  leaves.some(
    ({ key, value: literal }) => literal.isCut === true && key !== undefined && bodyNames.test(plainName(key)),
  )

export const bodyCut = 'The body is cut off here, so it was ignored; have the program print the whole body.'

/** A JSON text over several lines: perhaps printed for the eye. */
const isIndented = (body: string): boolean => /^[[{][ \t]*\r?\n/.test(body)

export const forTheEye =
  'The body is in several lines here. Perhaps a program indented it for reading. Without a Content-Length this cannot be checked, so the body was ignored; log the body as it is sent.'
