/**
 * The JSON of a job, as the plain port reads it. The reader keeps how each number is spelled, because the integer rules need it:
 *
 *   {"seed":1.0}   an object whose member `seed` is the number with the text 1.0
 *
 * A text that is not JSON is refused as `job_malformed`; JSON that no job may have, such as a name twice, as `job_invalid`. With the check
 * `json-syntax` off, it reads what careless readers accept: comments, NaN, trailing commas, control characters.
 */
import { type Functions, type Part, refuse, type Switches } from './switches.ts'

export type Node =
  | { readonly kind: 'object'; readonly members: ReadonlyArray<readonly [name: string, value: Node]> }
  | { readonly kind: 'array'; readonly items: ReadonlyArray<Node> }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'literal'; readonly value: boolean | null }

export interface Json {
  readonly decodeUtf8: (bytes: Buffer) => string
  readonly readJson: (text: string) => Node
  readonly toValue: (node: Node) => unknown
  readonly toNumber: (text: string) => number
}

export const json: Part<Json> = (f, { on }) => ({
  decodeUtf8: (bytes) => {
    const decoded = bytes.toString('utf8')
    if (on('json-utf8') && !Buffer.from(decoded, 'utf8').equals(bytes)) malformed()
    if (on('json-utf8') && decoded.startsWith('\ufeff')) malformed()
    return decoded.replace(/^\ufeff/, '')
  },

  readJson: (text) => {
    const reading: Reading = { source: on('json-syntax') ? text : repair(text), offset: 0, on, toNumber: f.toNumber }
    skipBlanks(reading)
    const node = readValue(reading, 0)
    if (on('json-syntax') && reading.offset < reading.source.length) malformed()
    return node
  },

  // Minus zero is read as zero.
  toNumber: (text) => Number(text) + 0,

  toValue: (node) => {
    switch (node.kind) {
      case 'object': {
        const object = {}
        for (const [name, member] of node.members) {
          const value = f.toValue(member)
          // A plain assignment to __proto__ would set no member.
          Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
        }
        return object
      }
      case 'array':
        return node.items.map(f.toValue)
      case 'number':
        return f.toNumber(node.text)
      default:
        return node.value
    }
  },
})

const malformed = (): never => refuse('job_malformed')
const invalid = (): never => refuse('job_invalid')

/** Makes JSON of what careless readers accept: removes comments, reads NaN and Infinity as 0, and puts `'` for `"`. */
const repair = (source: string): string =>
  source
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
    .replace(/("(?:[^"\\]|\\.)*")|\b(?:NaN|-?Infinity|undefined)\b/g, (_, quoted?: string) => quoted ?? '0')
    .replace(/'([^'"]*)'(?=\s*[:,}\]])/g, '"$1"')

/** A text, and how far it is read. Each function below reads one thing at the offset, and the blanks after it. */
interface Reading {
  readonly source: string
  offset: number
  readonly on: Switches['on']
  readonly toNumber: Functions['toNumber']
}

const blanks = /[ \t\n\r]*/y
const looseBlanks = /\s*/y
const quotedText = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
/** What a careless reader takes for a number: `+1`, `01`, `.5`, `1.`. */
const looseNumber = /[+-]?[0-9]*\.?[0-9]+\.?(?:[eE][+-]?[0-9]+)?/y
const literal = /true|false|null/y

/** The text that matches at the offset; undefined if none does. */
const take = (reading: Reading, pattern: RegExp): string | undefined => {
  pattern.lastIndex = reading.offset
  const match = pattern.exec(reading.source)
  if (match === null) return undefined
  reading.offset = pattern.lastIndex
  return match[0]
}

const skipBlanks = (reading: Reading): void => {
  take(reading, reading.on('json-syntax') ? blanks : looseBlanks)
}

const isAt = ({ source, offset }: Reading, character: string): boolean => source[offset] === character

/** Whether the character is at the offset. If so, it is read. */
const takeCharacter = (reading: Reading, character: string): boolean => {
  if (!isAt(reading, character)) return false
  reading.offset += 1
  skipBlanks(reading)
  return true
}

/** `depth` is the number of arrays and objects around the value. */
const readValue = (reading: Reading, depth: number): Node => {
  const isNested = isAt(reading, '{') || isAt(reading, '[')
  if (reading.on('json-depth') && isNested && depth >= 128) invalid()
  if (takeCharacter(reading, '{')) return { kind: 'object', members: readMembers(reading, depth) }
  if (takeCharacter(reading, '['))
    return { kind: 'array', items: readList(reading, ']', () => readValue(reading, depth + 1)) }
  if (isAt(reading, '"')) return { kind: 'string', value: readString(reading) }
  return readNumber(reading) ?? readLiteral(reading)
}

const readMembers = (reading: Reading, depth: number): ReadonlyArray<readonly [name: string, value: Node]> => {
  const names = new Set<string>()
  return readList(reading, '}', () => {
    const name = readString(reading)
    if (reading.on('json-names') && names.has(name)) invalid()
    names.add(name)
    if (!takeCharacter(reading, ':')) malformed()
    return [name, readValue(reading, depth + 1)] as const
  })
}

/** The items between commas, up to and with the closing bracket. The opening one is read already. */
const readList = <A>(reading: Reading, close: ']' | '}', readItem: () => A): ReadonlyArray<A> => {
  const items: Array<A> = []
  if (takeCharacter(reading, close)) return items
  do {
    const isTrailingComma = items.length > 0 && isAt(reading, close)
    if (isTrailingComma && !reading.on('json-syntax')) break
    items.push(readItem())
  } while (takeCharacter(reading, ','))
  if (!takeCharacter(reading, close)) malformed()
  return items
}

const readString = (reading: Reading): string => {
  const quoted = take(reading, quotedText) ?? malformed()
  skipBlanks(reading)
  const hasControls = [...quoted].some((character) => character < ' ')
  if (reading.on('json-syntax') && hasControls) malformed()
  // JSON.parse would refuse a control character. So with the check off, such a text keeps its escapes.
  const value = hasControls ? quoted.slice(1, -1) : (JSON.parse(quoted) as string)
  const hasLoneSurrogate = /[\uD800-\uDFFF]/u.test(value)
  if (reading.on('json-surrogates') && hasLoneSurrogate) invalid()
  return value
}

const readNumber = (reading: Reading): Node | undefined => {
  const text = take(reading, reading.on('json-syntax') ? number : looseNumber)
  if (text === undefined) return undefined
  skipBlanks(reading)
  const isTooLarge = Math.abs(reading.toNumber(text)) > Number.MAX_SAFE_INTEGER
  if (reading.on('json-numbers') && isTooLarge) invalid()
  return { kind: 'number', text }
}

const readLiteral = (reading: Reading): Node => {
  const word = take(reading, literal) ?? malformed()
  skipBlanks(reading)
  return { kind: 'literal', value: word === 'null' ? null : word === 'true' }
}
