/**
 * Whether the body that was read is the one that was sent. Programs that print a request cut a long body, write a dot or a
 * replacement character for bytes that they cannot show, or print it another way; the body is then told as not known, and never
 * judged as if it were whole.
 *
 *     {"title":"a long te… (truncated)        {"title":"Z..rich"}        {"title":"Z\ufffdrich"}        [12345 bytes omitted]
 */
import * as Bytes from '../../../core/Bytes.ts'
import { capital } from '../numerals.ts'
import { latin1, type Received, receivedOf } from '../Received.ts'
import { escapesUndone, isJson, withoutEscapes, withoutLabel } from './escapedBody.ts'
import { bodyNotThere } from './librarySent.ts'
import { toolThatLacks } from './printingTools.ts'
import { forTheEye } from './values/bodyCandidates.ts'
import { responseBegins } from './values/responseBegins.ts'

/** What programs write where they have cut a text; its last characters, one for each byte. */
const amount = '\\d[\\d,.]{0,15} ?(?:more )?(?:[kKM]?B|bytes?|char(?:acter)?s?)'
const leftOut = '(?:omitted|truncated|cut(?: off)?|skipped|not shown|remaining|left out|elided|clipped|more)'
const cutMark = new RegExp(
  `[[(<{ ](?:\u00e2\u0080\u00a6|\\.{3})? ?(?:${amount} (?:were |was )?${leftOut}|\\d{1,15} more \\w{1,16}|(?:body |content |output |rest )?(?:is |was )?(?:${leftOut})(?: ${amount})?|snip(?:ped)?|over ${amount})(?:\\.{3})?[\\])>}]?\\.?$`,
  'i',
)

/** Whether a program says at the end of a text that it has cut it. */
export const endsInCutMark = (body: string): boolean => {
  const end = body.slice(-160).trimEnd()
  // An ellipsis ends a sentence too, but no JSON and no XML.
  return cutMark.test(end) || (/^\s*[[{<]/.test(body) && /(?:\u00e2\u0080\u00a6|\.{3})$/.test(end))
}

/** Programs that print a dot for a byte that is not printable. */
const dottingTool =
  /^Follow: \w{2,8},ascii\r?$|^\d{3}(?:\.\d{3}){3}\.\d{5}-\d{3}(?:\.\d{3}){3}\.\d{5}: |^> \d{4}\/\d\d\/\d\d [\d:.]{8,18} {1,2}length=\d{1,9} from=\d{1,9} to=|^[\d:.]{8,18} IP6? \S{1,128} > \S{1,128}: Flags \[|^[TU] (?:[\d:./ -]{8,32} )?\S{1,64}:\d{1,5} -> \S{1,64}:\d{1,5}\b/m

const cutBodyWords = (printedText: string): string => {
  const { name: toolName = 'The program that printed this', remedy = 'set it to print the whole body' } =
    toolThatLacks(printedText, 'body') ?? {}
  return `${capital(toolName)} has cut the body, so the body was ignored; ${remedy}.`
}
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
  'The text is a log that does not show where the body ends, and there is no Content-Length, so the body was ignored; give the body itself.'
const lengthWords = (there: number, announced: number): string =>
  `The body here has ${there} bytes, but its Content-Length is ${announced}. So this is not the body that was sent, and it was ignored; give the body itself.`

const replacement = '\u00ef\u00bf\u00bd'

const announcedIn = ({ headers = [] }: Received): number | undefined => {
  const announced = headers.find(([fieldName]) => fieldName === 'content-length')?.[1]
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
    !further.some((line) => /^\s*[[{"\d]/.test(line))
  )
}

/** Whether an object or a list is not closed at the end of the body. */
const lacksBracket = (body: string): boolean => /^\s*[[{]/.test(body) && !/[\]}]\s*$/.test(body) && !isJson(body)

/** Whether the Content-Type is that of a form, which has no line ends. */
const isOfForm = ({ headers = [] }: Received): boolean =>
  headers.some(([fieldName, fieldValue]) => fieldName === 'content-type' && /urlencoded/i.test(fieldValue))

/** Why this is not the body that was sent, in a sentence; undefined if nothing speaks against it. */
const lossOf = (
  body: string,
  announced: number | undefined,
  printedText: string,
  isFromLog: boolean,
  isMessage: boolean,
  isForm: boolean,
): string | undefined => {
  if (body === '') return undefined
  const isOfLength = announced === body.length
  if (!isOfLength && endsInCutMark(body)) return cutBodyWords(printedText)
  if (!isOfLength && body.includes(replacement)) return replacedWords
  // One line of JSON is one line of the log.
  if (isFromLog && announced === undefined && !/^[[{][^\n]*$/.test(body)) return endWords
  // A message may have any body. What a program prints of its values ends in a bracket, unless it is cut.
  if (announced === undefined && !isMessage && goesOnBehindJson(body)) return endWords
  if (announced === undefined && !isMessage && isForm && /\n[\s\S]*\S/.test(body)) return endWords
  if (announced === undefined && !isMessage && lacksBracket(body)) return cutBodyWords(printedText)
  const dots = body.search(/\.\./)
  if (dots >= 0 && dottingTool.test(printedText)) return dotsWords(dots, printedText)
  return announced === undefined || isOfLength ? undefined : lengthWords(body.length, announced)
}

/** The request as it was read of this text, without a body that is not the one that was sent, or whose end a log does not show. */
export const withoutLostBody = (
  received: Received,
  printedText: string,
  isFromLog: boolean,
  isMessage: boolean,
): Received => {
  if (received.body._tag !== 'Bytes' || received.now !== undefined) return received
  if (received.bodyMissing === true) return withRemedy(received, printedText)
  const printedBody = latin1(received.body.bytes)
  const unescaped =
    withoutEscapes(printedBody, announcedIn(received)) ??
    (isMessage ? undefined : withoutLabel(printedBody, announcedIn(received)))
  if (unescaped !== undefined) {
    const { notes = [], host, url, ...otherMembers } = received
    const body = { _tag: 'Bytes', bytes: Bytes.ofAscii(unescaped) } as const
    return receivedOf({ ...otherMembers, host, url, body }, [...notes, escapesUndone])
  }
  const loss = lossOf(
    latin1(received.body.bytes),
    announcedIn(received),
    printedText,
    isFromLog,
    isMessage,
    isOfForm(received),
  )
  if (loss === undefined) return received
  const { notes = [], host, url, ...otherMembers } = received
  const body = { _tag: 'Bytes', bytes: Bytes.empty } as const
  return receivedOf({ ...otherMembers, host, url, body, bodyMissing: true }, [...notes, loss])
}

const bodyOtherwise =
  'The text shows a body. Perhaps a program has parsed, indented or cut it. Without a Content-Length this cannot be checked, so the body was ignored; give the body itself.'

const bodyStands =
  /(?:^|[^\w"'])[[{]\s{0,64}"[^"\n]{1,64}"\s{0,16}:(?!["\w\\]{0,256}:?(?:private|protected)\])|\b(?:body|payload|data)["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}["'`]?[[{]/i

/** Whether something behind the Authorization header, and before the response, looks like a body. */
const showsBody = (printedText: string): boolean => {
  const afterHeader = printedText.slice(Math.max(printedText.search(/authorization/i), 0))
  const end = afterHeader.search(responseBegins)
  return bodyStands.test(end < 0 ? afterHeader : afterHeader.slice(0, end))
}

/** Why a body that the text shows was not taken. */
const whyNotTaken = (received: Received, printedText: string): string => {
  const announced = announcedIn(received)
  if (printedText.includes(replacement)) return replacedWords
  if (dottingTool.test(printedText)) return dottedWords(printedText)
  return announced === undefined ? bodyOtherwise : changedWords(announced)
}

/** The note on a body that was not taken, with the reason that the text shows. */
const withReason = (note: string, received: Received, printedText: string): string => {
  if (note === bodyNotThere) return showsBody(printedText) ? whyNotTaken(received, printedText) : note
  // With a Content-Length the body was compared, and did not fit.
  return note === forTheEye && announcedIn(received) !== undefined ? whyNotTaken(received, printedText) : note
}

/** The same, with what is there in place of the body, and what has the program print it, if it is known. */
const withRemedy = (received: Received, printedText: string): Received => {
  const tool = toolThatLacks(printedText, 'body')
  const { notes = [], host, url, ...otherMembers } = received
  const reasons = notes.map((note) => withReason(note, received, printedText))
  const isRemedySaid = tool !== undefined && reasons.some((reason) => reason.includes(tool.remedy))
  const remedies =
    tool === undefined || isRemedySaid
      ? []
      : [`${capital(tool.name)} does not show the body as it was sent; ${tool.remedy}.`]
  return receivedOf({ ...otherMembers, host, url }, [...reasons, ...remedies])
}
