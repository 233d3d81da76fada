/**
 * An object as a program prints it for a programmer, as JSON: what `console.log` of Node writes, and `print` of Python for a dict.
 *
 *     { method: 'POST', url: '/v1/jobs', headers: { host: 'h' }, body: <Buffer 7b 7d> }
 *     {'method': 'POST', 'url': '/v1/jobs', 'headers': {'Host': 'h'}, 'body': b'{}', 'retries': None}
 */

/** A token: a text in quotes, a Buffer, a class or a reference before a brace, a name, a number, punctuation, blanks. */
const piece =
  /(b?)(?:'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)"|`([^`\\]*(?:\\.[^`\\]*)*)`)|<Buffer((?: [0-9a-f]{2})*)( ?\.{3}[^>]*)?>|(<ref \*\d+>|(?:[A-Z]\w*|\[[\w: ]{1,64}\]) (?=[{[]))|([A-Za-z_$][\w$-]*)|(-?\d[\w.]*)|([{}[\]:,+])|(\s+)/gsy

const escapes = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|([\s\S]))/gi

const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' }

/** A text, of any characters, without the escapes of JavaScript, JSON, YAML and Python. */
export const unescaped = (text: string): string =>
  text.replace(escapes, (_, two?: string, four?: string, braced?: string, letter?: string) => {
    const digits = two ?? four ?? braced
    if (digits === undefined) return letters[letter ?? ''] ?? letter ?? ''
    const point = Number.parseInt(digits, 16)
    return point > 0x10ffff ? '' : String.fromCodePoint(point)
  })

const words: Readonly<Record<string, string>> = {
  undefined: 'null',
  None: 'null',
  True: 'true',
  False: 'false',
  null: 'null',
  true: 'true',
  false: 'false',
}

/** The object as JSON; undefined if the text is none, or leaves something out, as `[Object]` does. */
export const inspectedJson = (text: string): string | undefined => {
  const written: Array<string> = []
  let at = 0
  piece.lastIndex = 0
  for (let found = piece.exec(text); found !== null; found = piece.exec(text)) {
    at = piece.lastIndex
    const next = jsonOf(found, text.slice(at, at + mostBlanks))
    if (next === undefined) return undefined
    if (next !== '') append(written, next)
  }
  return at === text.length && /^[{[]/.test(written[0] ?? '') ? written.join('') : undefined
}

/** A character that JSON cannot hold outside of a text. */
const plus = '\u0001'

/** Between a name and its colon. */
const mostBlanks = 16

/** Node splits a long text into pieces with a plus between them. Blanks are left out. */
const append = (written: Array<string>, next: string): void => {
  const last = written.at(-1)
  const before = written.at(-2)
  if (last !== plus || before?.endsWith('"') !== true || !next.startsWith('"')) written.push(next)
  else written.splice(-2, 2, before.slice(0, -1) + next.slice(1))
}

/** Bytes beyond ASCII are no text. */
const quotedJson = (text: string, isBytes: boolean): string =>
  isBytes && /[\x80-\xff]/.test(text)
    ? JSON.stringify({ type: 'Buffer', data: Array.from(text, (c) => c.charCodeAt(0)) })
    : JSON.stringify(text)

const jsonOf = (found: RegExpExecArray, rest: string): string | undefined => {
  const [whole, prefix, single, double, back, buffer, cut, label, name, number, mark, blank] = found
  const quoted = single ?? double ?? back
  if (quoted !== undefined) return quotedJson(unescaped(quoted), prefix === 'b')
  if (buffer !== undefined) {
    if (cut !== undefined) return undefined
    const data = (buffer.match(/[0-9a-f]{2}/g) ?? []).map((hex) => Number.parseInt(hex, 16))
    return JSON.stringify({ type: 'Buffer', data })
  }
  if (label !== undefined) return ''
  if (name !== undefined) return /^\s*:/.test(rest) ? JSON.stringify(name) : words[name]
  if (number !== undefined) return /^\s*:/.test(rest) ? JSON.stringify(number) : number.replace(/n$/, '')
  if (mark === '+') return plus
  return mark ?? (blank === undefined ? whole : '')
}
