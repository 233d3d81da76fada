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
import { bytesOfHex } from '../hexText.ts'
import { compactOfLength, isSortedWithin } from '../printedJson.ts'
import type { Leaf, LiteralIndex } from './literalIndex.ts'
import type { Group, Text } from './literals/Literal.ts'
import { otherRequests } from './otherRequests.ts'
import { responseBegins } from './responseBegins.ts'
import { bodyNames, isAbsent, isUrl, plainName } from './usualNames.ts'

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
  /** Its name says that it is of the request, as `request_body` does. It may stand behind the response. */
  readonly isOfRequest?: true
  readonly from: number
}

/** One number alone is the size of something. */
const numberList = /^\d{1,3}(?: \d{1,3})+$/

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
  // Cut within its last number, `125, 12` for `125, 125`, a list seems to end in white space.
  const mayBeCut = /\s$/.test(decoded) && !isJson(decoded)
  return !mayBeCut && /^\s*(?:\{[\s\S]*\}|\[[\s\S]*\]|<[\s\S]*>|"[\s\S]*")\s*$/.test(decoded) ? decoded : undefined
}

/** `7B-22-61-22`, `7b:22:61:22`: .NET and tshark print bytes so. A shorter one, such as `7B-7D`, may be no list of bytes. */
const separatedHex = /^(?:(?:[0-9A-F]{2}-){3,}|(?:[0-9a-f]{2}:){3,})[0-9A-Fa-f]{2}$/

/** `\x7b7d`: PostgreSQL prints bytes so. */
const byteaHex = /^\\x(?:[0-9a-f]{2}){2,}$/

/** The bytes of a text of digits in hexadecimal, as tshark prints a body: `7b2261223a317d`. Undefined if they do not look like JSON. */
export const bodyOfHex = (literal: string): string | undefined => {
  if (!/^(?:7b|5b)(?:[0-9a-f]{2})+$/.test(literal)) return undefined
  const decoded = bytesOfHex(literal)
  return /^(?:\{[\t\n\r -\xff]*\}|\[[\t\n\r -\xff]*\])\s{0,4}$/.test(decoded) ? decoded : undefined
}

/** The bytes of a text that is a list of bytes, or Base64 of JSON or of a form. Empty if it is none of these. */
const decodeLiteral = (literal: string): ReadonlyArray<string> => {
  const listed = bytesOfList(literal)
  if (listed !== undefined) return [listed]
  if (numberList.test(literal))
    return [literal.replace(/(\d+)(?: |$)/g, (_, byte: string) => String.fromCharCode(Number(byte) & 255))]
  if (separatedHex.test(literal)) return [bytesOfHex(literal.replace(/[-:]/g, ''))]
  const undashed = bodyOfHex(literal)
  if (undashed !== undefined) return [undashed]
  if (byteaHex.test(literal)) return [bytesOfHex(literal.slice(2))]
  const bytes = /^[A-Za-z0-9+/]{3,}={0,2}$/.test(literal) ? Base64.decode(literal) : undefined
  if (bytes === undefined || E.isLeft(bytes)) return []
  const decoded = latin1(bytes.right)
  return /^(?:e[wy3]|W[wyz1-3])/.test(literal) || (literal.length >= 8 && isFormText(decoded)) ? [decoded] : []
}

const isJsonSpan = (span: string): boolean =>
  /^(?:\{\s*(?:"(?:[^"\\]|\\.){0,200}"\s*:|\})|\[\s*(?:["{[\]]|(?:true|false|null|-?\d{1,64}(?:\.\d{1,64})?(?:[eE][+-]?\d{1,4})?)\s*(?:\]|,\s*["{[\dtfn-])))/.test(
    span,
  )

/** A record of a log about the response, as Logbook writes one. */
const isResponseRecord = (span: string): boolean =>
  /"(?:type|origin)"\s{0,8}:\s{0,8}"(?:response|remote)"/.test(span) && /"status"\s{0,8}:\s{0,8}\d{3}\b/.test(span)

/**
 * A test whether a group is another record of the log: it stands beside the record with the headers, and has a member of the same name,
 * such as `level` or `method`. Only its length can show that it is the body all the same.
 */
const otherRecords = (headers: ReadonlyArray<Group>): ((group: Group, parent: Group) => boolean) => {
  const record = headers.at(-2)
  const names = new Set(record?.items.flatMap(({ key }) => key ?? []))
  return (group, parent) =>
    record !== undefined &&
    parent === headers.at(-1) &&
    group !== record &&
    group.items.some(({ key }) => key !== undefined && names.has(key))
}

/** Whether the text ends in the partner of its first bracket. If not, its end is cut off. */
const isClosed = (span: string): boolean => span.endsWith(span.startsWith('{') ? '}' : ']')

/** Without quotes: XML, a form, Base64, or a list of bytes. */
const bareBody =
  /^(?:<.*|(?:[0-9A-F]{2}-){3,}[0-9A-F]{2}|(?:7b|5b)[0-9a-f]{2,}|\\x[0-9a-f]{4,}|\w+=\S*|[A-Za-z0-9+/]{16,}={0,2}|\d{1,3}(?:,? \d{1,3})+)$/s

/** Cassettes of VCR keep a body as an object. Its text has one of these names: `{"encoding":"UTF-8","string":"{}"}`. */
const textOfCassette = /^(?:string|base64_string)$/

/** The outermost object of JSON round this group. Undefined if the group is in none. */
const objectRound = (source: string, index: LiteralIndex, group: Group): string | undefined => {
  const outermost = index.pathOf(group).at(-2)
  if (outermost === undefined || outermost === group) return undefined
  const printed = source.slice(outermost.from, outermost.to)
  return printed.startsWith('{') && isJsonSpan(printed.slice(0, 512)) && isClosed(printed) ? printed : undefined
}

/**
 * The readings, those that are JSON first if the likeliest only begins like JSON. In `{"a":"\"b"}` of a table of Markdown the
 * backslash is of the JSON: without it the text would be no JSON.
 */
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

/** Where the headers of the request are, and what they say of the body. */
export interface HeadersPlace {
  /** The groups round the headers, the innermost first. */
  readonly path: ReadonlyArray<Group>
  readonly at: number
  /** The Content-Type is that of a form. */
  readonly isForm: boolean
  /** The Content-Length shows which body is the right one. */
  readonly isMeasured: boolean
}

/** All that may be the body, in the order of the text. */
export const candidatesIn = (
  source: string,
  index: LiteralIndex,
  { path, at, isForm, isMeasured }: HeadersPlace,
): ReadonlyArray<Candidate> => {
  const isOfOther = otherRequests(source, index, path, at, isMeasured)
  const ofTexts = index.leaves
    .flatMap((leaf) => candidatesOfText(leaf, path[0], isForm).map((candidate) => ({ candidate, leaf })))
    .filter(({ leaf: { value, parent } }) => !isOfOther({ from: value.from, to: value.to, parent }))
    .map(({ candidate }) => candidate)
  const ownGroups = index.groups.filter(({ group, parent }) => !isOfOther({ from: group.from, to: group.to, parent }))
  return [...ofTexts, ...candidatesOfGroups(source, { ...index, groups: ownGroups }, path)].sort(
    (a, b) => a.from - b.from,
  )
}

const isBodyName = (key: string | undefined): boolean =>
  key !== undefined && (bodyNames.test(plainName(key)) || textOfCassette.test(key))

/** `NSURL(string: "https://…")` of Swift is no body of a cassette. */
const isUrlAsText = (key: string | undefined, { readings: [reading] }: Text): boolean =>
  key !== undefined && textOfCassette.test(key) && isUrl(reading)

/** Whether a text says only whether there is a body: `<request body="true">`, `body: null`. In quotes, `null` may be the body. */
const isWordOnBody = ({ isQuoted, readings: [reading] }: Text): boolean =>
  /^(?:true|false)$/.test(reading) || (!isQuoted && isAbsent(reading))

/** Whether a text has a body's name, and is in quotes or looks like a body. */
const isNamedBody = ({ key, levels, value: literal, isAmongNames }: Leaf): boolean => {
  // A member of an object that was cut before its value is not the body that the object is.
  const isOfObject = levels > 0 && isAmongNames
  const isSize = /bytes$/i.test(key ?? '') && /^\d{1,15}$/.test(literal.readings[0])
  if (!isBodyName(key) || isOfObject || isSize || isUrlAsText(key, literal)) return false
  return (
    literal.isQuoted ||
    literal.readings.some((reading) => (/^[[{]/.test(reading) ? isJsonSpan(reading) : bareBody.test(reading)))
  )
}

/** Whether a text without a body's name looks like one: it is in quotes, and begins like JSON or XML or is the form that was announced. */
const looksLikeBody = ({ key, levels, value: literal }: Leaf, isForm: boolean): boolean => {
  // The name that a text inherits from two groups further out may be that of anything, but not that of headers.
  const mayBeBody = key === undefined || (levels >= 2 && !/headers?$/i.test(key))
  const [likeliest] = literal.readings
  return literal.isQuoted && mayBeBody && (/^\s*[[{<]/.test(likeliest) || (isForm && isFormText(likeliest)))
}

const candidatesOfText = (leaf: Leaf, headers: Group | undefined, isForm: boolean): ReadonlyArray<Candidate> => {
  const { key, levels, value: literal, parent } = leaf
  const isHeader = parent === headers && key !== undefined && !isBodyName(key)
  const isOfLogOrResponse = key !== undefined && /^(?:@?message|response_?body)$/i.test(key)
  if (isHeader || isOfLogOrResponse || literal.isCut) return []
  const isWord = isWordOnBody(literal)
  // A list of one such word has a second reading, and that may be the body.
  if (isWord && literal.readings.length === 1) return []
  const isNamed = isNamedBody(leaf)
  if (!isNamed && !looksLikeBody(leaf, isForm) && bodyOfHex(literal.readings[0]) === undefined) return []
  const decoded = [...new Set(literal.readings.flatMap(decodeLiteral))]
  // A list without quotes is itself the body, unless it lists bytes.
  const ownReadings = literal.isQuoted ? jsonFirst(literal.readings) : literal.readings.toReversed()
  const isExact = literal.isExact === true || decoded.length > 0
  const candidate: Candidate = { readings: [...decoded, ...ownReadings], isNamed, isExact, from: literal.from }
  if (isWord) return [{ ...candidate, isUnrelated: true }]
  return [
    isNamed && levels === 0 && /^req(?:uest)?[_-]?(?:body|payload|data|content)/i.test(key ?? '')
      ? { ...candidate, isOfRequest: true }
      : candidate,
  ]
}

/** Names of what may hold the body alone: a log puts the object that it prints below a name such as `msg`. */
const namesOfLogged = /^(?:request|info|debug|log|msg|out|sent)$/i

/** A shorter object of another name may have the length of the body by chance. */
const shortestUnrelated = 16

/** Whether a list stands in the prefix or in the words of a log: a number alone, or right behind a name. `process [19517]`, `LogicalHandler[100]`. */
const isOfLogLine = (source: string, { from: start }: Group, span: string): boolean =>
  /^\[\s*[^\s,"{}[\]]+\s*\]$/.test(span) || (span.startsWith('[') && /[\w)]/.test(source[start - 1] ?? ''))

/** Whether an object of source code is given to a serializer, which writes it in its own way: `json.dumps({"a":1})` gives `{"a": 1}`. */
const isSerialized = (source: string, { from: start }: Group): boolean =>
  /(?:\bjson\.dumps|\bJSON\.(?:stringify|generate)|\bjson_encode)\(\s{0,64}$/.test(
    source.slice(Math.max(0, start - 96), start),
  )

const candidatesOfGroups = (
  source: string,
  index: LiteralIndex,
  headers: ReadonlyArray<Group>,
): ReadonlyArray<Candidate> => {
  const candidates: Array<Candidate> = []
  // The end of the JSON that is a candidate already. Of the objects inside it only one with a body's name is another.
  let candidateEnd = 0
  const isOtherRecord = otherRecords(headers)
  for (const { key, group, parent } of index.groups) {
    const isNamed = isBodyName(key)
    if (group.from < candidateEnd && !isNamed) continue
    const span = source.slice(group.from, group.to)
    const listed = bytesOfList(span)
    if (listed !== undefined) {
      candidates.push({ readings: [listed], isNamed, isExact: true, from: group.from })
      continue
    }
    if (!isNamed && (isResponseRecord(span.slice(0, 512)) || isOfLogLine(source, group, span))) continue
    if (!isJsonSpan(span.slice(0, 512)) || !isClosed(span) || headers.includes(group)) continue
    if (isSerialized(source, group)) continue
    const candidate: Candidate = { readings: withLineEnd(source, group), isNamed, isExact: false, from: group.from }
    const isOther = isOtherRecord(group, parent)
    if ((key !== undefined && !isNamed && !namesOfLogged.test(key)) || (isOther && !isNamed)) {
      // A record has many objects beside the headers, and one of them may have the length of the body by chance.
      const record = headers.at(-2)
      const isInRecord = record !== undefined && index.pathOf(group).includes(record)
      if (span.length >= shortestUnrelated && !isInRecord) candidates.push({ ...candidate, isUnrelated: true })
    } else if (!isWrapper(group, isNamed)) {
      candidateEnd = Math.max(candidateEnd, group.to)
      candidates.push({ ...candidate, printedObject: objectRound(source, index, group) })
    }
  }
  return candidates
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

/** What a printed text says of its body, beside the candidates. */
export interface Surroundings {
  readonly source: string
  /** The Content-Length. Undefined if none was sent. */
  readonly length: number | undefined
  /** Where the request begins: at its headers, or at a request line before them. Only a named body may stand before this. */
  readonly requestStart: number
  /** Where the headers are. The line of an access log has the status before them, so a response is looked for after them. */
  readonly headersAt: number
}

/** The body: of the length that was sent, or the one that has its name, or the only one there is. */
export const chooseBody = (candidates: ReadonlyArray<Candidate>, surroundings: Surroundings): Chosen | undefined => {
  const { length } = surroundings
  const namedFirst = candidates.toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed))
  return length === undefined
    ? likeliestBody(namedFirst, surroundings)
    : (bodyOfLength(namedFirst, length) ?? compactBodyOfLength(namedFirst, length))
}

/** The first reading of this length. */
const bodyOfLength = (candidates: ReadonlyArray<Candidate>, length: number): Chosen | undefined => {
  for (const { readings, printedObject } of candidates) {
    const body = readings.find((reading) => reading.length === length)
    if (body === undefined) continue
    const isSorted = printedObject !== undefined && isSortedWithin(body, printedObject)
    return { bytes: Bytes.ofAscii(body), ...(isSorted ? { isSorted } : {}), notes: [] }
  }
  return undefined
}

/** Each try parses a whole candidate, so only the likeliest are tried. */
const mostCompacted = 8

/** The first candidate that has this length without the blanks of a printer. */
const compactBodyOfLength = (candidates: ReadonlyArray<Candidate>, length: number): Chosen | undefined => {
  for (const { readings } of candidates.slice(0, mostCompacted)) {
    const compact = compactOfLength(Bytes.ofAscii(readings[0] ?? ''), length)
    if (compact !== undefined) return compact
  }
  return undefined
}

/** Without a Content-Length: the candidate with a body's name, or the only one after the headers; not one of the response. */
const likeliestBody = (
  candidates: ReadonlyArray<Candidate>,
  { source, requestStart, headersAt }: Surroundings,
): Chosen | undefined => {
  const untilResponse = source.slice(headersAt).search(responseBegins)
  const responseAt = untilResponse < 0 ? Number.POSITIVE_INFINITY : headersAt + untilResponse
  const ofRequest = candidates.filter(
    ({ isUnrelated, isOfRequest, from }) => isUnrelated !== true && (isOfRequest === true || from < responseAt),
  )
  const named = ofRequest.filter(({ isNamed }) => isNamed)
  const isInRequest = ({ from }: Candidate): boolean => from >= requestStart
  const body =
    named.length > 0
      ? (agreed(named) ?? named.find(isInRequest)?.readings[0] ?? named[0]?.readings[0])
      : agreed(ofRequest.filter(isInRequest))
  return body === undefined ? undefined : unmeasuredBody(body, candidates)
}

/** A body without a Content-Length, with what its printing may have changed. */
const unmeasuredBody = (body: string, candidates: ReadonlyArray<Candidate>): Chosen => {
  const chosen: Chosen = { bytes: Bytes.ofAscii(body), notes: [] }
  const sources = candidates.filter(({ readings }) => readings.includes(body))
  if (sources.some(({ isExact }) => isExact)) return chosen
  if (sources.every(({ printedObject }) => printedObject !== undefined)) return { ...chosen, isParsed: true }
  return isIndented(body) ? { ...chosen, isForTheEye: true } : chosen
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
