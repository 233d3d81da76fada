/**
 * Takes off what stands round a request where it was copied: times before each line of a log, the coding and the marks of a mail,
 * the tags of a page, folds of long lines, a fence of Markdown or a block of Jira, the prompt of a shell, the lines of arrows with which Guzzle's log parts a request
 * from its answer.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, startOf } from '../Received.ts'
import { unboxedText, withControlCharacters } from './boxedText.ts'
import { bunCommand } from './bunCommand.ts'
import { withoutChatEscapes } from './chatText.ts'
import { cellWithBlock } from './csvRecords.ts'
import { forensicText } from './forensicText.ts'
import { framedText } from './framedText.ts'
import { mailText } from './mailText.ts'
import { markdownText, withoutIndent } from './markdownText.ts'
import { markupInXml, pageText, preformattedRequest } from './markupText.ts'
import { namedEntries } from './namedEntries.ts'
import { panelText } from './panelText.ts'
import { localsOfPytest } from './pytestText.ts'
import { pythonSnippet } from './pythonSnippet.ts'
import { quotedMail, wrappedMail } from './quotedMail.ts'
import { richText } from './richText.ts'
import { messageOfFields } from './stateText.ts'
import { unfoldedText } from './unfoldedText.ts'
import { withoutStamps, withoutTags } from './withoutStamps.ts'

/** Only what stands alone in its line, and at the beginning or the end. */
const fence = /^([ \t]{0,8})(`{3,16}|~{3,16})[^`\n]{0,64}\r?\n([\s\S]*?)\r?\n[ \t]{0,8}\2[ \t]*(?:\r?\n\s*)?$/

/** The text of the fence that is the whole text. */
const inFence = (text: string): string | undefined => {
  const [, indent = '', mark = '', inside] = fence.exec(text) ?? []
  // A second fence begins in the text.
  const hasOther = inside?.split('\n').some((line) => line.trim() === mark) === true
  return inside === undefined || hasOther ? undefined : withoutIndent(inside, indent)
}

/** What begins a block: a fence of Markdown, or `{code:bash|title=request}` of Jira. */
const blockBegins =
  /^([ \t]{0,8})(?:(`{3,16}|~{3,16})[^`\n]{0,64}|(\{(?:code|noformat))(?::[^}\n]{0,128})?\})[ \t]{0,64}$/

/** The header with its value, or its name as a column. Prose may have the name too. */
const namesHeader = /authorization["'\]*_]{0,4}[ \t]{0,8}(?:=>|[:=,|])/i

/** The text of a block in a cell of CSV without the second of two quotation marks. */
const asWritten = (inside: string, isInCell: boolean): string =>
  isInCell && !/(?<!")(?:"")*"(?!")/.test(inside) ? inside.replaceAll('""', '"') : inside

/**
 * The inside of the block that holds the Authorization header; undefined if several parts of the text hold one, or none does. The
 * answer may stand in another block.
 */
const blockIn = (text: string): string | undefined => {
  const signedBlocks: Array<string> = []
  let inside: Array<string> = []
  let indent = ''
  let closing: string | undefined
  // In a cell of CSV, where an odd number of marks stands before the block, each quotation mark is doubled.
  let isInCell = false
  let quotes = 0
  for (const textLine of text.split('\n').map((line) => line.replace(/\r$/, ''))) {
    const isClosing = closing !== undefined && textLine.trim() === closing
    if (closing !== undefined && !isClosing) inside.push(textLine)
    else if (closing === undefined && namesHeader.test(textLine)) return undefined
    if (isClosing && inside.some((insideLine) => /authorization/i.test(insideLine)))
      signedBlocks.push(asWritten(withoutIndent(inside.join('\n'), indent), isInCell))
    const [begin, margin = '', fenceMark, jiraMark] = closing === undefined ? (blockBegins.exec(textLine) ?? []) : []
    if (isClosing) closing = undefined
    quotes += textLine.split('"').length - 1
    if (begin === undefined) continue
    isInCell = quotes % 2 === 1
    indent = margin
    closing = fenceMark ?? `${jiraMark}}`
    inside = []
  }
  return signedBlocks.length === 1 ? signedBlocks[0] : undefined
}

/** A request line or a command, perhaps behind the name of a language in a line of its own. */
const requestInFence = /^(?:[\w-]{0,32}[ \t]{0,8}\r?\n)?(?=[A-Z]{3,10} (?:\/|https?:)|curl\s)/

/**
 * The inside of the fence that touches its text, as Slack writes one: "We send ```POST /v1/jobs HTTP/1.1 …```". Undefined if several of
 * them hold a request with an Authorization header, if none does, or if the header is outside too.
 */
const touchingFence = (text: string): string | undefined => {
  // In JSON the text of the fence has escapes; its reader undoes them first.
  const parts = /^\s{0,64}[[{]/.test(text) ? [] : text.split('```')
  if (parts.length < 3 || parts.length % 2 === 0) return undefined
  if (parts.some((part, i) => i % 2 === 0 && namesHeader.test(part))) return undefined
  // What follows the end of a fence is set off. A mark within the body is followed by more of it.
  const inside = parts.filter(
    (part, i) =>
      i % 2 === 1 && requestInFence.test(part) && /authorization/i.test(part) && /^(?:\s|$)/.test(parts[i + 1] ?? ''),
  )
  return inside.length === 1 ? inside[0]?.replace(requestInFence, '').replace(/\r?\n$/, '') : undefined
}

/** `user@host:~/folder$ `, `[user@host folder]$ `, `PS C:\> `, `C:\Users\me>`, `$ `. */
const prompt =
  /^(?:[ \t]{0,8}(?:\([\w.-]{1,64}\) )?(?:[\w.-]{1,64}@[\w.-]{1,64}:[^\s$#%]{0,256}[$#%]|\[[\w.-]{1,64}@[^\]\n]{1,256}\][$#]|PS [A-Za-z]:[^>\n]{0,256}>|[A-Za-z]:\\[^>\n]{0,256}>)[ \t]{0,8})(?=\S)/

/** `MessageFormatter::DEBUG` of Guzzle: the request, the answer and the error, each behind a line of its own. */
const guzzle = /^[^\n]{0,256}>>>>>>>>\r?\n([\s\S]*?)\r?\n<<<<<<<<[ \t]*(?:\r?\n|$)/

/** A command of HTTPie before its output, which shows the request as it was sent. */
const commandBefore =
  /^[ \t]{0,8}(?:[$%#>] {1,4})?(?:https?|xhs?) [^\n]{0,4096}(?<!\\)\r?\n(?:[ \t]*\r?\n){0,4}(?=[A-Z]{3,10} \/\S{0,65536} HTTP\/[0-9.]{1,3}\r?\n)/

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

/** The first that finds something is taken. */
const undressers: ReadonlyArray<Undresser> = [
  mailText,
  quotedMail,
  wrappedMail,
  richText,
  forensicText,
  messageOfFields,
  namedEntries,
  bunCommand,
  framedText,
  panelText,
  localsOfPytest,
  pythonSnippet,
  cellWithBlock,
  preformattedRequest,
  pageText,
  markupInXml,
  markdownText,
]

/** Those of a whole mail or a whole page, in which words of a person may follow the request. */
const ofProse: ReadonlySet<Undresser> = new Set([wrappedMail, pageText])

const linesJoined =
  'The Authorization header goes on in the next line. Probably a mail program has broken long lines, so they were joined.'

const firstUndressed = (text: string): Pick<Undressed, 'notes' | 'mayGoOn'> & { readonly text: string } => {
  for (const undress of undressers) {
    const bare = undress(text)
    if (bare !== undefined)
      return { text: bare, mayGoOn: ofProse.has(undress), notes: undress === wrappedMail ? [linesJoined] : [] }
  }
  return { text, mayGoOn: false, notes: [] }
}

/** The text without what stands round the request. */
export const undressed = (bytes: Bytes.Bytes): Undressed => {
  const text = latin1(bytes.subarray(startOf(bytes)))
  const plain = bytes.includes(0x1b) ? text.replace(colours, '') : text
  const unstamped = withoutStamps(plain)
  const opened = unstamped ?? withoutTags(plain) ?? unboxedText(plain) ?? plain
  const controlled = withControlCharacters(opened) ?? opened
  const chat = withoutChatEscapes(controlled)
  const copied = chat?.text ?? controlled
  const { text: decoded, mayGoOn, notes } = firstUndressed(copied)
  const unfolded = unfoldedText(decoded) ?? decoded
  const inside = touchingFence(unfolded) ?? inFence(unfolded) ?? blockIn(unfolded) ?? unfolded
  const bare = (guzzle.exec(inside)?.[1] ?? inside).replace(commandBefore, '').replace(prompt, '')
  return {
    bytes: bare === text ? bytes : Bytes.ofAscii(bare),
    mayGoOn: unstamped !== undefined || mayGoOn,
    notes: chat === undefined ? notes : [chat.note, ...notes],
  }
}
