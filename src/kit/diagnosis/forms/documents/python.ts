/**
 * The value of a JSON body as Python prints it, other than by `repr`: over several lines by `pprint`, and as an OrderedDict.
 * `{"a":[1,null]}` becomes `OrderedDict([('a', [1, None])])`, and since Python 3.12 `OrderedDict({'a': [1, None]})`.
 */

import { textOfString } from '../jsonLiterals.ts'
import type { Node } from '../jsonText.ts'
import { joinMembers, type Printing, printNode, pythonPrinting, pythonRepr, pythonString } from '../Printing.ts'
import { pythonText } from '../pythonText.ts'
import type { Form } from '../Respelling.ts'
import type { Document } from './Document.ts'

export function* pythonForms({ tree, sorted }: Document): Generator<Form> {
  const repr = pythonRepr(tree)
  for (const [order, node] of [
    ['', sorted],
    [', not sorted', tree],
  ] as const) {
    const text = pprint(node, { column: 0, closing: 0 })
    // The text on one line is a form of `printedValue.ts`.
    if (text === repr) continue
    yield [`its value (pprint of Python)${order}`, text]
    yield [`its value (pprint of Python)${order}, a line feed behind it`, `${text}\n`]
  }
  for (const [detail, typed] of Object.entries(typedValues)) {
    const printed = printNode(tree, { ...pythonPrinting, ...typed })
    if (printed !== repr) yield [`its value (repr of Python), ${detail}`, printed]
  }
  yield ['its value (OrderedDict of Python)', printNode(tree, orderedDict)]
  yield ['its value (OrderedDict of Python), since 3.12', printNode(tree, laterOrderedDict)]
}

// ---- pprint

const pprintWidth = 80

/** Where pprint writes a value. */
interface Place {
  readonly column: number
  /** How many brackets and commas follow on the last line of the value. */
  readonly closing: number
}

/** A value on one line if there is room for it. pprint breaks a long string into pieces, which this does not. */
const pprint = (node: Node, place: Place): string => {
  const repr = pythonRepr(node)
  if (node._tag === 'Scalar' || repr.length <= pprintWidth - place.column - place.closing) return repr
  const column = place.column + 1
  const separator = `,\n${' '.repeat(column)}`
  if (node._tag === 'Array') {
    const items = node.items.map((child, i) =>
      pprint(child, { column, closing: closingAfter(i, node.items.length, place) }),
    )
    return `[${items.join(separator)}]`
  }
  const members = node.members.map(([name, child], i) => {
    const start = `${pythonString(name)}: `
    const closing = closingAfter(i, node.members.length, place)
    return start + pprint(child, { column: column + start.length, closing })
  })
  return `{${members.join(separator)}}`
}

/** A comma follows each entry but the last. The bracket of the list follows the last, and all that follows the list. */
const closingAfter = (i: number, count: number, { closing }: Place): number => (i === count - 1 ? closing + 1 : 1)

// ---- Values of other types

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const objectId = /^[0-9a-f]{24}$/
const dateTime = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(Z|\+00:00)?$/
const day = /^(\d{4})-(\d\d)-(\d\d)$/

/** An id as the class prints it that has read it. */
const printId = (text: string): string => {
  if (uuid.test(text)) return `UUID('${text}')`
  return objectId.test(text) ? `ObjectId('${text}')` : pythonText(text)
}

/** A date as the module datetime prints it: without seconds and microseconds that are zero. */
const printDate = (text: string): string => {
  const ofDay = day.exec(text)?.slice(1).map(Number)
  if (ofDay !== undefined) return `datetime.date(${ofDay.join(', ')})`
  const [, year, month, date, hour, minute, second, fraction = '', zone] = dateTime.exec(text) ?? []
  if (year === undefined) return pythonText(text)
  const seconds = Number(second)
  const microseconds = Number(fraction.padEnd(6, '0'))
  const clock = [
    ...(seconds === 0 && microseconds === 0 ? [] : [seconds]),
    ...(microseconds === 0 ? [] : [microseconds]),
  ]
  const numbers = [...[year, month, date, hour, minute].map(Number), ...clock]
  return `datetime.datetime(${numbers.join(', ')}${zone === undefined ? '' : ', tzinfo=datetime.timezone.utc'})`
}

const isFraction = (literal: string): boolean => /^-?\d+\.\d+$/.test(literal)

const inDecimal = (literal: string): string => (isFraction(literal) ? `Decimal('${literal}')` : literal)

const inNumpy = (literal: string): string => `np.${/[.eE]/.test(literal) ? 'float64' : 'int64'}(${literal})`

const printText =
  (print: (text: string) => string): Printing['text'] =>
  (literal) =>
    print(textOfString(literal))

/** Names are strings. */
const withTexts = (print: (text: string) => string): Partial<Printing> => ({
  text: printText(print),
  name: pythonString,
})

const printIdOrDate = (text: string): string => {
  const printed = printId(text)
  return printed === pythonText(text) ? printDate(text) : printed
}

/** Values that a program read from a database or a model, and put into a text before they were JSON. */
const typedValues: Readonly<Record<string, Partial<Printing>>> = {
  'with ids': withTexts(printId),
  'with dates': withTexts(printDate),
  'with decimals': { number: inDecimal },
  'with ids, dates and decimals': { ...withTexts(printIdOrDate), number: inDecimal },
  'with numbers of NumPy': { number: inNumpy },
}

// ---- OrderedDict

const orNoMembers =
  (print: Printing['object']): Printing['object'] =>
  (members) =>
    members.length === 0 ? 'OrderedDict()' : print(members)

const orderedDict: Printing = {
  ...pythonPrinting,
  object: orNoMembers(
    (members) => `OrderedDict([${members.map(([name, value]) => `(${name}, ${value})`).join(', ')}])`,
  ),
}

const laterOrderedDict: Printing = {
  ...pythonPrinting,
  object: orNoMembers(joinMembers(': ', 'OrderedDict({', ', ', '})')),
}
