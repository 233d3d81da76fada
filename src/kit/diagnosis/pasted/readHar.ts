/**
 * Requests as JSON: an HTTP archive (HAR 1.2), as developer tools copy or save it, an export of a program for requests, or an
 * object of a program or a log that has a method, a URL and headers.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { read as readJson } from '../../../job/JsonReader.ts'
import { type Body, type Received, textOf, type Unreadable, unreadable, unrecognized } from '../Received.ts'
import { inspectedJson } from './inspectedObject.ts'
import {
  bodyIsNoText,
  bodyIsSorted,
  bodyWasParsed,
  encoded,
  parametersInPath,
  queryWasParsed,
  requestSent,
  severalRequests,
  valuesInBraces,
} from './librarySent.ts'
import { nestedMembers } from './nestedMembers.ts'
import { type Listed, requestsIn } from './objectRequest.ts'
import { member } from './objects/members.ts'
import type { Data } from './objects/objectBody.ts'
import { isAuthorization } from './objects/objectHeaders.ts'
import { contentLengthIn } from './Pair.ts'
import { isSortedWithin } from './printedJson.ts'

/** Whether a line begins a JSON object, or a list of them; `{ [5 bytes data]` is of `curl -v`. */
export const beginsLikeJson = (firstLine: string): boolean =>
  /^[ \t]*(?:\{[ \t]*(?:"|$)|\[[ \t]*(?:\{[ \t]*(?:"|$)|$))/.test(firstLine) || beginsLikeInspected(firstLine)

/** As Node or Python prints an object: a name without quotes, or in single ones. */
const beginsLikeInspected = (firstLine: string): boolean =>
  /^[ \t]{0,64}\[?[ \t]{0,64}\{[ \t]{0,64}(?:'[\w$-]{1,64}'|[A-Za-z_$][\w$]{0,63}):[ \t]/.test(firstLine)

/** What is said of a text that begins like JSON and is none. */
export const noArchive = 'this begins like JSON, but is not an HTTP archive; paste a whole HAR, or the request itself'

/** What is said of JSON in which no request was recognized. */
export const noRequestInJson =
  'this JSON is not an HTTP archive: it has no request with a method, a URL and headers; paste the request itself'

/** Whether the text is an HTTP archive. It has each body under its name, exactly as it was sent. */
export const beginsLikeArchive = (text: string): boolean => /^\s{0,256}\{\s{0,256}"log"\s{0,8}:/.test(text)

/** More than any archive has. */
const maxMembers = 10_000_000

/** The body, or why it cannot be known. `json` is the object or the log that holds the request. */
const bodyOf = ({ headers, data }: Listed, json: unknown): E.Either<string, Body | undefined> => {
  switch (data._tag) {
    case 'Body':
      return E.right({ _tag: 'Bytes', bytes: data.bytes })
    case 'None':
      return E.right(undefined)
    case 'NoText':
      return E.left(bodyIsNoText)
    case 'Parsed':
      return parsedBody(headers, data.compact, json)
  }
}

/**
 * JSON that was parsed is taken only where Content-Length speaks for it. A logger that sorts the members of all its objects has sorted
 * those of the body too, and the length does not show that.
 */
const parsedBody = (headers: Listed['headers'], compact: string, json: unknown): E.Either<string, Body> => {
  const length = contentLengthIn(headers)
  const bytes = encoded(compact)
  if (length !== String(bytes.length)) return E.left(bodyWasParsed)
  return isSortedWithin(compact, JSON.stringify(json)) ? E.left(bodyIsSorted) : E.right({ _tag: 'Bytes', bytes })
}

/** An archive, or the first line of a log that has a request. */
const parseJson = (archive: string): unknown => {
  const wholeArchive = readJson(archive, { maxMembers })
  if (E.isRight(wholeArchive)) return wholeArchive.right.value
  const inspected = inspectedJson(archive)
  const printed = inspected === undefined ? wholeArchive : readJson(inspected, { maxMembers })
  if (E.isRight(printed)) return printed.right.value
  // Of a long log only the lines with the header are parsed.
  const logLines = archive.split('\n').filter((logLine, i) => i < 1000 || /authorization/i.test(logLine))
  const parsedLines = logLines.map((logLine) => readJson(logLine, { maxMembers }))
  const requestsOfLog = parsedLines.flatMap((parsedLine) => (E.isRight(parsedLine) ? [parsedLine.right.value] : []))
  return requestsOfLog.length > 1 ? requestsOfLog : undefined
}

/** An archive without a body means that none was sent. */
const noBody: Body = { _tag: 'Bytes', bytes: Bytes.empty }

const isEmpty = (data: Data): boolean => data._tag === 'None' || (data._tag === 'Body' && data.bytes.length === 0)

/** `{{name}}` of most programs, `{% tag %}` of Insomnia, `<<name>>` of Hoppscotch. */
const placeholder = /\{\{[^{}]{1,256}\}\}/
const placeholderOfExport = /\{\{[^{}]{1,256}\}\}|\{%[^{}%]{1,256}%\}|<<[^<>]{1,256}>>/

/** Names at the top of what programs export: collections of requests, and plans of tests. */
const exportNames: ReadonlyArray<string> = ['item', 'resources', 'collection', 'requests', 'folders', 'scenarios']

const bracesInBody =
  'The body has {{…}}, and it was read as it is here. If a program replaces that by a value, paste the request as it was sent.'

/** Whether the program fills in a value when it sends the request. A log has what was sent, and there braces in the body may be its own. */
const templateIn = (
  { url, headers, data, isTemplate = false }: Listed,
  json: unknown,
): 'filled in' | 'perhaps filled in' | undefined => {
  const isExport = isTemplate || exportNames.some((name) => member(json, name) !== undefined)
  const pattern = isExport ? placeholderOfExport : placeholder
  const inBody = data._tag === 'Body' && pattern.test(textOf(data.bytes))
  if (pattern.test(`${url} ${headers.filter(isAuthorization).join(' ')}`) || (inBody && isExport)) return 'filled in'
  return inBody ? 'perhaps filled in' : undefined
}

const isSigned = ({ headers }: Listed): boolean => headers.some(isAuthorization)

export const matchesMany =
  'a matcher in this simulation of Hoverfly or this mapping of WireMock fits more than one value, so the request is not known; give the journal of the program, or the request as it was sent'

const takenAway =
  'this archive has no Authorization header in any request, and no cookies. By default, Chrome leaves both out of an archive, so nothing can be checked; export the HAR with sensitive data, or copy the request as cURL'

/** The headers that Chrome takes out of an archive. */
const takenByChrome = /^(?:authorization|cookie|set-cookie)$/i

/** Whether Chrome or Edge has written this archive, and no request or answer in it has a header that these take out. */
const isSanitized = (archive: unknown, requests: ReadonlyArray<Listed>): boolean => {
  if (member(archive, 'log.creator.name') !== 'WebInspector') return false
  const entries = member(archive, 'log.entries')
  const answers = (Array.isArray(entries) ? entries : []).flatMap((entry: unknown): ReadonlyArray<unknown> => {
    const headers = member(entry, 'response.headers')
    return Array.isArray(headers) ? headers : []
  })
  const names = [
    ...requests.flatMap(({ headers }) => headers.map(([fieldName]) => fieldName)),
    ...answers.map((header) => member(header, 'name')),
  ]
  return !names.some((name) => typeof name === 'string' && takenByChrome.test(name))
}

/** Reads the first request that has an Authorization header; the first of all if none has. */
export const readHar = (bytes: Bytes.Bytes): E.Either<Unreadable, Received> => {
  const refused = (problem: string): E.Either<Unreadable, never> => unreadable(bytes, 0, problem)
  const json = parseJson(textOf(bytes).replace(/^\ufeff/, ''))
  if (json === undefined) return unrecognized(bytes, 0, noArchive)
  const plainRequests = requestsIn(json)
  const nestedRequests = plainRequests.some(isSigned) ? [] : requestsIn(nestedMembers(json))
  const requests = nestedRequests.some(isSigned) ? nestedRequests : plainRequests
  const request = requests.find(isSigned) ?? requests[0]
  if (request === undefined) return unrecognized(bytes, 0, noRequestInJson)
  const { method, url, headers, data, isQueryLost = false } = request
  if (request.fitsMany === true) return refused(matchesMany)
  if (isQueryLost) return refused(queryWasParsed)
  if (request.isPathOpen === true) return refused(parametersInPath)
  const isHar = member(json, 'log') !== undefined
  if (isSanitized(json, requests)) return refused(takenAway)
  // The body of this length is elsewhere: Playwright writes it into another file of its trace.
  const isElsewhere = isEmpty(data) && /[1-9]/.test(contentLengthIn(headers) ?? '')
  const body = isElsewhere ? E.right(undefined) : isHar && isEmpty(data) ? E.right(noBody) : bodyOf(request, json)
  if (E.isLeft(body)) return refused(body.left)
  const signed = headers.filter(isAuthorization)
  const template = isHar ? undefined : templateIn(request, json)
  if (template === 'filled in') return refused(valuesInBraces)
  const sanitized = 'A sanitized HAR has no credentials; copy the HAR with sensitive data.'
  const ownNotes = request.notes ?? []
  const notes = [
    ...ownNotes,
    ...(requests.length > 1 ? [severalRequests(requests.length)] : []),
    ...(isHar && signed.length === 0 ? [sanitized] : []),
    ...(template === 'perhaps filled in' ? [bracesInBody] : []),
  ]
  const received = requestSent({ method, url, headers, body: body.right, notes })
  return E.isLeft(received) ? refused(received.left) : received
}
