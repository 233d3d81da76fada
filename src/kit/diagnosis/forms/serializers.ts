/**
 * Serializers of JSON by their options: what each language writes was taken from the language itself.
 */

import { isNumber, type Node, type Style, unicode, type Writer } from './jsonText.ts'
import { allFloats, floats, ofSingle, scaleAsFloat, shortest, single, toFourteen, toSeventeen } from './numberText.ts'
import { once } from './once.ts'
import type { Form } from './Respelling.ts'

/** One value of an option: what it adds to the style. */
interface Choice {
  readonly says: string
  readonly style?: Partial<Style>
  /** Regular expressions for what it escapes. */
  readonly escapes?: string
}

type Option = ReadonlyArray<Choice>

interface Serializer {
  readonly name: string
  readonly escape?: (c: string) => string
  readonly options: ReadonlyArray<Option>
}

const plain: Choice = { says: '' }
const or = (says: string, style: Partial<Style>): Option => [plain, { says, style }]
const orEscaped = (says: string, escapes: string): Option => [plain, { says, escapes }]

const spaced = { comma: ', ', colon: ': ' }
const pretty = (indent: string, says: string, colon = ': '): Choice => ({ says, style: { indent, colon } })
const two = '  '
const four = '    '
const indented: Option = [...[1, 2, 3, 4].map((n) => pretty(' '.repeat(n), `indent ${n}`)), pretty('\t', 'tabs')]

const alphabetical = (a: string, b: string): boolean => a < b
const sorted = or('sorted', { before: alphabetical })

/** The members of a job, in the order in which the interface documents them. */
export const documented: ReadonlyArray<string> = [
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
  const first = documented.indexOf(a)
  const second = documented.indexOf(b)
  return first >= 0 && (second < 0 || first < second)
}

const newline = or('a line feed behind it', { end: '\n' })

const isNull = (value: Node): boolean => value._tag === 'Scalar' && value.literal === 'null'
const isEmpty = (value: Node): boolean =>
  isNull(value) ||
  (value._tag === 'Scalar' && value.literal === '""') ||
  (value._tag === 'Array' && value.items.length === 0) ||
  (value._tag === 'Object' && value.members.length === 0)
const isZero = (value: Node): boolean =>
  isEmpty(value) ||
  (value._tag === 'Scalar' && (value.literal === 'false' || (isNumber(value.literal) && Number(value.literal) === 0)))

const withoutNull: Choice = { says: 'without null', style: { dropped: isNull } }
const withoutEmpty: Choice = { says: 'without empty values', style: { dropped: isEmpty } }
const omitted: Option = [plain, withoutNull, withoutEmpty, { says: 'without zero values', style: { dropped: isZero } }]

/** PHP reads both alike, and sends both as arrays. */
const emptied: Choice = { says: 'empty objects sent as empty arrays', style: { emptyAsObject: true } }

const beyondAscii = '[\\u0080-\\uffff]'
const lineEnds = '[\\u2028\\u2029]'
// An escape of its own: the backslash in `\\"` belongs to the one before it.
const quote = '(?<=[^\\\\](?:\\\\\\\\)*)\\\\"'

const solidus = (c: string): string => (c === '/' ? '\\/' : unicode(c))
const upper = (c: string): string =>
  c === '\\"' ? '\\u0022' : unicode(c).replace(/[a-f]/g, (digit) => digit.toUpperCase())

const numbers = (language: Parameters<typeof floats>[0]): Option => [
  plain,
  { says: 'decoded before', style: { number: floats(language) } },
]

const serializers: ReadonlyArray<Serializer> = [
  {
    name: 'javascript',
    options: [
      [plain, ...indented],
      [
        plain,
        { says: 'decoded before', style: { number: shortest } },
        { says: 'cfg_scale as 7.0', style: { number: scaleAsFloat } },
        emptied,
        { says: `cfg_scale as 7.0, ${emptied.says}`, style: { ...emptied.style, number: scaleAsFloat } },
      ],
      omitted,
      [...sorted, { says: "in the interface's order", style: { before: asDocumented } }],
    ],
  },
  {
    name: 'python',
    options: [
      [{ says: '', style: spaced }, { says: 'compact' }, ...indented],
      orEscaped('ascii', '[^ -~]'),
      sorted,
      [...numbers('python'), { says: 'cfg_scale as 7.0', style: { number: scaleAsFloat } }, emptied],
      [plain, withoutNull],
    ],
  },
  {
    name: 'php',
    escape: (c) => (c === '/' ? '\\/' : /[<>&'\\]/.test(c) ? upper(c) : unicode(c)),
    options: [
      [
        plain,
        pretty(four, 'pretty'),
        { says: 'JSON_FORCE_OBJECT', style: { arrayAsObject: true } },
        { says: 'JSON_FORCE_OBJECT, pretty', style: { arrayAsObject: true, indent: four, colon: ': ' } },
      ],
      [{ says: '', escapes: '\\/' }, { says: 'JSON_UNESCAPED_SLASHES' }],
      [
        { says: '', escapes: beyondAscii },
        { says: 'JSON_UNESCAPED_UNICODE', escapes: lineEnds },
        { says: 'JSON_UNESCAPED_LINE_TERMINATORS' },
      ],
      [
        plain,
        { says: 'JSON_HEX_TAG', escapes: '[<>]' },
        { says: 'JSON_HEX_APOS', escapes: "'" },
        { says: 'JSON_HEX_QUOT', escapes: quote },
        { says: 'all JSON_HEX', escapes: `[<>&']|${quote}` },
      ],
      [
        plain,
        { says: 'of an object', style: { number: shortest } },
        { says: 'of an array', style: { number: shortest, emptyAsArray: true } },
        { says: 'serialize_precision 17', style: { number: toSeventeen } },
        { says: 'of an object, JSON_PRESERVE_ZERO_FRACTION', style: { number: floats('php') } },
        { says: 'of an array, JSON_PRESERVE_ZERO_FRACTION', style: { number: floats('php'), emptyAsArray: true } },
      ],
      [plain, withoutNull],
    ],
  },
  {
    name: 'go',
    options: [
      [plain, ...indented],
      [
        { says: '', escapes: `[<>&]|${lineEnds}` },
        { says: 'SetEscapeHTML(false)', escapes: lineEnds },
        { says: 'of a RawMessage' },
      ],
      [
        plain,
        { says: 'of a map', style: { before: alphabetical, number: shortest } },
        { says: 'of a map with json.Number', style: { before: alphabetical } },
        { says: 'of a struct', style: { number: shortest } },
      ],
      omitted,
      newline,
    ],
  },
  {
    name: 'jackson',
    escape: upper,
    options: [orEscaped('ESCAPE_NON_ASCII', beyondAscii), sorted, numbers('java'), [plain, withoutNull, withoutEmpty]],
  },
  {
    name: 'gson',
    options: [
      [plain, pretty(two, 'pretty')],
      [
        { says: '', escapes: `[<>&=']|${lineEnds}` },
        { says: 'disableHtmlEscaping', escapes: lineEnds },
      ],
      [plain, withoutNull],
      [plain, { says: 'numbers as Double', style: { number: allFloats } }],
      sorted,
    ],
  },
  {
    name: 'ruby',
    escape: solidus,
    options: [
      [plain, pretty(two, 'pretty')],
      [
        plain,
        { says: 'script_safe', escapes: `\\/|${lineEnds}` },
        { says: 'ascii_only', escapes: beyondAscii },
        { says: 'Rails', escapes: `[<>&]|${lineEnds}` },
      ],
      sorted,
      numbers('ruby'),
    ],
  },
  {
    name: 'serde_json',
    options: [
      [plain, pretty(two, 'pretty')],
      [...sorted, { says: "in the interface's order", style: { before: asDocumented } }],
      [
        ...numbers('rust'),
        { says: 'of f32', style: { number: single } },
        { says: 'of f32, sent as f64', style: { number: ofSingle } },
      ],
      [plain, withoutNull],
    ],
  },
  {
    name: 'dotnet',
    escape: upper,
    options: [
      [plain, pretty(two, 'indented')],
      orEscaped('by default', `[<>&'+\`\\u007f]|${beyondAscii}|${quote}`),
      [plain, withoutNull, withoutEmpty],
      or('cfg_scale as 7.0', { number: scaleAsFloat }),
    ],
  },
  {
    name: 'json-c',
    escape: solidus,
    options: [
      [{ says: '', style: { padding: ' ', colon: ': ' } }, { says: 'PLAIN' }],
      [{ says: '', escapes: '\\/' }, { says: 'NOSLASHESCAPE' }],
    ],
  },
  {
    name: 'cjson',
    escape: solidus,
    options: [
      [
        { says: '', escapes: '[/\\u007f]' },
        { says: 'encode_escape_forward_slash(false)', escapes: '\\u007f' },
      ],
      [plain, { says: 'decoded before', style: { number: toFourteen } }],
    ],
  },
  {
    name: 'cJSON_Print (C)',
    options: [[{ says: '', style: { indent: '\t', colon: ':\t', comma: ', ', flatArrays: true } }]],
  },
  {
    name: 'perl',
    options: [
      [plain, pretty('   ', 'pretty', ' : ')],
      [...sorted, { says: 'sorted downwards', style: { before: (a, b) => a > b } }],
      newline,
    ],
  },
]

/** Each expression is made once: there are few, and every style needs one. */
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

/** What most callers use: how it is called, the serializer, and its choices that are not the first. */
const usual: ReadonlyArray<readonly [detail: string, name: string, ...says: ReadonlyArray<string>]> = [
  ['compact', 'javascript'],
  ['spaced', 'python'],
  ['pretty-2', 'javascript', 'indent 2'],
  ['pretty-4', 'javascript', 'indent 4'],
  ['pretty-tab', 'javascript', 'tabs'],
  ['sorted', 'javascript', 'sorted'],
  ['python', 'python', 'ascii'],
  ['python-sorted', 'python', 'ascii', 'sorted'],
  ['python-compact', 'python', 'compact', 'ascii'],
  ['php', 'php'],
  ['php-unicode', 'php', 'JSON_UNESCAPED_UNICODE'],
  ['php-unicode, decoded before', 'php', 'JSON_UNESCAPED_UNICODE', 'of an array'],
  ['php, decoded before', 'php', 'of an array'],
  ['go', 'go'],
  ['go, decoded before', 'go', 'of a struct'],
  ['go-sorted, decoded before', 'go', 'of a map'],
  ['go-sorted', 'go', 'of a map with json.Number'],
  ['gson', 'gson'],
  ["in the interface's order", 'javascript', "in the interface's order"],
  ['dotnet', 'dotnet', 'by default'],
]

export const usualStyles: () => ReadonlyArray<readonly [detail: string, style: Style]> = once(() =>
  usual.map(([detail, name, ...says]) => {
    const { escape: spelled, options } = serializers.find((each) => each.name === name) as Serializer
    const way = options.map((option) => option.find((choice) => says.includes(choice.says)) ?? (option[0] as Choice))
    return [detail, styleOf(way, spelled)] as const
  }),
)

/** The choices of an option without those that change nothing in this text. */
const telling = (option: Option, keyOf: (choices: ReadonlyArray<Choice>) => string): Option => {
  const known = new Map<string, Choice>()
  for (const choice of option) {
    const key = keyOf([choice])
    if (!known.has(key)) known.set(key, choice)
  }
  return [...known.values()]
}

/** Nobody sets more of a serializer's options. */
const maxSet = 4

/** Every choice of each option, with at most so many that are not the first of their option. */
const everyWay = ([option, ...more]: ReadonlyArray<Option>, left: number = maxSet): ReadonlyArray<Option> =>
  option === undefined
    ? [[]]
    : option
        .slice(0, left === 0 ? 1 : undefined)
        .flatMap((choice, i) => everyWay(more, i === 0 ? left : left - 1).map((way) => [choice, ...way]))

/** The text as every serializer writes it, with every choice of its options. */
export function* serialized({ write, keyOf }: Writer): Generator<Form> {
  for (const { name, escape: spelled, options } of serializers) {
    const style = (choices: ReadonlyArray<Choice>): Style => styleOf(choices, spelled)
    const told = options.map((option) => telling(option, (choices) => keyOf(style(choices))))
    for (const way of everyWay(told)) {
      const made = write(style(way))
      if (made === undefined) continue
      const says = way.map((choice) => choice.says).filter((each) => each !== '')
      yield [[name, ...says].join(', '), made]
    }
  }
}
