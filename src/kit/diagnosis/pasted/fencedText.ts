/**
 * The request in a block of a text that people write: a fence of Markdown, a block of Jira, or a fence of Slack, which touches its text.
 *
 *     We send:                                   We send ```POST /v1/jobs HTTP/1.1
 *     ```http                                    …``` Why?
 *     POST /v1/jobs HTTP/1.1      {code:bash}
 *     …                           curl …
 *     ```                         {code}
 *
 * Texts have one character for each byte.
 */
import { withoutIndent } from './markdownText.ts'

/** The text in the block that holds the Authorization header. Undefined if no block holds one, if several do, or if it is outside too. */
export const fencedText = (text: string): string | undefined => touchingFence(text) ?? wholeFence(text) ?? blockIn(text)

/** The header with its value, or its name as a column. Prose may have the name too. */
const namesHeader = /authorization["'\]*_]{0,4}[ \t]{0,8}(?:=>|[:=,|])/i

const hasHeader = (text: string): boolean => /authorization/i.test(text)

// ---- A fence that touches its text

/** A request line or a command, perhaps behind the name of a language in a line of its own. */
const requestInFence = /^(?:[\w-]{0,32}[ \t]{0,8}\r?\n)?(?=[A-Z]{3,10} (?:\/|https?:)|curl\s)/

const touchingFence = (text: string): string | undefined => {
  // In JSON the text of the fence has escapes; its reader undoes them first.
  const parts = /^\s{0,64}[[{]/.test(text) ? [] : text.split('```')
  if (parts.length < 3 || parts.length % 2 === 0) return undefined
  if (parts.some((part, i) => i % 2 === 0 && namesHeader.test(part))) return undefined
  // What follows the end of a fence is set off. A mark within the body is followed by more of it.
  const isEnded = (i: number): boolean => /^(?:\s|$)/.test(parts[i + 1] ?? '')
  const inside = parts.filter((part, i) => i % 2 === 1 && requestInFence.test(part) && hasHeader(part) && isEnded(i))
  return inside.length === 1 ? inside[0]?.replace(requestInFence, '').replace(/\r?\n$/, '') : undefined
}

// ---- A fence that is the whole text

/** Only what stands alone in its line, and at the beginning or the end. */
const fence = /^([ \t]{0,8})(`{3,16}|~{3,16})[^`\n]{0,64}\r?\n([\s\S]*?)\r?\n[ \t]{0,8}\2[ \t]*(?:\r?\n\s*)?$/

const wholeFence = (text: string): string | undefined => {
  const [, indent = '', mark = '', inside] = fence.exec(text) ?? []
  // A second fence begins in the text.
  const hasOther = inside?.split('\n').some((line) => line.trim() === mark) === true
  return inside === undefined || hasOther ? undefined : withoutIndent(inside, indent)
}

// ---- One of several blocks

interface Block {
  /** The blanks before its first line. */
  readonly indent: string
  /** The line that ends it. */
  readonly closing: string
  /** Whether it is in a cell of CSV, where each quotation mark is doubled: an odd number of them stands before the block. */
  readonly isInCell: boolean
  readonly lines: Array<string>
}

/** What begins a block: a fence of Markdown, or `{code:bash|title=request}` of Jira. */
const blockBegins =
  /^([ \t]{0,8})(?:(`{3,16}|~{3,16})[^`\n]{0,64}|(\{(?:code|noformat))(?::[^}\n]{0,128})?\})[ \t]{0,64}$/

const blockBeginning = (line: string, isInCell: boolean): Block | undefined => {
  const [begin, indent = '', fenceMark, jiraMark] = blockBegins.exec(line) ?? []
  return begin === undefined ? undefined : { indent, closing: fenceMark ?? `${jiraMark}}`, isInCell, lines: [] }
}

const blockIn = (text: string): string | undefined => {
  const blocks: Array<Block> = []
  let open: Block | undefined
  let quotes = 0
  for (const line of text.split('\n').map((textLine) => textLine.replace(/\r$/, ''))) {
    if (open !== undefined && line.trim() === open.closing) {
      blocks.push(open)
      open = undefined
    } else if (open !== undefined) open.lines.push(line)
    else {
      if (namesHeader.test(line)) return undefined
      quotes += line.split('"').length - 1
      open = blockBeginning(line, quotes % 2 === 1)
    }
  }
  // The answer may stand in another block.
  const signed = blocks.filter(({ lines }) => lines.some(hasHeader))
  return signed.length === 1 && signed[0] !== undefined ? textOf(signed[0]) : undefined
}

const textOf = ({ indent, isInCell, lines }: Block): string => {
  const inside = withoutIndent(lines.join('\n'), indent)
  const isDoubled = isInCell && !/(?<!")(?:"")*"(?!")/.test(inside)
  return isDoubled ? inside.replaceAll('""', '"') : inside
}
