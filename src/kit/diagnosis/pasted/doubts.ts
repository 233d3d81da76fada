/**
 * What a printed text leaves open of the request that was read from it, in notes. A text of a program shows a body as the program prints
 * it, and without a Content-Length nothing shows whether these are the bytes that were sent. So a body is never judged in silence if the
 * same text could stand for another body.
 *
 *     body: aWQsbmFtZQ==          Base64 of a text, or this text itself
 *     body: "red"                 in quotation marks of the program, or sent with them
 *     id,name⏎1,red⏎              the last line end is of the body, or of the program
 *     Authorization: …            there twice, of two requests
 *
 * Texts have one character for each byte.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import { latin1, type Received, receivedOf } from '../Received.ts'
import { isFormText, isJson } from './escapedBody.ts'
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

/** The request, with a note on each thing that the text leaves open. */
export const withDoubts = (received: Received, text: ReadText): Received => {
  if (received.now !== undefined || text.isArchive || text.pasted.length > longestText) return received
  const { notes = [], host, url, ...otherMembers } = received
  const doubts = [...doubtOnHeader(received, text), ...doubtOnTarget(received, text), ...doubtOnBody(received, text)]
  return doubts.length === 0 ? received : receivedOf({ ...otherMembers, host, url }, [...notes, ...doubts])
}

/** A longer text is not looked through again. */
const longestText = 4_000_000

const bodyText = ({ body }: Received): string => (body._tag === 'Bytes' ? latin1(body.bytes) : '')

// ---- The header

/** The items of a header without the last: a bracket or a mark of the text may stand behind that one. */
const itemsOf = (value: string): string => value.slice(value.indexOf(' ') + 1, value.lastIndexOf(','))

/** Whether a note says already that the text has more than one request. */
const saysSeveral = (note: string): boolean => /^There (?:are \d|is more than one request)/.test(note)

/** More headers are not looked at. */
const mostHeaders = 64

/** The note on a text with the signed headers of several requests. None if the others stand in the body that was read. */
const doubtOnHeader = (received: Received, { pasted, isMessage }: ReadText): ReadonlyArray<string> => {
  const { authorization, notes = [] } = received
  if (notes.some(saysSeveral)) return []
  if (!isMessage && new Set(authorization).size > 1) return [severalRead(authorization.length)]
  const body = bodyText(received)
  const own = authorization.join('\n')
  const others = new Set<string>()
  let looked = 0
  for (const { 0: value } of wholeHeaders(pasted)) {
    if (++looked > mostHeaders) break
    const items = itemsOf(value)
    if (!own.includes(items) && !body.includes(items)) others.add(items)
  }
  return others.size === 0 ? [] : [severalHeaders(others.size + 1, lineOfHeader(own, pasted))]
}

const severalRead = (count: number): string =>
  `The ${count} Authorization headers of this text were read as those of one request. If one of them is in the body or is of another request, paste the request as raw HTTP.`

/** The line in which the header begins, from 1. 1 if it is not there to the letter. */
const lineOfHeader = (own: string, pasted: string): number =>
  pasted.slice(0, Math.max(0, pasted.indexOf(itemsOf(own)))).split('\n').length

const severalHeaders = (count: number, line: number): string =>
  `There are ${count} different signed Authorization headers in this text. The request with the one in line ${line} was read; if that is not the request that you mean, paste only its lines.`

// ---- The target

const decodedTarget =
  'This text has the target without escapes, as the program has decoded it, so its escapes were added again. A character that needs no escape, such as a slash or a plus sign, may have been sent with one; if the verdict is wrong, give the target as it was sent.'

/** The note on a target with escapes that the text has only decoded. None in a command: there the program that sends it adds them. */
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

const doubtOnBody = (received: Received, text: ReadText): ReadonlyArray<string> => {
  const { notes = [], bodyMissing } = received
  const body = bodyText(received)
  if (body === '' || bodyMissing === true || hasLength(received) || notes.some(isDoubt)) return []
  // A message that is pasted to its end is read to the letter.
  if (isLabelled(body)) return [perhapsLabel]
  if (text.isMessage && text.pasted.trimEnd().endsWith(body.trimEnd()) && text.pasted.endsWith(body)) return []
  const doubt =
    doubtOnFence(body, text.pasted) ??
    doubtOnNextLine(body, text.pasted) ??
    (text.isMessage
      ? (doubtOnLines(body, text.pasted) ?? doubtOnEnd(body, text.pasted))
      : (doubtOnCoding(body, text.pasted) ??
        doubtOnQuotes(received, body, text.pasted) ??
        doubtOnNeighbours(body, text.pasted) ??
        doubtOnLines(body, text.pasted) ??
        doubtOnDocument(body, text.pasted)))
  return doubt === undefined ? [] : [doubt]
}

/** A shorter text is in a code by chance. */
const shortestCode = 8

/** Bytes of Python, or a text in quotation marks. */
const literal = /^(?:[bB]?'[^\n]*'|[bB]?"[^\n]*"|`[^\n]*`)$/

/** Numbers of bytes with marks between them: `1, 2, 3`, `[1 2 3]`, `01-02-03`. */
const isNumbers = (body: string): boolean =>
  bytesOfNumberList(body) !== undefined || /^(?:\d{1,3}(?:[ ,]{1,2}|$)){4,}$/.test(body)

/** Go writes headers as lists, and bytes in Base64. */
const isInCode = (body: string, pasted: string): boolean =>
  isNumbers(body) ||
  literal.test(body) ||
  isPaddedBase64(body) ||
  (/"[\w-]{1,64}":\["/.test(pasted) && isBase64(body)) ||
  (body.length >= shortestCode && (decodedText(body).length > 0 || bytesInLiteral(body) !== undefined))

const isBase64 = (body: string): boolean => E.isRight(Base64.decode(body))

/** No word of a language ends in such a mark. */
const isPaddedBase64 = (body: string): boolean => body.endsWith('=') && isBase64(body)

const perhapsInCode =
  'The body was read as it is written. It looks like bytes in Base64, in digits or in quotation marks, and programs print any body so. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.'

const decodedByLook =
  'The body was decoded from digits, from Base64 or from a text in quotation marks. There is no Content-Length to check that, and the verdict depends on it; if the text itself was sent, give the body itself.'

/** The names and types in a text that say in which code a body is. */
const saysCode =
  /base64|as_bytes|bodyBytes|bytea|\bhex|<Buffer|\[\](?:uint8|byte)|Uint8Array|<<\d|chunk=b|\bb["']|binary|\bx'/i

const goesOnDirectly =
  'The text goes on directly behind what was read as the body. There is no Content-Length to check that, and the verdict depends on it; if the body goes on, give the body itself.'

const doubtOnCoding = (body: string, pasted: string): string | undefined => {
  const at = pasted.indexOf(body, firstHeaderAt(pasted))
  if (at >= 0 && /[=\w]/.test(body.at(-1) ?? '') && pasted[at + body.length] === '=') return goesOnDirectly
  if (pasted.includes(body)) return isInCode(body, pasted) && !isJsonText(pasted) ? perhapsInCode : undefined
  const isOfNumbers = numbersOf(body).some((numbers) => pasted.includes(numbers))
  return isOfNumbers && !saysCode.test(pasted.replace(/isBase64Encoded\W{1,8}false/gi, '')) ? decodedByLook : undefined
}

/** How programs begin the bytes of this text, as a list or in hexadecimal digits. */
const numbersOf = (body: string): ReadonlyArray<string> => {
  const numbers = [...body.slice(0, 8)].map((c) => c.charCodeAt(0))
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
const doubtOnQuotes = ({ target }: Received, body: string, pasted: string): string | undefined => {
  const headerAt = firstHeaderAt(pasted)
  const isQuotedAt = (at: number): boolean => /["'`][^"'`\n]{0,512}$/.test(pasted.slice(Math.max(0, at - 512), at))
  const targetAt = pasted.indexOf(target)
  if (headerAt === undefined || (/["'`]/.test(pasted[headerAt - 1] ?? '') && (targetAt < 0 || isQuotedAt(targetAt))))
    return undefined
  const written = [`"${body}"`, `'${body}'`, `"${escapedIn(body)}"`]
  const plain = pasted.replaceAll('&quot;', '"')
  return written.some((quoted) => plain.includes(quoted)) ? quotesRemoved : undefined
}

// ---- Lines

const upToLog =
  'The body was read up to a line that looks like the next line of a log. There is no Content-Length to check that, and the verdict depends on it; if that line is of the body, give the body itself.'

/** A mark of OkHttp, with the number of bytes before it. */
const countedEnd = /^-{2,3}> END .{1,16}\((\d{1,12})-byte body\)/

/** The note on a text before a line of a log. JSON, XML and a form show by themselves where they end. */
const doubtOnNextLine = (body: string, pasted: string): string | undefined => {
  if (/^\s*[[{<"]/.test(body) || isFormText(body)) return undefined
  const at = pasted.indexOf(body, firstHeaderAt(pasted))
  const [, next = ''] =
    at < 0
      ? []
      : (/^[ \t]{0,8}\r?\n(?:[ \t]{0,8}\r?\n){0,4}([^\n]{1,512})/.exec(
          pasted.slice(at + body.length, at + body.length + 1024),
        ) ?? [])
  if (countedEnd.exec(next)?.[1] === String(body.length)) return undefined
  return /\d\d:\d\d:\d\d/.test(next) || /^-{2,3}> END /.test(next) ? upToLog : undefined
}

/** The note on JSON beside which other lines of JSON stand: they may be parts of one body. */
const doubtOnNeighbours = (body: string, pasted: string): string | undefined => {
  const at = /^\s*[[{]/.test(body) ? pasted.indexOf(body, firstHeaderAt(pasted)) : -1
  if (at < 0) return undefined
  const isJsonNext = /^\r?\n[ \t]{0,64}[[{]["{[\]}\d]/.test(pasted.slice(at + body.length, at + body.length + 80))
  const isJsonBefore = /[\]}]\r?\n[ \t]{0,64}$/.test(pasted.slice(Math.max(0, at - 80), at))
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
const doubtOnEnd = (body: string, pasted: string): string | undefined =>
  body.trimEnd().includes('\n') && !pasted.includes(`${escapedIn(body)}"`) ? linesOfDocument : undefined

/** The same for a text of JSON that holds a page or a fence. */
const doubtOnDocument = (body: string, pasted: string): string | undefined =>
  /```|~~~|<br|<\/(?:p|div|pre)>/.test(pasted) ? doubtOnEnd(body, pasted) : undefined

const otherFence =
  'More than one fence follows the headers, and the body was read up to the first. There is no Content-Length to check that, and the verdict depends on it; if the fence is of the body, give the body itself.'

const fenceLine = /(?:^|\n|\\n)[ \t]{0,16}```[ \t]{0,8}(?:\\n|\r?\n|$)/g

/** The note on a body before a fence, if other fences follow: the first may be of the body. */
const doubtOnFence = (body: string, pasted: string): string | undefined => {
  const at = pasted.indexOf(body, firstHeaderAt(pasted))
  const after = at < 0 ? '' : pasted.slice(at + body.length)
  return /^\s{0,8}(?:\\n)?```/.test(after) && [...after.matchAll(fenceLine)].length > 1 ? otherFence : undefined
}

/** More lines are not looked through. */
const mostLines = 100_000

/** Of a body of more lines the others are not compared. */
const linesCompared = 4

/**
 * The note on a body of several lines that the text shows as lines, perhaps set in or behind a prefix. None if quotation marks that need no
 * escapes stand round them.
 */
const doubtOnLines = (body: string, pasted: string): string | undefined => {
  if (!body.includes('\n')) return undefined
  const lines = body
    .replaceAll('\r', '')
    .replace(/^\n+|\n+$/g, '')
    .split('\n')
  const all = pasted.split('\n', mostLines).map((line) => line.replace(/\r$/, ''))
  const [firstLine = ''] = lines
  const compared = lines.slice(0, linesCompared)
  const first = all.findIndex(
    (line, i) =>
      line.endsWith(firstLine.trim()) && compared.every((each, j) => (all[i + j] ?? '').includes(each.trim())),
  )
  if (first < 0) return undefined
  const mark = (all[first] ?? '').slice(0, -firstLine.length).slice(-1)
  return /['`]/.test(mark)
    ? undefined
    : (keepsLineEnds(body) ? linesReadWithEnds : linesRead)(first + 1, first + lines.length)
}
