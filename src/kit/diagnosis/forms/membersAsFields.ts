/**
 * The members of a JSON object as the less usual forms of languages, and their values alone. formFields.ts has the usual ones. For
 * `{"b":["x","y"],"a":true}`:
 *
 *     b[]=x&b[]=y&a=1         a list with brackets, and true as PHP writes it
 *     a=True&b=x&b=y          sorted by name, a list as repeated fields, and true as Python prints it
 *     ["x","y"]|true          the values alone
 */
import { distinct } from './distinct.ts'
import { type Fields, rawText, writeFields } from './formFields.ts'
import { byName, textOfLiteral } from './jsonLiterals.ts'
import type { Node } from './jsonText.ts'
import { printedByPython } from './printedValue.ts'
import type { Form } from './Respelling.ts'

/** How a language writes `true`, `false` and `null` into a form. A field without a text is left out. */
interface Words {
  readonly detail: string
  readonly texts: Readonly<Record<string, string | undefined>>
}

const words: ReadonlyArray<Words> = [
  { detail: '', texts: {} },
  { detail: 'null left out', texts: { null: undefined } },
  { detail: 'null empty', texts: { null: '' } },
  { detail: 'true as 1 (PHP)', texts: { true: '1', false: '0', null: undefined } },
  { detail: 'true as 1 and false empty (PHP)', texts: { true: '1', false: '', null: '' } },
  { detail: 'True (Python)', texts: { true: 'True', false: 'False', null: 'None' } },
]

/** How names are made for the items of a list, and for the members of an object within the outermost. */
interface Naming {
  readonly detail: string
  readonly item: (name: string, index: number) => string
  readonly member: (name: string, key: string) => string
}

const inBrackets = (name: string, key: string): string => `${name}[${key}]`

const namings: ReadonlyArray<Naming> = [
  { detail: '', item: (name, index) => `${name}[${index}]`, member: inBrackets },
  { detail: 'lists as a[]', item: (name) => `${name}[]`, member: inBrackets },
  { detail: 'lists as repeated fields', item: (name) => name, member: inBrackets },
  { detail: 'objects as a.b', item: (name, index) => `${name}[${index}]`, member: (name, key) => `${name}.${key}` },
  { detail: 'lists as a.0', item: (name, index) => `${name}.${index}`, member: (name, key) => `${name}.${key}` },
]

const textIn = ({ texts }: Words, literal: string): string | undefined =>
  Object.hasOwn(texts, literal) ? texts[literal] : textOfLiteral(literal)

const fieldsWithin = (node: Node, name: string, naming: Naming, wordsOf: Words): Fields => {
  if (node._tag === 'Array')
    return node.items.flatMap((child, i) => fieldsWithin(child, naming.item(name, i), naming, wordsOf))
  if (node._tag === 'Object')
    return node.members.flatMap(([key, child]) =>
      fieldsWithin(child, naming.member(name, textOfLiteral(key)), naming, wordsOf),
    )
  const text = textIn(wordsOf, node.literal)
  return text === undefined ? [] : [[name, text]]
}

type ObjectNode = Extract<Node, { readonly _tag: 'Object' }>

const ofMembers = (tree: ObjectNode, write: (node: Node) => string): Fields =>
  tree.members.map(([name, child]) => [textOfLiteral(name), write(child)])

const isNull = (node: Node): boolean => node._tag === 'Scalar' && node.literal === 'null'

const withEmptyNull = (tree: ObjectNode): Fields => ofMembers(tree, (node) => (isNull(node) ? '' : rawText(node)))

const isFilled = ([, text]: readonly [string, string]): boolean => text !== '' && text !== 'null'

/** The same fields in the order of the JSON and sorted, all of them and those that are not empty. */
const arrangementsOf = (fields: Fields): ReadonlyArray<readonly [details: ReadonlyArray<string>, fields: Fields]> => [
  [[], fields],
  [['sorted'], fields.toSorted(byName)],
  [['empty ones left out'], fields.filter(isFilled)],
  [['sorted', 'empty ones left out'], fields.filter(isFilled).toSorted(byName)],
]

const asFields = 'fields of another form'
const asValues = 'only the values'

/** Both begin the detail of such a form. */
export const isOfAnotherForm = (detail: string): boolean => detail.startsWith(asFields)
export const isOfValuesAlone = (detail: string): boolean => detail.startsWith(asValues)

/** Fields that a form is made of, and the labels that name them. */
interface FieldList {
  readonly labels: ReadonlyArray<string>
  readonly fields: Fields
}

/** Every list of fields that the members become, each list once: most objects have neither lists nor `null`. */
export function* fieldListsOf(tree: ObjectNode): Generator<FieldList> {
  const seen = new Set<string>()
  const isNew = (fields: Fields): boolean => seen.size < seen.add(JSON.stringify(fields)).size
  for (const { labels, fields } of everyFieldList(tree)) {
    if (!isNew(fields)) continue
    for (const [details, chosen] of arrangementsOf(fields))
      if (chosen === fields || isNew(chosen))
        yield { labels: [...details, ...labels.filter((label) => label !== '')], fields: chosen }
  }
}

/** `stringify` of the module querystring of Node writes nothing for an object, and a field for each item of a list. */
const byQuerystring = (tree: ObjectNode): Fields =>
  tree.members.flatMap(([name, child]): Fields => {
    const values = child._tag === 'Array' ? child.items : [child]
    return values.map((value) => [textOfLiteral(name), value._tag !== 'Scalar' || isNull(value) ? '' : rawText(value)])
  })

/** JavaScript as it puts a value into a text. */
const inJavaScript = (node: Node): string => {
  if (node._tag === 'Scalar') return textOfLiteral(node.literal)
  return node._tag === 'Object'
    ? '[object Object]'
    : node.items.map((item) => (isNull(item) ? '' : inJavaScript(item))).join()
}

/** Payment services have a member for the signature, which is made of the others. */
const signatureName = /^(?:sign|signature|sig|hash|checksum|hmac|mac|sign_type|signType)$/i

function* everyFieldList(tree: ObjectNode): Generator<FieldList> {
  yield { labels: ['values as JSON'], fields: ofMembers(tree, rawText) }
  const unsigned = tree.members.filter(([name]) => !signatureName.test(textOfLiteral(name)))
  if (unsigned.length < tree.members.length)
    yield { labels: ['without the signature'], fields: ofMembers({ _tag: 'Object', members: unsigned }, rawText) }
  yield { labels: ['objects empty (querystring of Node)'], fields: byQuerystring(tree) }
  yield { labels: ['objects as [object Object] (JavaScript)'], fields: ofMembers(tree, inJavaScript) }
  yield { labels: ['values as JSON', 'null empty'], fields: withEmptyNull(tree) }
  for (const naming of namings)
    for (const wordsOf of words)
      yield {
        labels: [naming.detail, wordsOf.detail],
        fields: tree.members.flatMap(([name, child]) => fieldsWithin(child, textOfLiteral(name), naming, wordsOf)),
      }
  yield { labels: ['values as Python prints them'], fields: ofMembers(tree, printedByPython) }
}

function* formsOf({ labels, fields }: FieldList): Generator<Form> {
  let count = 0
  for (const text of writeFields(fields)) {
    const detail = [asFields, ...labels, `escapes ${++count}`].join(', ')
    yield [detail, text]
    // A loop that writes an & after each field.
    if (count === 4) yield [`${detail}, & after each`, `${text}&`]
  }
}

/** Between values that a program joins. */
const separators = ['', ',', '|', '&', ':', ';', '-', '_', ' ', '\n']

/** Whether two values or more have a text. One alone is told as such. */
const hasSeveralTexts = (fields: Fields): boolean => fields.filter(([, text]) => text !== '').length > 1

/** Whether the names are those of a text that was spread into its characters, which is told as such. */
const areNumbered = (fields: Fields): boolean => fields.every(([name], i) => name === String(i))

function* valuesOf(fields: Fields): Generator<Form> {
  if (!hasSeveralTexts(fields) || areNumbered(fields)) return
  for (const [details, chosen] of arrangementsOf(fields))
    for (const separator of chosen.length < 2 ? [] : separators)
      yield [
        [asValues, ...details, `${JSON.stringify(separator)} between`].join(', '),
        chosen.map(([, text]) => text).join(separator),
      ]
}

/** Other marks than = and & between names and values. */
const otherMarks = [
  [':', ','],
  ['=', ','],
  ['=', '|'],
  ['=', ';'],
  ['=', '\n'],
  [':', '\n'],
  [': ', '\n'],
  [':', ';'],
] as const

function* inOtherMarks(fields: Fields): Generator<Form> {
  for (const [details, chosen] of arrangementsOf(fields))
    for (const [sign, separator] of otherMarks)
      yield [
        [asFields, ...details, `${JSON.stringify(sign)} and ${JSON.stringify(separator)}`].join(', '),
        chosen.map((field) => field.join(sign)).join(separator),
      ]
}

function* everyForm(tree: ObjectNode): Generator<Form> {
  for (const list of fieldListsOf(tree)) yield* formsOf(list)
  const raw = ofMembers(tree, rawText)
  yield* valuesOf(raw)
  yield* valuesOf(withEmptyNull(tree))
  yield* inOtherMarks(raw)
}

/** So many characters of a name or a value show whether a text can begin with it. */
const firstCharacters = 32

/** The first characters, without half a letter. */
const beginningOf = (text: string): string =>
  text.length <= firstCharacters ? text : Array.from(text.slice(0, firstCharacters)).slice(0, -1).join('')

/** What a form begins with: the first characters of a name, with escapes or without, or those of a value. */
function* beginningsOf(tree: ObjectNode): Generator<string> {
  for (const [name, child] of tree.members) {
    for (const field of writeFields([[beginningOf(textOfLiteral(name)), '']])) yield field.slice(0, -1)
    // What is written for no value is empty, or begins with a separator.
    yield isNull(child) ? '' : beginningOf(rawText(child))
  }
}

/** Whether one of these forms can be the wanted text. */
const mayBeFields = (tree: ObjectNode, wanted: string): boolean => {
  // An object of empty objects and lists has no fields.
  if (wanted === '' || wanted === '&') return true
  for (const beginning of beginningsOf(tree)) if (wanted.startsWith(beginning)) return true
  return false
}

/** Each text counts as long as the JSON. */
const limits = { forms: 900, characters: 300_000 }

/** These forms of an object, each text once. None for any other value. With `wanted`, none if they all begin otherwise. */
export function* membersAsFields(tree: Node, json: string, wanted?: string): Generator<Form> {
  if (tree._tag !== 'Object' || tree.members.length === 0) return
  if (wanted === undefined || mayBeFields(tree, wanted)) yield* distinct([json], limits, everyForm(tree))
}
