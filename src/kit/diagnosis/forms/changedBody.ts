/**
 * Bodies whose content changed between signing and sending: members were added, names respelled, or a form was written in
 * place of JSON. All forms keep the style of the text that was sent.
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { distinct, rarely } from './distinct.ts'
import { encoders } from './encoders.ts'
import { type Fields, formsOf } from './formFields.ts'
import { isForm } from './formText.ts'
import { isJson } from './isJson.ts'
import { membersIn, type ObjectSpan, objectsIn, withMembers } from './jsonSpans.ts'
import { asciiJson, isNumber } from './jsonText.ts'
import { multipartFields } from './multipart.ts'
import { decode } from './percent.ts'
import type { Form } from './Respelling.ts'
import { echoed, withoutValues } from './shellFormat.ts'

/** A longer text has too many forms. */
const maxRead = 65_536
/** Deeper members are not added one by one. */
const maxDepth = 5

/** What serializers leave out by themselves; restyle.ts knows those. */
const isOmitted = (value: string): boolean => /^(?:null|""|false|-?0(?:\.0+)?|\[\s*\]|\{\s*\})$/.test(value)

function* membersAdded(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const object of objects) {
    const { members, depth } = object
    const texts = membersIn(json, object)
    const nameOf = (i: number): string => JSON.parse(json.slice(...(members[i]?.name ?? [0, 0]))) as string
    const counts = members.flatMap((member, i) => (isOmitted(json.slice(...member.value)) ? [] : [i]))
    // An empty object at the top tells nothing.
    if (depth > maxDepth || (depth === 0 && members.length < 2)) continue
    for (const i of counts)
      yield [`the member ${nameOf(i)} was added after signing`, withMembers(json, object, texts.toSpliced(i, 1))]
  }
}

function* membersAlone(json: string, [top]: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const { name, value } of top?.depth === 0 ? top.members : []) {
    const text = json.slice(...value)
    if (/^[[{]./.test(text)) yield [`the value of ${json.slice(...name)} alone was signed`, text]
  }
}

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

const namings: ReadonlyArray<readonly [detail: string, join: (words: ReadonlyArray<string>) => string]> = [
  ['camelCase', ([first = '', ...rest]) => first + rest.map(capitalized).join('')],
  ['PascalCase', (words) => words.map(capitalized).join('')],
  ['snake_case', (words) => words.join('_')],
]

const wordsOf = (name: string): ReadonlyArray<string> =>
  name
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3_$2')
    .split(/[_-]+/)
    .map((word) => word.toLowerCase())

/** A name that is made of words, or another string. */
const nameOrString = /"([A-Za-z][0-9A-Za-z_-]*)"(?=\s*:)|"(?:[^"\\]|\\.)*"/g

function* namesRespelled(json: string): Generator<Form> {
  for (const [detail, join] of namings) {
    const text = json.replace(nameOrString, (found, name?: string) =>
      name === undefined ? found : `"${join(wordsOf(name))}"`,
    )
    yield [`the names of the members as ${detail}`, text]
  }
}

/** The fields of a form, decoded. */
const fieldsOf = (form: string): Fields | undefined => {
  if (!/^[^\s{}"=&]+=[^\s{}[\]"=&]*(?:&[^\s{}"=&]+=[^\s{}[\]"=&]*)*$/.test(form)) return undefined
  const fields = form.split('&').map((field) => field.split('=').map(plain) as [string, string])
  return new Set(fields.map(([name]) => name)).size === fields.length ? fields : undefined
}

const plain = (text: string): string => decode(text.replaceAll('+', ' '))

/** A value that a form has as text; more of them have too many forms. */
const bare = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false|True|False|[[{].*[}\]])$/s
const maxBare = 5

/** JSON of the fields, each number and truth value with and without quotes. */
export function* jsonOf(fields: Fields, detail: string): Generator<Form> {
  const loose = fields.flatMap(([, value], i) => (bare.test(value) ? [i] : []))
  const ways =
    loose.length > maxBare
      ? [[], loose]
      : Array.from({ length: 2 ** loose.length }, (_, bits) => loose.filter((__, i) => (bits >> i) & 1))
  for (const unquoted of ways) {
    const members = fields.map(([name, value], i) => [
      JSON.stringify(name),
      unquoted.includes(i) ? value.replace(/^[TF]/, (c) => c.toLowerCase()) : JSON.stringify(value),
    ])
    const compact = `{${members.map((member) => member.join(':')).join(',')}}`
    const spaced = `{${members.map((member) => member.join(': ')).join(', ')}}`
    yield [detail, compact]
    yield [detail, asciiJson(spaced)]
    yield [detail, spaced]
    yield [detail, asciiJson(compact)]
  }
}

/** The fields by the brackets in their names. */
type Tree = ReadonlyMap<string, Tree | string>

/** Of deeper names, or names that contradict one another, there is no tree. */
const treeOfFields = (fields: Fields): Tree | undefined => {
  type Growing = Map<string, Growing | string>
  const root: Growing = new Map()
  for (const [name, value] of fields) {
    // Of a list without numbers (Rack) all fields are those of one item.
    const keys = name
      .replace(/\[\](?=\[)/g, '[0]')
      .split(/[[\]]+/)
      .filter((key) => key !== '')
    const last = keys.pop()
    let at = root
    for (const key of keys) {
      const next = at.get(key) ?? new Map()
      if (typeof next === 'string' || keys.length > maxNested) return undefined
      at.set(key, next)
      at = next
    }
    if (last === undefined || at.has(last)) return undefined
    at.set(last, value)
  }
  return root
}

const maxNested = 16

/** Short numbers stand without quotation marks; long ones are ids, as is that of the request. */
const jsonOfTree = (tree: Tree | string, of?: string): string => {
  if (typeof tree === 'string')
    return of !== 'request_id' && tree.length <= 10 && isNumber(tree) && bare.test(tree) ? tree : JSON.stringify(tree)
  const values = Array.from(tree, ([name, value]) => jsonOfTree(value, name))
  const names = [...tree.keys()]
  return names.every((name, i) => name === String(i))
    ? `[${values.join()}]`
    : `{${names.map((name, i) => `${JSON.stringify(name)}:${values[i]}`).join()}}`
}

/** JSON or a form, where a form was sent or a multipart one. */
function* ofForm(text: string): Generator<Form> {
  const fields = fieldsOf(text)
  if (fields !== undefined) yield* jsonOf(fields, 'JSON was signed, and a form was sent')
  const multipart = multipartFields(text)
  for (const [name, value] of fields ?? multipart ?? [])
    yield [`the value of ${name} alone was signed, and a form was sent`, value]
  const tree = /[[%]/.test(text) ? treeOfFields(fields ?? multipart ?? []) : undefined
  if (tree !== undefined && tree.size > 0) {
    const detail = 'JSON was signed, and a form with brackets in its names was sent (PHP, qs)'
    yield [detail, jsonOfTree(tree)]
    yield [detail, asciiJson(jsonOfTree(tree)).replaceAll('/', '\\/')]
  }
  if (multipart === undefined) return
  const detail = 'the fields were signed in another form, and a multipart form was sent'
  yield* jsonOf(multipart, detail)
  for (const form of formsOf(multipart)) yield [detail, form]
}

/** The fields of a multipart form as any library writes them in a query, in their order and sorted; and as JSON with lists. */
function* ofMultipart(text: string): Generator<Form> {
  const fields = multipartFields(text)
  if (fields === undefined) return
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  for (const [says, some] of [
    ['', fields],
    [', sorted', sorted],
  ] as const) {
    for (const { name, encode } of [{ name: 'nothing', encode: (plain: string) => plain }, ...encoders])
      yield [
        `the fields of the multipart form were signed as a form, by ${name}${says}`,
        some.map((field) => field.map(encode).join('=')).join('&'),
      ]
    const byName = new Map<string, ReadonlyArray<string>>()
    for (const [name, value] of some) byName.set(name, [...(byName.get(name) ?? []), value])
    const members = Array.from(byName, ([name, values]) => [name, values.length > 1 ? values : values[0]] as const)
    yield [
      `the fields of the multipart form were signed as JSON, with lists${says}`,
      JSON.stringify(Object.fromEntries(members)),
    ]
  }
  // Each value by an encoder, within the form.
  for (const { name, encode } of encoders) {
    let written = text
    for (const [, value] of fields)
      written = written.replace(`\r\n\r\n${value}\r\n`, () => `\r\n\r\n${encode(value)}\r\n`)
    yield [`the values of the multipart form were signed as ${name} writes them`, written]
  }
}

/** The query, as it is or as JSON, for a request that sends no body. */
export function* queryAsBody(query: string): Generator<Form> {
  yield ['the query was signed as the body', query, true]
  const fields = fieldsOf(query)
  const texts = new Set(Array.from(fields === undefined ? [] : jsonOf(fields, ''), ([, text]) => text))
  for (const [i, text] of [...texts].entries())
    yield [`the query was signed as JSON in the body (${i + 1})`, text, true]
}

/** What a shell does to a text that stands in it without quotes, or is read or printed carelessly. */
function* byShell(text: string): Generator<Form> {
  const squeezed = text.replace(/\s+/g, ' ').trim()
  // Without the blank behind the bracket, serializers write it as well.
  if (/^[[{] /.test(squeezed) || valueIn(squeezed) !== valueIn(text))
    yield ['each run of white space became one space', squeezed]
  const bare = text.replace(/\s+/g, '')
  if (/"[^"]*\s[^"]*"/.test(text) && valueIn(bare) !== valueIn(text))
    yield ['all white space was left out, also within strings', bare]
  const unescaped = text.replace(/\\([\s\S])/g, '$1')
  if (!isJson(unescaped)) yield ['the backslashes were left out, as by read in a shell', unescaped]
  yield ['words with @ or $ in front were filled with nothing', text.replace(/(?<!\\)[@$][A-Za-z_]\w*/g, '')]
  const printed = withoutValues(text)
  yield ['it was a format of printf, without values', printed]
  const read = echoed(printed.replaceAll('\\"', '"'))
  if (!isJson(read)) yield ['it was a format of printf, without values, its escapes read', read]
}

/** Plus signs and spaces mixed up, as where a value went through a form on its way. */
function* plusesAsSpaces(text: string): Generator<Form> {
  if (isForm(text)) return
  yield ['a space for each +', text.replaceAll('+', ' ')]
  yield ['+ for each space', text.replaceAll(' ', '+')]
  yield ['%20 for each space', text.replaceAll(' ', '%20')]
  yield ['%2B for each +', text.replaceAll('+', '%2B')]
  yield ['a space for each %20', text.replaceAll('%20', ' ')]
}

/** As a function signs it that reads one line, with its line end or without. */
function* firstLine(text: string): Generator<Form> {
  const [, line = '', end = ''] = /^([^\r\n]*)(\r?\n)\s*\S/.exec(text) ?? []
  if (line === '') return
  yield ['its first line alone', line]
  yield ['its first line alone, with its line end', line + end]
}

/** With more members, or in a longer text, each object is looked into for too long. */
const maxListed = 32
const maxReplaced = 16_384

/** As JavaScript writes a value with the names of its own members as the second argument: deeper members fall away. */
function* replaced(json: string): Generator<Form> {
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const names = Object.keys(value)
  if (names.length > maxListed || json.length > maxReplaced) return
  if (JSON.stringify(value, names).length === JSON.stringify(value).length) return
  const detail = 'members whose names the outermost object lacks were left out (a list as replacer of JSON.stringify)'
  yield [detail, JSON.stringify(value, names)]
  yield [`${detail}, sorted`, JSON.stringify(value, names.toSorted())]
}

const valueIn = (json: string): string | undefined => (isJson(json) ? JSON.stringify(JSON.parse(json)) : undefined)

/** What was signed in place of this text, by what changed since. */
export function* changedText(text: string): Generator<Form> {
  if (text.length > maxRead) return
  yield* rarely(true, ofForm(text))
  yield* rarely(true, byShell(text))
  yield* rarely('alone', firstLine(text))
  yield* rarely('alone', plusesAsSpaces(text))
  yield* rarely('alone', distinct([text], {}, ofMultipart(text)))
  if (!isJson(text)) return
  yield* rarely('alone', replaced(text))
  const objects = objectsIn(text)
  const limits = { forms: 400, characters: 300_000 }
  yield* rarely(
    true,
    distinct([text], limits, namesRespelled(text), membersAdded(text, objects), membersAlone(text, objects)),
  )
}

/** A program that counts characters where it should count bytes signs too few of them. */
export const cutShort = (bytes: Bytes.Bytes, text: string): ReadonlyArray<Form<Bytes.Bytes>> => [
  ['cut short: as many bytes as it has UTF-16 units', bytes.subarray(0, text.length), true],
  ['cut short: as many bytes as it has characters', bytes.subarray(0, [...text].length), true],
]
