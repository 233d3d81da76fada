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
  /** It writes so only with options, and is named only if User-Agent names its language. */
  readonly isOptional?: true
}

const programs: ReadonlyArray<Program> = [
  { name: 'JSON.stringify', forms: ['javascript'], styles: ['compact'], number: shortest },
  { name: 'json_encode of PHP', forms: ['php'], styles: ['php', 'php, decoded before'], number: phpNumber },
  { name: 'json.dumps of Python', forms: ['python'], styles: ['python'], number: floatsOf('python') },
  { name: 'Jackson', forms: ['java', 'jackson'], styles: ['compact'], number: floatsOf('java') },
  {
    name: 'JSONSerialization of Apple',
    forms: ['swift', 'objective-c'],
    styles: ['php-unicode', 'php-unicode, decoded before'],
    number: shortest,
    isOptional: true,
  },
  {
    name: 'json_encode of PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE',
    forms: ['php'],
    styles: ['compact'],
    number: phpNumber,
    isOptional: true,
  },
  {
    name: 'json_encode of PHP with JSON_UNESCAPED_UNICODE',
    forms: ['php'],
    styles: ['php-unicode', 'php-unicode, decoded before'],
    number: phpNumber,
    isOptional: true,
  },
  {
    name: 'json.dumps of Python with ensure_ascii=False',
    forms: ['python'],
    styles: ['spaced'],
    number: floatsOf('python'),
    isOptional: true,
  },
  {
    name: 'json.dumps of Python with separators',
    forms: ['python'],
    styles: ['compact', 'python-compact'],
    number: floatsOf('python'),
    isOptional: true,
  },
  {
    name: 'encoding/json of Go',
    forms: ['go'],
    styles: ['go', 'go, decoded before', 'go-sorted', 'go-sorted, decoded before'],
    number: shortest,
    isOptional: true,
  },
  { name: 'Gson', forms: ['gson'], styles: ['gson'], number: floatsOf('java'), isOptional: true },
  { name: 'JSON.generate of Ruby', forms: ['ruby'], styles: ['compact'], number: floatsOf('ruby'), isOptional: true },
  { name: 'serde_json of Rust', forms: ['rust'], styles: ['compact'], number: floatsOf('rust'), isOptional: true },
]

/** The programs that write `writtenText` after they parsed `json`. Both are JSON. Those of the library that sent it, if one fits. */
export const rewritersOf = (
  json: string,
  writtenText: string,
  library?: Library | undefined,
): ReadonlyArray<string> => {
  const tree = treeOf(json)
  const limits = { most: 2 * writtenText.length + 16, wanted: writtenText }
  // A writer writes each text once, so each style has a writer of its own.
  const styles = usualStyles().filter(([, style]) => writerOf(tree, limits).write(style) !== undefined)
  const styleNames = new Set(styles.map(([styleName]) => styleName))
  const isStringified = JSON.stringify(JSON.parse(json)) === writtenText
  const numbers = (writtenText.match(jsonToken) ?? []).filter(isNumber)
  const fitting = programs.filter(
    ({ name, styles: ownStyles, number }) =>
      (ownStyles.some((styleName) => styleNames.has(styleName)) || (isStringified && name === 'JSON.stringify')) &&
      numbers.every((literal) => number(literal) === literal),
  )
  const sender = fitting.filter(({ forms }) => forms.some((form) => library?.forms.includes(form) === true))
  const named = sender.length > 0 ? sender : fitting.filter(({ isOptional }) => isOptional !== true)
  return named.map(({ name }) => name)
}
