/** A strict reader of JSON that keeps how each number was spelled. */
import { type Part, refuse } from './switches.ts'

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

const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const text = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y
/** What a careless reader takes for a number. */
const looseNumber = /[+-]?[0-9]*\.?[0-9]+\.?(?:[eE][+-]?[0-9]+)?/y
const literal = /true|false|null/y
const blank = /[ \t\n\r]*/y
const looseBlank = /\s*/y

/** Without the check, comments and the other names of JavaScript's numbers are taken too. */
const repair = (source: string): string =>
  source
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
    .replace(/("(?:[^"\\]|\\.)*")|\b(?:NaN|-?Infinity|undefined)\b/g, (_, quoted?: string) => quoted ?? '0')
    .replace(/'([^'"]*)'(?=\s*[:,}\]])/g, '"$1"')

export const json: Part<Json> = (f, { on }) => {
  const malformed = (): never => refuse('job_malformed')
  const invalid = (): never => refuse('job_invalid')

  const reader = (source: string) => {
    let at = 0
    const blanks = on('json-syntax') ? blank : looseBlank
    const take = (pattern: RegExp): RegExpExecArray | undefined => {
      pattern.lastIndex = at
      const found = pattern.exec(source)
      if (found !== null) at = pattern.lastIndex
      return found ?? undefined
    }
    const takes = (character: string): boolean => {
      if (source[at] !== character) return false
      at += 1
      take(blanks)
      return true
    }
    const string = (): string => {
      const [quoted] = take(text) ?? malformed()
      take(blanks)
      const controls = [...quoted].some((character) => character < ' ')
      if (on('json-syntax') && controls) malformed()
      const value = (controls ? quoted.slice(1, -1) : JSON.parse(quoted)) as string
      if (on('json-surrogates') && /[\uD800-\uDFFF]/u.test(value)) invalid()
      return value
    }
    /** What stands between commas, up to the closing bracket. */
    const list = <A>(close: string, item: () => A): ReadonlyArray<A> => {
      const items: Array<A> = []
      if (takes(close)) return items
      do {
        // Without the check a comma may trail.
        if (!on('json-syntax') && source[at] === close) break
        items.push(item())
      } while (takes(','))
      if (!takes(close)) malformed()
      return items
    }
    /** `depth` counts the arrays and objects around it. */
    const value = (depth: number): Node => {
      const opens = source[at] === '{' || source[at] === '['
      if (on('json-depth') && opens && depth >= 128) invalid()
      if (takes('{')) {
        const names = new Set<string>()
        const members = list('}', () => {
          const name = string()
          if (on('json-names') && names.has(name)) invalid()
          names.add(name)
          if (!takes(':')) malformed()
          return [name, value(depth + 1)] as const
        })
        return { kind: 'object', members }
      }
      if (takes('[')) return { kind: 'array', items: list(']', () => value(depth + 1)) }
      if (source[at] === '"') return { kind: 'string', value: string() }
      const scalar = take(on('json-syntax') ? number : looseNumber)?.[0]
      if (scalar !== undefined) {
        take(blanks)
        if (on('json-numbers') && Math.abs(f.toNumber(scalar)) > Number.MAX_SAFE_INTEGER) invalid()
        return { kind: 'number', text: scalar }
      }
      const [word] = take(literal) ?? malformed()
      take(blanks)
      return { kind: 'literal', value: word === 'null' ? null : word === 'true' }
    }
    return { value, start: () => take(blanks), atEnd: () => at === source.length }
  }

  return {
    decodeUtf8: (bytes) => {
      const decoded = bytes.toString('utf8')
      if (on('json-utf8') && !Buffer.from(decoded, 'utf8').equals(bytes)) malformed()
      if (on('json-utf8') && decoded.startsWith('\ufeff')) malformed()
      return decoded.replace(/^\ufeff/, '')
    },

    readJson: (source) => {
      const { value, start, atEnd } = reader(on('json-syntax') ? source : repair(source))
      start()
      const node = value(0)
      if (on('json-syntax') && !atEnd()) malformed()
      return node
    },

    // Minus zero is read as zero.
    toNumber: (scalar) => Number(scalar) + 0,

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
  }
}
