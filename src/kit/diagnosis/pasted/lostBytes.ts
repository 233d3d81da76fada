/**
 * Whether the body that was read is the one that was sent. Programs that print a request cut a long body, write a dot or a
 * replacement character for bytes that they cannot show, or print it another way; the body is then told as not known, and never
 * judged as if it were whole.
 *
 *     {"title":"a long te… (truncated)        {"title":"Z..rich"}        {"title":"Z\ufffdrich"}        [12345 bytes omitted]
 */
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { capital } from '../numerals.ts'
import { latin1, type Received, receivedOf } from '../Received.ts'
import { bodyInRest } from './bodyInRest.ts'
import { isFromDottingTool } from './dottingTools.ts'
import { isFormText, isJson, noteOnPrinted, withoutEscapes, withoutLabel } from './escapedBody.ts'
import { formOfLength, onlyForm } from './formOfLength.ts'
import { bodyNotThere, lineEndLeftOut } from './librarySent.ts'
import { contentLengthIn } from './Pair.ts'
import { isCompactObject } from './printedJson.ts'
import { toolThatLacks } from './printingTools.ts'
import { countedInCharacters, lineEndKept } from './readContent.ts'
import { perhapsBody } from './unknownForm.ts'
import { decodedText } from './values/bytesInLiteral.ts'
import { forTheEye } from './values/chooseBody.ts'
import { responseBegins } from './values/responseBegins.ts'
import { isAbsent } from './values/usualNames.ts'
import { isWholeMessage } from './wholeRequest.ts'

/** An ellipsis as three dots, or as the three bytes of its UTF-8: a body is read here with one character for each byte. */
const ellipsis = '(?:\u00e2\u0080\u00a6|\\.{3})'
/** `12,345 bytes` */
const amount = '\\d[\\d,.]{0,15} ?(?:more )?(?:[kKM]?B|bytes?|char(?:acter)?s?)'
const leftOut = '(?:omitted|truncated|cut(?: off)?|skipped|not shown|remaining|left out|elided|clipped|more)'

/** Notes on a cut that no sentence of a body is likely to end with. */
const clearNotes: ReadonlyArray<string> = [
  // 12,345 bytes were omitted
  `${amount} (?:were |was )?${leftOut}`,
  // body is truncated
  `(?:body|content|output|rest) (?:is |was )?${leftOut}(?: ${amount})?`,
]
/** Notes that are also the last words of an ordinary sentence, such as "I want more". */
const ambiguousNotes: ReadonlyArray<string> = [
  // 12 more lines
  '\\d{1,15} more \\w{1,16}',
  // truncated 4096 bytes
  `(?:is |was )?${leftOut}(?: ${amount})?`,
  // snipped
  'snip(?:ped)?',
  // over 64 kB
  `over ${amount}`,
]

const bracketOrSpace = `[[(<{ ]${ellipsis}? ?`
const bracketOrEllipsis = `(?:[[(<{]${ellipsis}?| ${ellipsis}) ?`

const atTheEnd = (before: string, notes: ReadonlyArray<string>): RegExp =>
  new RegExp(`${before}(?:${notes.join('|')})(?:\\.{3})?[\\])>}]?\\.?$`, 'i')

/** `te… (12,345 bytes omitted)` */
const clearMark = atTheEnd(bracketOrSpace, clearNotes)
/** `te… (truncated)` */
const bracketedMark = atTheEnd(bracketOrEllipsis, ambiguousNotes)
/** `{"title":"te truncated` */
const ambiguousMark = atTheEnd(bracketOrSpace, ambiguousNotes)

/** Whether a program says at the end of a text that it has cut it. */
export const endsInCutMark = (body: string): boolean => {
  const end = body.slice(-160).trimEnd()
  if (clearMark.test(end) || bracketedMark.test(end)) return true
  // A sentence may end with an ellipsis or with the word "more". JSON and XML end with neither.
  const beginsAsJsonOrXml = /^\s*[[{<]/.test(body)
  return beginsAsJsonOrXml && (ambiguousMark.test(end) || new RegExp(`${ellipsis}$`).test(end))
}

const cutBodyWords = (printedText: string): string => {
  const { name: toolName = 'The program that printed this', remedy = 'set it to print the whole body' } =
    toolThatLacks(printedText, 'body') ?? {}
  return `${capital(toolName)} has cut the body, so the body was ignored; ${remedy}.`
}
const perhapsCut =
  'The body ends as if the program that printed this has cut the body. Without a Content-Length this cannot be checked, so the body was ignored; give the whole body with its Content-Length.'
const replacedWords =
  'The body has the replacement character U+FFFD instead of bytes that the program could not show. So the body was ignored; give the body itself.'
const dotsWords = (firstDots: number, printedText: string): string => {
  const { remedy = 'give the body itself' } = toolThatLacks(printedText, 'body') ?? {}
  return `The program that printed this writes a dot for each unprintable byte. The body has several dots together at byte ${firstDots}, so the body was ignored; ${remedy}.`
}
const dottedWords = (printedText: string): string => {
  const { remedy = 'give the body itself' } = toolThatLacks(printedText, 'body') ?? {}
  return `The program that printed this writes a dot for each unprintable byte, so the body was ignored; ${remedy}.`
}
const changedWords = (announced: number): string =>
  `The text shows a body, but it does not have the ${announced} bytes of its Content-Length. A program has changed or cut the body, so it was ignored; give the body itself.`
const endWords =
  'The text does not show where the body ends, and there is no Content-Length, so the body was ignored; give the body itself.'
const lengthWords = (there: number, announced: number): string =>
  `The body here has ${there} bytes, but its Content-Length is ${announced}. So this is not the body that was sent, and it was ignored; give the body itself.`

const replacement = '\u00ef\u00bf\u00bd'

const announcedIn = ({ headers = [] }: Received): number | undefined => {
  const announced = contentLengthIn(headers)
  const isCoded = headers.some(([fieldName]) => fieldName === 'transfer-encoding' || fieldName === 'content-encoding')
  return announced !== undefined && /^\d{1,12}$/.test(announced) && !isCoded ? Number(announced) : undefined
}

/** Whether JSON of one line is followed by lines that are no JSON: the text does not show where the body ends. */
const goesOnBehindJson = (body: string): boolean => {
  const [firstLine = '', ...others] = body.split('\n')
  const further = others.filter((line) => line.trim() !== '')
  return (
    further.length > 0 &&
    /^[[{]/.test(firstLine) &&
    isJson(firstLine) &&
    // JSON may go on with a number; the line `401 Unauthorized` is a status that the program prints.
    !further.some((line) => /^\s*(?:[[{"]|\d[\d.eE+-]{0,64}\s*(?:,|$))/.test(line))
  )
}

/** Whether an object or a list is not closed at the end of the body. */
const lacksBracket = (body: string): boolean => /^\s*[[{]/.test(body) && !/[\]}]\s*$/.test(body) && !isJson(body)

/** Whether the Content-Type is that of a form, which has no line ends. */
const isOfForm = ({ headers = [] }: Received): boolean =>
  headers.some(([fieldName, fieldValue]) => fieldName === 'content-type' && /urlencoded/i.test(fieldValue))

/** The text of which a request was read, and what its reader knows of it. */
export interface PrintedRequest {
  readonly text: string
  /** Whether other lines may follow, as in a log or in a mail. Such a text shows a body of several lines, and what follows it, in the same way. */
  readonly mayGoOn: boolean
  /** Whether the text is an HTTP message, with a request line, headers and a blank line. Then all that follows the blank line is the body. */
  readonly isMessage: boolean
  /** Whether the text is an HTTP archive. It has the body in quotes, exactly as it was sent. */
  readonly isArchive: boolean
}

/** Whether Logbook has written this text: the name of its logger, or the first two lines of its record of a request. */
const isOfLogbook = (printedText: string): boolean =>
  /\blogbook\.Logbook\b|\b(?:Outgoing|Incoming) Request: [0-9a-f]{4,40}\r?\nRemote: /.test(printedText)

const compactedByLogbook =
  'Logbook removes the blanks of JSON by default. Without a Content-Length this cannot be checked, so the body was ignored; give the body itself, or log it with BodyFilter.none().'

/** Why the body has no end that can be trusted, if there is no Content-Length to find it by. */
const lossWithoutLength = (body: string, received: Received, printed: PrintedRequest): string | undefined => {
  const isJsonOfOneLine = /^[[{][^\n]*$/.test(body)
  const isFormOfOneLine = isOfForm(received) && isFormText(body)
  if (printed.mayGoOn && !isJsonOfOneLine && !isFormOfOneLine) return endWords
  // The body of an HTTP message or of an archive may be any text. Other programs print JSON, which ends in a bracket, or a form of one line.
  if (printed.isMessage || printed.isArchive) return undefined
  if (goesOnBehindJson(body)) return endWords
  if (isOfLogbook(printed.text) && isCompactObject(body)) return compactedByLogbook
  if (isOfForm(received) && body.trimEnd().includes('\n')) return endWords
  return lacksBracket(body) ? cutBodyWords(printed.text) : undefined
}

/** Why this is not the body that was sent, in a sentence; undefined if nothing speaks against it. */
const lossOf = (body: string, received: Received, printed: PrintedRequest): string | undefined => {
  if (body === '') return undefined
  const announced = announcedIn(received)
  const isOfLength = announced === body.length
  if (!isOfLength && endsInCutMark(body)) {
    // A text such as `hello (more)` may be whole; JSON or XML is not.
    const isText =
      announced === undefined && !/^\s*[[{<]/.test(body) && toolThatLacks(printed.text, 'body') === undefined
    return isText ? perhapsCut : cutBodyWords(printed.text)
  }
  if (!isOfLength && body.includes(replacement)) return replacedWords
  const loss = announced === undefined ? lossWithoutLength(body, received, printed) : undefined
  if (loss !== undefined) return loss
  const dots = body.search(/\.\./)
  // What the body of a whole message says of such a program is no word of the program.
  if (dots >= 0 && isFromDottingTool(printed.text) && !isWholeMessage(printed.text))
    return dotsWords(dots, printed.text)
  return announced === undefined || isOfLength ? undefined : lengthWords(body.length, announced)
}

/** The request without its body, if that is not the body that was sent, or if a log does not show where it ends. */
export const withoutLostBody = (received: Received, printed: PrintedRequest): Received => {
  if (received.body._tag !== 'Bytes' || received.now !== undefined) return received
  if (received.bodyMissing === true)
    return withForm(received, printed) ?? withRest(received, printed) ?? withRemedy(received, printed.text)
  if (received.notes?.includes(countedInCharacters) === true) return received
  const printedBody = latin1(received.body.bytes)
  const mayHaveEndMark = announcedIn(received) === undefined && !printed.isArchive
  const isDash = mayHaveEndMark && printedBody.trim() === '-' && isOfAccessLog(printed)
  const sentBody = isDash ? '' : mayHaveEndMark ? withoutEndMark(printedBody) : undefined
  if (sentBody !== undefined) {
    const { notes = [], host, url, ...otherMembers } = received
    const body = { _tag: 'Bytes', bytes: Bytes.ofAscii(sentBody) } as const
    const isWord = sentBody === '' && (isDash || isAbsent(printedBody.replace(endLine, '')))
    const otherNotes = notes.filter((note) => note !== lineEndLeftOut && note !== lineEndKept)
    return receivedOf({ ...otherMembers, host, url, body }, [...otherNotes, isWord ? wordForNothing : endLineLeftOut])
  }
  const unescaped =
    withoutEscapes(printedBody, announcedIn(received)) ??
    (printed.isMessage || printed.isArchive ? undefined : withoutLabel(printedBody, announcedIn(received)))
  const { notes = [], host, url, ...otherMembers } = received
  if (unescaped !== undefined) {
    const body = { _tag: 'Bytes', bytes: Bytes.ofAscii(unescaped) } as const
    return receivedOf({ ...otherMembers, host, url, body }, [...notes, noteOnPrinted(printedBody)])
  }
  const decoded =
    printed.isMessage || printed.isArchive ? undefined : decodedOfLength(printedBody, announcedIn(received))
  if (decoded !== undefined) {
    const body = { _tag: 'Bytes', bytes: Bytes.ofAscii(decoded) } as const
    return receivedOf({ ...otherMembers, host, url, body }, [...notes, decodedByLength])
  }
  const loss = lossOf(printedBody, received, printed)
  if (loss === undefined)
    return isDecodedByLook(printedBody, received, printed)
      ? receivedOf({ ...otherMembers, host, url, body: received.body }, [...notes, decodedWithoutLength])
      : received
  const body = { _tag: 'Bytes', bytes: Bytes.empty } as const
  return receivedOf({ ...otherMembers, host, url, body, bodyMissing: true }, [...notes, loss])
}

/**
 * Whether the text is of an access log, which writes a dash for nothing: it has the name that servers give to the body, or a status beside
 * names and values. In the object of a program a dash is the body.
 */
const isOfAccessLog = ({ text, isMessage }: PrintedRequest): boolean =>
  !isMessage &&
  (/\brequest_body\b/.test(text) ||
    (!/^\s{0,64}[[{]/.test(text) && /\bstatus["']?[ \t]{0,4}[:=][ \t]{0,4}["']?[1-5]\d\d\b/.test(text)))

const decodedByLength =
  'The body is in digits or in Base64 here. Decoded, it has the length of the Content-Length, so it was decoded.'

const decodedWithoutLength =
  'The body was decoded from Base64 or from digits. There is no Content-Length to check that, and the verdict depends on it; if the text itself was sent, give the body itself.'

/** The bytes of a body in digits or in Base64, if they have the length that was sent, and the text has not. */
const decodedOfLength = (printedBody: string, announced: number | undefined): string | undefined =>
  announced === undefined || announced === printedBody.length
    ? undefined
    : decodedText(printedBody).find(({ length }) => length === announced)

/** Whether a reader has decoded the body only because of its look: the text has it in Base64 or digits alone, and does not say so. */
const isDecodedByLook = (
  body: string,
  received: Received,
  { text: printedText, isArchive, isMessage }: PrintedRequest,
): boolean => {
  if (body === '' || announcedIn(received) !== undefined || isArchive || isMessage) return false
  const saysCode = /base64|as_bytes|bodyBytes|bytea|\bhex/i
  if (saysCode.test(printedText.replace(/isBase64Encoded\W{1,8}false/gi, ''))) return false
  const bytes = Bytes.ofAscii(body)
  return !printedText.includes(body) && [Base64.encode(bytes), Bytes.toHex(bytes)].some(standsIn(printedText))
}

/** Whether a word stands in the text, and is no part of a longer one. */
const standsIn =
  (text: string) =>
  (word: string): boolean => {
    const at = text.indexOf(word)
    return at >= 0 && !/[\w+/]/.test(text[at - 1] ?? '') && !/[\w+/]/.test(text[at + word.length] ?? '')
  }

const wordForNothing =
  'In place of the body the text has the word of a program for nothing, such as None, so the request was read without a body.'

const endLineLeftOut =
  'The line of marks after the body (such as -----) was left out, because many programs print such a line. If this line was sent, give the body itself.'

/** A line that a program writes behind the body: `------END------`, `- - - END - - -`. */
const endLine = /(?:^|\r?\n)[ \t]*(?:[-=*~#_] ?){3,80} {0,4}(?:[A-Za-z][A-Za-z ]{0,32}(?:[-=*~#_] ?){3,80})?\s*$/

/** JSON without the line that ends it, or nothing where the program printed its word for nothing. Undefined if the text has neither. */
const withoutEndMark = (printedBody: string): string | undefined => {
  const body = printedBody.replace(endLine, '')
  if (isAbsent(body)) return ''
  return body !== printedBody && (body.trim() === '' || /^\s*[[{][\s\S]*[\]}]\s*$/.test(body))
    ? body.trimEnd()
    : undefined
}

const bodyOtherwise =
  'The text shows a body. Perhaps a program has parsed, indented or cut it. Without a Content-Length this cannot be checked, so the body was ignored; give the body itself.'

/** JSON begins: `{"title":`. But not `["method":"Request":private]`, as var_dump of PHP prints a member of an object, and no member of a record. */
const jsonBegins =
  /(?:^|[^\w"'])(?<!["']\s{0,4}:\s{0,4}|[,[({]\s{0,16})[[{]\s{0,64}"[^"\n]{1,64}"\s{0,16}:(?!["\w\\]{0,256}:?(?:private|protected)\])/

/** JSON or an object under the name of a body: `payload => '{`. But not a pointer, as Go prints it: `Body:{Reader:0x2da98731b8c0}`, and no empty list, which stands for nothing. */
const namedBodyBegins =
  /\b(?:body|payload|data)["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}["'`]?[[{](?!(?<=\[)\s{0,8}\]|(?:[\w.]{1,64}:)?0x[0-9a-f]{6,16}[ }])/i

/** An object that source code writes as JSON: `JSON.stringify({`, `let parameters = "{\\"title\\":`. Such code may stand before the headers. */
const codeWithBody = /\bJSON\.stringify\(\s{0,16}[[{]|=[ \t]{0,8}"[[{]\s{0,16}\\"[^"\\\n]{1,64}\\"\s{0,16}:/

/** Whether something behind the Authorization header, and before the response, looks like a body. */
const showsBody = (printedText: string): boolean => {
  const afterHeader = printedText.slice(Math.max(printedText.search(/authorization/i), 0))
  const end = afterHeader.search(responseBegins)
  const beforeResponse = end < 0 ? afterHeader : afterHeader.slice(0, end)
  return jsonBegins.test(beforeResponse) || namedBodyBegins.test(beforeResponse) || codeWithBody.test(printedText)
}

/** Why a body that the text shows was not taken. */
const whyNotTaken = (received: Received, printedText: string): string => {
  const announced = announcedIn(received)
  if (printedText.includes(replacement)) return replacedWords
  if (isFromDottingTool(printedText)) return dottedWords(printedText)
  return announced === undefined ? bodyOtherwise : changedWords(announced)
}

/** The note on a body that was not taken, with the reason that the text shows. */
const withReason = (note: string, received: Received, printedText: string): string => {
  if (note === bodyNotThere) return showsBody(printedText) ? whyNotTaken(received, printedText) : note
  // A reader has compared this body with the Content-Length, and they did not agree.
  return note === forTheEye && announcedIn(received) !== undefined ? whyNotTaken(received, printedText) : note
}

const formOfLengthRead =
  'The body is not in a place of its own in this text. It has the Content-Length of the request, and no other text here has it; if it is not the body, give the body itself.'

const onlyFormRead =
  'The body is not in a place of its own in this text. It is the only text of this kind here; if it is not the body, give the body itself.'

/** The request with the form of its Content-Length, or the only form in the text. Undefined if no reader looked for one in vain. */
const withForm = (received: Received, { text: printedText, isArchive }: PrintedRequest): Received | undefined => {
  const announced = announcedIn(received)
  const { notes = [], host, url, bodyMissing: _, ...otherMembers } = received
  // An archive has the body under its name.
  if (isArchive || !isOfForm(received) || !notes.includes(bodyNotThere)) return undefined
  const form = announced === undefined ? onlyForm(printedText) : formOfLength(printedText, announced)
  if (form === undefined) return undefined
  const body = { _tag: 'Bytes', bytes: Bytes.ofAscii(form) } as const
  const otherNotes = notes.filter((note) => note !== bodyNotThere)
  const note = announced === undefined ? onlyFormRead : formOfLengthRead
  return receivedOf({ ...otherMembers, host, url, body }, [...otherNotes, note])
}

/** The request with the body that stands behind its headers in a form of its own. Undefined if there is none. */
const withRest = (received: Received, { text: printedText, isArchive }: PrintedRequest): Received | undefined => {
  const { notes = [], host, url, bodyMissing: _, ...otherMembers } = received
  const [authorization = ''] = received.authorization
  // A form has its own search.
  if (!notes.includes(bodyNotThere) || isOfForm(received) || isArchive) return undefined
  const found = bodyInRest(printedText, {
    authorization,
    headers: received.headers ?? [],
    announced: announcedIn(received),
  })
  if (found === undefined || isLost(found.body, received, printedText)) return undefined
  const body = { _tag: 'Bytes', bytes: Bytes.ofAscii(found.body) } as const
  return receivedOf({ ...otherMembers, host, url, body }, [
    ...notes.filter((note) => note !== bodyNotThere),
    found.note,
  ])
}

/** Whether bytes are lost in a body of unknown form: the program has cut it, or shows another character in their place. */
const isLost = (body: string, received: Received, printedText: string): boolean =>
  announcedIn(received) !== body.length &&
  (endsInCutMark(body) || body.includes(replacement) || isFromDottingTool(printedText))

/** The request without a body, with notes on what the text shows in its place, and on how to make the program print the body. */
const withRemedy = (received: Received, printedText: string): Received => {
  const tool = toolThatLacks(printedText, 'body')
  const { notes = [], host, url, ...otherMembers } = received
  const reasons = notes.map((note) => withReason(note, received, printedText))
  const isRemedySaid = tool !== undefined && reasons.some((reason) => reason.includes(tool.remedy))
  const remedies =
    tool === undefined || isRemedySaid
      ? []
      : [`${capital(tool.name)} does not show the body as it was sent; ${tool.remedy}.`]
  const places = reasons.includes(bodyNotThere) ? perhapsBody(printedText, received.authorization) : []
  return receivedOf({ ...otherMembers, host, url }, [...reasons, ...places, ...remedies])
}
