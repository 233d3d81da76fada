/**
 * Takes off what stands round a request where it was copied: times before each line of a log, the coding and the marks of a mail,
 * the tags of a page, folds of long lines, a fence of Markdown or a block of Jira, the prompt of a shell, the lines of arrows with which Guzzle's log parts a request
 * from its answer.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, startOf } from '../Received.ts'
import { withEscapedApostrophes } from './bareApostrophe.ts'
import { unboxedText, withControlCharacters } from './boxedText.ts'
import { bunCommand } from './bunCommand.ts'
import { withoutChatEscapes } from './chatText.ts'
import { cellWithRequest } from './csvRecords.ts'
import { directiveText } from './directiveText.ts'
import { fencedText } from './fencedText.ts'
import { forensicText } from './forensicText.ts'
import { framedText } from './framedText.ts'
import { mailText } from './mailText.ts'
import { markdownText } from './markdownText.ts'
import { markupInXml, pageText, preformattedRequest } from './markupText.ts'
import { namedEntries } from './namedEntries.ts'
import { namedParts } from './namedParts.ts'
import { withoutLineNumbers } from './numberedLines.ts'
import { panelText } from './panelText.ts'
import { powerShellTranscript } from './powerShellTranscript.ts'
import { localsOfPytest } from './pytestText.ts'
import { pythonSnippet } from './pythonSnippet.ts'
import { quotedMail, wrappedMail } from './quotedMail.ts'
import { withoutReprInJson } from './reprInJson.ts'
import { respelledMessage, respellingUndone } from './respelledMessage.ts'
import { richText } from './richText.ts'
import { firstSignedRead, signedTranscript } from './signedTranscript.ts'
import { messageOfFields } from './stateText.ts'
import { terminalEndsUndone, withoutTerminalEnds } from './terminalLineEnds.ts'
import { unfoldedText } from './unfoldedText.ts'
import { ureqDump } from './ureqDump.ts'
import { keepsFirstHeader } from './wholeHeaders.ts'
import { isWholeRequest, messageBehindWords, messageWithin } from './wholeRequest.ts'
import { inBackslashes } from './wireText.ts'
import { withoutStamps, withoutTags } from './withoutStamps.ts'
import { wrappedCommand } from './wrappedCommand.ts'

/** `user@host:~/folder$ `, `[user@host folder]$ `, `PS C:\> `, `C:\Users\me>`, `$ `. */
const prompt =
  /^(?:[ \t]{0,8}(?:\([\w.-]{1,64}\) )?(?:[\w.-]{1,64}@[\w.-]{1,64}:[^\s$#%]{0,256}[$#%]|\[[\w.-]{1,64}@[^\]\n]{1,256}\][$#]|PS [A-Za-z]:[^>\n]{0,256}>|[A-Za-z]:\\[^>\n]{0,256}>)[ \t]{0,8})(?=\S)/

/** `MessageFormatter::DEBUG` of Guzzle: the request, the answer and the error, each behind a line of its own. */
const guzzle = /^[^\n]{0,256}>>>>>>>>\r?\n([\s\S]*?)\r?\n<<<<<<<<[ \t]*(?:\r?\n|$)/

/** A command of HTTPie before its output, which shows the request as it was sent. */
const commandBefore =
  /^[ \t]{0,8}(?:[$%#>] {1,4})?(?:https?|xhs?) [^\n]{0,4096}(?<!\\)\r?\n(?:[ \t]*\r?\n){0,4}(?=[A-Z]{3,10} \/\S{0,65536} HTTP\/[0-9.]{1,3}\r?\n)/

const hereDocumentBegins = /<<-?[ \t]{0,8}['"\\\w]/

/** A quotation mark that is open at the end of the line, or `<<'EOF'`, goes on with the body, so the command has not ended there. */
const withoutCommandBefore = (text: string): string =>
  text.replace(commandBefore, (command) =>
    command.split("'").length % 2 === 1 && !hereDocumentBegins.test(command) ? '' : command,
  )

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's escape
const colours = /\u001b\[[\d;]{0,32}m/g

/** What is left of a text. */
export interface Undressed {
  /** The same bytes if there was nothing to take off. */
  readonly bytes: Bytes.Bytes
  /** Other lines may follow the request: of a log, of a mail or of a page. */
  readonly mayGoOn: boolean
  /** What was assumed, in sentences for the user. */
  readonly notes: ReadonlyArray<string>
}

/** Takes off what stands round the request. Undefined if there is none of it. */
type Undresser = (text: string) => string | undefined

/** A message in the lines that a patch adds: a plus sign stands before each. */
const patch = /^(?:diff |--- |\+\+\+ |@@ )/m
const addedMessage = /^\+[A-Z]{3,10} \S{1,65536} HTTP\/[0-9.]{1,3}\r?\n(?:\+[^\n]*(?:\n|$))+/m

/** The message that a patch adds, without the signs. */
const addedLines = (text: string): string | undefined =>
  patch.test(text) ? addedMessage.exec(text)?.[0].replace(/^\+/gm, '') : undefined

/** A console draws a triangle before the name of each part that can be folded: `▼Request Headers`. */
const triangle = /^\u00e2\u0096[\u00b6\u00b8\u00bc\u00be][ \t]?/gm
const foldedHeaders = /^\u00e2\u0096[\u00bc\u00be][ \t]?Request Headers/m

const unfoldedParts = (text: string): string | undefined =>
  foldedHeaders.test(text) ? text.replace(triangle, '') : undefined

/** The only object of JSON in the words of a person, which has a request and all that the text says of Authorization: an entry of an archive. */
const objectInWords = (text: string): string | undefined => {
  const lines = text.split(/\r?\n/)
  const [only, ...others] = lines.filter((line) => /authorization/i.test(line))
  const isRequest =
    only !== undefined &&
    lines.length > 1 &&
    others.length === 0 &&
    /^\s{0,16}\{"[^\n]*\}\s{0,16}$/.test(only) &&
    /"method"\s{0,8}:/.test(only) &&
    /"(?:url|uri|path)"\s{0,8}:/.test(only) &&
    /"headers"\s{0,8}:/.test(only) &&
    /"(?:postData|(?:raw)?body|data|payload)"\s{0,8}:|"method"\s{0,8}:\s{0,8}"(?:GET|HEAD|DELETE)"/i.test(only) &&
    lines.filter((line) => /^\s{0,64}[[{]/.test(line)).length === 1
  return isRequest ? only.trim() : undefined
}

/** The pseudo-headers of HTTP/2 below the summary of Safari, and the headers up to an empty line. */
const headersOfSafari = /^Request\r?\n(:method: [A-Z]{3,10}\r?\n(?:[^\n]{1,65536}\n){1,256}?)\r?(?:\n|$)/m
const dataOfSafari = /^Request Data\r?\n(?:MIME Type: [^\n]{1,256}\n)?Request Data: ([\s\S]*)/m

/** What Safari copies of a request, as a message. */
const ofSafari = (text: string): string | undefined => {
  const [, head] = /^Summary\r?\nURL: /m.test(text) ? (headersOfSafari.exec(text) ?? []) : []
  return head === undefined ? undefined : `${head}\n${dataOfSafari.exec(text)?.[1]?.replace(/\r?\n$/, '') ?? ''}`
}

/** What the logging of Python writes before a message by default, here before a method and a URL: `INFO:app:POST /v1/jobs`. */
const pythonLog = /^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.-]{1,64}:(?=[A-Z]{3,10} (?:https?:\/)?\/)/

const withoutPythonLog = (text: string): string | undefined =>
  pythonLog.test(text) ? text.replace(pythonLog, '') : undefined

/** The word that the page of Swagger writes above its command. */
const titleOfCommand = /^c?url[ \t]*:?[ \t]*\r?\n\s{0,64}(?=curl )/i

/** `dump_all` of requests-toolbelt, printed as it is: `bytearray(b'< POST /v1/jobs HTTP/1.1\r\n…')`. */
const dumpInPython = (text: string): string | undefined => {
  const [, single, double] = /^\s*bytearray\(b(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")\)\s*$/.exec(text) ?? []
  const inside = single ?? double
  return inside === undefined ? undefined : inBackslashes(inside)
}

/** The first that finds something is taken. */
const undressers: ReadonlyArray<Undresser> = [
  withoutReprInJson,
  signedTranscript,
  dumpInPython,
  mailText,
  quotedMail,
  wrappedMail,
  richText,
  forensicText,
  messageOfFields,
  namedEntries,
  namedParts,
  addedLines,
  unfoldedParts,
  wrappedCommand,
  withoutPythonLog,
  objectInWords,
  ofSafari,
  bunCommand,
  framedText,
  panelText,
  directiveText,
  powerShellTranscript,
  ureqDump,
  localsOfPytest,
  pythonSnippet,
  cellWithRequest,
  preformattedRequest,
  pageText,
  markupInXml,
  markdownText,
]

/** Those of a whole mail or a whole page, in which words of a person may follow the request. */
const ofProse: ReadonlySet<Undresser> = new Set([wrappedMail, pageText])

const linesJoined =
  'The Authorization header goes on in the next line. Probably a mail program has broken long lines, so they were joined.'

const notesOf: ReadonlyMap<Undresser, ReadonlyArray<string>> = new Map([
  [wrappedMail, [linesJoined]],
  [signedTranscript, [firstSignedRead]],
])

/** The frames that also change the body of a message in them, as a page does with its references, and a cell with its quotation marks. */
const ofCodedFrames: ReadonlySet<Undresser> = new Set([
  mailText,
  quotedMail,
  wrappedMail,
  richText,
  framedText,
  cellWithRequest,
  preformattedRequest,
  pageText,
  markupInXml,
  markdownText,
])

const withoutCr = (text: string): string => text.replaceAll('\r', '')

/** Whether a message that the text holds is in the result as it was. What follows its body may be left out. */
const keepsMessage = (text: string, bare: string): boolean => {
  const message = messageWithin(text)
  if (message === undefined) return true
  const head = withoutCr(message.head)
  const result = withoutCr(bare)
  const at = result.indexOf(head)
  return (
    at >= 0 &&
    withoutCr(message.rest).startsWith(
      result
        .slice(at + head.length)
        .replace(/^\n/, '')
        .trimEnd(),
    )
  )
}

/** Mails and documents that spell a header in their own way, so it is not in them as it was. */
const ofSpelledHeaders: ReadonlySet<Undresser> = new Set([mailText, richText, framedText])

/** Whether the rule has taken off what stands round a request, and not found another request in its body. */
const mayUndress = (undress: Undresser, text: string, bare: string): boolean =>
  (ofCodedFrames.has(undress) || keepsMessage(text, bare)) &&
  (ofSpelledHeaders.has(undress) || keepsFirstHeader(text, bare))

/** Rules that look for a page anywhere in the text. */
const ofPages: ReadonlySet<Undresser> = new Set([preformattedRequest, pageText])

/** Whether the text is an object or a list of JSON, by its first and its last marks. */
const isJsonAround = (text: string): boolean => /^\s{0,64}[[{]\s{0,64}["{[]/.test(text) && /[\]}]\s{0,64}$/.test(text)

type Inside = Pick<Undressed, 'notes' | 'mayGoOn'> & { readonly text: string }

const firstUndressed = (text: string): Inside => {
  for (const undress of undressers) {
    const bare = undress(text)
    if (bare === undefined || !mayUndress(undress, text, bare)) continue
    // JSON escapes the page that one of its texts is (textInDocument.ts).
    if (ofPages.has(undress) && isJsonAround(text)) continue
    return { text: bare, mayGoOn: ofProse.has(undress), notes: notesOf.get(undress) ?? [] }
  }
  return { text, mayGoOn: false, notes: [] }
}

/** What is left of a text that is no request from its first line on. */
const requestInside = (text: string): Inside => {
  const undressedText = firstUndressed(text)
  const unfolded = unfoldedText(undressedText.text) ?? undressedText.text
  const fenced = fencedText(unfolded) ?? unfolded
  return { ...undressedText, text: keepsFirstHeader(unfolded, fenced) ? fenced : unfolded }
}

/** The text without what stands before all of its lines, or what changes all of it. */
const opened = (text: string): Inside => {
  const plain = text.includes('\u001b') ? text.replace(colours, '') : text
  const unstamped = withoutStamps(plain)
  const bare = unstamped ?? withoutTags(plain) ?? withoutLineNumbers(plain) ?? unboxedText(plain) ?? plain
  const controlled = withControlCharacters(bare) ?? bare
  return keepsMessage(text, controlled) && keepsFirstHeader(text, controlled)
    ? { text: controlled, mayGoOn: unstamped !== undefined, notes: [] }
    : { text, mayGoOn: false, notes: [] }
}

/** A text, changed or not. */
const changedBy = (text: string, changed: string | undefined, ...notes: ReadonlyArray<string>): Inside => ({
  text: changed ?? text,
  mayGoOn: false,
  notes: changed === undefined ? [] : notes,
})

const withoutChat = (text: string): Inside => {
  const chat = withoutChatEscapes(text)
  return chat === undefined ? changedBy(text, undefined) : changedBy(text, chat.text, chat.note)
}

/** The message as it was before a program escaped or respelled characters of it, which its head or its length shows. */
const respelled = (text: string): Inside => {
  const chat = withoutChat(text)
  return chat.notes.length > 0 ? chat : changedBy(text, respelledMessage(text), respellingUndone)
}

/** What a rule finds in a text that is no whole request. A whole one stays as it is: its body may hold what the rule is for. */
const unlessWhole = (text: string, rule: (text: string) => Inside): Inside =>
  isWholeRequest(text) ? changedBy(text, undefined) : rule(text)

/** The text without what stands round the request. */
export const undressed = (bytes: Bytes.Bytes): Undressed => {
  const copied = latin1(bytes.subarray(startOf(bytes)))
  const withEnds = changedBy(copied, withoutTerminalEnds(copied), terminalEndsUndone)
  const alone = messageBehindWords(withEnds.text) ?? withEnds.text
  const bare = unlessWhole(alone, opened)
  const command = withEscapedApostrophes(bare.text) ?? bare.text
  const asWritten = respelled(command)
  const inside = unlessWhole(asWritten.text, requestInside)
  const isFound = asWritten.notes.length === 0 && inside.text !== command
  const found = isFound ? withoutChat(inside.text) : changedBy(inside.text, undefined)
  const untitled = found.text.replace(titleOfCommand, '')
  const ofGuzzle = guzzle.exec(untitled)?.[1] ?? untitled
  const framed = keepsFirstHeader(untitled, ofGuzzle) ? ofGuzzle : untitled
  const request = withoutCommandBefore(framed).replace(prompt, '')
  const steps = [withEnds, bare, asWritten, found, inside]
  return {
    bytes: request === copied ? bytes : Bytes.ofAscii(request),
    mayGoOn: steps.some(({ mayGoOn }) => mayGoOn),
    notes: steps.flatMap(({ notes }) => notes),
  }
}
