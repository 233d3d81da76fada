/**
 * A replacement that was made at the first occurrence alone: `replace` of JavaScript with a string as its pattern, or `sed` without
 * the flag g, which takes the first of each line. `{"a":"x/y/z"}` becomes `{"a":"x\/y/z"}`.
 */
import type { Telling } from '../Telling.ts'
import type { Form } from './Respelling.ts'

export interface Replacement {
  readonly from: string
  readonly to: string
}

const of = (from: string, ...replacements: ReadonlyArray<string>): ReadonlyArray<Replacement> =>
  replacements.map((to) => ({ from, to }))

/** What programs replace in JSON and other bodies. */
const inBodies: ReadonlyArray<Replacement> = [
  ...of('/', '\\/'),
  ...of('\\/', '/'),
  ...of('&', '\\u0026', '&amp;', '%26'),
  ...of('\\u0026', '&'),
  ...of('<', '\\u003c', '\\u003C', '&lt;'),
  ...of('>', '\\u003e', '\\u003E', '&gt;'),
  ...of("'", '\\u0027', "\\'", '&#39;', '"'),
  ...of('"', '\\"', '&quot;', "'"),
  ...of('+', '\\u002b', '\\u002B', '%2B', ' ', '%20'),
  ...of(' ', '', '%20', '+'),
  ...of('%20', '+', ' '),
  ...of('": ', '":'),
  ...of('":', '": '),
  ...of(', ', ','),
  ...of('\\n', '', ' '),
  ...of('\r\n', '\n', ''),
  ...of('\n', '', '\r\n', '\\n', ' '),
  ...of('\t', '', ' ', '  '),
  ...of('null', '""', 'None'),
  ...of('true', 'True', '1'),
  ...of('false', 'False', '0'),
]

/** What programs replace in targets and forms. */
const inTargets: ReadonlyArray<Replacement> = [
  ...of('%20', '+', ' '),
  ...of('+', '%20', ' ', '%2B'),
  ...of('%2B', '+', ' ', '%20'),
  ...of('%2F', '/'),
  ...of('%3A', ':'),
  ...of('%2C', ','),
  ...of('%5B', '['),
  ...of('%5D', ']'),
  ...of('%7E', '~'),
  ...of('%40', '@'),
  ...of('%3D', '='),
  ...of('%26', '&'),
  ...of(':', '%3A'),
  ...of(',', '%2C'),
  ...of('[', '%5B'),
  ...of(']', '%5D'),
  ...of('~', '%7E'),
  ...of('@', '%40'),
  ...of("'", '%27'),
  ...of('(', '%28'),
  ...of(')', '%29'),
  ...of('*', '%2A'),
  ...of('!', '%21'),
  ...of('&', '&amp;'),
]

/** Each occurrence of a longer text is looked for only once. */
const maxLength = 65_536

/** More replacements that apply to one text have too many pairs. */
const maxApplied = 24

const countOf = (text: string, { from }: Replacement): number => text.split(from).length - 1

const replaceFirst = (text: string, { from, to }: Replacement): string => text.replace(from, () => to)

const replaceFirstOfLines = (text: string, replacement: Replacement): string =>
  text
    .split('\n')
    .map((line) => replaceFirst(line, replacement))
    .join('\n')

/** A text with some replacements at their first occurrences, one at least of which has further ones. */
export interface FirstReplaced {
  readonly text: string
  readonly replacements: ReadonlyArray<Replacement>
  /** Whether the first of each line was replaced. */
  readonly isOfLines: boolean
}

function* everyReplacement(text: string, table: ReadonlyArray<Replacement>): Generator<FirstReplaced> {
  if (text.length > maxLength) return
  const applied = table.filter(({ from }) => text.includes(from)).slice(0, maxApplied)
  const isRepeated = (replacement: Replacement): boolean => countOf(text, replacement) > 1
  for (const first of applied) {
    if (isRepeated(first)) yield { text: replaceFirst(text, first), replacements: [first], isOfLines: false }
    if (isRepeated(first) && text.includes('\n') && !first.from.includes('\n'))
      yield { text: replaceFirstOfLines(text, first), replacements: [first], isOfLines: true }
    for (const second of applied)
      if (first.from !== second.from && (isRepeated(first) || isRepeated(second)))
        yield { text: replaceFirst(replaceFirst(text, first), second), replacements: [first, second], isOfLines: false }
  }
}

/** A body with the first occurrences replaced. */
export const firstReplacedIn = (body: string): Iterable<FirstReplaced> => everyReplacement(body, inBodies)

/** A target or a form with the first occurrences replaced. */
export const firstReplacedInTarget = (target: string): Iterable<FirstReplaced> => everyReplacement(target, inTargets)

const names: Readonly<Record<string, string>> = {
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

const nameOf = (text: string): string => names[text] ?? text

/** What begins the detail of such a form. */
export const firstAlone = 'the first '

/** The texts as forms, `the first / as \/`. */
export function* asForms(some: Iterable<FirstReplaced>): Generator<Form> {
  for (const { text, replacements, isOfLines } of some) {
    const detail = replacements.map(({ from, to }) => `${firstAlone}${nameOf(from)} as ${nameOf(to)}`).join(', ')
    yield [isOfLines ? `${detail}, on each line` : detail, text]
  }
}

/** What such a form says, by its detail. */
export const firstReplacedTelling = (detail: string): Telling => ({
  detail,
  what: `The caller replaced only ${detail} where it signed, and no later one: replace of JavaScript with a string as its pattern, and sed without the flag g, take the first alone.`,
  remedy:
    'Sign the text that is sent, and replace nothing in it; or replace each one, then sign and send that very text.',
})
