/**
 * Which usual serializers write one JSON text of another: a framework, a gateway or a client that parses a body and serializes it again.
 *
 *     rewritersOf('{ "a": 1.0 }', '{"a":1}')   JSON.stringify, json_encode of PHP
 */
import { isNumber, jsonToken, treeOf, writerOf } from './forms/jsonText.ts'
import { floatsOf, phpNumber, shortest } from './forms/numberText.ts'
import { usualStyles } from './forms/serializers.ts'
import type { Library } from './library.ts'

interface Program {
  readonly name: string
  /** The forms of the catalogue that name its language, as in library.ts. */
  readonly forms: ReadonlyArray<string>
  /** The styles of serializers.ts in which it writes JSON. */
  readonly styles: ReadonlyArray<string>
  /** How it writes a number. It writes no text that has a number in another spelling: JSON.stringify never writes 1.0. */
  readonly number: (literal: string) => string
  /** Named only if User-Agent names its language. Several programs write the same text, and the others are more usual. */
  readonly onlyIfSender?: true
  /** Named in any case if the text has this: few other programs write it. */
  readonly mark?: RegExp
}

/** Escapes in small letters for <, > and &. */
const htmlEscapes = /\\u00(?:3[ce]|26)/

const escapedSlash = /\\\//

const programs: ReadonlyArray<Program> = [
  { name: 'JSON.stringify', forms: ['javascript'], styles: ['compact'], number: shortest },
  {
    name: 'json_encode of PHP',
    forms: ['php'],
    styles: ['php', 'php, decoded before'],
    number: phpNumber,
    mark: escapedSlash,
  },
  { name: 'json.dumps of Python', forms: ['python'], styles: ['python'], number: floatsOf('python') },
  { name: 'Jackson', forms: ['java', 'jackson'], styles: ['compact'], number: floatsOf('java') },
  {
    name: 'JSONSerialization of Apple',
    forms: ['swift', 'objective-c'],
    styles: ['php-unicode', 'php-unicode, decoded before'],
    number: shortest,
    onlyIfSender: true,
  },
  {
    name: 'json_encode of PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE',
    forms: ['php'],
    styles: ['compact'],
    number: phpNumber,
    onlyIfSender: true,
  },
  {
    name: 'json_encode of PHP with JSON_UNESCAPED_UNICODE',
    forms: ['php'],
    styles: ['php-unicode', 'php-unicode, decoded before'],
    number: phpNumber,
    onlyIfSender: true,
  },
  {
    name: 'json.dumps of Python with ensure_ascii=False',
    forms: ['python'],
    styles: ['spaced'],
    number: floatsOf('python'),
    onlyIfSender: true,
  },
  {
    name: 'json.dumps of Python with separators',
    forms: ['python'],
    styles: ['compact', 'python-compact'],
    number: floatsOf('python'),
    onlyIfSender: true,
  },
  {
    name: 'encoding/json of Go',
    forms: ['go'],
    styles: ['go', 'go, decoded before', 'go-sorted', 'go-sorted, decoded before'],
    number: shortest,
    onlyIfSender: true,
    mark: htmlEscapes,
  },
  {
    name: 'Gson',
    forms: ['gson'],
    styles: ['gson'],
    number: floatsOf('java'),
    onlyIfSender: true,
    mark: htmlEscapes,
  },
  { name: 'JSON.generate of Ruby', forms: ['ruby'], styles: ['compact'], number: floatsOf('ruby'), onlyIfSender: true },
  { name: 'serde_json of Rust', forms: ['rust'], styles: ['compact'], number: floatsOf('rust'), onlyIfSender: true },
]

/** The programs that write `writtenText` after they parsed `json`. Both are JSON. Those of the library that sent it, if one fits. */
export const rewritersOf = (
  json: string,
  writtenText: string,
  library?: Library | undefined,
): ReadonlyArray<string> => {
  const isSender = ({ forms }: Program): boolean => forms.some((form) => library?.forms.includes(form) === true)
  const isUsual = ({ onlyIfSender, mark }: Program): boolean =>
    onlyIfSender !== true || mark?.test(writtenText) === true
  const candidates = programs.filter((program) => isUsual(program) || isSender(program))
  const fitting = programsThatWrite(candidates, json, writtenText)
  const sender = fitting.filter(isSender)
  const named = sender.length > 0 ? sender : fitting.filter(isUsual)
  return named.map(({ name }) => name)
}

/** The languages that User-Agent may name, as in library.ts. */
const languages: ReadonlyArray<string> = [
  'javascript',
  'python',
  'java',
  'php',
  'go',
  'ruby',
  'rust',
  '.net',
  'swift',
  'perl',
  'lua',
  'erlang',
  'dart',
  'delphi',
  'vba',
]

/**
 * The programs that a report names. If User-Agent names the language of the caller, these are the programs of this language, perhaps none:
 * a program of Go does not write with json_encode of PHP. But few programs write the marks of some, so those are named all the same.
 */
export const programsNamed = (
  names: ReadonlyArray<string>,
  writtenText: string,
  library: Library | undefined,
): ReadonlyArray<string> => {
  if (library === undefined || !library.forms.some((form) => languages.includes(form))) return names
  const named = programs.filter(({ name }) => names.includes(name))
  const ofCaller = named.filter(({ forms }) => forms.some((form) => library.forms.includes(form)))
  const marked = named.filter(({ mark }) => mark?.test(writtenText) === true)
  return (ofCaller.length > 0 ? ofCaller : marked).map(({ name }) => name)
}

/**
 * The rule of numbers comes first, because it looks only at the written text. A text is then written only in the styles of the programs
 * that are left, each style once.
 */
const programsThatWrite = (
  candidates: ReadonlyArray<Program>,
  json: string,
  writtenText: string,
): ReadonlyArray<Program> => {
  const numbers = [...new Set((writtenText.match(jsonToken) ?? []).filter(isNumber))]
  const possible = candidates.filter(({ number }) => numbers.every((literal) => number(literal) === literal))
  if (possible.length === 0) return []
  const writer = writerOf(treeOf(json), { most: 2 * writtenText.length + 16, wanted: writtenText })
  const listedStyles = new Set(possible.flatMap(({ styles }) => styles))
  const fittingStyles = usualStyles()
    .filter(([styleName, style]) => listedStyles.has(styleName) && writer.write(style) !== undefined)
    .map(([styleName]) => styleName)
  const isStringified = (name: string): boolean =>
    name === 'JSON.stringify' && JSON.stringify(JSON.parse(json)) === writtenText
  return possible.filter(
    ({ name, styles }) => styles.some((styleName) => fittingStyles.includes(styleName)) || isStringified(name),
  )
}
