/**
 * The string to sign with one line more, as other schemes sign it: the content type, the version, or the length of the body.
 *
 *     POST␊/v1/jobs␊1700000000␊n-1␊{}     →     POST␊2␊/v1/jobs␊1700000000␊n-1␊{}
 */
import { type Layout, standard } from '../Draft.ts'
import type { Telling } from '../Telling.ts'
import type { Form } from './Respelling.ts'

/** Lines that other schemes sign, the same for every request. */
const fixedLines: ReadonlyArray<string> = [
  ...['; charset=utf-8', ';charset=utf-8', '; charset=UTF-8', ';charset=UTF-8', ''].map(
    (charset) => `application/json${charset}`,
  ),
  'SVC-SHA256-RSA',
  'HTTP/1.1',
  'v1',
  '0',
  '1',
]

/** The line before each part, and after the last. */
const placesOf = (line: string): ReadonlyArray<Form<Layout>> => [
  ...standard.order.map(
    (partName): Form<Layout> => [
      `${line} before the ${partName}`,
      { ...standard, labels: { [partName]: `${line}\n` } },
    ],
  ),
  [`${line} at the end`, { ...standard, end: `\n${line}` }],
]

/** The layouts with a line that is the same for every request. */
export const fixedLineAdded: ReadonlyArray<Form<Layout>> = fixedLines.flatMap(placesOf)

const lengthName = 'Content-Length'

/** The layouts with the length of the body, with its name and without. The lines 0 and 1 are among the fixed ones. */
export const lengthLineAdded = (bodyLength: number): ReadonlyArray<Form<Layout>> =>
  [String(bodyLength), `${lengthName}: ${bodyLength}`, `${lengthName.toLowerCase()}:${bodyLength}`]
    .filter((line) => !fixedLines.includes(line))
    .flatMap(placesOf)

const formOfLine = /^(\S+(?:; charset=\S+|: \d+)?) (?:before the (method|target|timestamp|nonce|body)|at the end)$/

/** The words for such a form, by its detail. */
export const addedLineTelling = (detail: string): Telling | undefined => {
  const [, line, partName] = formOfLine.exec(detail) ?? []
  if (line === undefined) return undefined
  return {
    detail,
    what:
      partName === undefined
        ? `The caller signed one line more, ${line}, after the body. Other schemes have such a line.`
        : `The caller signed one line more, ${line}, before the ${partName}. Other schemes have such a line.`,
    remedy: 'Sign only the five values, and put a line feed after each of the first four.',
  }
}
