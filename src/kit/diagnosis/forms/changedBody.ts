/**
 * Bodies whose content changed between signing and sending: a member was added, names were respelled, JSON was signed and a form was
 * sent, a shell took the body apart. All forms keep the style of the text that was sent.
 *
 * Examples for the body `{"user_id":7,"note":"x"}`: `{"user_id":7}` if `note` was added after signing, `{"userId":7,"note":"x"}` if a
 * library renames members.
 *
 * Each form has a rarity (`Respelling.ts`): `true` is tried last, and never with another mistake of the body. `'alone'` is tried with no other
 * mistake at all.
 */

import type * as Bytes from '../../../core/Bytes.ts'
import { distinct, withRarity } from './distinct.ts'
import { encoders } from './encoders.ts'
import { decodedFields, type Fields, writeFields } from './formFields.ts'
import { isForm } from './formText.ts'
import { isJson } from './isJson.ts'
import { membersIn, type ObjectSpan, objectsIn, withMembers } from './jsonSpans.ts'
import { asciiJson, isNumber } from './jsonText.ts'
import { multipartFields } from './multipart.ts'
import { type Namings, seldomNamings, usualNamings, wordsOf } from './namings.ts'
import { decodeForm } from './percent.ts'
import type { Form } from './Respelling.ts'
import { printfWithoutValues, readEchoEscapes } from './shellFormat.ts'

/** A longer text has too many forms. */
const maxRead = 65_536
/** Deeper members are not added one by one. */
const maxDepth = 5

/** Values that serializers leave out. restyle.ts has those forms. */
const isOmitted = (literal: string): boolean => /^(?:null|""|false|-?0(?:\.0+)?|\[\s*\]|\{\s*\})$/.test(literal)

/** The body before one of its members was added. */
function* membersAdded(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const object of objects) {
    const { members, depth } = object
    const memberTexts = membersIn(json, object)
    const nameOf = (i: number): string => JSON.parse(json.slice(...(members[i]?.name ?? [0, 0]))) as string
    const keptPlaces = members.flatMap((member, i) => (isOmitted(json.slice(...member.value)) ? [] : [i]))
    // Without its only member, the outermost object is `{}`. Some programs write `{}` for a request without a body.
    if (depth > maxDepth || (depth === 0 && members.length < 2)) continue
    for (const i of keptPlaces)
      yield [`the member ${nameOf(i)} was added after signing`, withMembers(json, object, memberTexts.toSpliced(i, 1))]
  }
}

/** More members are not added by a program that signs. */
const maxAdded = 6

/** The body before several members were added at the end, at the beginning, or one on each side: `timestamp`, `nonce` and `sign`. */
function* severalAdded(json: string, [top]: ReadonlyArray<ObjectSpan>): Generator<Form> {
  if (top === undefined || top.depth !== 0) return
  const memberTexts = membersIn(json, top)
  const names = top.members.map(({ name: nameSpan }) => JSON.parse(json.slice(...nameSpan)) as string)
  const count = memberTexts.length
  const without = (atStart: number, atEnd: number): Form => {
    const added = [...names.slice(0, atStart), ...names.slice(count - atEnd)]
    const rest = memberTexts.slice(atStart, count - atEnd)
    return [`the members ${added.join(' + ')} were added after signing`, withMembers(json, top, rest)]
  }
  for (const atStart of [0, 1])
    for (let atEnd = 2 - atStart; atEnd <= maxAdded && atStart + atEnd < count; atEnd++) yield without(atStart, atEnd)
  for (let atStart = 2; atStart <= maxAdded && atStart < count; atStart++) yield without(atStart, 0)
}

/** An object or array of the outermost object, signed in place of all of it. */
function* membersAlone(json: string, [top]: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const { name: nameSpan, value: valueSpan } of top?.depth === 0 ? top.members : []) {
    const valueText = json.slice(...valueSpan)
    if (/^[[{]./.test(valueText))
      yield [`the value of ${json.slice(...nameSpan)} alone was signed, not the whole body`, valueText]
  }
}

/** Deeper members are not signed alone. */
const maxDepthAlone = 1

/** One member of an object, signed in place of all of them. Of two members, the other one was added after signing. */
function* membersPicked(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const object of objects) {
    const { members, depth } = object
    if (depth > maxDepthAlone || members.length < 3) continue
    for (const [i, memberText] of membersIn(json, object).entries()) {
      const memberName = JSON.parse(json.slice(...(members[i]?.name ?? [0, 0]))) as string
      yield [`only the member ${memberName} was signed`, withMembers(json, object, [memberText])]
    }
  }
}

/** A name of a member, or another string. Only the name is captured. */
const nameOrString = /"([A-Za-z][0-9A-Za-z_-]*)"(?=\s*:)|"(?:[^"\\]|\\.)*"/g

function* namesRespelled(json: string, namings: Namings): Generator<Form> {
  for (const [detail, join] of namings) {
    const renamed = json.replace(nameOrString, (literal, memberName?: string) =>
      memberName === undefined ? literal : `"${join(wordsOf(memberName))}"`,
    )
    yield [`the names of the members as ${detail}`, renamed]
  }
}

/**
 * The fields of a form that maps each name to one value, decoded: `a=1&b=x+y` gives `a` with `1` and `b` with `x y`. Undefined if a name
 * is repeated (`a=1&a=2`) or a value has an equals sign or a bracket without an escape (`a=b=c`). `repeatableFieldsOf` reads those.
 */
const singleFieldsOf = (form: string): Fields | undefined => {
  if (!/^[^\s{}"=&]+=[^\s{}[\]"=&]*(?:&[^\s{}"=&]+=[^\s{}[\]"=&]*)*$/.test(form)) return undefined
  const fields = form.split('&').map((field) => field.split('=').map(decodeForm) as [string, string])
  return new Set(fields.map(([fieldName]) => fieldName)).size === fields.length ? fields : undefined
}

/** A value that JSON may have without quotation marks. */
const bare = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false|True|False|[[{].*[}\]])$/s
/** More such values have too many forms. */
const maxBare = 5

/**
 * JSON with one member for each field. Each number, truth value, object and list has quotation marks or none, in every combination (with more than
 * five such values: all or none). `a=1&b=x` gives `{"a":"1","b":"x"}` and `{"a":1,"b":"x"}`, with and without spaces, and with and without
 * escapes for letters that are not ASCII.
 */
export function* jsonOfFields(fields: Fields, detail: string): Generator<Form> {
  const loose = fields.flatMap(([, fieldText], i) => (bare.test(fieldText) ? [i] : []))
  const unquotedChoices =
    loose.length > maxBare
      ? [[], loose]
      : Array.from({ length: 2 ** loose.length }, (_, bits) => loose.filter((__, i) => (bits >> i) & 1))
  for (const unquoted of unquotedChoices) {
    const members = fields.map(([fieldName, fieldText], i) => [
      JSON.stringify(fieldName),
      unquoted.includes(i) ? fieldText.replace(/^[TF]/, (c) => c.toLowerCase()) : JSON.stringify(fieldText),
    ])
    const compact = `{${members.map((member) => member.join(':')).join(',')}}`
    const spaced = `{${members.map((member) => member.join(': ')).join(', ')}}`
    yield [detail, compact]
    yield [detail, asciiJson(spaced)]
    yield [detail, spaced]
    yield [detail, asciiJson(compact)]
  }
}

/**
 * The fields of any form, decoded, whose names may be repeated: `a=1&a=b=c` gives `a` with `1` and `a` with `b=c`. Undefined for a text that
 * is no form.
 */
const repeatableFieldsOf = (formText: string): Fields | undefined =>
  isForm(formText) && formText.includes('=') ? decodedFields(formText) : undefined

/** Names with empty brackets get numbers, counted for each name: `a[]`, `b[]` and `a[]` become `a[0]`, `b[0]` and `a[1]`. */
const numberedItems = (fields: Fields): Fields => {
  const counts = new Map<string, number>()
  return fields.map(([name, text]) => {
    if (!name.endsWith('[]')) return [name, text]
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return [`${name.slice(0, -1)}${count}]`, text]
  })
}

/**
 * JSON of a form whose names may be repeated, in four ways. `a=1&a=2&b=3` gives `{"a":["1","2"],"b":"3"}`, the same with bare numbers,
 * `{"a":"2","b":"3"}` with the last value of each name, and `{"a":["1","2"],"b":["3"]}`. Each also sorted by name, and with
 * spaces. The names `a[]` and `a[0]` count as `a`.
 */
function* jsonWithLists(formText: string): Generator<Form> {
  const fields = repeatableFieldsOf(formText)
  if (fields === undefined) return
  const textsByName = new Map<string, ReadonlyArray<string>>()
  for (const [name, text] of fields) {
    const plainName = name.replace(/\[\d*\]$/, '')
    textsByName.set(plainName, [...(textsByName.get(plainName) ?? []), text])
  }
  const detail = 'JSON was signed, and a form was sent'
  const write = (texts: ReadonlyArray<string>): string => JSON.stringify(texts.length > 1 ? texts : texts[0])
  const bareNumbers = (texts: ReadonlyArray<string>): string => write(texts).replace(/"(-?\d{1,10})"/g, '$1')
  const writers = [write, bareNumbers, (texts: ReadonlyArray<string>) => JSON.stringify(texts.at(-1)), JSON.stringify]
  const sorted = [...textsByName].toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (fields.some(([name]) => name.endsWith('[]'))) yield* jsonWithBrackets(fields, detail)
  for (const entries of [[...textsByName], sorted])
    for (const writeTexts of writers) {
      const members = entries.map(([name, texts]) => [JSON.stringify(name), writeTexts(texts)])
      yield [detail, `{${members.map((member) => member.join(':')).join(',')}}`]
      yield [detail, `{${members.map((member) => member.join(': ')).join(', ')}}`]
    }
}

/** JSON of the fields with lists for the names that end in brackets, which stay in the names: `{"a[]":["1","2"]}`. */
function* jsonWithBrackets(fields: Fields, detail: string): Generator<Form> {
  const valuesOf = (name: string): ReadonlyArray<string> =>
    fields.filter(([other]) => other === name).map(([, text]) => text)
  for (const areAllLists of [false, true]) {
    const entries = [...new Set(fields.map(([name]) => name))].map((name) => {
      const texts = valuesOf(name)
      const isList = areAllLists || texts.length > 1 || name.endsWith('[]')
      return [JSON.stringify(name), JSON.stringify(isList ? texts : texts[0])]
    })
    yield [`${detail}, with brackets in its names`, `{${entries.map((entry) => entry.join(':')).join(',')}}`]
    yield [`${detail}, with brackets in its names`, `{${entries.map((entry) => entry.join(': ')).join(', ')}}`]
  }
}

/** Fields as nested objects, by the brackets in their names: `a[b]=1` is `b` within `a`. */
type Tree = ReadonlyMap<string, Tree | string>

/** The tree of these fields. Undefined if names are nested too deep or contradict one another. */
const treeOfFields = (fields: Fields): Tree | undefined => {
  type Growing = Map<string, Growing | string>
  const root: Growing = new Map()
  for (const [fieldName, fieldText] of fields) {
    // Rack writes lists of objects without numbers. All their fields are taken for those of one item.
    const keys = fieldName
      .replace(/\[\](?=\[)/g, '[0]')
      .split(/[[\]]+/)
      .filter((key) => key !== '')
    const lastKey = keys.pop()
    let branch = root
    for (const key of keys) {
      const deeper = branch.get(key) ?? new Map()
      if (typeof deeper === 'string' || keys.length > maxNested) return undefined
      branch.set(key, deeper)
      branch = deeper
    }
    if (lastKey === undefined || branch.has(lastKey)) return undefined
    branch.set(lastKey, fieldText)
  }
  return root
}

/** Deeper names are not read. */
const maxNested = 16

/**
 * JSON of the tree. A number of at most 10 characters has no quotation marks. A longer number is taken for an id, and ids are strings. So is
 * `request_id`, whatever its length. With `areTexts`, every value is a string, as PHP and qs read a form.
 */
const jsonOfTree = (tree: Tree | string, { areTexts = false, memberName = '' } = {}): string => {
  if (typeof tree === 'string')
    return !areTexts && memberName !== 'request_id' && tree.length <= 10 && isNumber(tree) && bare.test(tree)
      ? tree
      : JSON.stringify(tree)
  const memberTexts = Array.from(tree, ([memberName, child]) => jsonOfTree(child, { areTexts, memberName }))
  const memberNames = [...tree.keys()]
  return memberNames.every((memberName, i) => memberName === String(i))
    ? `[${memberTexts.join()}]`
    : `{${memberNames.map((memberName, i) => `${JSON.stringify(memberName)}:${memberTexts[i]}`).join()}}`
}

/** Forms of a body that is a form or a multipart form: JSON, one value alone, or the other kind of form. */
function* formsOfForm(formText: string): Generator<Form> {
  const fields = singleFieldsOf(formText)
  if (fields !== undefined) yield* jsonOfFields(fields, 'JSON was signed, and a form was sent')
  const multipart = multipartFields(formText)
  for (const [fieldName, fieldText] of fields ?? multipart ?? [])
    yield [`the value of ${fieldName} alone was signed, and a form was sent`, fieldText]
  yield* jsonWithLists(formText)
  const listed = fields ?? multipart ?? numberedItems(repeatableFieldsOf(formText) ?? [])
  const tree = /[[%]/.test(formText) ? treeOfFields(listed) : undefined
  if (tree !== undefined && tree.size > 0) {
    const detail = 'JSON was signed, and a form with brackets in its names was sent (PHP, qs)'
    yield [detail, jsonOfTree(tree)]
    yield [detail, asciiJson(jsonOfTree(tree)).replaceAll('/', '\\/')]
    const ofTexts = jsonOfTree(tree, { areTexts: true })
    yield [detail, ofTexts]
    yield [detail, asciiJson(ofTexts).replaceAll('/', '\\/')]
  }
  if (multipart === undefined) return
  const detail = 'the fields were signed in another form, and a multipart form was sent'
  yield* jsonOfFields(multipart, detail)
  for (const formOfFields of writeFields(multipart)) yield [detail, formOfFields]
}

/** The fields of a multipart form as any library writes them in a query, in their order and sorted, and as JSON with lists. */
function* formsOfMultipart(formText: string): Generator<Form> {
  const fields = multipartFields(formText)
  if (fields === undefined) return
  const sorted = fields.toSorted(([a], [b]) => compare(a, b))
  for (const { suffix, ordered } of [
    { suffix: '', ordered: fields },
    { suffix: ', sorted', ordered: sorted },
  ]) {
    for (const { name: encoderName, encode } of [unencoded, ...encoders]) {
      const query = ordered.map((field) => field.map(encode).join('=')).join('&')
      yield [`the fields of the multipart form were signed as a form, by ${encoderName}${suffix}`, query]
    }
    yield [`the fields of the multipart form were signed as JSON, with lists${suffix}`, jsonWithValueLists(ordered)]
  }
  yield* valuesEncoded(formText, fields)
}

const compare = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const unencoded = { name: 'nothing', encode: (component: string) => component }

/**
 * JSON of the fields of a multipart form, in one way only: fields of one name become a list, and every
 * value is a string. `a=1`, `a=2` and `b=3` give `{"a":["1","2"],"b":"3"}`.
 */
const jsonWithValueLists = (fields: Fields): string => {
  const valuesByName = new Map<string, ReadonlyArray<string>>()
  for (const [fieldName, fieldText] of fields)
    valuesByName.set(fieldName, [...(valuesByName.get(fieldName) ?? []), fieldText])
  const members = Array.from(
    valuesByName,
    ([fieldName, fieldTexts]) => [fieldName, fieldTexts.length > 1 ? fieldTexts : fieldTexts[0]] as const,
  )
  return JSON.stringify(Object.fromEntries(members))
}

/** The multipart form with each of its values written by an encoder. */
function* valuesEncoded(formText: string, fields: Fields): Generator<Form> {
  for (const { name: encoderName, encode } of encoders) {
    let written = formText
    for (const [, fieldText] of fields)
      written = written.replace(`\r\n\r\n${fieldText}\r\n`, () => `\r\n\r\n${encode(fieldText)}\r\n`)
    yield [`the values of the multipart form were signed as ${encoderName} writes them`, written]
  }
}

/** The detail of the form that has the query in the place of the body. */
export const queryAgain = 'the query was signed as the body'

/** The query in place of the body, as it is or as JSON, for a request without a body. */
export function* queryAsBody(query: string): Generator<Form> {
  yield [queryAgain, query, true]
  const fields = singleFieldsOf(query)
  const jsonTexts = new Set(Array.from(fields === undefined ? [] : jsonOfFields(fields, ''), ([, json]) => json))
  for (const json of jsonTexts) yield [`${queryAsJson}${describeStyle(json)}`, json, true]
}

/** What begins the detail of a form that has the query as JSON in the place of the body. */
const queryAsJson = 'the query was signed as JSON in the body: '

/** Whether this form has the query as JSON in the place of the body. */
export const isQueryAsJson = (detail: string): boolean => detail.startsWith(queryAsJson)

/** How such JSON is written: its white space, its letters, and the values without quotation marks. */
const describeStyle = (json: string): string => {
  const members = Object.entries(JSON.parse(json) as object)
  const bareNames = members.flatMap(([name, value]) => (typeof value === 'string' ? [] : [name]))
  return [
    /^\{"(?:[^"\\]|\\.)*": /.test(json) ? 'with spaces' : 'compact',
    ...(/\\u[0-9a-f]{4}/.test(json) ? ['letters escaped'] : []),
    ...(bareNames.length === 0 ? [] : [`no quotes round ${bareNames.join(' and ')}`]),
  ].join(', ')
}

const asFormat = 'it was a format of printf, without values'
const withoutBackslashes = 'the backslashes were left out, as by read in a shell or stripslashes of PHP'

/** The sent text is JSON no more, and the signed one is: the backslashes came after signing. */
const beforeBackslashes = (sentBody: string): string => {
  const marks = new Set(Array.from(sentBody.matchAll(/\\([\s\S])/g), ([, mark = '']) => mark))
  if ([...marks].every((mark) => escapedByQuoting.has(mark)))
    return 'before backslashes were added, as by addslashes of PHP or escapeJavaScript of API Gateway'
  const [mark = ''] = marks
  return marks.size === 1 && /^[!-/:-@[-`{-~]$/.test(mark)
    ? `before a backslash was put before each ${mark}`
    : 'before backslashes were added'
}

/** The marks that functions for string literals escape. */
const escapedByQuoting: ReadonlySet<string> = new Set(['"', "'", '\\', '/'])

/** The body after a shell took it without quotation marks, read it with `read`, or printed it with `echo` or `printf`. */
function* formsByShell(body: string): Generator<Form> {
  const squeezed = body.replace(/\s+/g, ' ').trim()
  // Serializers write this text too, unless a blank follows its bracket.
  if (/^[[{] /.test(squeezed) || valueIn(squeezed) !== valueIn(body))
    yield ['each run of white space became one space', squeezed]
  const withoutSpaces = body.replace(/\s+/g, '')
  const hasSpaceInQuotes = body
    .split('"')
    .slice(1, -1)
    .some((quoted) => /\s/.test(quoted))
  if (hasSpaceInQuotes && valueIn(withoutSpaces) !== valueIn(body))
    yield ['all white space was left out, also within strings', withoutSpaces]
  const words = body.split(/\s+/).filter((word) => word !== '')
  if (/\S[ \t]+\S/.test(body)) {
    yield ['each word on a line of its own, as by printf in a shell', words.join('\n')]
    yield ['each word on a line of its own, as by printf in a shell, and a line end', `${words.join('\n')}\n`]
    yield ['only its first word', words[0] ?? '']
  }
  const unescaped = body.replace(/\\([\s\S])/g, '$1')
  // JSON that has the same content is one more way to write it.
  if (valueIn(unescaped) === undefined || valueIn(unescaped) !== valueIn(body))
    yield [isJson(unescaped) && !isJson(body) ? beforeBackslashes(body) : withoutBackslashes, unescaped]
  yield [
    'words after @ or $ were replaced by nothing, as empty variables',
    body.replace(/(?<!\\)[@$][A-Za-z_]\w*/g, ''),
  ]
  const printed = printfWithoutValues(body)
  yield [asFormat, printed]
  const withEscapesRead = readEchoEscapes(printed.replaceAll('\\"', '"'))
  if (isJson(withEscapesRead)) return
  // Without a conversion in the body, other functions write the same.
  const reader =
    printed === body ? 'its escapes read, as by stripcslashes of PHP or by printf' : `${asFormat}, its escapes read`
  yield [reader, withEscapesRead]
}

/** Plus signs and spaces confused, as where a value passed through a form on its way. */
function* plusesAsSpaces(body: string): Generator<Form> {
  if (isForm(body)) return
  yield ['a space for each +', body.replaceAll('+', ' ')]
  yield ['+ for each space', body.replaceAll(' ', '+')]
  yield ['%20 for each space', body.replaceAll(' ', '%20')]
  yield ['%2B for each +', body.replaceAll('+', '%2B')]
  yield ['a space for each %20', body.replaceAll('%20', ' ')]
}

/** Marks that a function for another kind of text removes. */
function* marksRemoved(body: string): Generator<Form> {
  yield ['all letters in lower case', body.toLowerCase()]
  yield ['all letters in upper case', body.toUpperCase()]
  if (/^\s/.test(body)) yield ['without the white space at both ends', body.trim()]
  yield ["each ' was left out, as by a shell or MessageFormat of Java", body.replaceAll("'", '')]
  yield ['tags were left out, as by strip_tags of PHP', isXml(body) ? body : body.replace(/<[^<>]*>/g, '')]
  yield ['<br /> before each line end, as by nl2br of PHP', body.replace(/\r?\n/g, '<br />$&')]
}

const isXml = (body: string): boolean => body.startsWith('<')

const stringLiteral = /"(?:[^"\\]|\\.)*"/g

/** White space within strings as a single space, as programs make a query of GraphQL shorter. */
function* linesInStrings(json: string): Generator<Form> {
  const shorten = (literal: string): string =>
    literal.includes('\\n') ? JSON.stringify((JSON.parse(literal) as string).replace(/\s+/g, ' ').trim()) : literal
  yield ['white space within strings as a single space', json.replace(stringLiteral, shorten)]
}

/** The text that JavaScript has spread into an object: `{...text}` has a member for each character. */
function* spreadText(json: string): Generator<Form> {
  if (!/^\{"0":"/.test(json)) return
  const characters: Array<string> = []
  for (const [name, value] of Object.entries(JSON.parse(json) as object)) {
    if (name !== String(characters.length) || typeof value !== 'string' || value.length !== 1) break
    characters.push(value)
  }
  if (characters.length > 1) yield [textSpread, characters.join('')]
}

/** The detail of a text that was spread into its characters when it was sent. */
export const textSpread = 'the text whose characters were sent as members'

/** The first line, signed by a function that reads one line. */
function* firstLine(body: string): Generator<Form> {
  const [, firstLineText = '', end = ''] = /^([^\r\n]*)(\r?\n)\s*\S/.exec(body) ?? []
  if (firstLineText === '') return
  yield ['its first line alone', firstLineText]
  yield ['its first line alone, with its line end', firstLineText + end]
}

/** More members, or longer texts, take too long: the list is compared with the members of every object. */
const maxListed = 32
const maxReplaced = 16_384

/** `JSON.stringify(body, Object.keys(body))` of JavaScript: deeper members whose names the outermost object lacks are left out. */
function* withReplacerList(json: string): Generator<Form> {
  const parsed: unknown = JSON.parse(json)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return
  const memberNames = Object.keys(parsed)
  if (memberNames.length > maxListed || json.length > maxReplaced) return
  if (JSON.stringify(parsed, memberNames).length === JSON.stringify(parsed).length) return
  const detail = areLeftOutEmpty(parsed, memberNames) ? emptyLeftOut : withoutUnlisted
  yield [detail, JSON.stringify(parsed, memberNames)]
  yield [`${detail}, sorted`, JSON.stringify(parsed, memberNames.toSorted())]
}

const withoutUnlisted =
  'members whose names the outermost object lacks were left out (a list as replacer of JSON.stringify)'

/** More programs leave out empty members than use such a list. */
const emptyLeftOut = 'members within the JSON that hold nothing were left out'

/** Whether all members that the list leaves out hold nothing: `{"list":[""],"note":null}`. */
const areLeftOutEmpty = (json: unknown, listed: ReadonlyArray<string>): boolean => {
  if (typeof json !== 'object' || json === null) return true
  if (Array.isArray(json)) return json.every((item) => areLeftOutEmpty(item, listed))
  return Object.entries(json).every(([name, member]) =>
    listed.includes(name) ? areLeftOutEmpty(member, listed) : holdsNothing(member),
  )
}

const holdsNothing = (json: unknown): boolean => {
  if (typeof json === 'string') return json.trim() === ''
  return json === null || (typeof json === 'object' && Object.values(json).every(holdsNothing))
}

/** The value of a JSON text, in one spelling. Undefined if the text is not JSON. */
const valueIn = (json: string): string | undefined => (isJson(json) ? JSON.stringify(JSON.parse(json)) : undefined)

/**
 * All forms of a body whose content changed after signing. The more usual forms are `true`, so they are also tried together with a mistake
 * of another part. The others are `'alone'`.
 */
export function* changedText(body: string): Generator<Form> {
  if (body.length > maxRead) return
  yield* withRarity(true, formsOfForm(body))
  yield* withRarity(true, formsByShell(body))
  yield* withRarity('alone', firstLine(body))
  yield* withRarity('alone', plusesAsSpaces(body))
  yield* withRarity('alone', distinct([body], {}, marksRemoved(body)))
  yield* withRarity('alone', distinct([body], {}, formsOfMultipart(body)))
  if (!isJson(body)) return
  yield* withRarity('alone', withReplacerList(body))
  yield* withRarity('alone', distinct([body], {}, spreadText(body), linesInStrings(body)))
  const objects = objectsIn(body)
  const limits = { forms: 400, characters: 300_000 }
  yield* withRarity(
    true,
    distinct(
      [body],
      limits,
      namesRespelled(body, usualNamings),
      membersAdded(body, objects),
      membersAlone(body, objects),
    ),
  )
  yield* withRarity('alone', namesRespelled(body, seldomNamings))
  yield* withRarity('alone', distinct([body], { forms: 100, characters: 100_000 }, membersPicked(body, objects)))
  yield* withRarity('alone', distinct([body], {}, severalAdded(body, objects)))
}

/** The beginning of a body that a program signs if it counts characters where it should count bytes. */
export const cutShort = (bytes: Bytes.Bytes, body: string): ReadonlyArray<Form<Bytes.Bytes>> => [
  ['cut short: its number of UTF-16 units was used as its number of bytes', bytes.subarray(0, body.length), true],
  ['cut short: its number of characters was used as its number of bytes', bytes.subarray(0, [...body].length), true],
]
