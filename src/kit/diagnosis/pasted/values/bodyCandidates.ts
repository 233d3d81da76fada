/**
 * What in a tree of literals may be the body: a text or an object with a body's usual name, or one that looks like a body.
 *
 *     {'body': b'{}', 'headers': {'Content-Length': '2'}}        a text: {}
 *     level=info msg={"a":1} headers={"Content-Length":"7"}      an object: {"a":1}
 *
 * chooseBody.ts decides which of the candidates it is.
 */
import { isFormText, isJson } from '../escapedBody.ts'
import { bodyOfHex, bytesInLiteral, bytesOfList, bytesOfNumberList, decodedText } from './bytesInLiteral.ts'
import type { Leaf, LiteralIndex, PlacedGroup } from './literalIndex.ts'
import type { Group, Text } from './literals/Literal.ts'
import { otherRequests, type Place } from './otherRequests.ts'
import { bodyNames, isAbsent, isUrl, methodNames, plainName } from './usualNames.ts'

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
  /** It is JSON whose own members are no words of a log, of a request or of an answer. So nothing says that only a member of it was sent. */
  readonly isPlainJson?: true
  /** It stands within such JSON: it may have the name of a body because a member of the body is called so. */
  readonly isMember?: true
  readonly from: number
  /** The offset after it. Undefined for a dump of bytes. */
  readonly to?: number
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

/** Whether an object has the status of a response, and no method: `{ statusCode: 401, body: '', request: { … } }`. */
const isResponse = ({ items }: Group): boolean =>
  items.some(
    ({ key, value }) =>
      key !== undefined &&
      /^status(?:_?code)?$/i.test(key) &&
      value._tag === 'Text' &&
      /^[1-5]\d\d$/.test(value.readings[0]),
  ) && !items.some(({ key }) => key !== undefined && methodNames.test(plainName(key)))

/** Whether an object has headers beside the request in it. Then its body is not of the request, even if it has the length of one. */
const hasOwnHeaders = ({ items }: Group, path: ReadonlyArray<Group>): boolean =>
  items.some(({ key, value }) => key === 'headers' && value._tag === 'Group' && !path.includes(value))

/** All that may be the body, in the order of the text. */
export const candidatesIn = (source: string, index: LiteralIndex, place: HeadersPlace): ReadonlyArray<Candidate> => {
  const { path, at, isMeasured } = place
  const isOfOtherRequest = otherRequests(source, index, path, at, isMeasured)
  // The object round the request may be the response that has it. Each object of the path is looked at once: it may have many members.
  const responses = path.slice(2).filter((group) => isResponse(group) && (!isMeasured || hasOwnHeaders(group, path)))
  const isOfOther = (place: Place): boolean => isOfOtherRequest(place) || responses.includes(place.parent)
  const ownLeaves = index.leaves.filter(({ value: { from, to }, parent }) => !isOfOther({ from, to, parent }))
  const ownGroups = index.groups.filter(({ group, parent }) => !isOfOther({ from: group.from, to: group.to, parent }))
  const ofTexts = ownLeaves.flatMap((leaf) => candidateOfText(source, leaf, place) ?? [])
  const ofGroups = candidatesOfGroups(source, { ...index, groups: ownGroups }, path)
  return withMembersMarked([...ofTexts, ...ofGroups].toSorted((a, b) => a.from - b.from))
}

/** The candidates, in the order of the text, with a mark on those within plain JSON. */
const withMembersMarked = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  let reach = 0
  return candidates.map((candidate): Candidate => {
    const isMember = candidate.from < reach
    if (candidate.isPlainJson === true) reach = Math.max(reach, candidate.to ?? 0)
    return isMember ? { ...candidate, isMember } : candidate
  })
}

/** Members of a record of a log, of a request, or of an answer: such an object is not the body, but may hold it. */
const namesOfRecord =
  /^(?:@?timestamp|time|ts|date|level|severity|msg|message|logger|event|method|ur[il]|path|target|headers?|request|response|status|code|success|errors?|ok|result|content-?type|encoding|base64|params?|args|kwargs|json)$/i

const isPlainJson = ({ items }: Group): boolean =>
  items.length > 0 && !items.some(({ key }) => key === undefined || namesOfRecord.test(plainName(key)))

/** Cassettes of VCR keep a body as an object. Its text has one of these names: `{"encoding":"UTF-8","string":"{}"}`. */
const textOfCassette = /^(?:string|base64_string)$/

const isBodyName = (key: string | undefined): boolean =>
  key !== undefined && (bodyNames.test(plainName(key)) || textOfCassette.test(key))

/** Whether the text holds a body whose end the program has left out, as Node does with a long Buffer. */
export const isBodyCut = ({ leaves }: LiteralIndex): boolean =>
  leaves.some(
    ({ key, value: literal }) => literal.isCut === true && key !== undefined && bodyNames.test(plainName(key)),
  )

export const bodyCut = 'The body is cut off here, so it was ignored; have the program print the whole body.'

// ---- Texts

/** Bodies that are recognized without quotes. */
const bareBodies: ReadonlyArray<RegExp> = [
  // XML: `<a/>`
  /<.*/,
  // Bytes in hexadecimal digits: `7B-22-61-22`, `7b2261223a317d`, `\x7b7d`
  /(?:[0-9A-F]{2}-){3,}[0-9A-F]{2}|(?:7b|5b)[0-9a-f]{2,}|\\x[0-9a-f]{4,}/,
  // A form: `a=1&b=2`
  /\w+=\S*/,
  // Base64
  /[A-Za-z0-9+/]{16,}={0,2}/,
  // Bytes in numbers: `123 34 97`, `123, 34, 97`
  /\d{1,3}(?:,? \d{1,3})+/,
]
const bareBody = new RegExp(`^(?:${bareBodies.map(({ source }) => source).join('|')})$`, 's')

/**
 * The readings in the order of their likelihood. If the likeliest only begins like JSON, those that are JSON come first: in
 * `{"a":"\"b"}` of a table of Markdown, the backslash is of the JSON, because without it the text would be no JSON.
 */
const jsonFirst = (readings: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [likeliest = '', ...others] = readings
  if (others.length === 0 || !/^\s*[[{]/.test(likeliest) || isJson(likeliest)) return readings
  // YAML folds the lines of a text; other programs write them as they are.
  const json = readings.filter(isJson).toReversed()
  return [...json, ...readings.filter((reading) => !json.includes(reading))]
}

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

/** Names of what was sent, before a program parsed it. It may be the body or a whole message, so it is no name of the body. */
const rawNames = /^raw(?:_?post)?$/i

/** Whether a text without a body's name looks like one: it is in quotes, and begins like JSON or XML or is the form that was announced. */
const looksLikeBody = ({ key, levels, value: literal }: Leaf, isForm: boolean): boolean => {
  // A text without a name has that of the group round it. A name from two groups further out may be that of anything, but not of headers.
  const mayBeBody = key === undefined || rawNames.test(key) || (levels >= 2 && !/headers?$/i.test(key))
  const [likeliest] = literal.readings
  return literal.isQuoted && mayBeBody && (beginsLikeBody(likeliest) || (isForm && isFormText(likeliest)))
}

/** JSON, XML or an object begins. A list of no JSON is the name of a connection or of a thread: `[id: 0x678e4ce9, L:/127.0.0.1:37366]`. */
const beginsLikeBody = (text: string): boolean =>
  /^\s*[{<]/.test(text) || listBegins.test(text.slice(0, mostOfBeginning).trimStart())

/** Programs print a list of no bytes, and many other things that are not there, as an empty list. Only its length can show that it is the body. */
const emptyList = /^\[\s*\]$/

const isEmptyList = ({ isQuoted, readings }: Text): boolean =>
  !isQuoted && readings.some((reading) => emptyList.test(reading))

/** `message` is a line of the log. */
const namesOfLogOrResponse = /^(?:@?message|response_?body)$/i

/** `request_body`, `reqPayload`: the name says whose body it is. */
const namesOfRequestBody = /^req(?:uest)?[_-]?(?:body|payload|data|content)/i

/** The text as a candidate. Undefined if it cannot be the body. */
const candidateOfText = (
  source: string,
  leaf: Leaf,
  { path: [headers], isForm, isMeasured }: HeadersPlace,
): Candidate | undefined => {
  const { key, levels, value: literal, parent } = leaf
  const isHeader = parent === headers && key !== undefined && !isBodyName(key)
  const isOfLogOrResponse = key !== undefined && namesOfLogOrResponse.test(key)
  if (isHeader || isOfLogOrResponse || literal.isCut) return undefined
  const isWord = isWordOnBody(literal)
  // A list of one such word has a second reading, and that may be the body.
  if (isWord && literal.readings.length === 1) return undefined
  const isNamed = isNamedBody(leaf)
  const isHex = bodyOfHex(literal.readings[0]) !== undefined
  if (!isNamed && !looksLikeBody(leaf, isForm) && !isHex) return undefined
  const isList = isNamed && isTypedBytes(source, literal)
  const decode = isList ? bytesOfNumberList : bytesInLiteral
  // The bytes of Erlang and of Python are decoded already, and what they look like was sent so: `<<55,98>>`, `b'7b'`.
  const isDecoded =
    /^<<\d/.test(source.slice(literal.from, literal.from + 3)) ||
    /[bB]["']/.test(source.slice(Math.max(0, literal.from - 1), literal.from + 2))
  const decoded = isDecoded ? [] : [...new Set(literal.readings.flatMap((reading) => decode(reading) ?? []))]
  // A list without quotes is itself the body, unless it lists bytes.
  const ownReadings = literal.isQuoted ? jsonFirst(literal.readings) : literal.readings.toReversed()
  const isExact = literal.isExact === true || decoded.length > 0
  // Only the length shows that digits or Base64 of any other text are the body in these notations.
  const byLength = isMeasured && isNamed ? decodedText(literal.readings[0]) : []
  const readings = [...decoded, ...ownReadings, ...byLength]
  const candidate: Candidate = { readings, isNamed, isExact, from: literal.from, to: literal.to }
  if (isWord || isEmptyList(literal)) return { ...candidate, isUnrelated: true }
  const isOfRequest = isNamed && levels === 0 && namesOfRequestBody.test(key ?? '')
  return isOfRequest ? { ...candidate, isOfRequest } : candidate
}

// ---- Objects and lists

/** How an object of JSON begins: `{}`, `{"name":`. */
const objectBegins = /^\{\s*(?:"(?:[^"\\]|\\.){0,200}"\s*:|\})/

/** How a list of JSON begins: `[]`, `["a`, `[{`, `[true]`, `[1, 2`. Not `[main]`, as a log prints the name of a thread. */
const listBegins =
  /^\[\s*(?:["{[\]]|(?:true|false|null|-?\d{1,64}(?:\.\d{1,64})?(?:[eE][+-]?\d{1,4})?)\s*(?:\]|,\s*["{[\dtfn-]))/

const isJsonSpan = (span: string): boolean => objectBegins.test(span) || listBegins.test(span)

/** Enough of a text to show how it begins. */
const mostOfBeginning = 512

/** A record of a log about the response, as Logbook writes one. */
const isResponseRecord = (span: string): boolean =>
  /"(?:type|origin)"\s{0,8}:\s{0,8}"(?:response|remote)"/.test(span) && /"status"\s{0,8}:\s{0,8}\d{3}\b/.test(span)

/** The record of a log that holds the headers. */
interface HeadersRecord {
  /** The groups round the headers, the innermost first. */
  readonly path: ReadonlyArray<Group>
  readonly record: Group | undefined
  readonly memberNames: ReadonlySet<string>
}

const recordOf = (path: ReadonlyArray<Group>): HeadersRecord => {
  const record = path.at(-2)
  return { path, record, memberNames: new Set(record?.items.flatMap(({ key }) => key ?? [])) }
}

/**
 * Whether a group is another record of the log: it stands beside the record with the headers, and has a member of the same name, such as
 * `level` or `method`. Only its length can show that it is the body all the same.
 */
const isOtherRecord = ({ group, parent }: PlacedGroup, { path, record, memberNames }: HeadersRecord): boolean =>
  record !== undefined &&
  parent === path.at(-1) &&
  group !== record &&
  group.items.some(({ key }) => key !== undefined && memberNames.has(key))

/** Whether a span begins like JSON, and ends in the partner of its first bracket. Otherwise its end is cut off. */
const isWholeJson = (span: string): boolean =>
  isJsonSpan(span.slice(0, mostOfBeginning)) && span.endsWith(span.startsWith('{') ? '}' : ']')

/** The outermost object of JSON round this group. Undefined if the group is in none. */
const objectRound = (source: string, index: LiteralIndex, group: Group): string | undefined => {
  const outermost = index.pathOf(group).at(-2)
  if (outermost === undefined || outermost === group) return undefined
  const printed = source.slice(outermost.from, outermost.to)
  return printed.startsWith('{') && isWholeJson(printed) ? printed : undefined
}

/** The JSON, and the same with the line end behind it: only the Content-Length shows whether that was sent. */
const withLineEnd = (source: string, { from: start, to: end }: Group): ReadonlyArray<string> => {
  const span = source.slice(start, end)
  const lineEnd = /^\r?\n/.exec(source.slice(end, end + 2))?.[0]
  return lineEnd === undefined || !span.includes('\n') ? [span] : [span, span + lineEnd]
}

/** Names of what may hold the body alone: a log puts the object that it prints below a name such as `msg`. */
const namesOfLogged = /^(?:request|info|debug|log|msg|out|sent)$/i

/** A shorter object of another name may have the length of the body by chance. */
const shortestUnrelated = 16

/** Whether a list is of the words of a log: it holds one word or one number, `[19517]`, or it is right behind a name, `Handler[100, 2]`. */
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
  path: ReadonlyArray<Group>,
): ReadonlyArray<Candidate> => {
  const headers = recordOf(path)
  const candidates: Array<Candidate> = []
  // The end of the JSON that is a candidate already. Of the objects inside it, only one with a body's name is another.
  let jsonEnd = 0
  for (const placed of index.groups) {
    const { key, group } = placed
    if (group.from < jsonEnd && !isBodyName(key)) continue
    const candidate = candidateOfGroup(source, index, placed, headers)
    if (candidate === undefined) continue
    candidates.push(candidate)
    // A list of bytes holds no object, and an unrelated object may hold the body.
    const isJson = !candidate.isExact && candidate.isUnrelated !== true
    if (isJson) jsonEnd = Math.max(jsonEnd, group.to)
  }
  return candidates
}

/** Whether a group is an empty list of bytes as Go writes it: `[]uint8{}`, `[]byte{}`. */
const isEmptyBytesOfGo = (source: string, { from: start, to: end, items }: Group): boolean =>
  items.length === 0 &&
  source.slice(start, end) === '{}' &&
  /\[\](?:uint8|byte)$/.test(source.slice(Math.max(0, start - 8), start))

const typeOfBytes = /(?:\[\](?:uint8|byte)|\bUint8Array\(\d{1,9}\) )/

/** Whether the type before a list, or at its beginning, says that its numbers are bytes: `[]uint8{123, 125}`, `Uint8Array(2) [ 123, 125 ]`. */
const isTypedBytes = (source: string, { from: start }: Group | Text): boolean =>
  new RegExp(`${typeOfBytes.source}$`).test(source.slice(Math.max(0, start - 32), start)) ||
  new RegExp(`^${typeOfBytes.source}`).test(source.slice(start, start + 32))

/** The object or the list as a candidate. Undefined if it cannot be the body. */
const candidateOfGroup = (
  source: string,
  index: LiteralIndex,
  placed: PlacedGroup,
  headers: HeadersRecord,
): Candidate | undefined => {
  const { key, group } = placed
  const isNamed = isBodyName(key)
  const span = source.slice(group.from, group.to)
  const listed = isEmptyBytesOfGo(source, group)
    ? ''
    : group.isOpen !== true && isTypedBytes(source, group)
      ? bytesOfNumberList(span)
      : bytesOfList(span)
  if (listed !== undefined) return { readings: [listed], isNamed, isExact: true, from: group.from }
  if (!isNamed && (isResponseRecord(span.slice(0, mostOfBeginning)) || isOfLogLine(source, group, span)))
    return undefined
  // The name of a member of a form: `tags[]=x`.
  if (span === '[]' && /\w/.test(source[group.from - 1] ?? '')) return undefined
  if (!isWholeJson(span) || headers.path.includes(group) || isSerialized(source, group)) return undefined
  // Go prints a structure without values so.
  if (source.slice(group.from - 1, group.to + 1) === '{{}}') return undefined
  const place = { from: group.from, to: group.to }
  const candidate: Candidate = { readings: withLineEnd(source, group), isNamed, isExact: false, ...place }
  if (emptyList.test(span)) return { ...candidate, isUnrelated: true }
  const hasOtherName = key !== undefined && !namesOfLogged.test(key)
  if (!isNamed && (hasOtherName || isOtherRecord(placed, headers))) {
    // A record has many objects beside the headers, and one of them may have the length of the body by chance.
    const isInRecord = headers.record !== undefined && index.pathOf(group).includes(headers.record)
    return span.length >= shortestUnrelated && !isInRecord ? { ...candidate, isUnrelated: true } : undefined
  }
  if (isWrapper(group, isNamed)) return undefined
  const plain = span.startsWith('{') && isPlainJson(group) ? { isPlainJson: true as const } : {}
  return { ...candidate, ...plain, printedObject: objectRound(source, index, group) }
}

/** Whether an object holds the text of a body beside its encoding or its size. */
const isWrapper = ({ items }: Group, isNamed: boolean): boolean => {
  const isOfEcs =
    isNamed && items.length > 0 && items.every((member) => /^(?:content|bytes|size)$/.test(member.key ?? ''))
  return isOfEcs || items.some((member) => member.key === 'string' || member.key === 'encoding')
}
