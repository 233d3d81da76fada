/**
 * A request that somebody quotes in a mail: a mark stands before each line, and the mail program has broken long lines. A line that was
 * broken at the full width goes on without a blank, a shorter one at a blank.
 *
 *     >> GET /v1/jobs?status=failed
 *     >> HTTP/1.1
 *     >> Authorization: SVC-SHA256-RSA app_id=app-1,nonce_str=13c061
 *     >> 2dfb52,timestamp=1767225600
 *         →  GET /v1/jobs?status=failed HTTP/1.1
 *            Authorization: SVC-SHA256-RSA app_id=app-1,nonce_str=13c0612dfb52,timestamp=1767225600
 *
 * A mail may also have the request without marks; then it begins with its request line, and only broken lines show that it is one.
 *
 * A single `>` counts as a quotation only if the mail's own words come before it and lines were broken: `curl -v` writes the mark
 * too. Texts have one character for each byte.
 */

import { trimmedEnd } from '../Received.ts'
import { isWholeObject } from './printedJson.ts'

const marks = /^(?:> ?){1,16}/

const quotedAuthorization = /^(?:> ?){1,16}authorization:/i

const depthOf = (mailLine: string): number => (marks.exec(mailLine)?.[0] ?? '').replaceAll(' ', '').length

const headerLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}:(?: |$)/

/** Mail programs break lines at this width or above. */
const leastWidth = 60

/** An Authorization header up to a place within an item, where no blank can be. A picture of a screen has lines of several widths. */
const isWithinItem = /^authorization: ?[A-Za-z][\w-]{0,64} \w{1,64}=[^ ]*[^ ,]$/i

/** The lines of a head as they were before they were broken. */
const unbroken = (headLines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const width = headLines.reduce((widest, { length }) => Math.max(widest, length), 0)
  const whole: Array<string> = []
  headLines.forEach((headLine, i) => {
    const isNew = i === 0 || headerLine.test(headLine)
    if (isNew || width < leastWidth) {
      whole.push(headLine)
      return
    }
    const written = whole.pop() ?? ''
    const joint = headLines[i - 1]?.length === width || isWithinItem.test(written) ? '' : ' '
    whole.push(written + joint + headLine)
  })
  return whole
}

/** The lines round this one with as many marks, without the marks. */
const blockRound = (mailLines: ReadonlyArray<string>, index: number): ReadonlyArray<string> => {
  const depth = depthOf(mailLines[index] ?? '')
  const isOther = (mailLine: string): boolean => depthOf(mailLine) !== depth
  const before = mailLines.slice(0, index).findLastIndex(isOther)
  const after = mailLines.slice(index).findIndex(isOther)
  const blockLines = mailLines.slice(before + 1, after < 0 ? mailLines.length : index + after)
  return blockLines.map((blockLine) => blockLine.replace(marks, '').trimEnd())
}

/**
 * Whether the marks are those of a mail: two or more marks; or one mark, own words before it, and a broken line. In the output of
 * `curl -v`, as in `> GET /v1/jobs HTTP/1.1`, there is one mark, and no line is broken.
 */
const isOfMail = (before: ReadonlyArray<string>, depth: number, hasBrokenLines: boolean): boolean =>
  depth > 1 || (hasBrokenLines && before.some((mailLine) => /^[^\s>*<{}]/.test(mailLine)))

/** A request line, perhaps without its version, which a mail program may have put into the next line. */
const requestLine = /^[A-Z]{3,10} (?:\/|https?:)\S*(?: HTTP\/[0-9.]{1,3})?$/

/** An Authorization header that goes on in the next line: it ends behind the auth type, or before the signature. */
const isBrokenHeader = (written: string, following: string): boolean => {
  if (following === '' || /^[ \t]/.test(following) || headerLine.test(following)) return false
  const isTypeAlone = /^authorization: ?[A-Za-z][\w-]{0,64}$/i.test(written) && /^\w{1,64}=[^\s,]/.test(following)
  const isBetweenItems =
    written.length >= leastWidth &&
    /^authorization: ?[A-Za-z][\w-]{0,64} \w{1,64}=/i.test(written) &&
    !/signature=/i.test(written) &&
    /signature=/i.test(following)
  return isTypeAlone || isBetweenItems
}

/** Whether a mail program may have broken these lines: the next word would have made some line too long. */
const mayBeBroken = (lines: ReadonlyArray<string>): boolean =>
  lines.some((line, i) => i > 0 && (lines[i - 1] ?? '').length + 1 + (line.split(' ', 1)[0] ?? '').length > leastWidth)

/**
 * The body without the breaks of the mail program. If no line can have been broken, it stays as it is. Otherwise its first lines, up to
 * an empty one, are joined; if the joined text has not the length that the head says, there is no body.
 */
const unbrokenBody = (head: ReadonlyArray<string>, body: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = body.indexOf('')
  const first = end < 0 ? body : body.slice(0, end)
  const length = head
    .map((line) => /^content-length: *(\d{1,9})$/i.exec(line)?.[1])
    .find((digits) => digits !== undefined)
  if (length === undefined || !mayBeBroken(first)) return body
  const width = first.reduce((widest, line) => Math.max(widest, line.length), 0)
  const joined = first.map((line, i) => (i === 0 || first[i - 1]?.length === width ? line : ` ${line}`)).join('')
  return String(joined.length) === length ? [joined] : []
}

/** A request that somebody writes into a mail without marks, in whole lines. Undefined if no line of its Authorization header was broken. */
export const wrappedMail = (mail: string): string | undefined => {
  const mailLines = mail.split('\n').map((line) => trimmedEnd(line.replace(/\r$/, '')))
  const index = mailLines.findIndex((line, i) => isBrokenHeader(line, mailLines[i + 1] ?? ''))
  const start = index < 0 ? -1 : mailLines.slice(0, index).findLastIndex((line) => requestLine.test(line))
  if (start < 0) return undefined
  const block = mailLines.slice(start)
  const end = block.indexOf('')
  const head = unbroken(end < 0 ? block : block.slice(0, end))
  return [...head, '', ...(end < 0 ? [] : unbrokenBody(head, block.slice(end + 1)))].join('\n')
}

/**
 * The index of the first line after the head. This is the empty line; or, if a body follows without one, the line where a whole JSON
 * text begins, or the line after Content-Length, which is too short for a mail program to break. -1 if the head goes to the end.
 */
const endOfHead = (blockLines: ReadonlyArray<string>): number => {
  const jsonAt = blockLines.findIndex((blockLine) => /^[[{]/.test(blockLine))
  const isJson = jsonAt > 0 && isWholeObject(blockLines.slice(jsonAt).join('\n').trimEnd())
  return blockLines.findIndex(
    (blockLine, i) =>
      blockLine === '' ||
      (isJson && i === jsonAt) ||
      (/^content-length: *\d{1,12}$/i.test(blockLines[i - 1] ?? '') && !headerLine.test(blockLine)),
  )
}

/** The quoted request in whole lines. Undefined if the text quotes none. */
export const quotedMail = (mail: string): string | undefined => {
  const mailLines = mail.split('\n')
  const index = mailLines.findIndex((mailLine) => quotedAuthorization.test(mailLine))
  if (index < 0) return undefined
  const blockLines = blockRound(mailLines, index)
  const end = endOfHead(blockLines)
  const headLines = end < 0 ? blockLines : blockLines.slice(0, end)
  const wholeLines = unbroken(headLines)
  const hasBrokenLines = wholeLines.length < headLines.length
  if (!isOfMail(mailLines.slice(0, index), depthOf(mailLines[index] ?? ''), hasBrokenLines)) return undefined
  const afterHead = end < 0 ? [] : blockLines.slice(end)
  return [...wholeLines, ...(afterHead[0] === '' ? [] : ['']), ...afterHead].join('\n')
}
