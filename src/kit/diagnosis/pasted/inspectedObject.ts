/**
 * An object as a program prints it for a programmer, as JSON: what `console.log` of Node writes, and `print` of Python for a dict.
 *
 *     { method: 'POST', url: '/v1/jobs', headers: { host: 'h' }, body: <Buffer 7b 7d> }
 *     {'method': 'POST', 'url': '/v1/jobs', 'headers': {'Host': 'h'}, 'body': b'{}', 'retries': None}
 */

/** The kinds of tokens. A program that prints bytes writes a `b` before their quotes. */
const tokens: ReadonlyArray<RegExp> = [
  /(?<prefix>b?)(?:'(?<single>[^'\\]*(?:\\.[^'\\]*)*)'|"(?<double>[^"\\]*(?:\\.[^"\\]*)*)"|`(?<back>[^`\\]*(?:\\.[^`\\]*)*)`)/,
  // <Buffer 7b 7d>, or <Buffer 7b 7d ... 90 more bytes>
  /<Buffer(?<buffer>(?: [0-9a-f]{2})*)(?<cut> ?\.{3}[^>]*)?>/,
  // A reference or a class before a brace: <ref *1>, Headers {, [Object: null prototype] {
  /(?<label><ref \*\d+>|(?:[A-Z]\w*|\[[\w: ]{1,64}\]) (?=[{[]))/,
  /(?<identifier>[A-Za-z_$][\w$-]*)/,
  /(?<number>-?\d[\w.]*)/,
  /(?<mark>[{}[\]:,+])/,
  /\s+/,
]

const tokenPattern = new RegExp(tokens.map(({ source }) => source).join('|'), 'gsy')

const escapes = /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}|U([0-9A-Fa-f]{8})|([\s\S]))/g

const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' }

/** A text, of any characters, without the escapes of JavaScript, JSON, YAML and Python. */
export const unescaped = (literal: string): string =>
  literal.replace(escapes, (_, two?: string, four?: string, braced?: string, eight?: string, letter?: string) => {
    const digits = two ?? four ?? braced ?? eight
    if (digits === undefined) return letters[letter ?? ''] ?? letter ?? ''
    const point = Number.parseInt(digits, 16)
    return point > 0x10ffff ? '' : String.fromCodePoint(point)
  })

/** The constants of both languages, in JSON. A Map, because an object also has `constructor` and the like. */
const constants: ReadonlyMap<string, string> = new Map([
  ['undefined', 'null'],
  ['None', 'null'],
  ['True', 'true'],
  ['False', 'false'],
  ['null', 'null'],
  ['true', 'true'],
  ['false', 'false'],
])

/**
 * The object in the notation of JSON; undefined if the text is no object, or leaves something out, as `[Object]` does. The caller must
 * still parse the result: tokens are translated one by one, so `{ a: 0x1f }` becomes `{"a":0x1f}`, which is not JSON.
 */
export const inspectedJson = (printedObject: string): string | undefined => {
  const written: Array<string> = []
  let offset = 0
  tokenPattern.lastIndex = 0
  for (let token = tokenPattern.exec(printedObject); token !== null; token = tokenPattern.exec(printedObject)) {
    offset = tokenPattern.lastIndex
    const json = jsonOf(token, printedObject.slice(offset, offset + mostBlanks))
    if (json === undefined) return undefined
    if (json !== '') append(written, json)
  }
  return offset === printedObject.length && /^[{[]/.test(written[0] ?? '') ? written.join('') : undefined
}

/** Stands for a plus. Where a plus is left over, as in `'x' + 1`, the result is not JSON, because JSON has no such character. */
const plus = '\u0001'

/** So many blanks may be between a name and its colon. */
const mostBlanks = 16

/** Node splits a long text into pieces with a plus between them. Blanks are left out. */
const append = (written: Array<string>, json: string): void => {
  const previous = written.at(-1)
  const beforePrevious = written.at(-2)
  if (previous !== plus || beforePrevious?.endsWith('"') !== true || !json.startsWith('"')) written.push(json)
  else written.splice(-2, 2, beforePrevious.slice(0, -1) + json.slice(1))
}

/** Bytes beyond ASCII are no text. */
const quotedJson = (literal: string, isBytes: boolean): string =>
  isBytes && /[\x80-\xff]/.test(literal)
    ? JSON.stringify({ type: 'Buffer', data: Array.from(literal, (c) => c.charCodeAt(0)) })
    : JSON.stringify(literal)

const jsonOf = (token: RegExpExecArray, following: string): string | undefined => {
  const { prefix, single, double, back, buffer, cut, label, identifier, number, mark } = token.groups ?? {}
  const quoted = single ?? double ?? back
  if (quoted !== undefined) return quotedJson(unescaped(quoted), prefix === 'b')
  if (buffer !== undefined) {
    if (cut !== undefined) return undefined
    const data = (buffer.match(/[0-9a-f]{2}/g) ?? []).map((hex) => Number.parseInt(hex, 16))
    return JSON.stringify({ type: 'Buffer', data })
  }
  if (label !== undefined) return ''
  if (identifier !== undefined) return /^\s*:/.test(following) ? JSON.stringify(identifier) : constants.get(identifier)
  if (number !== undefined) return /^\s*:/.test(following) ? JSON.stringify(number) : number.replace(/n$/, '')
  if (mark === '+') return plus
  // The token is a mark, or blanks: those are left out.
  return mark ?? ''
}
