/**
 * The request in a block of code of reStructuredText: the lines that are set in below the directive.
 *
 *     .. code-block:: http
 *        :linenos:
 *
 *        POST /v1/jobs HTTP/1.1          →          POST /v1/jobs HTTP/1.1 …
 *
 * Texts have one character for each byte.
 */
import { withoutIndent } from './markdownText.ts'

const directive = /^[ \t]{0,64}\.\. (?:code-block|sourcecode|code)::[^\n]{0,256}$/

const option = /^[ \t]{1,64}:[\w-]{1,64}:[^\n]{0,256}$/

const namesHeader = /authorization["'\]*_]{0,4}[ \t]{0,8}(?:=>|[:=,|])/i

const indentOf = (line: string): number => line.length - line.trimStart().length

/** The block with the Authorization header, without what it is set in by. Undefined if none has it, if several do, or if it is outside too. */
export const directiveText = (text: string): string | undefined => {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const begins = lines.flatMap((line, i) => (directive.test(line) ? [i] : []))
  if (begins.length === 0) return undefined
  const blocks = begins.map((begin) => blockBelow(lines, begin))
  const [only, ...others] = blocks.filter(({ from, to }) => namesHeader.test(lines.slice(from, to).join('\n')))
  if (only === undefined || others.length > 0) return undefined
  if (lines.some((line, i) => (i < only.from || i >= only.to) && namesHeader.test(line))) return undefined
  const inside = lines.slice(only.from, only.to)
  return withoutIndent(inside.join('\n'), /^[ \t]*/.exec(inside[0] ?? '')?.[0] ?? '')
}

interface Block {
  readonly from: number
  /** The line behind the last that has a letter. */
  readonly to: number
}

/** The lines below a directive that are set in further, without its options and without empty lines around. */
const blockBelow = (lines: ReadonlyArray<string>, begin: number): Block => {
  const indent = indentOf(lines[begin] ?? '')
  let from = begin + 1
  while (from < lines.length && option.test(lines[from] ?? '')) from++
  while (from < lines.length && lines[from]?.trim() === '') from++
  let to = from
  for (let i = from; i < lines.length; i++) {
    const line = lines[i] ?? ''
    if (line.trim() === '') continue
    if (indentOf(line) <= indent) break
    to = i + 1
  }
  return { from, to }
}
