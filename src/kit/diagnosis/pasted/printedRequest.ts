/**
 * Reads a request from the lines that a program prints for people: a method and a full URL, then headers, an empty line, the body, and
 * perhaps a line that says where the body ends. There are two forms. `ofSections` reads the one with a name above each part,
 * `ofMessage` the other. A log may put the same prefix before each line.
 *
 *     --> POST https://api.example/v1/jobs        OkHttp, logcat, Feign, mitmdump
 *     Content-Type: application/json
 *
 *     {}
 *     --> END POST (2-byte body)
 *
 *     POST https://api.example/v1/jobs            JMeter, the consoles of Postman and Apifox, dio
 *     Request Headers                             (each part below its name)
 *     Content-Type: application/json
 *     Request Body
 *     {}
 *
 *     @host = https://api.example                 a file of requests for an editor
 *     ### Create a job
 *     POST {{host}}/v1/jobs
 *
 * The text has one character for each byte.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Received, withoutAtEnd } from '../Received.ts'
import { joinedAuthorization, jointOf } from './brokenAuthorization.ts'
import { lettersOf } from './byteText.ts'
import type { Wrong } from './curlOptions.ts'
import { noteOnPrinted, withoutEscapes } from './escapedBody.ts'
import { bodyIsInspected, lineEndLeftOut, requestSent, valuesInBraces } from './librarySent.ts'
import { contentLengthIn, type Pair } from './Pair.ts'
import { compactOfLength } from './printedJson.ts'
import { toolThatLacks } from './printingTools.ts'
import { isBodyLine, isBodyName, namesBody } from './readHttp.ts'
import { inBackslashes } from './wireText.ts'
import { hasNoBody, textAfterHead } from './withoutBody.ts'

/** What the lines say of the request. */
interface Printed {
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<Pair>
  /** The lines of the body. Undefined if the form has no place for one, or if the program did not print it. */
  readonly body: ReadonlyArray<string> | undefined
  /** The body's length in bytes, which the line at the end says. */
  readonly length: number | undefined
  /** Whether the line at the end says that the body was left out. */
  readonly isOmitted: boolean
  /** The body between fences, exactly as it was sent. */
  readonly fencedBody?: string | undefined
  /** Whether the body stands below its name. */
  readonly isNamed?: true
  /** Whether it is a file of Hurl, or of an editor with a variable such as `{{$guid}}`: the program fills in the body too. */
  readonly isBodyFilledIn?: boolean
}

/** The line with the method and the URL: `2026-11-29 I/OkHttp: --> POST https://api.example/v1/jobs http/1.1 (2-byte body)`. */
const openingPattern =
  /^(?<prefix>.{0,400}?)(?<mark>-{2,3}> |: |[\]|] |)(?<method>[A-Z]{3,10}) (?<url>(?:https?:\/\/|\{\{\w{1,64}\}\}|\/)\S*)(?: HTTP\/[0-9.]{1,3}| http\/1\.[01]| h2)?(?: \(.{1,80}\))?$/

/** The beginnings of a line after the body. */
const endings: ReadonlyArray<RegExp> = [
  // The end that OkHttp marks
  /-{2,3}> END /,
  // The response: `<-- 200`, ` << 200`, `HTTP/1.1 401`, `HTTP 401`
  /<-{2,3} | ?<< \d{3}|HTTP(?:\/[0-9.]{1,3})? (?:\d{3}|\*)/,
  // The next request in a file for an editor, or a script after this one
  /###|> ?\{%/,
  // The file with the response, in a file of JetBrains: `<> 2026-11-29T050502.200.json`
  /<> \S/,
  // A rule below the request: `--------`, `*** `
  /-{8,}$|\*{3} /,
  // JMeter
  /\[no cookies\]|Cookie Data:/,
  // The next line of the log: `2026-11-29 05:05:02,123 INFO`, `05:05:02.123 [main] TRACE`
  /(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d\S{0,16} {1,8}(?:\[[^\]\n]{1,128}\] {1,8})?(?:TRACE|DEBUG|INFO|WARN|ERROR)\b/,
]
const ending = new RegExp(`^(?:${endings.map(({ source }) => source).join('|')})`)

/** Whether a response begins here, as libwww-perl prints one: `401 Unauthorized`, and its headers in the lines that follow. */
const beginsResponse = (statusLine: string, followingLine = ''): boolean =>
  /^[1-5]\d\d [A-Z][A-Za-z' -]{1,64}$/.test(statusLine) && /^[A-Z][\w-]{1,64}: /.test(followingLine)

/** `java.util.logging` writes time and place in a line before each record. */
const recordHead = /^\w{3} \d{1,2}, \d{4} [\d:]{7,8}[ \u00e2\u0080\u00af]{1,3}[AP]M /

/** The request, if the text has this form; what is wrong with it, if it has no readable URL. */
export const printedRequest = (log: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const logLines = latin1(log)
    .split('\n')
    .map((logLine) => logLine.replace(/\r$/, ''))
    .filter((logLine, i, logLines) => !(recordHead.test(logLine) && /^[A-Z]{4,8}: /.test(logLines[i + 1] ?? '')))
  const printed = ofSections(logLines) ?? ofMessage(logLines)
  const { remedy = 'give the body itself' } = toolThatLacks(latin1(log), 'body') ?? {}
  return printed === undefined ? undefined : receivedOf(printed, remedy)
}

const receivedOf = (printed: Printed, remedy: string): E.Either<Wrong, Received> => {
  const { method, url, headers } = printed
  const written = [
    url,
    ...headers.map(([, fieldValue]) => fieldValue),
    ...(printed.isBodyFilledIn ? (printed.body ?? []) : []),
  ]
  if (written.some((text) => text.includes('{{'))) return E.left(valuesInBraces)
  const content = contentOfPrinted(printed, remedy)
  if (E.isLeft(content)) return content
  const { bytes, notes = [] } = content.right ?? {}
  const decodedUrl = lettersOf(url)
  const decodedHeaders = headers.map(([fieldName, fieldValue]): Pair => [fieldName, lettersOf(fieldValue)])
  const sentBody = bytes === undefined ? undefined : ({ _tag: 'Bytes', bytes } as const)
  return requestSent({ method, url: decodedUrl, headers: decodedHeaders, body: sentBody, notes })
}

/** The content of the request. Undefined if the program did not print it. */
const contentOfPrinted = (
  { method, headers, body, length, isOmitted, fencedBody, isNamed }: Printed,
  remedy: string,
): E.Either<Wrong, Content | undefined> => {
  if (fencedBody !== undefined) return E.right({ bytes: Bytes.ofAscii(fencedBody), notes: [lineEndInFence] })
  if (isOmitted || body === undefined) return E.right(undefined)
  const announced = contentLengthIn(headers)
  const expected = length ?? (announced !== undefined && /^\d{1,15}$/.test(announced) ? Number(announced) : undefined)
  const isBlank = body.every((bodyLine) => bodyLine.trim() === '') && (expected ?? 0) > body.length
  const isWord = isWordForBody(body) && expected !== wordForBody.length
  const names = headers.map(([fieldName]) => fieldName)
  if (isBlank || isWord) return E.right(undefined)
  const isOther = expected === undefined && isNamed !== true && hasNoBody(method, names, body.join('\n'))
  if (!isOther) return contentOf(body, expected, remedy)
  const isNothing = body.every((bodyLine) => bodyLine.trim() === '')
  return E.right({ bytes: Bytes.empty, notes: isNothing ? [] : [textAfterHead] })
}

/** Feign writes this for a body without a charset. */
const wordForBody = 'Binary data'

const isWordForBody = (body: ReadonlyArray<string>): boolean => body.join('\n').trim() === wordForBody

const lineEndInFence = 'Hurl also sends the line feed before the closing fence, so the body here ends in a line feed.'

/** The text between fences directly after the headers, each line with its line feed. Hurl sends such a body so. */
const bodyInFence = (afterHeaders: ReadonlyArray<string>): string | undefined => {
  if (!/^```(?:json|xml|raw)?[ \t]*$/.test(afterHeaders[0] ?? '')) return undefined
  const closing = afterHeaders.indexOf('```', 1)
  return closing < 0
    ? undefined
    : afterHeaders
        .slice(1, closing)
        .map((bodyLine) => `${bodyLine}\n`)
        .join('')
}

interface Content {
  readonly bytes: Bytes.Bytes
  readonly notes: ReadonlyArray<string>
}

/**
 * The body of these lines; if its length is known, the one of that length. The printing program may have added line ends behind
 * the body, turned CR LF into LF, or indented the JSON.
 */
const contentOf = (
  bodyLines: ReadonlyArray<string>,
  length: number | undefined,
  remedy: string,
): E.Either<Wrong, Content> => {
  const printedBody = bodyLines.join('\n')
  const bare = withoutAtEnd(printedBody, '\n')
  const lost = length === undefined ? lostIn(bare) : undefined
  if (lost !== undefined) return E.left(lost)
  const candidates = [bare, printedBody, `${bare}\n`, bare.replaceAll('\n', '\r\n')]
  const exact = length === undefined ? bare : candidates.find((candidate) => candidate.length === length)
  const isShortened = length === undefined && bare !== printedBody && bare.includes('\n')
  if (exact !== undefined) return E.right({ bytes: Bytes.ofAscii(exact), notes: isShortened ? [lineEndLeftOut] : [] })
  const marked = length === undefined ? undefined : bodyBeforeMark(bare, length)
  if (marked !== undefined) return E.right({ bytes: Bytes.ofAscii(marked), notes: [] })
  const recorded = length === undefined ? undefined : bodyInRecords(bodyLines, length)
  if (recorded !== undefined) return E.right({ bytes: Bytes.ofAscii(recorded), notes: [] })
  const unescaped = withoutEscapes(printedBody, length)
  if (unescaped !== undefined) return E.right({ bytes: Bytes.ofAscii(unescaped), notes: [noteOnPrinted(printedBody)] })
  const compact = compactOfLength(Bytes.ofAscii(bare), length as number)
  if (compact !== undefined) return E.right(compact)
  return E.left(
    `the body here has ${bare.length} bytes, but ${length} bytes were sent. So the log has changed the body; ${remedy}`,
  )
}

/** The body of this length before a line of marks: `------END------`. */
const bodyBeforeMark = (text: string, length: number): string | undefined =>
  /^\n{1,2}(?:[-=*~#_] ?){3,80} {0,4}(?:[A-Za-z][A-Za-z ]{0,32}(?:[-=*~#_] ?){3,80})?\s*$/.test(text.slice(length))
    ? text.slice(0, length)
    : undefined

const mostRecords = 64

/** The body where `java.util.logging` writes it as a record of its own, `CONFIG: {…}`: as many lines as make up the length. */
const bodyInRecords = (logLines: ReadonlyArray<string>, length: number): string | undefined => {
  const begins = logLines.flatMap((logLine, i) => (/^(?:CONFIG|FINE|FINER|FINEST|INFO): /.test(logLine) ? [i] : []))
  for (const begin of begins.slice(0, mostRecords)) {
    let recordText = (logLines[begin] ?? '').replace(/^[A-Z]+: /, '')
    for (let i = begin + 1; recordText.length < length && i < logLines.length; i++) recordText += `\n${logLines[i]}`
    if (recordText.length === length) return recordText
  }
  return undefined
}

/** A value that a program prints by its language's own rules, where it sends JSON. */
const lostIn = (body: string): string | undefined =>
  /^[{[][ \t]*(?:[A-Za-z_$][\w$]*:[ \t]|\{[A-Za-z_$][\w$]*:[ \t])|^(?:Array|stdClass Object|array\(\d+\))\s*[({]/.test(
    body,
  )
    ? bodyIsInspected
    : undefined

/** The lines of a log without the prefix that it puts before each. */
const withoutPrefix = (logLines: ReadonlyArray<string>, prefix: string): ReadonlyArray<string> => {
  if (prefix === '') return logLines
  const pattern = patternOfPrefix(prefix)
  const prefixAlone = prefix.trimEnd()
  return logLines.map((logLine) => {
    const matchedPrefix = pattern.exec(logLine)?.[0]
    if (matchedPrefix !== undefined) return logLine.slice(matchedPrefix.length)
    // The log, or who copied it, removed the blanks at the end of an empty line.
    return logLine.trimEnd() === prefixAlone ? '' : logLine
  })
}

/**
 * Matches the prefix of other lines: their time has other digits, and their columns may have more spaces.
 *
 *     `12:00:01 D [7] `   →   /^\d+:\d+:\d+ +D +\[\d+\] /
 */
const patternOfPrefix = (prefix: string): RegExp => {
  const escaped = prefix.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const withAnyDigits = escaped.replace(/\d+/g, '\\d+')
  const withAnyColumns = withAnyDigits.replace(/ +(?!$| )/g, ' +')
  return new RegExp(`^${withAnyColumns}`)
}

/** The line with the method and the URL. */
interface Opening {
  readonly lineIndex: number
  /** What the log puts before this line, and before each that follows. */
  readonly prefix: string
  readonly method: string
  readonly url: string
}

/** Of more openings the others are not looked at. */
const mostOpenings = 64

const openingsIn = (logLines: ReadonlyArray<string>): ReadonlyArray<Opening> => {
  const openings: Array<Opening> = []
  for (const [lineIndex, logLine] of logLines.entries()) {
    const { prefix = '', mark = '', method, url = '' } = openingPattern.exec(logLine.slice(0, 70_000))?.groups ?? {}
    if (method === undefined) continue
    // A path without an arrow is a message of HTTP, or prose.
    if (url.startsWith('/') && !isArrow(mark)) continue
    openings.push({ lineIndex, prefix: prefixOfLines(prefix, mark), method, url })
    if (openings.length === mostOpenings) break
  }
  return openings
}

const isArrow = (mark: string): boolean => mark.includes('>')

/** What the log puts before each line, where `start` and `mark` are before the method. */
const prefixOfLines = (start: string, mark: string): string => {
  // The program prints an arrow in this line alone.
  if (isArrow(mark)) return start
  // A label, such as `Request: `. The other lines have none.
  if (mark === ': ') return ''
  return start + mark
}

const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}):(?: (.*)|$)/

/** A line with the method and the URL, headers, an empty line, and the body. */
const ofMessage = (logLines: ReadonlyArray<string>): Printed | undefined => {
  const openings = openingsIn(logLines)
  const signed = openings.slice(1).find((opening) => isAuthorizedAt(logLines, opening))
  const first = openings[0]
  if (first === undefined) return undefined
  return messageAt(logLines, signed === undefined || isAuthorizedAt(logLines, first) ? first : signed)
}

/** Of more headers the others are not looked at. */
const mostHeaders = 64

/** Whether an Authorization header follows the opening, before an empty line. */
const isAuthorizedAt = (logLines: ReadonlyArray<string>, { lineIndex, prefix }: Opening): boolean => {
  const following = withoutPrefix(logLines.slice(lineIndex + 1, lineIndex + 1 + mostHeaders), prefix)
  const end = following.findIndex((line) => line.trim() === '')
  return following.slice(0, end < 0 ? following.length : end).some((line) => /^\s*authorization:/i.test(line))
}

const messageAt = (logLines: ReadonlyArray<string>, opening: Opening): Printed | undefined => {
  const { lineIndex, method, url, prefix } = opening
  const variables = variablesIn(logLines.slice(0, lineIndex))
  const messageLines = withoutPrefix(logLines.slice(lineIndex + 1), prefix)
  const indentation = /^[ \t]*/.exec(messageLines[0] ?? '')?.[0] ?? ''
  const { headers, lineCount } = headersAtTop(messageLines, indentation)
  // The parts of a request with their names, the body among them.
  const namesOwnBody = ([fieldName, fieldValue]: Pair): boolean =>
    isBodyName(fieldName) || isBodyLine(fieldName, filledIn(fieldValue, variables))
  if (headers.some(namesOwnBody)) return undefined
  if (endsInForm(headers, messageLines.slice(lineCount))) return undefined
  // A line of a log that names the request, and no more.
  if (headers.length === 0 && prefix !== '') return undefined
  const filledHeaders = headers.map(([fieldName, fieldValue]): Pair => [fieldName, filledIn(fieldValue, variables)])
  const { isOfHurl, ...content } = bodyAfterHeaders(messageLines.slice(lineCount), method, indentation)
  const isOfFile = logLines[lineIndex]?.startsWith(`${method} `) === true && contentLengthIn(headers) === undefined
  return {
    method,
    url: filledIn(url, variables),
    headers: withoutQuotes(filledHeaders.map(unbroken)),
    ...content,
    isBodyFilledIn: isOfHurl || (isOfFile && content.body?.some((bodyLine) => editorVariable.test(bodyLine)) === true),
  }
}

/** A value that an editor makes when it sends the request: `{{$guid}}`, `{{$timestamp}}`. */
const editorVariable = /\{\{\$[A-Za-z]/

/** Whether the last line of the headers names the body, and no other body follows an empty line. */
const endsInForm = (headers: ReadonlyArray<Pair>, [emptyLine, bodyLine]: ReadonlyArray<string>): boolean => {
  const [fieldName = '', fieldValue = ''] = headers.at(-1) ?? []
  const isBodyBehind = emptyLine?.trim() === '' && (bodyLine ?? '').trim() !== ''
  return namesBody(fieldName, fieldValue) && !isBodyBehind
}

interface HeadersAtTop {
  readonly headers: ReadonlyArray<Pair>
  /** How many lines they take: a log may break the Authorization header. */
  readonly lineCount: number
}

/** The headers up to the first other line. */
const headersAtTop = (messageLines: ReadonlyArray<string>, indentation: string): HeadersAtTop => {
  const headers: Array<Pair> = []
  let lineCount = 0
  for (const messageLine of messageLines) {
    const written = unindented(messageLine, indentation)
    const [, fieldName, fieldValue = ''] = headerLine.exec(written) ?? []
    const last = headers.at(-1)
    const isBroken = fieldName === undefined && last !== undefined && /^authorization$/i.test(last[0])
    const joint = isBroken ? jointOf(last[1], written) : undefined
    if (last !== undefined && joint !== undefined) {
      headers[headers.length - 1] = [last[0], last[1] + joint + written]
      lineCount++
      continue
    }
    if (fieldName === undefined || ending.test(written)) break
    headers.push([fieldName, fieldValue])
    lineCount++
  }
  return { headers, lineCount }
}

const unbroken = ([fieldName, fieldValue]: Pair): Pair => [
  fieldName,
  joinedAuthorization(fieldValue)?.value ?? fieldValue,
]

/** The headers without quotation marks, if each value is in them. */
const withoutQuotes = (headers: ReadonlyArray<Pair>): ReadonlyArray<Pair> =>
  headers.every(([, fieldValue]) => /^".*"$/.test(fieldValue))
    ? headers.map(([fieldName, fieldValue]): Pair => [fieldName, fieldValue.slice(1, -1)])
    : headers

/** The line of a file of Hurl that begins what it expects of the answer: `HTTP 401`, `HTTP *`. */
const responseOfHurl = /^HTTP (?:\d{3}|\*)[ \t]*$/

/** The body behind an empty line, up to the line that ends it. */
const bodyAfterHeaders = (
  linesAfterHeaders: ReadonlyArray<string>,
  method: string,
  indentation: string,
): Pick<Printed, 'body' | 'length' | 'isOmitted' | 'fencedBody'> & { readonly isOfHurl: boolean } => {
  const hasEmptyLine = (linesAfterHeaders[0] ?? '').trim() === ''
  const bodyAndRest = hasEmptyLine ? linesAfterHeaders.slice(1) : linesAfterHeaders
  const endIndex = endIndexIn(bodyAndRest)
  const endLine = endIndex < 0 ? '' : (bodyAndRest[endIndex] ?? '')
  const bodyLines = endIndex < 0 ? bodyAndRest : bodyAndRest.slice(0, endIndex)
  const body = bodyLines.map((bodyLine) => unindented(bodyLine, indentation))
  // POST, PUT and PATCH have a body. If the response follows their headers, the program did not print it.
  const isResponseNext =
    /^(?:<|HTTP\/|[\d-]{0,11}[T ]?\d\d:\d\d:\d\d)/.test(endLine) && body.every((bodyLine) => bodyLine === '')
  const isNotPrinted = isResponseNext && /^P/.test(method)
  // Lines that follow the headers without an empty line are no body, but Hurl needs none before JSON.
  const isOfHurl = responseOfHurl.test(endLine) && /^[[{]/.test(body[0] ?? '')
  const isBody = hasEmptyLine || body.length === 0 || isOfHurl
  return {
    body: isBody && !isNotPrinted ? body : undefined,
    length: lengthIn(endLine),
    isOmitted: /\bomitted\b/.test(endLine),
    fencedBody: bodyInFence(bodyAndRest),
    isOfHurl,
  }
}

/** The last line that counts all the bytes before it: a body may have such a line itself. -1 if there is none. */
const lastCounted = (lines: ReadonlyArray<string>): number => {
  let counted = -1
  let size = 0
  for (const [i, line] of lines.entries()) {
    if (lengthIn(line) === size) counted = i
    size += line.length + (i > 0 ? 1 : 0)
  }
  return counted
}

/** Where the body ends: at the line that counts its bytes, or else at the first line that may end it. -1 if there is none. */
const endIndexIn = (lines: ReadonlyArray<string>): number => {
  const counted = lastCounted(lines)
  return counted >= 0 ? counted : lines.findIndex((line, i) => ending.test(line) || beginsResponse(line, lines[i + 1]))
}

/** The length in a line such as `--> END POST (116-byte body)`. */
const lengthIn = (endLine: string): number | undefined => {
  const digits = /^-{2,3}> END .{1,16}\((\d{1,12})-byte body\)/.exec(endLine)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const unindented = (indentedLine: string, indentation: string): string =>
  indentedLine.startsWith(indentation) ? indentedLine.slice(indentation.length) : indentedLine.trimStart()

/** `@name = value`, in a file of requests. */
const variablesIn = (fileLines: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(
    fileLines.flatMap((fileLine): ReadonlyArray<Pair> => {
      const [, variableName, variableValue = ''] = /^@(\w{1,64})[ \t]{0,64}=[ \t]{0,64}(.*)$/.exec(fileLine) ?? []
      return variableName === undefined ? [] : [[variableName, variableValue]]
    }),
  )

const filledIn = (template: string, variables: ReadonlyMap<string, string>): string =>
  template.replace(
    /\{\{(\w{1,64})\}\}/g,
    (placeholder, variableName: string) => variables.get(variableName) ?? placeholder,
  )

/** A part of a request, and the names above it, as programs print them. */
interface PartName {
  readonly part: 'headers' | 'body' | 'other'
  readonly names: RegExp
}

const partNames: ReadonlyArray<PartName> = [
  // In JMeter the headers follow the cookies, and have a name only in a log.
  { part: 'headers', names: /^(?:request headers|headers|请求头|\[no cookies\]|cookie data)[:：]?$/i },
  { part: 'body', names: /^(?:(?:post|put|patch|delete) data|request body|body|data|payload|请求体)[:：]?$/i },
  { part: 'other', names: /^(?:response(?: headers| body)?|响应头|响应体|network|\*{3} .*)[:：]?$/i },
]

const longestPartName = 64

/** The part that this line names. Undefined if the line is no such name. */
const partOf = (candidateLine: string): PartName['part'] | undefined => {
  if (candidateLine.length > longestPartName) return undefined
  const sectionName = lettersOf(candidateLine).trim()
  return partNames.find(({ names }) => names.test(sectionName))?.part
}

/** Whether the line below the name of the body says of which kind it is, as Apifox does: `raw (application/json)`. */
const isKindOfBody = (printedLine: string, body: ReadonlyArray<string> | undefined): boolean =>
  body?.length === 0 && /^raw(?: \([\w/+.-]{1,64}\))?[ \t]*$/.test(printedLine)

/** Method and URL, in one line or two, and parts below their names. */
const ofSections = (printedLines: ReadonlyArray<string>): Printed | undefined => {
  const firstSection = printedLines.findIndex(
    (printedLine) => partOf(printedLine) === 'headers' || partOf(printedLine) === 'body',
  )
  const begin = firstSection < 0 ? undefined : methodAndUrl(printedLines.slice(0, firstSection))
  if (begin === undefined) return undefined
  const headers: Array<Pair> = []
  let body: Array<string> | undefined
  let section: PartName['part'] | undefined
  for (const printedLine of printedLines.slice(firstSection)) {
    const openedSection = partOf(printedLine)
    if (openedSection === 'body') {
      if (body !== undefined) break
      body = []
    }
    if (openedSection !== undefined) {
      section = openedSection
      continue
    }
    if (isKindOfBody(printedLine, body)) continue
    if (section === 'body') body?.push(printedLine)
    const [, fieldName, fieldValue = ''] = section === 'headers' ? (headerLine.exec(printedLine.trimStart()) ?? []) : []
    if (fieldName !== undefined) headers.push([fieldName, fieldValue])
  }
  return { ...begin, ...unquoted(headers, body), length: undefined, isOmitted: false, isNamed: true }
}

/** The parts without quotation marks: a console that shows a tree puts each value into them. */
const unquoted = (headers: ReadonlyArray<Pair>, body: ReadonlyArray<string> | undefined) => {
  const isQuoted = headers.some(
    ([fieldName, fieldValue]) => /^authorization$/i.test(fieldName) && inQuotes(fieldValue) !== undefined,
  )
  if (!isQuoted) return { headers, body }
  const unquotedBody = inQuotes((body ?? []).join('\n').trim())
  return {
    headers: headers.map(([fieldName, fieldValue]): Pair => [fieldName, inQuotes(fieldValue) ?? fieldValue]),
    body: unquotedBody === undefined ? body : unquotedBody.split('\n'),
  }
}

/** The text of a literal in quotation marks, with its escapes undone. Undefined if it is none. */
const inQuotes = (literal: string): string | undefined => {
  if (!/^"(?:[^"\\]|\\.)*"$/.test(literal)) return undefined
  return inBackslashes(literal.slice(1, -1))
}

const methodAndUrl = (headLines: ReadonlyArray<string>): Pick<Printed, 'method' | 'url'> | undefined => {
  const valueAfter = (label: RegExp): string | undefined =>
    headLines.map((headLine) => label.exec(headLine)?.[1]).find((labelValue) => labelValue !== undefined)
  const method = valueAfter(/^ ?method: ([A-Z]{3,10})$/i)
  const uri = valueAfter(/^ ?(?:uri|url): (https?:\/\/\S+)$/i)
  if (method !== undefined && uri !== undefined) return { method, url: uri }
  const [, methodInLine, url = ''] =
    headLines
      .map((headLine) => /^([A-Z]{3,10}) (https?:\/\/\S+)$/.exec(headLine))
      .find((requestLine) => requestLine !== null) ?? []
  return methodInLine === undefined ? undefined : { method: methodInLine, url }
}
