/**
 * Compares the output that a guide shows with what its snippet prints.
 *
 * Values that differ in each run (times, nonces, keys, ports, versions, durations) become placeholders on both sides, so
 * `signed at 1700000000` is shown rightly where the snippet prints `signed at 1795958281`. `…` in a shown line is any text; on
 * a line of its own it is any lines.
 */
import { type Block, blocksOf, isRun } from './guides.ts'

/** In this order: a later kind would take parts of an earlier one. A nonce and a time may follow an escape such as `\n`. */
const varying: ReadonlyArray<readonly [kind: string, value: RegExp]> = [
  ['kept request', /\b\d{8}T\d{6}Z-\d{6}-[0-9a-f]{8}\b/g],
  ['time', /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g],
  ['uuid', /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g],
  ['key', /\bsha256:[0-9a-f]{8}\b/g],
  ['nonce', /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g],
  ['version', /(?<![\d.])\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?(?![\w.])/g],
  ['port', /(?<=\b(?:127\.0\.0\.1|localhost):)\d+\b/g],
  ['seconds', /(?<!\d)\d{10}(?!\d)/g],
  ['duration', /\b\d+(?:\.\d+)? (?:ms|s)(?!\w)/g],
]

/** One of each kind, for the laws. */
export const kinds: ReadonlyArray<string> = varying.map(([kind]) => kind)

/** The text with a placeholder, `‹time›`, for each value that differs in each run. */
export const withPlaceholders = (text: string): string =>
  varying.reduce((changed, [kind, value]) => changed.replaceAll(value, `‹${kind}›`), text)

const linesOf = (text: string): ReadonlyArray<string> =>
  withPlaceholders(text)
    .split('\n')
    .map((line) => line.trimEnd())

const isAnyLines = (line: string): boolean => line === '…'

const isLineOf = (shown: string, printed: string | undefined): boolean => {
  if (printed === undefined) return false
  const [beginning = '', ...parts] = shown.split('…')
  if (parts.length === 0) return shown === printed
  if (!printed.startsWith(beginning)) return false
  const end = parts.pop() ?? ''
  let from = beginning.length
  for (const part of parts) {
    const at = printed.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return printed.endsWith(end) && printed.length - end.length >= from
}

/** The passages of a shown output between lines of `…`. */
const passagesOf = (shown: string): ReadonlyArray<ReadonlyArray<string>> => {
  const passages: Array<Array<string>> = [[]]
  for (const line of linesOf(shown.replace(/\n$/, ''))) {
    if (isAnyLines(line)) passages.push([])
    else passages.at(-1)?.push(line)
  }
  return passages.filter((passage) => passage.length > 0)
}

/**
 * The passages that were not printed: none if the guide is right. The lines of a passage follow each other; passages come in
 * any order, because several processes print at once.
 */
export const missingPassages = (shown: string, printed: string): ReadonlyArray<string> => {
  const lines = linesOf(printed)
  const isPrinted = (passage: ReadonlyArray<string>): boolean =>
    lines.some((_, start) => passage.every((line, i) => isLineOf(line, lines[start + i])))
  return passagesOf(shown)
    .filter((passage) => !isPrinted(passage))
    .map((passage) => passage.join('\n'))
}

/** An output that a guide shows, and which of its snippets that are run prints it. */
export interface ShownOutput {
  readonly snippet: number
  readonly text: string
}

/** `console.log(status) // 401`: the comment is the line that is printed. */
export const outputComments = (code: string): ReadonlyArray<string> =>
  [...code.matchAll(/\bconsole\.(?:log|error)\(.*\)[;,]? \/\/ (.+)$/gm)].map(([, line = '']) => line)

/** Blocks of `console` show what the snippet before them prints, and so do comments after `console.log(…)`. */
export const shownOutputs = (guide: string): ReadonlyArray<ShownOutput> => {
  let snippet = -1
  return blocksOf(guide).flatMap((block: Block): ReadonlyArray<ShownOutput> => {
    if (block.language === 'console') return [{ snippet, text: block.code }]
    if (!isRun(block)) return []
    snippet += 1
    const ownSnippet = snippet
    return outputComments(block.code).map((text) => ({ snippet: ownSnippet, text }))
  })
}
