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
 * A single `>` counts as a quotation only if the mail's own words come before it and lines were broken: `curl -v` writes the mark
 * too. Texts have one character for each byte.
 */

const marks = /^(?:> ?){1,16}/

const quotedAuthorization = /^(?:> ?){1,16}authorization:/i

const depthOf = (mailLine: string): number => (marks.exec(mailLine)?.[0] ?? '').replaceAll(' ', '').length

const headerLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}:(?: |$)/

/** Mail programs break lines at this width or above. */
const leastWidth = 60

/** The lines of a head as they were before they were broken. */
const unbroken = (headLines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const width = headLines.reduce((widest, { length }) => Math.max(widest, length), 0)
  const whole: Array<string> = []
  headLines.forEach((headLine, i) => {
    const isNew = i === 0 || headerLine.test(headLine)
    if (isNew || width < leastWidth) whole.push(headLine)
    else whole.push(`${whole.pop() ?? ''}${headLines[i - 1]?.length === width ? '' : ' '}${headLine}`)
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

/** The quoted request in whole lines. Undefined if the text quotes none. */
export const quotedMail = (mail: string): string | undefined => {
  const mailLines = mail.split('\n')
  const index = mailLines.findIndex((mailLine) => quotedAuthorization.test(mailLine))
  if (index < 0) return undefined
  const blockLines = blockRound(mailLines, index)
  const end = blockLines.indexOf('')
  const headLines = end < 0 ? blockLines : blockLines.slice(0, end)
  const wholeLines = unbroken(headLines)
  const hasBrokenLines = wholeLines.length < headLines.length
  if (!isOfMail(mailLines.slice(0, index), depthOf(mailLines[index] ?? ''), hasBrokenLines)) return undefined
  return [...wholeLines, ...(end < 0 ? [''] : blockLines.slice(end))].join('\n')
}
