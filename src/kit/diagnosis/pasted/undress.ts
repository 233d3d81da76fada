/**
 * Takes off what stands round a request where it was copied: times before each line of a log, the coding of a mail, folds of long
 * lines, a fence of Markdown or a block of Jira, the prompt of a shell, the lines of arrows with which Guzzle's log parts a request
 * from its answer.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, startOf } from '../Received.ts'
import { mailText } from './mailText.ts'
import { unfoldedText } from './unfoldedText.ts'
import { withoutStamps } from './withoutStamps.ts'

/** Only what stands alone in its line, and at the beginning or the end. */
const fence = /^[ \t]{0,8}(`{3,16}|~{3,16})[^`\n]{0,64}\r?\n([\s\S]*?)\r?\n[ \t]{0,8}\1[ \t]*(?:\r?\n\s*)?$/

/** `{code:bash|title=request}` … `{code}` of Jira, and a fence in the middle of a text. */
const block =
  /^[ \t]{0,8}(?:(`{3,16}|~{3,16})[^`\n]{0,64}|\{(code|noformat)(?::[^}\n]{0,128})?\})[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]{0,8}(?:\1|\{\2\})[ \t]*\r?$/gm

/** A block in the text that holds the Authorization header, if it is the only one that does and nothing outside does. */
const blockIn = (text: string): string | undefined => {
  const signed = [...text.matchAll(block)].filter(([, , , inside = '']) => /authorization/i.test(inside))
  const [found] = signed
  if (found === undefined || signed.length > 1) return undefined
  const outside = text.slice(0, found.index) + text.slice(found.index + found[0].length)
  return /authorization/i.test(outside) ? undefined : found[3]
}

/** `user@host:~/folder$ `, `[user@host folder]$ `, `PS C:\> `, `C:\Users\me>`, `$ `. */
const prompt =
  /^(?:[ \t]{0,8}(?:\([\w.-]{1,64}\) )?(?:[\w.-]{1,64}@[\w.-]{1,64}:[^\s$#%]{0,256}[$#%]|\[[\w.-]{1,64}@[^\]\n]{1,256}\][$#]|PS [A-Za-z]:[^>\n]{0,256}>|[A-Za-z]:\\[^>\n]{0,256}>)[ \t]{0,8})(?=\S)/

/** `MessageFormatter::DEBUG` of Guzzle: the request, the answer and the error, each behind a line of its own. */
const guzzle = /^[^\n]{0,256}>>>>>>>>\r?\n([\s\S]*?)\r?\n<<<<<<<<[ \t]*(?:\r?\n|$)/

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's escape
const colours = /\u001b\[[\d;]{0,32}m/g

/** The text without them; the same bytes if there is nothing to take off. */
export const undressed = (bytes: Bytes.Bytes): Bytes.Bytes => {
  const text = latin1(bytes.subarray(startOf(bytes)))
  const plain = bytes.includes(0x1b) ? text.replace(colours, '') : text
  const unstamped = withoutStamps(plain) ?? plain
  const decoded = mailText(unstamped) ?? unstamped
  const unfolded = unfoldedText(decoded) ?? decoded
  const inside = fence.exec(unfolded)?.[2] ?? blockIn(unfolded) ?? unfolded
  const bare = (guzzle.exec(inside)?.[1] ?? inside).replace(prompt, '')
  return bare === text ? bytes : Bytes.ofAscii(bare)
}
