/**
 * What languages print for a body that is no text when a program puts it into one.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { rarely } from './distinct.ts'
import { rawFields } from './formFields.ts'
import { isJson } from './isJson.ts'
import { treeOf } from './jsonText.ts'
import { printedByWanted, printedValues, rarelyPrintedValues } from './printedValue.ts'
import { pythonBytes } from './pythonText.ts'
import type { Form } from './Respelling.ts'
import { isRepaired, repairedTexts } from './repairedText.ts'

/** What is printed, and by which languages. */
const printedBy = (details: ReadonlyArray<string>): ReadonlyArray<Form> =>
  details.map((detail) => [detail, detail.replace(/ \([A-Z].*\)$/, '')])

/** Of a value that is no text, or of none. */
const usual = ['None (Python)', 'null (JavaScript, Java, C#)', 'undefined (JavaScript)', 'Array (PHP)']

const nothings = printedBy([
  ...usual,
  '<nil> (Go)',
  '[] (Go)',
  "b'' (Python)",
  '{}',
  '[object Object] (JavaScript)',
  'nil (Ruby, Lua)',
  'map[] (Go)',
])

const objects = ['Object', 'Blob', 'FormData', 'ReadableStream', 'ArrayBuffer', 'Promise']
const classes = ['Byte[]', 'Net.Http.StringContent', 'Net.Http.ByteArrayContent', 'Text.Json.JsonDocument']

/** What `String` makes of an object in JavaScript, and what else stands for any body. */
const anything = printedBy([
  ...objects.map((name) => `[object ${name}] (JavaScript)`),
  ...classes.map((name) => `System.${name} (C#)`),
  ...usual,
])

/** A verb of Go with its flags, width and precision; the verb is missing at the end of the text. */
const directive = /%[+\-# 0]*\d*(?:\.\d*)?([\s\S]?)/gu

/** What Go's `Sprintf` makes of a text that it gets as its format, without values. */
const goFormat = (text: string): string =>
  text.replace(directive, (_, verb: string) => (verb === '' ? '%!(NOVERB)' : verb === '%' ? '%' : `%!${verb}(MISSING)`))

/** In bytes: a longer body is no argument of a shell, and no format. */
const maxPassedOn = 65_536

/** As a shell passes a text on that stands in no quotation marks of its own. */
function* unquoted(text: string): Generator<Form> {
  const bare = text.replace(/["']/g, '')
  if (bare === text || isJson(bare)) return
  const detail = 'without its quotation marks (a shell)'
  yield [detail, bare, 'alone']
  yield [`${detail}, white space as one space`, bare.replace(/\s+/g, ' ').trim(), 'alone']
}

/** What .NET and PowerShell print for an object: the name of its class. */
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

/** The numbers of the bytes. With `wanted`, those that begin as it does. */
function* numbersOf(bytes: Bytes.Bytes, wanted?: string): Generator<Form> {
  const mayBegin = (start: RegExp): boolean => wanted === undefined || start.test(wanted)
  if (mayBegin(/^\[/)) {
    yield ['the numbers of its bytes (Go)', `[${bytes.join(' ')}]`]
    yield ['the numbers of its bytes (Java)', `[${Int8Array.from(bytes).join(', ')}]`]
  }
  if (mayBegin(/^\d/)) yield ['the numbers of its bytes (JavaScript)', bytes.join(',')]
  if (mayBegin(/^<</)) yield ['the numbers of its bytes (Erlang)', `<<${bytes.join(',')}>>`]
  if (mayBegin(/^\{"type/)) yield ['a Buffer (JSON)', `{"type":"Buffer","data":[${bytes.join(',')}]}`]
}

/** No language prints an object as JSON here: what does is a serializer. */
const isObjectOfJson = (text: string): boolean => /^\s*[[{]/.test(text) && isJson(text)

/** With `wanted`, at least those that are this text. */
export function* printed(bytes: Bytes.Bytes, wanted?: string): Generator<Form> {
  if (bytes.length === 0) {
    yield* nothings
    return
  }
  yield* anything
  if (wanted === undefined || wanted.startsWith('b')) yield ['its bytes (Python)', pythonBytes(bytes)]
  const text = Bytes.toText(bytes)
  // Without the name of a member, many print what is JSON as well.
  const isWanted = wanted === undefined || !isObjectOfJson(wanted)
  const isObject = isWanted && E.isRight(text) && /\{\s*"/.test(text.right) && isJson(text.right)
  const tree = isObject ? treeOf(text.right) : undefined
  if (tree !== undefined) yield* printedValues(tree)
  yield* numbersOf(bytes, wanted)
  for (const name of classNames) yield [`${name} (.NET)`, name, 'alone']
  if (tree !== undefined) yield* rarely('alone', rarelyPrintedValues(tree))
  if (tree !== undefined && E.isRight(text)) {
    yield* rarely('alone', repairedTexts(text.right, printedByWanted(tree, isRepaired)))
  }
  if (tree !== undefined) yield* rawFields(tree)
  if (E.isLeft(text) || bytes.length > maxPassedOn) return
  yield* unquoted(text.right)
  if (text.right.includes('%')) yield ['as a format without values (Go)', goFormat(text.right), 'alone']
}
