/**
 * The query with a list or an object in another form: all values of a name in one parameter, or the members of JSON as several parameters.
 *
 *     ids=3&ids=7         ids=[3, 7]     ids[0]=3&ids[1]=7
 *     f={"a":"x"}         f[a]=x         f.a=x
 */
import { rawFieldsOf } from './fields.ts'
import { isJson } from './isJson.ts'
import { isListName, withoutListMark } from './listNames.ts'
import type { ChangedTarget } from './operations/Operation.ts'
import { decode, splitTarget } from './percent.ts'
import { inJsonQuotes, inPythonQuotes, type NamedValues, type Pair, valuesByName } from './printedQuery.ts'

type WriteList = (name: string, list: ReadonlyArray<string>) => string

/** Marks between the values. */
const separators = [
  ',',
  '%2C',
  ', ',
  '|',
  '%7C',
  ';',
  '%3B',
  ' ',
  '%20',
  '+',
  '',
  '&',
  '\n',
  '%0A',
  '-',
  '_',
  ':',
  '/',
  '.',
]

interface Brackets {
  readonly open: string
  readonly separator: string
  readonly close: string
}

/** A list as languages print it or write it in their code. */
const brackets: ReadonlyArray<Brackets> = [
  { open: '[', separator: ', ', close: ']' },
  { open: '[', separator: ',', close: ']' },
  { open: '[', separator: ' ', close: ']' },
  { open: '[', separator: '; ', close: ']' },
  { open: '(', separator: ', ', close: ')' },
  { open: '(', separator: ',', close: ')' },
  { open: '(', separator: ' ', close: ')' },
  { open: '{', separator: ',', close: '}' },
  { open: '{', separator: ', ', close: '}' },
  { open: '{', separator: ' ', close: '}' },
  { open: '@(', separator: ',', close: ')' },
  { open: '@(', separator: ', ', close: ')' },
  { open: 'List(', separator: ', ', close: ')' },
  { open: 'Vector(', separator: ', ', close: ')' },
  { open: 'Seq(', separator: ', ', close: ')' },
  { open: 'Set(', separator: ', ', close: ')' },
  { open: 'Array(', separator: ', ', close: ')' },
  { open: 'c(', separator: ', ', close: ')' },
  { open: 'list(', separator: ', ', close: ')' },
  { open: '#(', separator: ' ', close: ')' },
  { open: '[ ', separator: ', ', close: ' ]' },
  { open: '#{', separator: ' ', close: '}' },
  { open: '%w[', separator: ' ', close: ']' },
  { open: 'ArrayBuffer(', separator: ', ', close: ')' },
  { open: 'vec![', separator: ', ', close: ']' },
  { open: '[]string{', separator: ', ', close: '}' },
  { open: 'Some([', separator: ', ', close: '])' },
]

const unchanged = (text: string): string => text

/** The name of the i-th value, if each value has a parameter of its own. */
const indexedNames: ReadonlyArray<(name: string, index: number) => string> = [
  (name) => `${name}[]`,
  (name) => `${name}%5B%5D`,
  (name, index) => `${name}[${index}]`,
  (name, index) => `${name}%5B${index}%5D`,
  (name, index) => `${name}.${index}`,
  (name, index) => `${name}.${index + 1}`,
  (name, index) => `${name}.member.${index + 1}`,
  (name, index) => `${name}${index}`,
  (name, index) => `${name}${index + 1}`,
  (name, index) => `${name}_${index}`,
  (name, index) => `${name}[${index + 1}]`,
  (name) => name,
]

const inOneParameter =
  ({ open, separator, close }: Brackets, write: (value: string) => string): WriteList =>
  (name, list) =>
    `${name}=${open}${list.map(write).join(separator)}${close}`

const inOneEach =
  (nameOf: (name: string, index: number) => string): WriteList =>
  (name, list) =>
    list.map((value, index) => `${nameOf(name, index)}=${value}`).join('&')

/** The class of a list alone. */
const listClasses = ['Array', 'System.String[]', 'System.Collections.Generic.List`1[System.String]']

/** As `print_r` of PHP prints a list. */
const printR: WriteList = (name, list) =>
  `${name}=Array\n(\n${list.map((value, index) => `    [${index}] => ${value}\n`).join('')})\n`

const listWriters: ReadonlyArray<WriteList> = [
  ...separators.map((separator) => inOneParameter({ open: '', separator, close: '' }, unchanged)),
  ...brackets.flatMap((marks) =>
    [unchanged, inJsonQuotes, inPythonQuotes].map((write) => inOneParameter(marks, write)),
  ),
  ...indexedNames.map(inOneEach),
  ...listClasses.map(
    (listClass): WriteList =>
      (name) =>
        `${name}=${listClass}`,
  ),
  (name, list) => inOneEach(unchanged)(name, list.toReversed()),
  (name, list) => `${name}=[${list.toReversed().join(', ')}]`,
  printR,
]

/** The parameter with its value escaped. All that follows its first equals sign is the value. */
const escapeValue = (parameter: string): string => {
  const [label = '', ...rest] = parameter.split('=')
  return `${label}=${encodeURIComponent(rest.join('='))}`
}

/** A name that comes more than once, or that says that it has a list. */
const isList = ([name, list]: NamedValues): boolean => list.length > 1 || isListName(name)

/** All values of each such name in another form. */
export function* writtenLists(target: string): Generator<ChangedTarget> {
  const [path, question] = splitTarget(target)
  const pairs = rawFieldsOf(question.slice(1)).map(({ name, value }): Pair => [name, value ?? ''])
  const lists = valuesByName(pairs)
  if (question.length < 2 || !lists.some(isList)) return
  for (const write of listWriters)
    for (const nameOf of [unchanged, withoutListMark])
      for (const rewrite of [unchanged, escapeValue]) {
        const written = lists.map(([name, list]) =>
          isList([name, list]) ? rewrite(write(nameOf(name), list)) : `${name}=${list[0]}`,
        )
        yield ['list', `${path}?${written.join('&')}`]
      }
}

/** The members of an object or a list of JSON. None for any other value. */
const membersOf = (value: string): ReadonlyArray<Pair> => {
  const json = decode(value)
  if (!/^[[{]/.test(json) || !isJson(json)) return []
  return Object.entries(JSON.parse(json) as object).map(
    ([name, member]): Pair => [name, typeof member === 'string' ? member : JSON.stringify(member)],
  )
}

/** The names that programs give a parameter for a member of an object. */
const memberNames: ReadonlyArray<(name: string, member: string) => string> = [
  (name, member) => `${name}[${member}]`,
  (name, member) => `${name}%5B${member}%5D`,
  (name, member) => `${name}.${member}`,
  (name, member) => `${name}_${member}`,
  (_, member) => member,
  (name, member) => `${name}:${member}`,
  (name, member) => `${name}%5B%22${member}%22%5D`,
  (name, member) => `${name}['${member}']`,
]

/** JSON in a parameter as several parameters. */
export function* membersAsParameters(target: string): Generator<ChangedTarget> {
  const [path, question] = splitTarget(target)
  const fields = question === '' ? [] : question.slice(1).split('&')
  for (const [i, field] of fields.entries()) {
    const equals = field.indexOf('=')
    const name = field.slice(0, equals)
    const members = equals < 0 ? [] : membersOf(field.slice(equals + 1))
    if (members.length === 0) continue
    for (const nameOf of memberNames)
      for (const escapeText of [unchanged, encodeURIComponent]) {
        const several = members.map(([member, value]) => `${nameOf(name, member)}=${escapeText(value)}`)
        yield ['several parameters', `${path}?${fields.toSpliced(i, 1, ...several).join('&')}`]
      }
  }
}
