/**
 * Notes on what a pasted text does not show for certain. A program prints a body in its own way, and without a Content-Length nothing shows
 * whether the bytes that were read are those that were sent. If the same text could show another body, a note says so.
 *
 *     body: aWQsbmFtZQ==          Base64 of the body, or the body itself
 *     body: "red"                 the quotation marks belong to the program, or to the body
 *     id,name⏎1,red⏎              the last line end belongs to the body, or to the program
 *     Authorization: …, twice     both belong to one request, or to two
 *
 * Texts have one character for each byte.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import { latin1, type Received, receivedOf } from '../Received.ts'
import { bytesRead, isFormText, isJson } from './escapedBody.ts'
import { contentLengthIn } from './Pair.ts'
import { bytesInLiteral, bytesOfNumberList, decodedText } from './values/bytesInLiteral.ts'
import { firstHeaderAt, wholeHeaders } from './wholeHeaders.ts'

/** A text, and what its readers know of it. */
export interface ReadText {
  /** As it was pasted. */
  readonly pasted: string
  /** Whether it is an HTTP message from its first line on, or what is left of it when the text round it is taken off. */
  readonly isMessage: boolean
  /** Whether it is an HTTP archive, which has the body exactly as it was sent. */
  readonly isArchive: boolean
}

/** The request, with a note on each thing that the text does not show for certain. */
export const withDoubts = (received: Received, text: ReadText): Received => {
  if (received.now !== undefined || text.isArchive || text.pasted.length > longestText) return received
  const { notes = [], host, url, ...otherMembers } = received
  const doubts = [...doubtOnHeader(received, text), ...doubtOnTarget(received, text), ...doubtOnBody(received, text)]
  return doubts.length === 0 ? received : receivedOf({ ...otherMembers, host, url }, [...notes, ...doubts])
}

/** A longer text gets no further notes, because looking through it again takes too long. */
const longestText = 4_000_000

const bodyText = ({ body }: Received): string => (body._tag === 'Bytes' ? latin1(body.bytes) : '')

// ---- The header

/** The items of a header except the last, to which a bracket or a mark of the text may stick. */
const itemsOf = (value: string): string => value.slice(value.indexOf(' ') + 1, value.lastIndexOf(','))

/** Whether a note says already that the text has more than one request. */
const saysSeveral = (note: string): boolean => /^There (?:are \d|is more than one request)/.test(note)

/** The most headers that are compared. */
const mostHeaders = 64

/** The note on a text with the signed headers of several requests. None if the others stand in the body that was read. */
const doubtOnHeader = (received: Received, { pasted, isMessage }: ReadText): ReadonlyArray<string> => {
  const { authorization, notes = [] } = received
  if (notes.some(saysSeveral)) return []
  if (!isMessage && new Set(authorization).size > 1) return [severalRead(authorization.length)]
  const body = bodyText(received)
  const own = authorization.join('\n')
  const others = new Set<string>()
  let compared = 0
  for (const { 0: value } of wholeHeaders(pasted)) {
    if (++compared > mostHeaders) break
    const items = itemsOf(value)
    if (!own.includes(items) && !body.includes(items)) others.add(items)
  }
  return others.size === 0 ? [] : [severalHeaders(others.size + 1, lineOfHeader(own, pasted))]
}

const severalRead = (count: number): string =>
  `The ${count} Authorization headers of this text were read as those of one request. If one of them is in the body or is of another request, paste the request as raw HTTP.`

/** The number of the line in which the header begins. Line 1 if the text does not have the header in this form. */
const lineOfHeader = (own: string, pasted: string): number =>
  pasted.slice(0, Math.max(0, pasted.indexOf(itemsOf(own)))).split('\n').length

const severalHeaders = (count: number, line: number): string =>
  `There are ${count} different signed Authorization headers in this text. The request with the one in line ${line} was read; if that is not the request that you mean, paste only its lines.`

// ---- The target

const decodedTarget =
  'This text has the target without escapes, as the program has decoded it, so its escapes were added again. A character that needs no escape, such as a slash or a plus sign, may have been sent with one; if the verdict is wrong, give the target as it was sent.'

/** The note on a target that the text has only without its escapes. */
const doubtOnTarget = ({ target }: Received, { pasted, isMessage }: ReadText): ReadonlyArray<string> => {
  if (isMessage || !/%[0-9A-Fa-f]{2}/.test(target) || pasted.includes(target)) return []
  const decoded = target.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return pasted.includes(decoded) ? [decodedTarget] : []
}

// ---- The body

/** Whether a note says already that the verdict depends on what was taken for the body. */
const isDoubt = (note: string): boolean =>
  /the verdict depends on it|no Content-Length|without a Content-Length|No reader knows the form of this body/i.test(
    note,
  )

const hasLength = ({ headers = [] }: Received): boolean =>
  contentLengthIn(headers) !== undefined || headers.some(([fieldName]) => fieldName === 'transfer-encoding')

/** The offset of the body in the text. Negative if the text does not have the body in this form. */
const bodyOffset = (body: string, pasted: string): number => pasted.indexOf(body, firstHeaderAt(pasted))

const doubtOnBody = (received: Received, text: ReadText): ReadonlyArray<string> => {
  const { notes = [], bodyMissing } = received
  const body = bodyText(received)
  if (body === '' || bodyMissing === true || hasLength(received) || notes.some(isDoubt)) return []
  if (isLabelled(body)) return [perhapsLabel]
  // A message that was pasted up to its end is read byte for byte.
  const isWholeMessage = text.isMessage && text.pasted.endsWith(body)
  const doubt = isWholeMessage ? undefined : firstDoubt(received, body, text)
  return doubt === undefined ? [] : [doubt]
}

type DoubtOnBody = (body: string, pasted: string, received: Received) => string | undefined

/** One note is enough: each says that the verdict depends on the body. */
const firstDoubt = (received: Received, body: string, { isMessage, pasted }: ReadText): string | undefined => {
  const ofMessages: ReadonlyArray<DoubtOnBody> = [doubtOnLines, doubtOnEnd]
  const ofPrints: ReadonlyArray<DoubtOnBody> = [
    doubtOnEncoding,
    doubtOnQuotes,
    doubtOnNeighbours,
    doubtOnLines,
    doubtOnDocument,
  ]
  for (const findDoubt of [doubtOnFence, doubtOnNextLine, ...(isMessage ? ofMessages : ofPrints)]) {
    const doubt = findDoubt(body, pasted, received)
    if (doubt !== undefined) return doubt
  }
  return undefined
}

/** A shorter text fits an encoding by chance. */
const shortestEncoded = 8

/** Bytes of Python, or a text in quotation marks. */
const literal = /^(?:[bB]?'[^\n]*'|[bB]?"[^\n]*"|`[^\n]*`)$/

/** Numbers of bytes with marks between them: `1, 2, 3`, `[1 2 3]`, `01-02-03`. */
const isNumbers = (body: string): boolean =>
  bytesOfNumberList(body) !== undefined || /^(?:\d{1,3}(?:[ ,]{1,2}|$)){4,}$/.test(body)

/** Whether the body looks like bytes that a program encoded. Go prints headers as lists, and then bytes in Base64. */
const looksEncoded = (body: string, pasted: string): boolean =>
  isNumbers(body) ||
  literal.test(body) ||
  isPaddedBase64(body) ||
  (/"[\w-]{1,64}":\["/.test(pasted) && isBase64(body)) ||
  (body.length >= shortestEncoded && (decodedText(body).length > 0 || bytesInLiteral(body) !== undefined))

const isBase64 = (body: string): boolean => E.isRight(Base64.decode(body))

/** No word of a language ends in such a mark. */
const isPaddedBase64 = (body: string): boolean => body.endsWith('=') && isBase64(body)

const perhapsEncoded =
  'The body was read as it is written. It looks like bytes in Base64, in digits or in quotation marks, and programs print any body so. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.'

const decodedByLook =
  'The body was decoded from digits, from Base64 or from a text in quotation marks. There is no Content-Length to check that, and the verdict depends on it; if the text itself was sent, give the body itself.'

/** Names and types in a text that say how the body is encoded. */
const namesEncoding =
  /base64|as_bytes|bodyBytes|bytea|\bhex|<Buffer|\[\](?:uint8|byte)|Uint8Array|<<\d|chunk=b|\bb["']|binary|\bx'/i

const goesOnDirectly =
  'The text goes on directly behind what was read as the body. There is no Content-Length to check that, and the verdict depends on it; if the body goes on, give the body itself.'

const doubtOnEncoding: DoubtOnBody = (body, pasted) => {
  const offset = bodyOffset(body, pasted)
  if (offset >= 0 && /[=\w]/.test(body.at(-1) ?? '') && pasted[offset + body.length] === '=') return goesOnDirectly
  if (pasted.includes(body)) return looksEncoded(body, pasted) && !isJsonText(pasted) ? perhapsEncoded : undefined
  const isOfNumbers = numbersOf(body).some((numbers) => pasted.includes(numbers))
  return isOfNumbers && !namesEncoding.test(pasted.replace(/isBase64Encoded\W{1,8}false/gi, ''))
    ? decodedByLook
    : undefined
}

/** As many bytes tell one body from another. */
const bytesCompared = 8

/** The first bytes of the body as programs print them: as numbers in a list, or in hexadecimal digits. */
const numbersOf = (body: string): ReadonlyArray<string> => {
  const numbers = [...body.slice(0, bytesCompared)].map((c) => c.charCodeAt(0))
  const digits = numbers.map((number) => number.toString(16).padStart(2, '0'))
  const inHex = ['-', ':', ''].map((mark) => digits.join(mark))
  return [...[', ', ',', ' '].map((mark) => numbers.join(mark)), ...inHex, ...inHex.map((hex) => hex.toUpperCase())]
}

/** Whether the text is JSON, which has a text in quotation marks of its own. */
const isJsonText = (pasted: string): boolean => /^\s{0,64}[[{]/.test(pasted) && isJson(pasted)

const quotesRemoved =
  'The quotation marks round the body were removed. There is no Content-Length to check that, and the verdict depends on it; if they were sent, give the body itself.'

/** A text as most languages have it between quotation marks. */
const escapedIn = (body: string): string =>
  body.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')

/** Whether the body stands in quotation marks, in a text that has its other values without them. */
const doubtOnQuotes: DoubtOnBody = (body, pasted, { target }) => {
  const headerAt = firstHeaderAt(pasted)
  const isQuotedAt = (at: number): boolean => /["'`][^"'`\n]{0,512}$/.test(pasted.slice(Math.max(0, at - 512), at))
  const targetAt = pasted.indexOf(target)
  if (headerAt === undefined || (/["'`]/.test(pasted[headerAt - 1] ?? '') && (targetAt < 0 || isQuotedAt(targetAt))))
    return undefined
  const written = [`"${body}"`, `'${body}'`, `"${escapedIn(body)}"`]
  const plain = pasted.replaceAll('&quot;', '"')
  if (['"', "'"].some((mark) => plain.includes(`b${mark}${body}${mark}`))) return bytesRead
  return written.some((quoted) => plain.includes(quoted)) ? quotesRemoved : undefined
}

// ---- Lines

const upToLog =
  'The body was read up to a line that looks like the next line of a log. There is no Content-Length to check that, and the verdict depends on it; if that line is of the body, give the body itself.'

/** A mark of OkHttp, with the number of bytes before it. */
const countedEnd = /^-{2,3}> END .{1,16}\((\d{1,12})-byte body\)/

/** The line after the body, perhaps with empty lines before it. */
const nextLine = /^[ \t]{0,8}\r?\n(?:[ \t]{0,8}\r?\n){0,4}([^\n]{1,512})/

/** So many characters after the body are looked at. */
const restLooked = 1024

/** The note on a text before a line of a log. JSON, XML and a form show by themselves where they end. */
const doubtOnNextLine: DoubtOnBody = (body, pasted) => {
  if (/^\s*[[{<"]/.test(body) || isFormText(body)) return undefined
  const offset = bodyOffset(body, pasted)
  const end = offset + body.length
  const rest = offset < 0 ? '' : pasted.slice(end, end + restLooked)
  const [, next = ''] = nextLine.exec(rest) ?? []
  if (countedEnd.exec(next)?.[1] === String(body.length)) return undefined
  return /\d\d:\d\d:\d\d/.test(next) || /^-{2,3}> END /.test(next) ? upToLog : undefined
}

/** So many characters on each side of the body show whether JSON is there: a line end, an indentation and two signs. */
const neighbourLooked = 80

/** The note on JSON with other lines of JSON before or after it, which may belong to the same body. */
const doubtOnNeighbours: DoubtOnBody = (body, pasted) => {
  const start = /^\s*[[{]/.test(body) ? bodyOffset(body, pasted) : -1
  if (start < 0) return undefined
  const end = start + body.length
  const isJsonNext = /^\r?\n[ \t]{0,64}[[{]["{[\]}\d]/.test(pasted.slice(end, end + neighbourLooked))
  const isJsonBefore = /[\]}]\r?\n[ \t]{0,64}$/.test(pasted.slice(Math.max(0, start - neighbourLooked), start))
  return isJsonNext || isJsonBefore ? perhapsPart : undefined
}

const perhapsPart =
  'The line of JSON beside the one that was read as the body may be of the body too. There is no Content-Length to check that, and the verdict depends on it; if it is, give the body itself.'

/** Whether the body begins with the name that a program writes before one. */
const isLabelled = (body: string): boolean =>
  /^(?:request[ _-]?)?(?:body|payload)(?: ?\([\w -]{1,32}\))?[ \t]{0,8}:[ \t]/i.test(body)

const perhapsLabel =
  'The body begins with the word that programs print before a body, such as Body or Payload. There is no Content-Length to check that it was sent, and the verdict depends on it; if it was not, remove it.'

/** Whether the body has line ends that no program would add: CR LF, or one behind it. */
const keepsLineEnds = (body: string): boolean => /\r\n|\n$/.test(body)

const linesRead = (first: number, last: number): string =>
  `Lines ${first} to ${last} were read as the body, with LF between them and without the last line end. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.`

const linesReadWithEnds = (first: number, last: number): string =>
  `Lines ${first} to ${last} were read as the body, with their line ends. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.`

const linesOfDocument =
  'The text does not show the line ends of the body for certain. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.'

/** The note on a body of lines in a text that does not show them as lines, or that has something round them. */
const doubtOnEnd: DoubtOnBody = (body, pasted) =>
  body.trimEnd().includes('\n') && !pasted.includes(`${escapedIn(body)}"`) ? linesOfDocument : undefined

/** The same for a text of JSON that holds a page or a fence. */
const doubtOnDocument: DoubtOnBody = (body, pasted, received) =>
  /```|~~~|<br|<\/(?:p|div|pre)>/.test(pasted) ? doubtOnEnd(body, pasted, received) : undefined

const otherFence =
  'More than one fence follows the headers, and the body was read up to the first. There is no Content-Length to check that, and the verdict depends on it; if the fence is of the body, give the body itself.'

const fenceLine = /(?:^|\n|\\n)[ \t]{0,16}```[ \t]{0,8}(?:\\n|\r?\n|$)/g

/** The note on a body before a fence, if other fences follow: the first may be of the body. */
const doubtOnFence: DoubtOnBody = (body, pasted) => {
  const offset = bodyOffset(body, pasted)
  const after = offset < 0 ? '' : pasted.slice(offset + body.length)
  return /^\s{0,8}(?:\\n)?```/.test(after) && [...after.matchAll(fenceLine)].length > 1 ? otherFence : undefined
}

/** The most lines of the text that are searched for the body. */
const mostLines = 100_000

/** The first lines of the body are enough to find it. */
const linesCompared = 4

/**
 * The note on a body of several lines that the text shows as lines, perhaps indented or after a prefix. No note if the lines are in quotation
 * marks in which a line end needs no escape.
 */
const doubtOnLines: DoubtOnBody = (body, pasted) => {
  if (!body.includes('\n')) return undefined
  const lines = body
    .replaceAll('\r', '')
    .replace(/^\n+|\n+$/g, '')
    .split('\n')
  const pastedLines = pasted.split('\n', mostLines).map((line) => line.replace(/\r$/, ''))
  const [firstLine = ''] = lines
  const compared = lines.slice(0, linesCompared)
  const first = pastedLines.findIndex(
    (line, i) =>
      line.endsWith(firstLine.trim()) &&
      compared.every((bodyLine, j) => (pastedLines[i + j] ?? '').includes(bodyLine.trim())),
  )
  if (first < 0) return undefined
  const mark = (pastedLines[first] ?? '').slice(0, -firstLine.length).slice(-1)
  return /['`]/.test(mark)
    ? undefined
    : (keepsLineEnds(body) ? linesReadWithEnds : linesRead)(first + 1, first + lines.length)
}
