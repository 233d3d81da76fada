/**
 * The JSON serializers of 14 languages and libraries, by their options. Each option is a list of choices, the default first. The table
 * was taken from what the serializers write, and spec/kit/diagnosis/forms/serializers.live.spec.ts runs some of them.
 * `serializedForms` writes a text with every combination of choices. `usualStyles` are the twenty styles that most callers use.
 */

import { isNumber, type Node, type Style, unicodeEscape, type Writer } from './jsonText.ts'
import { lazily } from './lazily.ts'
import {
  asSingle,
  everyNumberAsFloat,
  floatsOf,
  fromSingle,
  phpNumber,
  scaleAsFloat,
  shortest,
  toFourteen,
  toSeventeen,
} from './numberText.ts'
import type { Form, Traits } from './Respelling.ts'

/** A choice of an option, and what it adds to the style. */
interface Choice {
  /** Names the choice in the detail of a form. Empty for a default. */
  readonly label: string
  readonly style?: Partial<Style>
  /** The source of a regular expression for the characters that it escapes. */
  readonly escapes?: string
  /** What a form with this choice does beside writing JSON. */
  readonly traits?: Traits
}

type Option = ReadonlyArray<Choice>

interface Serializer {
  readonly name: string
  readonly escape?: (c: string) => string
  readonly options: ReadonlyArray<Option>
}

const unset: Choice = { label: '' }
const or = (label: string, style: Partial<Style>): Option => [unset, { label, style }]
const orEscaped = (label: string, escapes: string): Option => [unset, { label, escapes }]

const spaced = { comma: ', ', colon: ': ' }
const pretty = (indent: string, label: string, colon = ': '): Choice => ({ label, style: { indent, colon } })
const two = '  '
const four = '    '
const indented: Option = [...[1, 2, 3, 4].map((n) => pretty(' '.repeat(n), `indent ${n}`)), pretty('\t', 'tabs')]

const alphabetical = (a: string, b: string): boolean => a < b
const sorted = or('sorted', { before: alphabetical })

/** The names of a job's members, in the order in which the interface documents them. */
export const documentedNames: ReadonlyArray<string> = [
  'request_id',
  'stages',
  'type',
  'inputInitialize',
  'diffusion',
  'seed',
  'count',
  'width',
  'height',
  'prompts',
  'text',
  'steps',
  'sd_model',
  'clip_skip',
  'cfg_scale',
]
const asDocumented = (a: string, b: string): boolean => {
  const firstPlace = documentedNames.indexOf(a)
  const secondPlace = documentedNames.indexOf(b)
  return firstPlace >= 0 && (secondPlace < 0 || firstPlace < secondPlace)
}

const newline: Option = [
  unset,
  { label: 'a line feed behind it', style: { end: '\n' }, traits: { contains: ['trailing-line-feed'] } },
]

const isNull = (node: Node): boolean => node._tag === 'Scalar' && node.literal === 'null'
const isEmpty = (node: Node): boolean =>
  isNull(node) ||
  (node._tag === 'Scalar' && node.literal === '""') ||
  (node._tag === 'Array' && node.items.length === 0) ||
  (node._tag === 'Object' && node.members.length === 0)
const isZero = (node: Node): boolean =>
  isEmpty(node) ||
  (node._tag === 'Scalar' && (node.literal === 'false' || (isNumber(node.literal) && Number(node.literal) === 0)))

const withoutNull: Choice = { label: 'without null', style: { dropped: isNull } }
const withoutEmpty: Choice = { label: 'without empty values', style: { dropped: isEmpty } }
const omitted: Option = [unset, withoutNull, withoutEmpty, { label: 'without zero values', style: { dropped: isZero } }]

/** PHP reads empty objects and empty arrays as the same value, and sends both as arrays. */
const emptied: Choice = { label: 'empty objects sent as empty arrays', style: { emptyAsObject: true } }

const beyondAscii = '[\\u0080-\\uffff]'
const lineEnds = '[\\u2028\\u2029]'
const surrogates = '[\\ud800-\\udfff]'
// An escaped quotation mark. In `\\"`, the backslash before the mark is escaped itself, so this is none.
const quote = '(?<=[^\\\\](?:\\\\\\\\)*)\\\\"'

const solidus = (c: string): string => (c === '/' ? '\\/' : unicodeEscape(c))
const upper = (c: string): string =>
  c === '\\"' ? '\\u0022' : unicodeEscape(c).replace(/[a-f]/g, (digit) => digit.toUpperCase())

/** PHP writes the escapes of JSON_HEX in capitals, and those of letters in small ones. */
const escapeOfPhp = (c: string): string => (/[<>&'\\]/.test(c) ? upper(c) : solidus(c))

const numbers = (language: Parameters<typeof floatsOf>[0]): Option => [
  unset,
  { label: 'decoded before', style: { number: floatsOf(language) } },
]

const serializers: ReadonlyArray<Serializer> = [
  {
    name: 'javascript',
    options: [
      [unset, ...indented],
      [
        unset,
        { label: 'decoded before', style: { number: shortest } },
        { label: 'cfg_scale as 7.0', style: { number: scaleAsFloat } },
        emptied,
        { label: `cfg_scale as 7.0, ${emptied.label}`, style: { ...emptied.style, number: scaleAsFloat } },
      ],
      omitted,
      [...sorted, { label: "in the interface's order", style: { before: asDocumented } }],
    ],
  },
  {
    name: 'python',
    options: [
      [{ label: '', style: spaced }, { label: 'compact' }, ...indented],
      orEscaped('ascii', '[^ -~]'),
      sorted,
      [...numbers('python'), { label: 'cfg_scale as 7.0', style: { number: scaleAsFloat } }, emptied],
      [unset, withoutNull],
    ],
  },
  {
    name: 'php',
    escape: escapeOfPhp,
    options: [
      [
        unset,
        pretty(four, 'pretty'),
        { label: 'JSON_FORCE_OBJECT', style: { arrayAsObject: true } },
        { label: 'JSON_FORCE_OBJECT, pretty', style: { arrayAsObject: true, indent: four, colon: ': ' } },
      ],
      [{ label: '', escapes: '\\/' }, { label: 'JSON_UNESCAPED_SLASHES' }],
      [
        { label: '', escapes: beyondAscii },
        { label: 'JSON_UNESCAPED_UNICODE', escapes: lineEnds },
        { label: 'JSON_UNESCAPED_LINE_TERMINATORS' },
      ],
      [
        unset,
        { label: 'JSON_HEX_TAG', escapes: '[<>]' },
        { label: 'JSON_HEX_APOS', escapes: "'" },
        { label: 'JSON_HEX_QUOT', escapes: quote },
        { label: 'all JSON_HEX', escapes: `[<>&']|${quote}` },
      ],
      [
        unset,
        { label: 'of an object', style: { number: phpNumber } },
        { label: 'of an array', style: { number: phpNumber, emptyAsArray: true } },
        { label: 'serialize_precision 17', style: { number: toSeventeen } },
        { label: 'of an object, JSON_PRESERVE_ZERO_FRACTION', style: { number: floatsOf('php') } },
        { label: 'of an array, JSON_PRESERVE_ZERO_FRACTION', style: { number: floatsOf('php'), emptyAsArray: true } },
      ],
      [unset, withoutNull],
    ],
  },
  {
    name: 'go',
    options: [
      [unset, ...indented],
      [
        { label: '', escapes: `[<>&]|${lineEnds}` },
        { label: 'SetEscapeHTML(false)', escapes: lineEnds },
        { label: 'of a RawMessage' },
      ],
      [
        unset,
        { label: 'of a map', style: { before: alphabetical, number: shortest } },
        { label: 'of a map with json.Number', style: { before: alphabetical } },
        { label: 'of a struct', style: { number: shortest } },
      ],
      omitted,
      newline,
    ],
  },
  {
    name: 'jackson',
    escape: upper,
    options: [
      // Jackson escapes each half of a surrogate pair when it writes bytes, before COMBINE_UNICODE_SURROGATES_IN_UTF8 of 2.18.
      [...orEscaped('ESCAPE_NON_ASCII', beyondAscii), { label: 'to bytes', escapes: surrogates }],
      sorted,
      numbers('java'),
      [unset, withoutNull, withoutEmpty],
    ],
  },
  {
    name: 'jackson, indented',
    options: [
      [
        {
          label: '',
          style: { indent: two, colon: ' : ', padding: ' ', flatArrays: true, byObjects: true, hollow: 'with a space' },
        },
      ],
    ],
  },
  {
    name: 'gson',
    options: [
      [unset, pretty(two, 'pretty')],
      [
        { label: '', escapes: `[<>&=']|${lineEnds}` },
        { label: 'disableHtmlEscaping', escapes: lineEnds },
      ],
      [unset, withoutNull],
      [unset, { label: 'numbers as Double', style: { number: everyNumberAsFloat } }],
      sorted,
    ],
  },
  {
    name: 'ruby',
    escape: solidus,
    options: [
      [unset, pretty(two, 'pretty')],
      [
        unset,
        { label: 'script_safe', escapes: `\\/|${lineEnds}` },
        { label: 'ascii_only', escapes: beyondAscii },
        { label: 'Rails', escapes: `[<>&]|${lineEnds}` },
      ],
      sorted,
      numbers('ruby'),
    ],
  },
  {
    name: 'serde_json',
    options: [
      [unset, pretty(two, 'pretty')],
      [...sorted, { label: "in the interface's order", style: { before: asDocumented } }],
      [
        ...numbers('rust'),
        { label: 'of f32', style: { number: asSingle } },
        { label: 'of f32, sent as f64', style: { number: fromSingle } },
      ],
      [unset, withoutNull],
    ],
  },
  {
    name: 'dotnet',
    escape: upper,
    options: [
      [unset, pretty(two, 'indented')],
      orEscaped('by default', `[<>&'+\`\\u007f]|${beyondAscii}|${quote}`),
      [unset, withoutNull, withoutEmpty],
      or('cfg_scale as 7.0', { number: scaleAsFloat }),
    ],
  },
  {
    name: 'json-c',
    escape: solidus,
    options: [
      [{ label: '', style: { padding: ' ', colon: ': ' } }, { label: 'PLAIN' }],
      [{ label: '', escapes: '\\/' }, { label: 'NOSLASHESCAPE' }],
    ],
  },
  {
    name: 'cjson',
    escape: solidus,
    options: [
      [
        { label: '', escapes: '[/\\u007f]' },
        { label: 'encode_escape_forward_slash(false)', escapes: '\\u007f' },
      ],
      [unset, { label: 'decoded before', style: { number: toFourteen } }],
    ],
  },
  {
    name: 'cJSON_Print (C)',
    options: [[{ label: '', style: { indent: '\t', colon: ':\t', comma: ', ', flatArrays: true } }]],
  },
  {
    name: 'letters beyond U+FFFF escaped',
    options: [[unset, pretty(two, 'pretty'), { label: 'spaced', style: spaced }], [{ label: '', escapes: surrogates }]],
  },
  {
    name: 'perl',
    options: [
      [unset, pretty('   ', 'pretty', ' : ')],
      [...sorted, { label: 'sorted downwards', style: { before: (a, b) => a > b } }],
      newline,
    ],
  },
]

/** The expressions by their sources. There are few, and every style needs one. */
const expressions = new Map<string, RegExp>()

const expressionOf = (choices: ReadonlyArray<Choice>): RegExp => {
  const source = choices.flatMap((choice) => choice.escapes ?? []).join('|') || '(?!)'
  const escaped = expressions.get(source) ?? new RegExp(source, 'g')
  expressions.set(source, escaped)
  return escaped
}

const styleOf = (choices: ReadonlyArray<Choice>, spelled: Serializer['escape']): Style =>
  Object.assign(
    { comma: ',', colon: ':', escaped: expressionOf(choices) },
    spelled === undefined ? {} : { escape: spelled },
    ...choices.map((choice) => choice.style ?? {}),
  )

/** A style that most callers use, with the labels of the choices that are not the first of their option. */
interface UsualStyle {
  readonly detail: string
  readonly serializer: string
  readonly labels: ReadonlyArray<string>
}

const usualChoices: ReadonlyArray<UsualStyle> = [
  { detail: 'compact', serializer: 'javascript', labels: [] },
  { detail: 'spaced', serializer: 'python', labels: [] },
  { detail: 'pretty-2', serializer: 'javascript', labels: ['indent 2'] },
  { detail: 'pretty-4', serializer: 'javascript', labels: ['indent 4'] },
  { detail: 'pretty-tab', serializer: 'javascript', labels: ['tabs'] },
  { detail: 'sorted', serializer: 'javascript', labels: ['sorted'] },
  { detail: 'python', serializer: 'python', labels: ['ascii'] },
  { detail: 'python-sorted', serializer: 'python', labels: ['ascii', 'sorted'] },
  { detail: 'python-compact', serializer: 'python', labels: ['compact', 'ascii'] },
  { detail: 'php', serializer: 'php', labels: [] },
  { detail: 'php-unicode', serializer: 'php', labels: ['JSON_UNESCAPED_UNICODE'] },
  { detail: 'php-unicode, decoded before', serializer: 'php', labels: ['JSON_UNESCAPED_UNICODE', 'of an array'] },
  { detail: 'php, decoded before', serializer: 'php', labels: ['of an array'] },
  { detail: 'go', serializer: 'go', labels: [] },
  { detail: 'go, decoded before', serializer: 'go', labels: ['of a struct'] },
  { detail: 'go-sorted, decoded before', serializer: 'go', labels: ['of a map'] },
  { detail: 'go-sorted', serializer: 'go', labels: ['of a map with json.Number'] },
  { detail: 'gson', serializer: 'gson', labels: [] },
  { detail: "in the interface's order", serializer: 'javascript', labels: ["in the interface's order"] },
  { detail: 'dotnet', serializer: 'dotnet', labels: ['by default'] },
]

/** The styles that most callers use. */
export const usualStyles: () => ReadonlyArray<readonly [detail: string, style: Style]> = lazily(() =>
  usualChoices.map(({ detail, serializer: serializerName, labels }) => {
    const serializer = serializers.find((candidate) => candidate.name === serializerName) as Serializer
    const choices = serializer.options.map(
      (option) => option.find((choice) => labels.includes(choice.label)) ?? (option[0] as Choice),
    )
    return [detail, styleOf(choices, serializer.escape)] as const
  }),
)

/** The choices of an option without those that write this text like an earlier choice. */
const effectiveChoices = (option: Option, keyOf: (choices: ReadonlyArray<Choice>) => string): Option => {
  const choicesByKey = new Map<string, Choice>()
  for (const choice of option) {
    const key = keyOf([choice])
    if (!choicesByKey.has(key)) choicesByKey.set(key, choice)
  }
  return [...choicesByKey.values()]
}

/** Callers set at most so many options of a serializer. */
const maxSet = 4

/** Every combination of one choice of each option, in which at most `settable` choices are not defaults. */
const everyCombination = (
  [option, ...furtherOptions]: ReadonlyArray<Option>,
  settable: number = maxSet,
): ReadonlyArray<Option> =>
  option === undefined
    ? [[]]
    : option
        .slice(0, settable === 0 ? 1 : undefined)
        .flatMap((choice, i) =>
          everyCombination(furtherOptions, i === 0 ? settable : settable - 1).map((combination) => [
            choice,
            ...combination,
          ]),
        )

/** The text of the writer as every serializer writes it, with every combination of choices. */
export function* serializedForms({ write, keyOf }: Writer): Generator<Form> {
  for (const { name: serializerName, escape: spelled, options } of serializers) {
    const style = (choices: ReadonlyArray<Choice>): Style => styleOf(choices, spelled)
    const effectiveOptions = options.map((option) => effectiveChoices(option, (choices) => keyOf(style(choices))))
    for (const combination of everyCombination(effectiveOptions)) {
      const written = write(style(combination))
      if (written === undefined) continue
      const labels = combination.map((choice) => choice.label).filter((label) => label !== '')
      const traits = combination.find((choice) => choice.traits !== undefined)?.traits
      yield [[serializerName, ...labels].join(', '), written, undefined, traits]
    }
  }
}
