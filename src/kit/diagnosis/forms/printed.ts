/**
 * What languages print when a program puts a body that is no string into a string: `[object Object]` of JavaScript, `None` of Python,
 * the numbers of the bytes, or the value of a JSON body in the language's own notation, which printedValue.ts writes.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { describedData, describedText } from './describedData.ts'
import { withRarity } from './distinct.ts'
import { formsOfMembers } from './formFields.ts'
import { isForm } from './formText.ts'
import { goFormat } from './goFormat.ts'
import { isJson } from './isJson.ts'
import { joinedFields } from './joinedFields.ts'
import { isNumber, jsonToken, type Node, treeOf } from './jsonText.ts'
import { membersAsFields } from './membersAsFields.ts'
import { emptyValues, isMissingArgument, missingTexts, printerOf } from './missingValues.ts'
import { pythonNumber } from './numberText.ts'
import { printedDocuments } from './printedDocuments.ts'
import { printedQueries } from './printedFields.ts'
import { printedByWanted, printedTypes, printedValues, rarelyPrintedValues } from './printedValue.ts'
import { pythonBytes, pythonText } from './pythonText.ts'
import type { Form } from './Respelling.ts'
import { isRepaired, repairedTexts } from './repairedText.ts'
import { withShortNumbers } from './restyle.ts'

/** Turns `null (Java)` into a form: the text `null` with this detail. */
const printedBy = (details: ReadonlyArray<string>): ReadonlyArray<Form> =>
  details.map((detail) => [detail, detail.replace(/ \([A-Z].*\)$/, '')])

/** Printed for a missing value, with the languages that print it. An argument that a format of Go lacks is of another mistake. */
const missing = missingTexts()
  .filter((text) => !isMissingArgument(text))
  .map((text) => `${text} (${printerOf(text)})`)

/** The form of an empty value has the text and the languages that print it: `map[] (Go)`. */
const emptyForm = ({ text, printedBy: languages, isRare }: (typeof emptyValues)[number]): Form => [
  languages === undefined ? text : `${text} (${languages})`,
  text,
  isRare && 'alone',
]

/** Printed for an empty value, whether there is a body or not. */
const usualEmpty = emptyValues.filter(({ isRare }) => isRare === undefined).map(emptyForm)
const rareEmpty: ReadonlyArray<Form> = [
  ...emptyValues.filter(({ isRare }) => isRare).map(emptyForm),
  ['a space', ' ', 'alone'],
]

const nothings: ReadonlyArray<Form> = [...printedBy([...missing, 'Array (PHP)', '[] (Go)', '{}', '""']), ...usualEmpty]

const objects = ['Blob', 'FormData', 'ReadableStream', 'ArrayBuffer', 'Promise']
const classes = [
  'Threading.Tasks.Task`1[System.String]',
  'Byte[]',
  'Net.Http.StringContent',
  'Net.Http.ByteArrayContent',
  'Text.Json.JsonDocument',
]

/** Printed for any body: the class of an object, or nothing of it. */
const anything: ReadonlyArray<Form> = [
  ...printedBy([
    ...objects.map((className) => `[object ${className}] (JavaScript)`),
    ...classes.map((className) => `System.${className} (C#)`),
    ...missing,
    'Array (PHP)',
  ]),
  ...usualEmpty,
]

/** A body of more bytes is no argument of a shell, and no format. */
const maxPassedOn = 65_536

/** A longer body is not written in other formats. */
const maxDocument = 8192

/** What begins the detail of a body whose quotation marks a shell has taken. */
const withoutMarks = 'without its quotation marks (a shell)'
export const isWithoutMarks = (detail: string): boolean => detail.startsWith(withoutMarks)

/** The argument that a shell makes of a text outside of quotation marks. */
function* unquotedForms(body: string): Generator<Form> {
  const bare = body.replace(/["']/g, '')
  if (bare === body || isJson(bare)) return
  yield [withoutMarks, bare, 'alone']
  yield [`${withoutMarks}, white space as one space`, bare.replace(/\s+/g, ' ').trim(), 'alone']
}

/** .NET and PowerShell print the name of an object's class. */
const classNames: ReadonlyArray<string> = [
  'System.Collections.Hashtable',
  'System.Collections.Specialized.OrderedDictionary',
  'System.Collections.Generic.Dictionary`2[System.String,System.Object]',
  'System.Collections.Generic.Dictionary`2[System.String,System.String]',
  'System.Collections.Generic.List`1[System.Object]',
  'System.Dynamic.ExpandoObject',
  'System.Management.Automation.PSCustomObject',
  'System.Object',
  'System.Object[]',
  'System.String[]',
  'System.IO.MemoryStream',
  'System.Net.Http.Json.JsonContent',
  'System.Net.Http.FormUrlEncodedContent',
  'System.Net.Http.MultipartFormDataContent',
]

/** Java prints a byte from 128 on as a negative number. */
const javaNumbers = 'the numbers of its bytes (Java)'

/** Node shows so many bytes of a Buffer. */
const maxInspected = 50

const inspectBuffer = (bytes: Bytes.Bytes): string => {
  const shown = bytes.subarray(0, maxInspected)
  const hidden = bytes.length - shown.length
  const more = hidden === 0 ? '' : ` ... ${hidden} more byte${hidden === 1 ? '' : 's'}`
  return `<Buffer ${(Bytes.toHex(shown).match(/../g) ?? []).join(' ')}${more}>`
}

/** Lists of the numbers of the bytes. With `wanted`, only those that begin like it. */
function* numbersOf(bytes: Bytes.Bytes, wanted?: string): Generator<Form> {
  const mayBegin = (start: RegExp): boolean => wanted === undefined || start.test(wanted)
  if (mayBegin(/^\[/)) {
    yield ['the numbers of its bytes (Go)', `[${bytes.join(' ')}]`]
    const isAscii = bytes.every((byte) => byte < 0x80)
    const detail = isAscii ? 'the numbers of its bytes, as Java, Python and Ruby print them' : javaNumbers
    yield [detail, `[${Int8Array.from(bytes).join(', ')}]`]
    if (!isAscii) yield ['the numbers of its bytes, as Python and Ruby print them', `[${bytes.join(', ')}]`]
  }
  if (mayBegin(/^\d/)) yield ['the numbers of its bytes (JavaScript)', bytes.join(',')]
  if (mayBegin(/^<</)) yield ['the numbers of its bytes (Erlang)', `<<${bytes.join(',')}>>`]
  if (mayBegin(/^<B/)) yield ['a Buffer (util.inspect of Node)', inspectBuffer(bytes)]
  if (mayBegin(/^\{"0/)) yield ['the numbers of its bytes (JSON of a Uint8Array)', JSON.stringify({ ...bytes })]
  if (mayBegin(/^\{"type/)) yield ['a Buffer (JSON)', `{"type":"Buffer","data":[${bytes.join(',')}]}`]
}

/** Whether the text is a JSON object or list. A serializer writes such a text; the printed form of an object is not JSON. */
const isObjectOfJson = (printedText: string): boolean => /^\s*[[{]/.test(printedText) && isJson(printedText)

/** What begins the details of the names of the members alone. */
const namesAlone = 'the names of its members'
export const isNamesAlone = (detail: string): boolean => detail.startsWith(namesAlone)

/** The names of the members alone, as languages print a list of them. */
function* namesOfMembers(tree: Node): Generator<Form> {
  const names = tree._tag === 'Object' ? tree.members.map(([name]) => JSON.parse(name) as string) : []
  if (names.length === 0) return
  const inPython = `[${names.map(pythonText).join(', ')}]`
  for (const [detail, printed] of [
    ['joined by commas (JavaScript)', names.join()],
    ['as a list (Python)', inPython],
    ['as dict_keys (Python)', `dict_keys(${inPython})`],
    ['as an array (Ruby)', `[${names.map((name) => JSON.stringify(name)).join(', ')}]`],
    ['as a slice (Go)', `[${names.join(' ')}]`],
  ] as const)
    yield [`${namesAlone}, ${detail}`, printed, 'late']
}

const inShortestForm = ', its numbers in their shortest form'
const asInPython = ', its numbers as Python writes them'

/** The value as languages print it that have read its numbers: 2.5 for 2.50. With `wanted`, at least the forms that are this text. */
function* withNumbersRead(json: string, wanted?: string): Generator<Form> {
  const ofPython = json.replace(jsonToken, (token) => (isNumber(token) ? pythonNumber(token) : token))
  const known = new Set(Array.from(printedValues(treeOf(json), wanted), ([, printed]) => printed))
  const seen = new Set([json])
  for (const [says, read] of [
    [inShortestForm, withShortNumbers(json)],
    [asInPython, ofPython],
  ] as const) {
    if (seen.has(read)) continue
    seen.add(read)
    for (const [detail, printed] of printedValues(treeOf(read), wanted))
      if (!known.has(printed)) yield [detail + says, printed, 'late']
  }
}

/** All texts that languages print for a body. With `wanted`, forms that cannot be this text may be left out. */
export function* printedBodies(bytes: Bytes.Bytes, wanted?: string): Generator<Form> {
  if (bytes.length === 0) {
    yield* nothings
    yield ['its length', '0', 'alone']
    yield* rareEmpty
    return
  }
  yield* anything
  if (wanted === undefined || wanted.startsWith('b')) yield ['its bytes (Python)', pythonBytes(bytes)]
  const decoded = Bytes.toText(bytes)
  // Languages print a list of numbers as JSON, so only a body with a named member is printed.
  const isWanted = wanted === undefined || !isObjectOfJson(wanted)
  const isObject = E.isRight(decoded) && /\{\s*"/.test(decoded.right) && isJson(decoded.right)
  const objectTree = isObject ? treeOf(decoded.right) : undefined
  const tree = isWanted ? objectTree : undefined
  if (tree !== undefined) yield* printedValues(tree, wanted)
  yield* numbersOf(bytes, wanted)
  yield* describedData(bytes, wanted)
  for (const className of classNames) yield [`${className} (.NET)`, className, 'alone']
  yield ['its length', String(bytes.length), 'alone']
  if (tree !== undefined) yield* withRarity('alone', rarelyPrintedValues(tree, wanted))
  if (E.isRight(decoded) && bytes.length <= maxPassedOn) yield* unquotedForms(decoded.right)
  if (tree !== undefined && E.isRight(decoded)) {
    yield* withRarity('alone', repairedTexts(decoded.right, printedByWanted(tree, isRepaired), wanted))
  }
  if (tree !== undefined) yield* formsOfMembers(tree)
  if (E.isRight(decoded) && bytes.length <= maxPassedOn && decoded.right.includes('%'))
    yield ['as a format without values (Go)', goFormat(decoded.right), 'alone']
  if (tree !== undefined) yield* printedTypes(tree, bytes.length, wanted)
  if (E.isRight(decoded) && isForm(decoded.right)) {
    // JSON in place of a form has a mistake of its own.
    for (const [detail, text] of printedQueries(decoded.right, { hasJson: false }))
      yield [detail.replace('the query', 'the form'), text, 'late']
    yield* joinedFields(decoded.right, wanted)
  }
  if (tree !== undefined && E.isRight(decoded) && bytes.length <= maxPassedOn) {
    yield* withNumbersRead(decoded.right, wanted)
  }
  // A list of names may be JSON: ["a", "b"] in Ruby.
  if (objectTree !== undefined && bytes.length <= maxPassedOn) yield* namesOfMembers(objectTree)
  yield* withRarity('late', rareEmpty)
  if (E.isRight(decoded)) yield* withRarity('late', describedText(bytes, decoded.right, wanted))
  if (tree !== undefined && E.isRight(decoded)) yield* withRarity('late', membersAsFields(tree, decoded.right, wanted))
  if (tree !== undefined && bytes.length <= maxDocument) yield* withRarity('late', printedDocuments(tree))
}
