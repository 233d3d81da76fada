/**
 * JSON that was sent without its line ends, with each of them put back where the blanks show it. `curl -d @FILE` drops the line ends of
 * `{ \n  "a": 1,\n  "b": 2\n}\n` and keeps the indentation: `{   "a": 1,  "b": 2}` arrives.
 */

import { isJson } from './isJson.ts'
import type { Form } from './Respelling.ts'

/** A string, or the indentation of a line. */
const stringOrIndent = /"(?:[^"\\]|\\.)*"| {2,}|\t+/g

const isIndent = (token: string): boolean => !token.startsWith('"')

/** Where a line ends that has a blank at its end: no line, the lines whose blanks are one too many for the indentation, or every line. */
interface LineEnding {
  readonly says: string
  readonly hasBlank: (indent: string, unit: number) => boolean
}

const lineEndings: ReadonlyArray<LineEnding> = [
  { says: '', hasBlank: () => false },
  { says: ', after a blank where there is one too many', hasBlank: (indent, unit) => indent.length % unit === 1 },
  { says: ', after a blank each', hasBlank: (indent) => indent.startsWith(' ') },
]

/** The blanks of the smallest indentation. */
const unitOf = (json: string): number =>
  (json.match(stringOrIndent) ?? [])
    .filter(isIndent)
    .reduce((least, indent) => Math.min(least, indent.length), Number.POSITIVE_INFINITY)

const atIndents = (json: string, { hasBlank }: LineEnding): string => {
  const unit = unitOf(json)
  return json.replace(stringOrIndent, (token) => {
    if (!isIndent(token)) return token
    return hasBlank(token, unit) ? ` \n${token.slice(1)}` : `\n${token}`
  })
}

/** The text as it may be in its file. None if it has line ends or shows no indentation. */
export function* withLineEnds(json: string): Generator<Form> {
  const content = json.trimEnd()
  if (!/ {2}|\t/.test(content) || json.includes('\n') || !isJson(json)) return
  const end = json.slice(content.length)
  const detail = 'left out where it was sent: at each indentation'
  const seen = new Set<string>()
  for (const lineEnding of lineEndings) {
    const onLines = atIndents(content, lineEnding)
    if (seen.has(onLines)) continue
    seen.add(onLines)
    for (const [says, closed] of [
      ['', onLines.replace(/[\]}]$/, '\n$&')],
      [', no last bracket', onLines],
    ] as const)
      for (const [ending, text] of [
        ['', closed + end],
        [', and a line end', `${closed}${end}\n`],
      ] as const) {
        const whole = `${detail}${lineEnding.says}${says}${ending}`
        yield [whole, text]
        yield [`${whole} (CR LF)`, text.replaceAll('\n', '\r\n')]
      }
  }
}
