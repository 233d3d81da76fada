/**
 * A request in what a program prints of its values: objects, maps, structures and tuples of any language, perhaps in lines of a
 * log.
 *
 *     POST https://api.example/v1/jobs
 *     {'Authorization': '…', 'Content-Length': '2'}
 *     b'{}'
 *
 * The text becomes a tree of literals. The list with the Authorization header is looked for first. Method, URL and body have usual
 * names; without such a name they are known by their look, and the nearest to the headers counts. Among several bodies the
 * Content-Length decides. Without a Content-Length no body is guessed.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../../core/Bytes.ts'
import { latin1, type Received } from '../../Received.ts'
import { lettersOf } from '../byteText.ts'
import type { Wrong } from '../curlOptions.ts'
import { type HexBlock, hexBlocks, withoutBlocks } from '../hexText.ts'
import { isSigned } from '../hidden.ts'
import {
  bodyIsSorted,
  bodyWasParsed,
  loneMarkDropped,
  methodNotThere,
  queriesDiffer,
  queryOfFaraday,
  queryWasParsed,
  requestSent,
  type Sent,
  urlNotThere,
} from '../librarySent.ts'
import type { Pair } from '../Pair.ts'
import { hasNoBody } from '../withoutBody.ts'
import { bodyCut, type Candidate, candidatesIn, isBodyCut } from './bodyCandidates.ts'
import { type Chosen, chooseBody, forTheEye } from './chooseBody.ts'
import {
  announcedLength,
  besideAuthorization,
  findHeaders,
  type HeaderList,
  headersIn,
  isAuthorization,
} from './headerList.ts'
import { indexLiterals, type Leaf, type LiteralIndex } from './literalIndex.ts'
import type { Group } from './literals/Literal.ts'
import { literalTree } from './literals/literalTree.ts'
import { bodyParsedByNock, compactOfNock, type NockRecording, nockRecording } from './nockRecording.ts'
import { quotedMessage } from './quotedMessage.ts'
import {
  type Address,
  anywhere,
  besideHeaders,
  hasParametersBeside,
  isQueryLeftOut,
  isQueryParsed,
  methodAnywhere,
  named,
  requestLineIn,
  sentMethod,
  urlIn,
} from './requestAddress.ts'
import { isMethod, isUrl, methodNames, plainName, wholeUrlNames } from './usualNames.ts'

/** The request, if the text holds an Authorization header, a method and a URL in some such form. */
export const dumpRequest = (bytes: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const dump = dumpOf(bytes)
  const wire = quotedMessage(dump.index)
  if (wire !== undefined) return requestSent({ ...wire, notes: [], ...bodyLostOf(wire, dump) })
  const headerList = findHeaders(dump.source, dump.root, dump.index)
  if (headerList === undefined || authorizationOf(headerList) === '') return undefined
  const address = addressOf(dump, headerList)
  if (typeof address === 'string') return isSigned(authorizationOf(headerList)) ? E.left(address) : undefined
  const url = withQueryBeside(dump, headerList, address)
  if (url === undefined) return E.left(queriesDiffer)
  if (isQueryLost(dump, headerList, url)) return E.left(queryWasParsed)
  if (!url.includes('?') && headerList.path.some(isQueryLeftOut)) return E.left(queryOfFaraday)
  const nock = nockRecording(dump.source, authorizationOf(headerList))
  const headers = [...headerList.headers, ...(nock?.headers ?? [])].filter(([fieldName]) =>
    /^[a-z][a-z0-9-]{0,127}$/.test(fieldName),
  )
  const length = lengthOf(dump, headerList, headers)
  const candidates = bodyCandidates(dump, headerList, length.bytes !== undefined)
  const found = headerList.path.some(isWithoutBody)
    ? noBody
    : chooseBody(candidates, {
        source: dump.source,
        length: length.bytes,
        requestStart: address.requestStart,
        headersAt: headerList.at,
      })
  // An object of the Fetch API has a stream as its body, which a console shows without its bytes.
  const isStream = /\bbodyUsed\b/.test(dump.source) && found !== undefined && latin1(found.bytes) === '{}'
  const isEmptyObject = found !== undefined && latin1(found.bytes) === '{}' && !/["'`]\{\}/.test(dump.source)
  const shown = isStream ? undefined : found
  const chosen = isEmptyObject && isSentWithoutBody(address, headers) ? noBody : shown
  if (chosen?.isSorted === true) return E.left(bodyIsSorted)
  if (chosen?.isParsed === true) return E.left(bodyWasParsed)
  const isEachLineEnded = lineEndInLetters.test(dump.source)
  const sentHeaders = headers.map(([fieldName, fieldValue]): Pair => {
    const written = isEachLineEnded ? fieldValue.replace(/\\r\\n$/, '') : fieldValue
    return [fieldName, lettersOf(written).trim()]
  })
  return requestSent({
    method: sentMethod(address.method),
    url: lettersOf(url).replace(/\?$/, ''),
    headers: length.isOfStructure ? [...sentHeaders, ['content-length', String(length.bytes)]] : sentHeaders,
    ...withNoteOnList(ofNock(nock, bodyOf(chosen, url, isBodyCut(dump.index)), length), candidates),
  })
}

/** A program such as Wireshark writes the letters of a line end behind each line of the head: `POST /v1/jobs HTTP/1.1\r\n`. */
const lineEndInLetters = /^[ \t]{0,64}[A-Z]{3,10} [^\s"']{1,65536} HTTP\/[0-9.]{1,3}\\r\\n[ \t]{0,64}\r?$/m

const noBody: Chosen = { bytes: Bytes.empty, notes: [] }

/** Whether the text has a query only as parameters, apart from the URL: without the written query nothing can be judged. */
const isQueryLost = ({ source }: Dump, { path }: HeaderList, url: string): boolean => {
  const isParsed = path.some(isQueryParsed) || queryInCall.test(source)
  return (isParsed && !url.includes('?')) || path.some((group) => hasParametersBeside(group, url))
}

/** The body, and what is to be said of it if the recorder of nock has parsed it. */
const ofNock = <A extends Pick<Sent, 'body' | 'notes' | 'bodyLost'>>(
  nock: NockRecording | undefined,
  found: A,
  length: BodyLength,
): A => {
  if (nock?.isParsed !== true) return found
  return found.body === undefined || length.bytes === undefined
    ? { ...found, body: undefined, bodyLost: bodyParsedByNock }
    : { ...found, notes: [...found.notes, compactOfNock] }
}

/** The recorder of nock writes the parameters of a query as an object, and SuperAgent gets them so, or as a text beside the URL. */
const queryInCall = /\)\s{0,64}\.query\((?:\{\s{0,16}["'\w]|["'`][^"'`\n]{0,256}=)/

/** Whether the request has no body. A framework such as Express then has an empty object as the parsed body: `body: {}`. */
const isSentWithoutBody = ({ method }: DumpedAddress, headers: ReadonlyArray<Pair>): boolean =>
  hasNoBody(
    method,
    headers.map(([fieldName]) => fieldName),
    '',
  )

/** Beside a message in quotes the program may print a body, and cut it. */
const bodyLostOf = ({ body }: Pick<Sent, 'body'>, { index }: Dump): Pick<Sent, 'bodyLost'> =>
  body === undefined && isBodyCut(index) ? { bodyLost: bodyCut } : {}

/** The Authorization header, or nothing. */
const authorizationOf = ({ headers }: HeaderList): string => headers.find(isAuthorization)?.[1] ?? ''

// ---- The text

/** A printed text, and the literals in it. */
interface Dump {
  /** The text without its dumps of bytes. It has one character for each byte. */
  readonly source: string
  /** The dumps of bytes in hexadecimal. */
  readonly hexDumps: ReadonlyArray<HexBlock>
  readonly root: Group
  readonly index: LiteralIndex
}

const dumpOf = (bytes: Bytes.Bytes): Dump => {
  const printedText = withoutNumberSigns(latin1(bytes))
  const hexDumps = hexBlocks(printedText)
  const source = withoutBlocks(printedText, hexDumps)
  const root = literalTree(source)
  return { source, hexDumps, root, index: indexLiterals(root) }
}

/** HAProxy escapes what it captures as `#22`. */
const withoutNumberSigns = (captured: string): string =>
  /#7B#22/.test(captured)
    ? captured.replace(/#([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : captured

// ---- Method and URL

interface DumpedAddress {
  readonly method: string
  readonly url: string
  /** The offset where the request begins: a request line may come before the headers, and the body between the two. */
  readonly requestStart: number
}

/** The method and the URL, or what is said of the one that the text lacks. */
const addressOf = ({ source, index }: Dump, { path, at: headersStart }: HeaderList): DumpedAddress | Wrong => {
  const namedMethod = firstOf(path, (group) => named(group, methodNames, isMethod))
  const namedUrl = firstOf(path, urlIn)
  const beside =
    requestLineIn(path[1]) ?? startedByRails(source.slice(0, headersStart)) ?? besideHeaders(index.leaves, headersStart)
  const method =
    namedMethod ?? beside?.method ?? methodAnywhere(index.leaves) ?? methodOfRobot.exec(source)?.groups?.method
  const url =
    chooseUrl(namedMethod, namedUrl, beside?.url) ??
    anywhere(index.leaves, wholeUrlNames, isUrl) ??
    urlOfCall(source, index, path) ??
    onlyUrl(index)
  const hasUrl = url !== undefined || index.leaves.some(({ value: literal }) => isUrl(literal.readings[0]))
  if (method === undefined || url === undefined) return hasUrl ? methodNotThere : urlNotThere
  const isNamed = namedMethod !== undefined && namedUrl !== undefined
  return {
    method,
    url: withoutBars(withoutColon(url, source), source),
    requestStart: isNamed ? headersStart : Math.min(beside?.at ?? headersStart, headersStart),
  }
}

/** The last request that a log of Rails begins before the headers. Its line of parameters may have a body with other names: `{"method" => "GET"}`. */
const startedByRails = (before: string): Address | undefined => {
  const started = [...before.matchAll(/\bStarted ([A-Z]{3,10}) "(\/[^"\s]{0,65536})" for /g)].at(-1)
  return started === undefined ? undefined : { method: started[1] ?? '', url: started[2] ?? '', at: started.index }
}

/** RequestsLibrary of Robot Framework: `INFO : POST Request : url=http://h/v1/jobs`. */
const methodOfRobot = /\b(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) Request : url=/

/** The URL before the object that has the method and the headers, as in the arguments of a call: `"http://h/v1/jobs", {"method": "POST", …}`. */
const urlOfCall = (source: string, { leaves }: LiteralIndex, path: ReadonlyArray<Group>): string | undefined => {
  const options = path.find(({ items }) =>
    items.some(({ key }) => key !== undefined && methodNames.test(plainName(key))),
  )
  if (options === undefined) return undefined
  const isBefore = ({ value: literal }: Leaf): boolean =>
    literal.to <= options.from && /^["'\x60]?\s{0,4},\s{0,64}$/.test(source.slice(literal.to, options.from))
  return leaves.findLast((leaf) => isBefore(leaf) && isUrl(leaf.value.readings[0]))?.value.readings[0]
}

/** The URL without the colon of a sentence: `Request to https://h/v1/jobs: {…}`. A colon in quotation marks is of the URL. */
const withoutColon = (url: string, source: string): string => {
  if (!/^https?:\/\/[^\s"']*:$/.test(url)) return url
  const at = source.indexOf(url)
  const isOfSentence =
    at >= 0 &&
    /^(?:|\s)$/.test(source.slice(at - 1, at)) &&
    /^\s$/.test(source.slice(at + url.length, at + url.length + 1))
  return isOfSentence ? url.slice(0, -1) : url
}

/** The URL in a line with bars between its cells, without the bar behind it and what follows: `POST|https://h/v1/jobs|{…}|id,name`. */
const withoutBars = (url: string, source: string): string => {
  const bar = url.indexOf('|')
  if (bar < 0) return url
  const at = source.indexOf(url)
  const [sameLine = ''] = source.slice(source.lastIndexOf('\n', at) + 1).split('\n', 1)
  return at >= 0 && sameLine.split('|').length > fewestCells ? url.slice(0, bar) : url
}

/** A line with fewer bars is no row of a table. */
const fewestCells = 3

/** The URL of a text that has only one, under a name of its own or without one. */
const onlyUrl = ({ leaves }: LiteralIndex): string | undefined => {
  // The URL of an error may be the name of its status: `"http://h/v1/jobs": 401`.
  const urls = new Set(leaves.flatMap(({ key, value: literal }) => [key ?? '', literal.readings[0]]).filter(isUrl))
  return urls.size === 1 ? [...urls][0] : undefined
}

/** What is found in the innermost of these groups that has it. */
const firstOf = <A>(path: ReadonlyArray<Group>, find: (group: Group) => A | undefined): A | undefined =>
  path.map(find).find((found) => found !== undefined)

/**
 * The URL by its usual name, or the URL beside the headers. If the method has no usual name, it comes from beside the headers, and the URL
 * there belongs to it; unless the named URL is the same with its query.
 */
const chooseUrl = (
  namedMethod: string | undefined,
  namedUrl: string | undefined,
  urlBeside: string | undefined,
): string | undefined => {
  const isSameWithQuery = urlBeside !== undefined && namedUrl?.startsWith(`${urlBeside}?`) === true
  return namedMethod === undefined && !isSameWithQuery ? (urlBeside ?? namedUrl) : (namedUrl ?? urlBeside)
}

/** How far before the request line the same target may be. */
const nearby = 512

/**
 * The URL, with the query that the text has elsewhere beside the headers: aiohttp prints the path of a request alone, and CGI names path,
 * target and URL. Undefined if the text has several queries for this path.
 */
const withQueryBeside = (
  { index }: Dump,
  { path, at: headersStart }: HeaderList,
  { url, requestStart }: DumpedAddress,
): string | undefined => {
  if (url.includes('?')) return url
  const end = path.slice(0, -1).reduce((furthest, { to }) => Math.max(furthest, to), headersStart)
  const [sentPath] = pathAndQuery(url)
  const queries = new Set<string>()
  for (const { value: literal } of index.leaves) {
    if (literal.from < Math.min(requestStart, headersStart) - nearby || literal.from > end) continue
    const [candidatePath, query] = pathAndQuery(targetAtEnd(literal.readings[0]))
    if (query !== undefined && query !== '' && candidatePath === sentPath) queries.add(query)
  }
  if (queries.size > 1) return undefined
  const [query] = queries
  return query === undefined ? url : `${url}?${query}`
}

/** The URL or the target at the end of a text, perhaps before a version: `GET /v1/jobs?a=1 HTTP/1.1`. Empty if there is none. */
const targetAtEnd = (written: string): string => {
  const lastWord = written
    .replace(/ HTTP\/[0-9.]{1,3}\s*$/, '')
    .split(/[^!-~]+/)
    .at(-1)
  return /(?:https?:\/\/|\/).*/.exec(lastWord ?? '')?.[0] ?? ''
}

const pathAndQuery = (url: string): readonly [path: string, query: string | undefined] => {
  const target = url.replace(/^https?:\/\/[^/?]*/, '')
  const mark = target.indexOf('?')
  return mark < 0 ? [target, undefined] : [target.slice(0, mark), target.slice(mark + 1)]
}

// ---- The body

/** How long the body is. */
interface BodyLength {
  readonly bytes: number | undefined
  /** A member of a structure gives the length, and no header. */
  readonly isOfStructure: boolean
}

const lengthOf = ({ source, root, index }: Dump, headerList: HeaderList, headers: ReadonlyArray<Pair>): BodyLength => {
  const headerLists = [
    headers,
    ...index.groups.map(({ group }) => headersIn(group.items)),
    headersIn(besideAuthorization(source, root.items)),
  ]
  const announced = announcedLength(headerLists, authorizationOf(headerList))
  if (announced !== undefined) return { bytes: announced, isOfStructure: false }
  const [ofStructure] = headerList.path.flatMap(lengthsOfStructure)
  return { bytes: ofStructure, isOfStructure: ofStructure !== undefined }
}

/** Go keeps the length of the body beside the headers, as `ContentLength:97`; 0 may mean that it is not known. */
const lengthsOfStructure = ({ items: members }: Group): ReadonlyArray<number> =>
  members.flatMap(({ key, value: member }) =>
    key === 'ContentLength' && member._tag === 'Text' && /^[1-9]\d{0,11}$/.test(member.readings[0])
      ? [Number(member.readings[0])]
      : [],
  )

/** Whether Go says that a request has no body: it prints http.NoBody as `{}`, and the length beside it is 0. */
const isWithoutBody = ({ items: members }: Group): boolean => {
  const isNothing = members.some(
    ({ key, value: member }) => key === 'Body' && member._tag === 'Group' && member.items.length === 0,
  )
  const isOfLengthZero = members.some(
    ({ key, value: member }) => key === 'ContentLength' && member._tag === 'Text' && member.readings[0] === '0',
  )
  return isNothing && isOfLengthZero
}

const bodyCandidates = (
  { source, index, hexDumps }: Dump,
  { path, headers, at }: HeaderList,
  isMeasured: boolean,
): ReadonlyArray<Candidate> => {
  const ofHexDumps = hexDumps.map(
    (block): Candidate => ({ readings: [block.bytes], isNamed: false, isExact: true, from: block.from }),
  )
  const isForm = headers.some(([fieldName, value]) => fieldName === 'content-type' && /urlencoded/i.test(value))
  return [...candidatesIn(source, index, { path, at, isForm, isMeasured }), ...ofHexDumps]
}

/** The note on an empty list that was not taken for the body. */
export const emptyListForNothing =
  'An empty list is in place of the body. Programs print nothing in this way, so it was not read as a body; if [] was sent, give the body itself.'

const withNoteOnList = <A extends Pick<Sent, 'body' | 'notes'>>(found: A, candidates: ReadonlyArray<Candidate>): A => {
  const isList =
    found.body === undefined && candidates.some(({ isNamed, readings }) => isNamed && readings.includes('[]'))
  return isList ? { ...found, notes: [...found.notes, emptyListForNothing] } : found
}

/** The body for `requestSent`, with what is to be said about it and about the URL. */
const bodyOf = (chosen: Chosen | undefined, url: string, isCut: boolean): Pick<Sent, 'body' | 'notes' | 'bodyLost'> => {
  const notesOfUrl = url.endsWith('?') ? [loneMarkDropped] : []
  if (chosen?.isForTheEye === true) return { body: undefined, notes: notesOfUrl, bodyLost: forTheEye }
  if (chosen === undefined) return { body: undefined, notes: notesOfUrl, bodyLost: isCut ? bodyCut : undefined }
  return {
    body: { _tag: 'Bytes', bytes: chosen.bytes },
    notes: [...chosen.notes, ...notesOfUrl],
    bodyLost: undefined,
  }
}
