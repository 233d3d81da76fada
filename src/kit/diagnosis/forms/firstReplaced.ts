/**
 * Texts in which a program replaced the first occurrence alone: by `replace` of JavaScript with a string as its pattern, or by `sed`
 * without the flag g, which replaces the first of each line. `{"a":"x/y/z"}` becomes `{"a":"x\/y/z"}`.
 */

import type { Telling } from '../Telling.ts'
import type { Form } from './Respelling.ts'

export interface Replacement {
  readonly from: string
  readonly to: string
}

/** Replacements of one text by each of these. */
const replacing = (original: string, ...substitutes: ReadonlyArray<string>): ReadonlyArray<Replacement> =>
  substitutes.map((substitute) => ({ from: original, to: substitute }))

/** Replacements that programs make in JSON and other bodies. */
const inBodies: ReadonlyArray<Replacement> = [
  ...replacing('/', '\\/'),
  ...replacing('\\/', '/'),
  ...replacing(':', '\\:'),
  ...replacing(',', '\\,'),
  ...replacing('&', '\\u0026', '&amp;', '%26'),
  ...replacing('\\u0026', '&'),
  ...replacing('<', '\\u003c', '\\u003C', '&lt;'),
  ...replacing('>', '\\u003e', '\\u003E', '&gt;'),
  ...replacing("'", '\\u0027', "\\'", '&#39;', '"'),
  ...replacing('"', '\\"', '&quot;', "'"),
  ...replacing('+', '\\u002b', '\\u002B', '%2B', ' ', '%20'),
  ...replacing(' ', '', '%20', '+'),
  ...replacing('%20', '+', ' '),
  ...replacing('": ', '":'),
  ...replacing('":', '": '),
  ...replacing(', ', ','),
  ...replacing('\\n', '', ' '),
  ...replacing('\r\n', '\n', ''),
  ...replacing('\n', '', '\r\n', '\\n', ' '),
  ...replacing('\t', '', ' ', '  '),
  ...replacing('null', '""', 'None'),
  ...replacing('true', 'True', '1'),
  ...replacing('false', 'False', '0'),
]

/** Replacements that programs make in targets and forms. */
const inTargets: ReadonlyArray<Replacement> = [
  ...replacing('%20', '+', ' '),
  ...replacing('+', '%20', ' ', '%2B'),
  ...replacing('%2B', '+', ' ', '%20'),
  ...replacing('%2F', '/'),
  ...replacing('%3A', ':'),
  ...replacing('%2C', ','),
  ...replacing('%5B', '['),
  ...replacing('%5D', ']'),
  ...replacing('%7E', '~'),
  ...replacing('%40', '@'),
  ...replacing('%3D', '='),
  ...replacing('%26', '&'),
  ...replacing(':', '%3A', '\\:'),
  ...replacing(',', '%2C'),
  ...replacing('[', '%5B'),
  ...replacing(']', '%5D'),
  ...replacing('~', '%7E'),
  ...replacing('@', '%40'),
  ...replacing("'", '%27'),
  ...replacing('(', '%28'),
  ...replacing(')', '%29'),
  ...replacing('*', '%2A'),
  ...replacing('!', '%21'),
  ...replacing('&', '&amp;'),
]

/** Longer texts are left alone. */
const maxLength = 65_536

/** If more replacements apply to a text, they have too many pairs. */
const maxApplied = 24

/** All pairs of replacements together make at most so many characters: the search hashes each text. */
const maxCharacters = 400_000

const countOf = (body: string, replacement: Replacement): number => body.split(replacement.from).length - 1

const replaceFirst = (body: string, replacement: Replacement): string =>
  body.replace(replacement.from, () => replacement.to)

/** Replaces the first occurrence in each line, as `sed` does. */
const replaceFirstOfLines = (body: string, replacement: Replacement): string =>
  body
    .split('\n')
    .map((bodyLine) => replaceFirst(bodyLine, replacement))
    .join('\n')

/** A text with some replacements at their first occurrences. At least one of them has further occurrences. */
export interface FirstReplaced {
  readonly text: string
  readonly replacements: ReadonlyArray<Replacement>
  /** Whether the first occurrence of each line was replaced. */
  readonly isOfLines: boolean
}

/** How many characters a replacement adds. */
const addedBy = ({ from, to }: Replacement): number => to.length - from.length

/** Whether the two replacements add so many characters. The first may leave nothing to replace for the second. */
const mayAdd = (added: number, first: Replacement, second: Replacement): boolean =>
  added === addedBy(first) || added === addedBy(first) + addedBy(second)

/**
 * The text with one replacement, or with two of different originals. With `wanted`, pairs that make a text of another length count, but are not
 * made.
 */
function* everyReplacement(body: string, table: ReadonlyArray<Replacement>, wanted?: string): Generator<FirstReplaced> {
  if (body.length > maxLength) return
  const applied = table.filter(({ from }) => body.includes(from)).slice(0, maxApplied)
  const repeated = new Set(applied.filter((replacement) => countOf(body, replacement) > 1))
  for (const first of repeated) {
    yield { text: replaceFirst(body, first), replacements: [first], isOfLines: false }
    if (body.includes('\n') && !first.from.includes('\n'))
      yield { text: replaceFirstOfLines(body, first), replacements: [first], isOfLines: true }
  }
  let left = Math.floor(maxCharacters / Math.max(body.length, 1))
  for (const first of applied)
    for (const second of applied) {
      if (first.from === second.from || !(repeated.has(first) || repeated.has(second))) continue
      if (left-- <= 0) return
      if (wanted !== undefined && !mayAdd(wanted.length - body.length, first, second)) continue
      yield {
        text: replaceFirst(replaceFirst(body, first), second),
        replacements: [first, second],
        isOfLines: false,
      }
    }
}

/** A body with the first occurrences replaced. With `wanted`, at least the forms that are this text. */
export const firstReplacedIn = (body: string, wanted?: string): Iterable<FirstReplaced> =>
  everyReplacement(body, inBodies, wanted)

/** A target or a form with the first occurrences replaced. */
export const firstReplacedInTarget = (target: string): Iterable<FirstReplaced> => everyReplacement(target, inTargets)

/** Words for texts that cannot be read in a sentence. */
const wordsFor: Readonly<Record<string, string>> = {
  '': 'nothing',
  ' ': 'a space',
  '  ': 'two spaces',
  '\t': 'a tab',
  '\n': 'a line feed',
  '\r\n': 'CR LF',
  ', ': 'comma-space',
  ',': 'comma',
  '": ': '":-space',
}

const nameOf = (original: string): string => wordsFor[original] ?? original

/** The beginning of the details of these forms. */
const firstAlone = 'the first '

/** Whether this form replaces only the first of several characters. */
export const isFirstAlone = (detail: string): boolean => detail.startsWith(firstAlone)

/** The texts as forms, `the first / as \/`. */
export function* asForms(replacedTexts: Iterable<FirstReplaced>): Generator<Form> {
  const describe = (replacement: Replacement): string =>
    `${firstAlone}${nameOf(replacement.from).replace(/^a /, '')} as ${nameOf(replacement.to)}`
  for (const { text: replacedText, replacements, isOfLines } of replacedTexts) {
    const detail = replacements.map(describe).join(', ')
    yield [isOfLines ? `${detail}, on each line` : detail, replacedText]
  }
}

/** The words for a form with this detail. */
export const firstReplacedTelling = (detail: string): Telling => ({
  detail,
  what: `The caller replaced only ${detail} in the signed text. In JavaScript, replace with a string as its pattern replaces only the first match. sed without the flag g also replaces only the first match.`,
  remedy:
    'Sign exactly the text that is sent, and replace nothing in it. Or replace every match, and then sign and send exactly this text.',
})
