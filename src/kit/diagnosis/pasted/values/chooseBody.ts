/**
 * Which of the candidates is the body that was sent (bodyCandidates.ts finds them). The Content-Length decides. Without one it is the
 * candidate with a body's name, or the only one after the headers; and then the program that printed it may have changed it.
 */
import * as Bytes from '../../../../core/Bytes.ts'
import { compactOfLength, isSortedWithin } from '../printedJson.ts'
import type { Candidate } from './bodyCandidates.ts'
import { responseBegins } from './responseBegins.ts'

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
  const responseAt = startOfResponse(surroundings)
  // A short text of the response may have this length by chance.
  const isOfResponse = ({ from, readings, isOfRequest }: Candidate): boolean =>
    from >= responseAt && isOfRequest !== true && (readings[0] ?? '').length < shortestOfAny
  const namedFirst = candidates
    .filter((candidate) => length === undefined || !isOfResponse(candidate))
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed))
  return length === undefined
    ? likeliestBody(namedFirst, surroundings)
    : (bodyOfLength(namedFirst, length) ?? compactBodyOfLength(namedFirst, length))
}

/** A shorter text behind the beginning of the response is of the response. */
const shortestOfAny = 8

/** Where the response begins. Infinity if the text has none. */
const startOfResponse = ({ source, headersAt }: Surroundings): number => {
  const untilResponse = source.slice(headersAt).search(responseBegins)
  return untilResponse < 0 ? Number.POSITIVE_INFINITY : headersAt + untilResponse
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
const likeliestBody = (candidates: ReadonlyArray<Candidate>, surroundings: Surroundings): Chosen | undefined => {
  const { source, requestStart } = surroundings
  const responseAt = startOfResponse(surroundings)
  const ofRequest = candidates.filter(
    ({ isUnrelated, isOfRequest, from }) => isUnrelated !== true && (isOfRequest === true || from < responseAt),
  )
  const named = ofRequest.filter(({ isNamed, isMember }) => isNamed && isMember !== true)
  const hasNamedMember = ofRequest.some(({ isNamed, isMember }) => isNamed && isMember === true)
  const isInRequest = ({ from }: Candidate): boolean => from >= requestStart
  const body =
    named.length > 0
      ? (agreed(named) ?? named.find(isInRequest)?.readings[0] ?? named[0]?.readings[0])
      : agreed(ofRequest.filter((candidate) => candidate.isMember !== true && isInRequest(candidate)))
  if (body === undefined) return undefined
  const chosen = unmeasuredBody(source, body, candidates)
  const isOneOfSeveral = named.length > 1 && agreed(named) === undefined
  if (isOneOfSeveral) return { ...chosen, notes: [...chosen.notes, oneOfSeveral] }
  return named.length === 0 && hasNamedMember ? { ...chosen, notes: [...chosen.notes, holdsOther] } : chosen
}

export const holdsOther =
  'The body has a member with the name of a body, such as payload. There is no Content-Length to decide, and the verdict depends on it; if only this member was sent, give the body itself.'

export const insideOther =
  'The body stands inside another text that may be the body too. There is no Content-Length to decide, and the verdict depends on it; if the other text was sent, give the body itself.'

export const endsAtMark =
  'The body was read up to a quotation mark, and a word follows directly. There is no Content-Length to check that, and the verdict depends on it; if the body goes on, give the body itself.'

export const oneOfSeveral =
  'Several texts here have the name of a body, and one of them was read. There is no Content-Length to decide, and the verdict depends on it; if another one was sent, give the body itself.'

/** Whether the body stands inside another candidate. The candidates are looked at once, in the order of the text. */
const isInsideOther = (body: string, candidates: ReadonlyArray<Candidate>): boolean => {
  let reach = 0
  for (const { from: start, to = 0, isUnrelated, readings } of candidates.toSorted((a, b) => a.from - b.from)) {
    const isBody = readings.includes(body)
    if (isBody && start < reach) return true
    if (!isBody && isUnrelated !== true) reach = Math.max(reach, to)
  }
  return false
}

/** The notes on a body that could have been read in another way too. A body in one way has none. */
const otherReadings = (source: string, body: string, candidates: ReadonlyArray<Candidate>): ReadonlyArray<string> => {
  const sources = candidates.filter(({ readings }) => readings.includes(body))
  const isInside = isInsideOther(body, candidates)
  // dump() of Symfony does not escape the quotation marks in a text.
  const goesOnAt = body.startsWith('<') ? /[\w<>"]/ : /[\w<"]/
  const goesOn =
    sources.length > 0 && sources.every(({ to }) => to !== undefined && goesOnAt.test(source.slice(to, to + 1)))
  return [...(isInside ? [insideOther] : []), ...(goesOn ? [endsAtMark] : [])]
}

/** A body without a Content-Length, with what its printing may have changed. */
const unmeasuredBody = (source: string, body: string, candidates: ReadonlyArray<Candidate>): Chosen => {
  const chosen: Chosen = { bytes: Bytes.ofAscii(body), notes: otherReadings(source, body, candidates) }
  const sources = candidates.filter(({ readings }) => readings.includes(body))
  if (sources.some(({ isExact }) => isExact)) return chosen
  if (sources.every(({ printedObject }) => printedObject !== undefined)) return { ...chosen, isParsed: true }
  return isIndented(body) ? { ...chosen, isForTheEye: true } : chosen
}

/** A reading that all of them share. */
const agreed = (candidates: ReadonlyArray<Candidate>): string | undefined =>
  candidates[0]?.readings.find((reading) => candidates.every(({ readings }) => readings.includes(reading)))

/** A JSON text over several lines: perhaps printed for the eye. */
const isIndented = (body: string): boolean => /^[[{][ \t]*\r?\n/.test(body)

export const forTheEye =
  'The body is in several lines here. Perhaps a program indented it for reading. Without a Content-Length this cannot be checked, so the body was ignored; log the body as it is sent.'
