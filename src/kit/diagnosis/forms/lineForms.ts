/**
 * A text of several lines in which a program changed every line or the order of the lines: a log, a list, a letter, or JSON on each line.
 * `otherLineEnds` of lineEnds.ts changes the line ends alone.
 *
 *     b␊␊a␊                        b␊a␊          without empty lines
 *     {"a":1}␊{"b":2}␊             {"a": 1}␊{"b": 2}␊     each line as JSON: spaced
 */
import { distinct } from './distinct.ts'
import { isJson } from './isJson.ts'
import { treeOf, writerOf } from './jsonText.ts'
import { pythonText } from './pythonText.ts'
import type { Form } from './Respelling.ts'
import { usualStyles } from './serializers.ts'

/** The forms of a longer text would take too much time to hash. */
const maxLength = 65_536

type Lines = ReadonlyArray<string>

const isBlank = (line: string): boolean => line.trim() === ''

/** The changes that keep the text in lines, by what they do. */
const lineChanges: Readonly<Record<string, (lines: Lines) => Lines>> = {
  'lines without white space at both ends': (lines) => lines.map((line) => line.trim()),
  'lines without white space at their ends': (lines) => lines.map((line) => line.trimEnd()),
  'without empty lines': (lines) => lines.filter((line) => !isBlank(line)),
  'lines in the reverse order': (lines) => lines.toReversed(),
  'lines sorted': (lines) => lines.toSorted(),
  'each line once': (lines) => [...new Set(lines)],
  'each line twice': (lines) => lines.flatMap((line) => [line, line]),
  'an empty line after each line': (lines) => lines.flatMap((line) => [line, '']),
  'every second line, from the first': (lines) => lines.filter((_, i) => i % 2 === 0),
  'every second line, from the second': (lines) => lines.filter((_, i) => i % 2 === 1),
  'pairs of lines in the reverse order': (lines) =>
    lines.length % 2 === 0
      ? Array.from({ length: lines.length / 2 }, (_, i) => lines.slice(2 * i, 2 * i + 2))
          .toReversed()
          .flat()
      : lines,
  'lines without the first': (lines) => lines.slice(1),
  'lines without the last': (lines) => lines.slice(0, -1),
  'lines behind >': (lines) => lines.map((line) => `> ${line}`),
  'lines behind two spaces': (lines) => lines.map((line) => (isBlank(line) ? line : `  ${line}`)),
  'lines behind four spaces': (lines) => lines.map((line) => (isBlank(line) ? line : `    ${line}`)),
  'lines behind a tab': (lines) => lines.map((line) => (isBlank(line) ? line : `\t${line}`)),
  'lines behind #': (lines) => lines.map((line) => `# ${line}`),
  'lines behind their numbers': (lines) => lines.map((line, i) => `${i + 1} ${line}`),
  'lines behind their numbers and a colon': (lines) => lines.map((line, i) => `${i + 1}:${line}`),
  'lines with runs of spaces as one space': (lines) => lines.map((line) => line.replace(/ +/g, ' ')),
  'lines with tabs for two spaces': (lines) => lines.map((line) => line.replaceAll('  ', '\t')),
  'lines with no-break spaces': (lines) => lines.map((line) => line.replaceAll(' ', '\u00a0')),
  'lines with each word capitalized': (lines) =>
    lines.map((line) => line.replace(/(?<![\p{L}\p{N}])\p{Ll}/gu, (c) => c.toUpperCase())),
  'lines backwards': (lines) => lines.map((line) => [...line].toReversed().join('')),
  'each line as a string of JSON': (lines) => lines.map((line) => JSON.stringify(line)),
  'each line in quotation marks': (lines) => lines.map((line) => `"${line}"`),
}

/** The changes that make one text of the lines, by what they do. */
const joinings: Readonly<Record<string, (lines: Lines) => string>> = {
  'the last line alone': (lines) => lines.at(-1) ?? '',
  'all white space as one space': (lines) => lines.join(' ').trim().replace(/\s+/g, ' '),
  'lines joined by a space': (lines) => lines.join(' '),
  'lines joined by a comma': (lines) => lines.join(),
  'lines joined by a comma and a line feed': (lines) => lines.join(',\n'),
  'lines joined by a semicolon': (lines) => lines.join(';'),
  'lines joined by |': (lines) => lines.join('|'),
  'lines joined by <br>': (lines) => lines.join('<br>'),
  'lines as a list of JSON': (lines) => JSON.stringify(lines),
  'lines as a list of JSON, with spaces': (lines) => `[${lines.map((line) => JSON.stringify(line)).join(', ')}]`,
  'lines as a list of Python': (lines) => `[${lines.map(pythonText).join(', ')}]`,
}

/** Each line as JSON in every usual style, or all of them as a list. */
function* jsonLines(lines: Lines): Generator<Form> {
  if (!lines.every((line) => /^\s*[[{]/.test(line) && isJson(line))) return
  const writers = lines.map((line) => writerOf(treeOf(line), { most: 8 * line.length + 1024 }))
  for (const [style, how] of usualStyles()) {
    const written = writers.flatMap(({ write }) => write(how) ?? [])
    if (written.length < lines.length) continue
    yield [`each line as JSON: ${style}`, written.join('\n')]
    yield [`each line as an item of a list of JSON: ${style}`, `[${written.join(how.comma)}]`]
  }
}

function* everyForm(text: string): Generator<Form> {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const end = text.endsWith(lineEnd) ? lineEnd : ''
  const lines = text.slice(0, text.length - end.length).split(lineEnd)
  if (lines.length < 2) return
  for (const [detail, change] of Object.entries(lineChanges)) {
    const changed = change(lines)
    yield [detail, changed.join(lineEnd) + end]
    if (end !== '') yield [`${detail}, no line end after them`, changed.join(lineEnd)]
  }
  for (const [detail, join] of Object.entries(joinings)) {
    yield [detail, join(lines)]
    if (end !== '') yield [`${detail}, with the last line end`, join([...lines, ''])]
  }
  for (const [detail, written] of jsonLines(lines)) {
    yield [detail, written.replaceAll('\n', lineEnd) + end]
    if (end !== '') yield [`${detail}, no line end after them`, written.replaceAll('\n', lineEnd)]
  }
}

/** Forms, multipart forms, XML and JSON have modules of their own. */
const isPlainText = (text: string): boolean => !/^(?:--|\s*<)/.test(text) && !isJson(text)

/** The text with its lines changed, each text once. */
export function* lineForms(text: string): Generator<Form> {
  if (text.length <= maxLength && text.includes('\n') && isPlainText(text))
    yield* distinct([text], { characters: 4_000_000 }, everyForm(text))
}
