/**
 * A command of PowerShell, `Invoke-WebRequest` or `Invoke-RestMethod`, as developer tools copy it, or as a script has it, as long
 * as its values are literals. It is read, never run.
 */
import { sequenceS } from 'fp-ts/lib/Apply.js'
import * as E from 'fp-ts/lib/Either.js'
import { bytesBody, fileBody, requestSent } from './librarySent.ts'
import {
  type Fault,
  fault,
  letterEscapes,
  matchAt,
  ofText,
  type Reader,
  type Reading as ReadingOf,
} from './literals.ts'

/** A string, a table, or a value that only PowerShell knows. */
type Value =
  | { readonly _tag: 'Text'; readonly text: string; readonly isUtf8?: true }
  | { readonly _tag: 'Table'; readonly rows: ReadonlyArray<readonly [string, Value]> }
  | { readonly _tag: 'Unknown'; readonly at: number }

type Variables = ReadonlyMap<string, Value>

type Reading = ReadingOf<Value>

const notLiteral = 'PowerShell computes this value, and it is not in the text; write the value itself'
const notClosed = 'a quotation mark or a bracket opens here and is not closed; paste the whole command'

/** The offset behind blanks, and behind a backtick that continues the line. */
const skipped = (text: string, at: number): number => at + (matchAt(/(?:[ \t]|`\r?\n)*/y, text, at)?.[0].length ?? 0)

const escapes: Readonly<Record<string, string>> = { ...letterEscapes, a: '\x07', e: '\x1b' }

/** The inside of a string in double quotes, without what a variable or an expression puts into it. */
const expanded = (text: string, from: number, to: number, variables: Variables): E.Either<Fault, string> => {
  let value = ''
  const piece = /`u\{([0-9A-Fa-f]{1,6})\}|`([\s\S])|\$\(\[char\](\d{1,5})\)|\$\{?(\w+)\}?|(\$\()|""|[\s\S]/gy
  piece.lastIndex = from
  while (piece.lastIndex < to) {
    const at = piece.lastIndex
    const [all = '', point, letter, unit, name, computed] = piece.exec(text) ?? []
    if (computed !== undefined) return fault(at, notLiteral)
    if (point !== undefined) {
      const number = Number.parseInt(point, 16)
      if (number > 0x10ffff) return fault(at, 'this escape names no character; correct it')
      value += String.fromCodePoint(number)
    } else if (letter !== undefined) value += escapes[letter] ?? letter
    else if (unit !== undefined) value += String.fromCharCode(Number(unit))
    else if (name !== undefined) {
      const known = variables.get(name.toLowerCase())
      if (known?._tag !== 'Text') return fault(at, notLiteral)
      value += known.text
    } else value += all === '""' ? '"' : all
  }
  return E.right(value)
}

const text = (value: string, end: number): Reading => E.right({ value: { _tag: 'Text', text: value }, end })

const stringAt = (all: string, at: number, variables: Variables): Reading | undefined => {
  const single = matchAt(/'((?:[^']|'')*)'/y, all, at) ?? matchAt(/@'[ \t]*\r?\n([\s\S]*?)\r?\n'@/y, all, at)
  if (single !== null) {
    const inside = single[1] ?? ''
    return text(all[at] === "'" ? inside.replaceAll("''", "'") : inside, at + single[0].length)
  }
  const here = matchAt(/@"[ \t]*\r?\n([\s\S]*?)\r?\n"@/y, all, at)
  const double = here ?? matchAt(/"(?:[^"`]|`[\s\S]|"")*"/y, all, at)
  if (double === null) return /^@?["']/.test(all.slice(at, at + 2)) ? fault(at, notClosed) : undefined
  const end = at + double[0].length
  const from = here === null ? at + 1 : at + double[0].indexOf('\n') + 1
  const inside = expanded(all, from, from + (here === null ? double[0].length - 2 : (here[1] ?? '').length), variables)
  return E.isLeft(inside) ? inside : text(inside.right, end)
}

/** `@{ name = value }`; rows end at a line end or a semicolon. */
const tableAt = (all: string, from: number, variables: Variables): Reading => {
  const rows: Array<readonly [string, Value]> = []
  for (let at = from + 2; ; ) {
    at += matchAt(/(?:[\s;]|#[^\n]*)*/y, all, at)?.[0].length ?? 0
    if (all[at] === '}') return E.right({ value: { _tag: 'Table', rows }, end: at + 1 })
    if (at >= all.length) return fault(from, notClosed)
    const name = matchAt(/(["']?)([\w:-]+)\1\s*=\s*/y, all, at)
    if (name === null) return fault(at, notLiteral)
    const begin = at + name[0].length
    // No header is a table.
    const value = all.startsWith('@{', begin) ? fault(begin, notLiteral) : valueAt(all, begin, variables)
    if (E.isLeft(value)) return value
    rows.push([name[2] ?? '', value.right.value])
    at = value.right.end
  }
}

const utf8 = /\(\s*\[(?:System\.)?Text\.Encoding\]::UTF8\.GetBytes\(\s*/iy

/** A value; one that cannot be known ends with its word or its bracket. */
const valueAt = (all: string, at: number, variables: Variables): Reading => {
  const string = stringAt(all, at, variables)
  if (string !== undefined) return string
  if (all.startsWith('@{', at)) return tableAt(all, at, variables)
  const inBytes = matchAt(utf8, all, at)
  if (inBytes !== null) {
    const inner = stringAt(all, at + inBytes[0].length, variables)
    if (inner === undefined) return fault(at, notLiteral)
    if (E.isLeft(inner) || inner.right.value._tag !== 'Text') return inner
    const close = matchAt(/\s*\)\s*\)/y, all, inner.right.end)
    if (close === null) return fault(at, notLiteral)
    return E.right({ value: { ...inner.right.value, isUtf8: true }, end: inner.right.end + close[0].length })
  }
  const variable = matchAt(/\$(\w+)(?![\w.:[])/y, all, at)
  if (variable !== null) {
    const value = variables.get((variable[1] ?? '').toLowerCase()) ?? { _tag: 'Unknown', at }
    return E.right({ value, end: at + variable[0].length })
  }
  const bare = matchAt(/[^\s"'`$@(){};|]+/y, all, at)
  if (bare !== null) return text(bare[0], at + bare[0].length)
  return fault(at, notLiteral)
}

const commands = /(?:^|[\n;=|({])[ \t]*(Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b/i

/** Whether a line begins such a command, or the script that Chromium copies before it. */
export const beginsLikePowerShell = (line: string): boolean =>
  /^[ \t]*\$\w+(?:\.\w+)*[ \t]*[=(]/.test(line) || commands.test(line)

/** The variables that are set to a value before the command. */
const variablesIn = (script: string): Variables => {
  const variables = new Map<string, Value>()
  for (const { 0: all, 1: name = '', index } of script.matchAll(/^[ \t]*\$(\w+)[ \t]*=[ \t]*/gm)) {
    const at = index + all.length
    const value = valueAt(script, at, variables)
    if (E.isLeft(value) && value.left.what === notClosed) break
    const isWhole = E.isRight(value) && /^[ \t]*(?:\r?\n|;|$)/.test(script.slice(value.right.end, value.right.end + 80))
    variables.set(name.toLowerCase(), isWhole ? value.right.value : { _tag: 'Unknown', at })
  }
  return variables
}

/** Parameters without a value. */
const switches =
  /^(?:UseBasicParsing|Skip\w+|NoKeepAlive|DisableKeepAlive|PassThru|UseDefaultCredentials|Allow\w+|Preserve\w+|Resume|NoProxy|FollowRelLink)$/i

type Parameters = ReadonlyMap<string, Value>

const parametersAt = (all: string, from: number, variables: Variables): E.Either<Fault, Parameters> => {
  const parameters = new Map<string, Value>()
  for (let at = skipped(all, from); at < all.length && !/[\r\n|;)}]/.test(all[at] as string); at = skipped(all, at)) {
    const name = matchAt(/-([A-Za-z]+):?/y, all, at)
    const [, parameter = 'uri'] = name ?? []
    at = skipped(all, at + (name?.[0].length ?? 0))
    if (switches.test(parameter)) continue
    const value = valueAt(all, at, variables)
    if (E.isLeft(value)) return value
    parameters.set(parameter.toLowerCase(), value.right.value)
    at = value.right.end
  }
  return E.right(parameters)
}

/** The text of a value that must be known; undefined if there is none. */
const known = (value: Value | undefined, fallback: number): E.Either<Fault, string | undefined> => {
  if (value === undefined) return E.right(undefined)
  if (value._tag === 'Text') return E.right(value.text)
  return fault(value._tag === 'Unknown' ? value.at : fallback, notLiteral)
}

const headersOf = (
  value: Value | undefined,
  from: number,
): E.Either<Fault, ReadonlyArray<readonly [string, string]>> => {
  if (value === undefined) return E.right([])
  if (value._tag !== 'Table') return fault(value._tag === 'Unknown' ? value.at : from, notLiteral)
  const headers: Array<readonly [string, string]> = []
  for (const [name, each] of value.rows) {
    // A header that nobody signs may have any value.
    const isUsed = /^(?:authorization|host)$/i.test(name)
    const read = isUsed ? known(each, from) : E.right(undefined)
    if (E.isLeft(read)) return read
    if (read.right !== undefined) headers.push([name, read.right])
  }
  return E.right(headers)
}

/** Older releases than 7.4 send a body without a charset in Latin-1. */
const notesOn = (body: Value | undefined, type: string): ReadonlyArray<string> =>
  body?._tag === 'Text' && body.isUtf8 !== true && /[^\0-\x7f]/.test(body.text) && !/charset=["']?utf-?8/i.test(type)
    ? ['The body has letters beyond ASCII: PowerShell before 7.4 sends them as Latin-1; they were read as UTF-8.']
    : []

const noInvocation = 'there is no Invoke-WebRequest and no Invoke-RestMethod here; paste the whole script'

/** Reads the first `Invoke-WebRequest` or `Invoke-RestMethod`, with the variables that are set before it. */
export const readPowerShell: Reader = ofText((all) => {
  const found = commands.exec(all)
  if (found === null) return E.left({ at: 0, what: noInvocation, kind: 'unrecognized' })
  const from = found.index + found[0].length
  const parameters = parametersAt(all, from, variablesIn(all.slice(0, found.index)))
  if (E.isLeft(parameters)) return parameters
  const given = parameters.right
  const read = sequenceS(E.Applicative)({
    url: known(given.get('uri'), from),
    method: known(given.get('custommethod') ?? given.get('method'), from),
    headers: headersOf(given.get('headers'), from),
    body: known(given.get('body'), from),
    file: known(given.get('infile'), from),
  })
  if (E.isLeft(read)) return read
  const { url, method = 'GET', headers, body = '', file } = read.right
  if (url === undefined) return fault(from, 'there is no -Uri; paste the whole command')
  const type = known(given.get('contenttype'), from)
  const sent = requestSent({
    method: methodOf(method),
    url,
    headers,
    body: file === undefined ? bytesBody(body) : fileBody(file),
    notes: notesOn(given.get('body'), E.isRight(type) ? (type.right ?? '') : ''),
  })
  return E.isLeft(sent) ? fault(from, sent.left) : sent
})

/** PowerShell knows these by name, in any case. */
const methodOf = (name: string): string =>
  /^(?:get|head|post|put|delete|trace|options|merge|patch)$/i.test(name) ? name.toUpperCase() : name
