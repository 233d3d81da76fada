/**
 * A request that a program prints in lines of its own: a method and a full URL, then headers, an empty line, the body, and a mark
 * where it ends. A log may put the same beginning before each line.
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
import { latin1, type Received, textOf } from '../Received.ts'
import type { Wrong } from './curlOptions.ts'
import { bodyIsInspected, requestSent, valuesInBraces } from './librarySent.ts'
import { compactOfLength } from './printedJson.ts'
import { toolThatLacks } from './printingTools.ts'
import { inBackslashes } from './wireText.ts'

type Pair = readonly [name: string, value: string]

/** What was found in the lines. */
interface Printed {
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<Pair>
  /** The lines of the body; absent if the form has no place for one. */
  readonly body: ReadonlyArray<string> | undefined
  /** What the mark at the end says of the body. */
  readonly length: number | undefined
  /** The mark says that the body was left out. */
  readonly isOmitted: boolean
  /** The body to the letter. */
  readonly fencedBody?: string | undefined
}

const openingPattern =
  /^(.{0,400}?)(-{2,3}> |: |[\]|] |)([A-Z]{3,10}) ((?:https?:\/\/|\{\{\w{1,64}\}\}|\/)\S*)((?: HTTP\/[0-9.]{1,3}| http\/1\.[01]| h2)?)(?: \(.{1,80}\))?$/

/** A line that ends the body. */
const ending =
  /^(?:-{2,3}> END |<-{2,3} | ?<< \d{3}|HTTP(?:\/[0-9.]{1,3})? (?:\d{3}|\*)|###|\*{3} |\[no cookies\]|Cookie Data:|> ?\{%)/

/** `java.util.logging` writes time and place in a line before each record. */
const recordHead = /^\w{3} \d{1,2}, \d{4} [\d:]{7,8}[ \u00e2\u0080\u00af]{1,3}[AP]M /

/** The request, if the text has this form; what is wrong with it, if it has no readable URL. */
export const printedRequest = (log: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const logLines = latin1(log)
    .split('\n', 100_000)
    .map((logLine) => logLine.replace(/\r$/, ''))
    .filter((logLine, i, logLines) => !(recordHead.test(logLine) && /^[A-Z]{4,8}: /.test(logLines[i + 1] ?? '')))
  const printed = ofSections(logLines) ?? ofMessage(logLines)
  const { remedy = 'give the body itself' } = toolThatLacks(latin1(log), 'body') ?? {}
  return printed === undefined ? undefined : receivedOf(printed, remedy)
}

const receivedOf = (
  { method, url, headers, body, length, isOmitted, fencedBody }: Printed,
  remedy: string,
): E.Either<Wrong, Received> => {
  if (url.includes('{{') || headers.some(([, fieldValue]) => fieldValue.includes('{{'))) return E.left(valuesInBraces)
  const announced = headers.find(([fieldName]) => fieldName.toLowerCase() === 'content-length')?.[1]
  const expected = length ?? (announced !== undefined && /^\d{1,15}$/.test(announced) ? Number(announced) : undefined)
  const content =
    fencedBody !== undefined
      ? E.right({ bytes: Bytes.ofAscii(fencedBody), notes: [lineEndInFence] })
      : isOmitted || body === undefined
        ? E.right(undefined)
        : contentOf(body, expected, remedy)
  if (E.isLeft(content)) return content
  const { bytes, notes = [] } = content.right ?? {}
  const decodedUrl = textOf(Bytes.ofAscii(url))
  const decodedHeaders = headers.map(([fieldName, fieldValue]): Pair => [fieldName, textOf(Bytes.ofAscii(fieldValue))])
  const sentBody = bytes === undefined ? undefined : ({ _tag: 'Bytes', bytes } as const)
  return requestSent({ method, url: decodedUrl, headers: decodedHeaders, body: sentBody, notes })
}

const lineEndInFence = 'Hurl sends the line feed before the closing fence as well, so the body ends in one here.'

/** The lines between fences directly behind the headers, as Hurl has a body, each with its line feed. */
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

/** The body of these lines; with a length, the one of that length. A program ends what it prints by a line end or two of its own. */
const contentOf = (
  bodyLines: ReadonlyArray<string>,
  length: number | undefined,
  remedy: string,
): E.Either<Wrong, Content> => {
  const printedBody = bodyLines.join('\n')
  const bare = printedBody.replace(/\n+$/, '')
  const lost = length === undefined ? lostIn(bare) : undefined
  if (lost !== undefined) return E.left(lost)
  const candidates = [bare, printedBody, `${bare}\n`, bare.replaceAll('\n', '\r\n')]
  const exact = length === undefined ? bare : candidates.find((candidate) => candidate.length === length)
  if (exact !== undefined) return E.right({ bytes: Bytes.ofAscii(exact), notes: [] })
  const compact = compactOfLength(Bytes.ofAscii(bare), length as number)
  if (compact !== undefined) return E.right(compact)
  return E.left(
    `the body that was printed here has ${bare.length} bytes, and ${length} were sent, so the log has changed it; ${remedy}`,
  )
}

/** A value that a program prints by its language's own rules, where it sends JSON. */
const lostIn = (body: string): string | undefined =>
  /^[{[][ \t]*(?:[A-Za-z_$][\w$]*:[ \t]|\{[A-Za-z_$][\w$]*:[ \t])|^(?:Array|stdClass Object|array\(\d+\))\s*[({]/.test(
    body,
  )
    ? bodyIsInspected
    : undefined

/** Lines behind the beginning that a log puts before each. Digits may differ: they are a time. */
const withoutPrefix = (logLines: ReadonlyArray<string>, prefix: string): ReadonlyArray<string> => {
  if (prefix === '') return logLines
  const escaped = prefix.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const pattern = new RegExp(`^${escaped.replace(/\d+/g, '\\d+').replace(/ +(?!$| )/g, ' +')}`)
  const bare = prefix.trimEnd()
  return logLines.map((logLine) => {
    const matchedPrefix = pattern.exec(logLine)?.[0]
    return matchedPrefix === undefined
      ? logLine.trimEnd() === bare
        ? ''
        : logLine
      : logLine.slice(matchedPrefix.length)
  })
}

interface Opened {
  readonly at: number
  readonly prefix: string
  readonly method: string
  readonly url: string
}

const openingIn = (logLines: ReadonlyArray<string>): Opened | undefined => {
  for (const [index, logLine] of logLines.entries()) {
    const [, prefix = '', mark = '', method, url = ''] = openingPattern.exec(logLine.slice(0, 70_000)) ?? []
    if (method === undefined) continue
    // A path without a mark is a message of HTTP, or prose.
    if (url.startsWith('/') && !mark.includes('>')) continue
    return { at: index, prefix: mark.includes('>') ? prefix : mark === ': ' ? '' : prefix + mark, method, url }
  }
  return undefined
}

const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}):(?: (.*)|$)/

/** A request line with a full URL, headers, an empty line, and the body. */
const ofMessage = (logLines: ReadonlyArray<string>): Printed | undefined => {
  const begin = openingIn(logLines)
  if (begin === undefined) return undefined
  const variables = variablesIn(logLines.slice(0, begin.at))
  const messageLines = withoutPrefix(logLines.slice(begin.at + 1), begin.prefix)
  const indentation = /^[ \t]*/.exec(messageLines[0] ?? '')?.[0] ?? ''
  const headers: Array<Pair> = []
  let lineIndex = 0
  for (; lineIndex < messageLines.length; lineIndex++) {
    const headerLineText = unindented(messageLines[lineIndex] ?? '', indentation)
    const headerMatch = headerLine.exec(headerLineText)
    if (headerMatch === null || ending.test(headerLineText)) break
    headers.push([headerMatch[1] ?? '', filledIn(headerMatch[2] ?? '', variables)])
  }
  // A line of a log that names the request, and no more.
  if (headers.length === 0 && begin.prefix !== '') return undefined
  const isBodyNext = (messageLines[lineIndex] ?? '').trim() === ''
  const isQuoted = headers.length > 0 && headers.every(([, fieldValue]) => /^".*"$/.test(fieldValue))
  const afterHeaders = isBodyNext ? messageLines.slice(lineIndex + 1) : messageLines.slice(lineIndex)
  const end = afterHeaders.findIndex((bodyLine) => ending.test(bodyLine))
  const marker = end < 0 ? '' : (afterHeaders[end] ?? '')
  const body = (end < 0 ? afterHeaders : afterHeaders.slice(0, end)).map((bodyLine) =>
    unindented(bodyLine, indentation),
  )
  // The response follows the head of a request that has a body.
  const isUnseen = /^(?:<|HTTP\/)/.test(marker) && /^P/.test(begin.method) && body.every((bodyLine) => bodyLine === '')
  return {
    method: begin.method,
    url: filledIn(begin.url, variables),
    headers: isQuoted ? headers.map(([fieldName, fieldValue]): Pair => [fieldName, fieldValue.slice(1, -1)]) : headers,
    body: (isBodyNext || body.length === 0) && !isUnseen ? body : undefined,
    length: lengthIn(marker),
    isOmitted: /\bomitted\b/.test(marker),
    fencedBody: bodyInFence(afterHeaders),
  }
}

/** `--> END POST (116-byte body)`. */
const lengthIn = (marker: string): number | undefined => {
  const digits = /^-{2,3}> END .{1,16}\((\d{1,12})-byte body\)/.exec(marker)?.[1]
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

/** The names above the parts of a request, as programs print them. */
const partNames: ReadonlyArray<readonly [part: 'headers' | 'body' | 'other', pattern: RegExp]> = [
  ['headers', /^(?:request headers|headers|请求头)[:：]?$/i],
  ['body', /^(?:(?:post|put|patch|delete) data|request body|body|data|payload|请求体)[:：]?$/i],
  ['other', /^(?:response(?: headers| body)?|响应头|响应体|network|\[no cookies\]|cookie data:|\*{3} .*)[:：]?$/i],
]

const partOf = (candidateLine: string): 'headers' | 'body' | 'other' | undefined => {
  if (candidateLine.length > 64) return undefined
  const sectionName = textOf(Bytes.ofAscii(candidateLine)).trim()
  return partNames.find(([, pattern]) => pattern.test(sectionName))?.[0]
}

/** Method and URL, in one line or two, and parts below their names. */
const ofSections = (printedLines: ReadonlyArray<string>): Printed | undefined => {
  const firstSection = printedLines.findIndex(
    (printedLine) => partOf(printedLine) === 'headers' || partOf(printedLine) === 'body',
  )
  const begin = firstSection < 0 ? undefined : methodAndUrl(printedLines.slice(0, firstSection))
  if (begin === undefined) return undefined
  const headers: Array<Pair> = []
  let body: Array<string> | undefined
  let section: ReturnType<typeof partOf>
  for (const printedLine of printedLines.slice(firstSection)) {
    const openedSection = partOf(printedLine)
    if (openedSection === 'body' && body !== undefined) break
    if (openedSection !== undefined) section = openedSection
    if (openedSection === 'body') body = []
    if (openedSection !== undefined) continue
    if (section === 'body') body?.push(printedLine)
    const headerMatch = section === 'headers' ? headerLine.exec(printedLine.trimStart()) : null
    if (headerMatch !== null) headers.push([headerMatch[1] ?? '', headerMatch[2] ?? ''])
  }
  return { ...begin, ...unquoted(headers, body), length: undefined, isOmitted: false }
}

/** A console with a tree shows each value in quotation marks. */
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

/** The text between quotation marks, as JSON writes it. */
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
  const [, its, url = ''] =
    headLines
      .map((headLine) => /^([A-Z]{3,10}) (https?:\/\/\S+)$/.exec(headLine))
      .find((requestLine) => requestLine !== null) ?? []
  return its === undefined ? undefined : { method: its, url }
}
