/**
 * A command of PowerShell as developer tools copy it, or as a script has it. Every value that the request needs must be a literal,
 * or a variable that is set to one: the script is read and never run.
 *
 *     $body = '{}'
 *     Invoke-RestMethod -Uri https://api.example/v1/jobs -Method Post -Headers @{ Authorization = '…' } -Body $body
 */
import { sequenceS } from 'fp-ts/lib/Apply.js'
import * as E from 'fp-ts/lib/Either.js'
import { bytesBody, fileBody, requestSent } from './librarySent.ts'
import { type Fault, fault, letterEscapes, ofText, type Reader, type Reading as ReadingOf } from './literals.ts'
import { matchAt } from './matchAt.ts'

/** A string, a table, or a value that only PowerShell knows. */
type Value =
  | { readonly _tag: 'Text'; readonly text: string; readonly isUtf8?: true }
  | { readonly _tag: 'Table'; readonly rows: ReadonlyArray<readonly [string, Value]> }
  | { readonly _tag: 'Unknown'; readonly at: number }

type Variables = ReadonlyMap<string, Value>

type Reading = ReadingOf<Value>

const notLiteral = 'PowerShell calculates this value, so it is not in the text; write the value here'
const notClosed = 'a quotation mark or a bracket opens here and is not closed; paste the whole command'
const notClosedAt = (at: number): E.Either<Fault, never> => E.left({ at, what: notClosed, kind: 'not closed' })

/** The offset after blanks, and after each backtick that continues the line. */
const skipBlanks = (script: string, start: number): number =>
  start + (matchAt(/(?:[ \t]|`\r?\n)*/y, script, start)?.[0].length ?? 0)

const escapes: Readonly<Record<string, string>> = { ...letterEscapes, a: '\x07', e: '\x1b' }

/** The parts of a string in double quotes, each with a sample. The first that matches counts. */
const stringParts: ReadonlyArray<RegExp> = [
  /`u\{(?<codePoint>[0-9A-Fa-f]{1,6})\}/, // `u{e9}
  /`(?<letter>[\s\S])/, // `n
  /\$\(\[char\](?<codeUnit>\d{1,5})\)/, // $([char]233), as Chromium writes a letter
  /\$\{?(?<variable>\w+)\}?/, // $id or ${id}
  /(?<expression>\$\()/, // the beginning of $(Get-Date)
  /(?<quotationMark>"")/, // ""
  /[\s\S]/, // any other character
]
const stringPart = new RegExp(stringParts.map(({ source }) => source).join('|'), 'y')

/** The inside of a string in double quotes. It refuses an expression, and a variable without a known text. */
const expandString = (script: string, start: number, end: number, variables: Variables): E.Either<Fault, string> => {
  let expansion = ''
  for (let offset = start; offset < end; offset = stringPart.lastIndex) {
    const match = matchAt(stringPart, script, offset)
    const part: Readonly<Partial<Record<string, string>>> = match?.groups ?? {}
    if (part.expression !== undefined) return fault(offset, notLiteral)
    if (part.codePoint !== undefined) {
      const number = Number.parseInt(part.codePoint, 16)
      if (number > 0x10ffff) return fault(offset, 'this escape is not the code of a character; correct it')
      expansion += String.fromCodePoint(number)
    } else if (part.letter !== undefined) expansion += escapes[part.letter] ?? part.letter
    else if (part.codeUnit !== undefined) expansion += String.fromCharCode(Number(part.codeUnit))
    else if (part.variable !== undefined) {
      const variable = variables.get(part.variable.toLowerCase())
      if (variable?._tag !== 'Text') return fault(offset, notLiteral)
      expansion += variable.text
    } else expansion += part.quotationMark === undefined ? (match?.[0] ?? '') : '"'
  }
  return E.right(expansion)
}

const readText = (string: string, end: number): Reading => E.right({ value: { _tag: 'Text', text: string }, end })

/** A string of either kind. Undefined if none begins here. */
const stringAt = (script: string, start: number, variables: Variables): Reading | undefined => {
  if (/^["']/.test(script[start] ?? '')) return quotedAt(script, start, variables)
  return /^@["']/.test(script.slice(start, start + 2)) ? hereStringAt(script, start, variables) : undefined
}

/** `'it''s'` as it is, or `"a$id"` with its escapes and variables. */
const quotedAt = (script: string, start: number, variables: Variables): Reading => {
  const isSingle = script[start] === "'"
  const match = matchAt(isSingle ? /'(?:[^']|'')*'/y : /"(?:[^"`]|`[\s\S]|"")*"/y, script, start)
  if (match === null) return notClosedAt(start)
  const end = start + match[0].length
  if (isSingle) return readText(script.slice(start + 1, end - 1).replaceAll("''", "'"), end)
  const inside = expandString(script, start + 1, end - 1, variables)
  return E.isLeft(inside) ? inside : readText(inside.right, end)
}

/** A here-string: the lines between `@'` and `'@` as they are, or those between `@"` and `"@` with their escapes and variables. */
const hereStringAt = (script: string, start: number, variables: Variables): Reading => {
  const isSingle = script[start + 1] === "'"
  const pattern = isSingle ? /(@'[ \t]*\r?\n)([\s\S]*?)\r?\n'@/y : /(@"[ \t]*\r?\n)([\s\S]*?)\r?\n"@/y
  const match = matchAt(pattern, script, start)
  if (match === null) return notClosedAt(start)
  const [whole, firstLine = '', lines = ''] = match
  const end = start + whole.length
  if (isSingle) return readText(lines, end)
  const insideStart = start + firstLine.length
  const inside = expandString(script, insideStart, insideStart + lines.length, variables)
  return E.isLeft(inside) ? inside : readText(inside.right, end)
}

/** `@{ name = value }`; rows end at a line end or a semicolon. */
const tableAt = (script: string, tableStart: number, variables: Variables): Reading => {
  const rows: Array<readonly [string, Value]> = []
  for (let offset = tableStart + 2; ; ) {
    offset += matchAt(/(?:[\s;]|#[^\n]*)*/y, script, offset)?.[0].length ?? 0
    if (script[offset] === '}') return E.right({ value: { _tag: 'Table', rows }, end: offset + 1 })
    if (offset >= script.length) return notClosedAt(tableStart)
    const rowName = matchAt(/(["']?)([\w:-]+)\1\s*=\s*/y, script, offset)
    if (rowName === null) return fault(offset, notLiteral)
    const cell = cellAt(script, offset + rowName[0].length, variables)
    if (E.isLeft(cell)) return cell
    rows.push([rowName[2] ?? '', cell.right.value])
    offset = cell.right.end
  }
}

/** A value that PowerShell computes, on one line and up to the end of its row: `(Get-Date)`, `$env:NAME`, `$job.id`, `$ids[0]`. */
const computedValue =
  /(?:\((?:[^()'"\n]|'[^'\n]*'|"[^"\n]*"|\([^()'"\n]*\))*\)|\$\w+(?:[:.]\w+|\[\w+\])+)(?=[ \t]*(?:[\r\n;}]|$))/y

/** The value in a row of a table. A computed value is unknown: it matters only if the request needs this row. */
const cellAt = (script: string, start: number, variables: Variables): Reading => {
  // No header is a table.
  if (script.startsWith('@{', start)) return fault(start, notLiteral)
  const known = valueAt(script, start, variables)
  const computed = E.isLeft(known) ? matchAt(computedValue, script, start) : null
  return computed === null ? known : E.right({ value: { _tag: 'Unknown', at: start }, end: start + computed[0].length })
}

/** `([Text.Encoding]::UTF8.GetBytes(`, before a string and two closing brackets. */
const utf8 = /\(\s*\[(?:System\.)?Text\.Encoding\]::UTF8\.GetBytes\(\s*/iy

/** A string, a table, the UTF-8 of a string, a variable or a bare word. A variable that was not set before is unknown. */
const valueAt = (script: string, start: number, variables: Variables): Reading => {
  const string = stringAt(script, start, variables)
  if (string !== undefined) return string
  if (script.startsWith('@{', start)) return tableAt(script, start, variables)
  const inBytes = matchAt(utf8, script, start)
  if (inBytes !== null) {
    const inner = stringAt(script, start + inBytes[0].length, variables)
    if (inner === undefined) return fault(start, notLiteral)
    if (E.isLeft(inner) || inner.right.value._tag !== 'Text') return inner
    const close = matchAt(/\s*\)\s*\)/y, script, inner.right.end)
    if (close === null) return fault(start, notLiteral)
    return E.right({ value: { ...inner.right.value, isUtf8: true }, end: inner.right.end + close[0].length })
  }
  // Neither `$job.id` nor `$env:NAME` nor `$ids[0]`: these are not variables alone.
  const variable = matchAt(/\$(\w+)(?![\w.:[])/y, script, start)
  if (variable !== null) {
    const assigned = variables.get((variable[1] ?? '').toLowerCase()) ?? { _tag: 'Unknown', at: start }
    return E.right({ value: assigned, end: start + variable[0].length })
  }
  const bare = matchAt(/[^\s"'`$@(){};|]+/y, script, start)
  if (bare !== null) return readText(bare[0], start + bare[0].length)
  return fault(start, notLiteral)
}

const commands = /(?:^|[\n;=|({])[ \t]*(Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b/i

/** Whether a line begins such a command, or the script that Chromium copies before it. */
export const beginsLikePowerShell = (firstLine: string): boolean =>
  /^[ \t]*\$\w+(?:\.\w+)*[ \t]*[=(]/.test(firstLine) || commands.test(firstLine)

/** Whether a script of PowerShell, from its first line on, has such a command. */
export const invokesPowerShell = (script: string): boolean =>
  beginsLikePowerShell(script.trimStart().split('\n', 1)[0] ?? '') && commands.test(script)

/** What begins a line that sets a variable or a row of a table: `$body = `, `$headers.Add(`, `$headers["Accept"] = `. */
const lineThatSets = /^[ \t]*\$(?<variable>\w+)(?:[ \t]*=[ \t]*|(?<row>\.Add\([ \t]*|\[(?=["'])))/gim

/** An empty table as a dictionary of .NET. Postman writes headers in this way. */
const newDictionary =
  /(?:New-Object[ \t]{1,8}["']?System\.Collections\.[\w.]{0,64}Dictionary[\w[\], .]{0,64}["']?|\[System\.Collections\.[\w.]{0,64}Dictionary[\w[\], .]{0,64}\]::new\(\))(?=[ \t]*(?:[\r\n;]|$))/iy

/** The variables that are set to a value before the command. */
const variablesIn = (script: string): Variables => {
  const variables = new Map<string, Value>()
  for (const match of script.matchAll(lineThatSets)) {
    const { variable = '', row } = match.groups ?? {}
    const variableName = variable.toLowerCase()
    const valueStart = match.index + match[0].length
    const set =
      row === undefined
        ? assignedAt(script, valueStart, variables)
        : rowAdded(script, valueStart, variables, variables.get(variableName))
    // The text or the table that begins here has no end, so all that follows is inside it. Each line of it would be read to the end again.
    if (E.isLeft(set) && set.left.kind === 'not closed') break
    const isWhole = E.isRight(set) && /^[ \t]*(?:\r?\n|;|$)/.test(script.slice(set.right.end, set.right.end + 80))
    variables.set(variableName, isWhole ? set.right.value : { _tag: 'Unknown', at: valueStart })
  }
  return variables
}

const assignedAt = (script: string, start: number, variables: Variables): Reading => {
  const dictionary = matchAt(newDictionary, script, start)
  return dictionary === null
    ? valueAt(script, start, variables)
    : E.right({ value: { _tag: 'Table', rows: [] }, end: start + dictionary[0].length })
}

/** The table with one more row: `"Accept", "text/html")` after `.Add(`, or `"Accept"] = "text/html"`. The last row of a name counts. */
const rowAdded = (script: string, start: number, variables: Variables, table: Value | undefined): Reading => {
  const name = stringAt(script, start, variables) ?? fault(start, notLiteral)
  if (E.isLeft(name)) return name
  const between = matchAt(/[ \t]*(?:,|\][ \t]*=)[ \t]*/y, script, name.right.end)
  if (between === null || name.right.value._tag !== 'Text' || table?._tag !== 'Table') return fault(start, notLiteral)
  const isCall = between[0].includes(',')
  const cell = cellAt(script, name.right.end + between[0].length, variables)
  if (E.isLeft(cell)) return cell
  const close = isCall ? matchAt(/[ \t]*\)/y, script, cell.right.end) : null
  if (isCall && close === null) return fault(start, notLiteral)
  const rowName = name.right.value.text
  const others = table.rows.filter(([otherName]) => otherName.toLowerCase() !== rowName.toLowerCase())
  const rows = [...others, [rowName, cell.right.value] as const]
  return E.right({ value: { _tag: 'Table', rows }, end: cell.right.end + (close?.[0].length ?? 0) })
}

/** Parameters without a value, among them those that every command has: `-Verbose` and `-Debug`. */
const switches =
  /^(?:Use(?:B\w*|D\w*)|ProxyUse\w*|Skip\w+|NoKeepAlive|DisableKeepAlive|PassThru|Allow\w+|Preserve\w+|Resume|NoProxy|FollowRelLink|Verb\w*|vb|Deb\w*|db)$/i

/** The parameters of a request, each with the fewest letters that tell it from the others: `-ur` is `-Uri`, as `-u` may be `-UserAgent`. */
const abbreviations: ReadonlyArray<readonly [parameter: string, fewest: number]> = [
  ['uri', 2],
  ['method', 2],
  ['custommethod', 2],
  ['headers', 2],
  ['body', 1],
  ['infile', 4],
  ['contenttype', 4],
]

/** The name in lower case; PowerShell takes the beginning of a name for the name. */
const fullName = (written: string): string => {
  const name = written.toLowerCase()
  if (name === 'cm') return 'custommethod'
  return abbreviations.find(([parameter, fewest]) => name.length >= fewest && parameter.startsWith(name))?.[0] ?? name
}

type Parameters = ReadonlyMap<string, Value>

/** At the end of the script, or of the command: a line end, a pipe, a semicolon or a closing bracket. */
const endsCommand = (script: string, offset: number): boolean => /^(?:[\r\n|;)}]|$)/.test(script[offset] ?? '')

/** A value without a name is the URL. */
const parametersAt = (script: string, start: number, variables: Variables): E.Either<Fault, Parameters> => {
  const parameters = new Map<string, Value>()
  let offset = skipBlanks(script, start)
  while (!endsCommand(script, offset)) {
    const nameMatch = matchAt(/-([A-Za-z]+)(:?)/y, script, offset)
    const [, parameter = 'uri', colon = ''] = nameMatch ?? []
    offset = skipBlanks(script, offset + (nameMatch?.[0].length ?? 0))
    // `-Verbose:$false` has a value. A value that begins like a parameter stands in quotes, or behind a colon.
    const isSwitch =
      switches.test(parameter) || (nameMatch !== null && /^-[A-Za-z]/.test(script.slice(offset, offset + 2)))
    if (isSwitch && colon === '') continue
    const argument = valueAt(script, offset, variables)
    if (E.isLeft(argument)) return argument
    parameters.set(fullName(parameter), argument.right.value)
    offset = skipBlanks(script, argument.right.end)
  }
  return E.right(parameters)
}

/** The text of a value that must be known; undefined if there is none. */
const textOfValue = (parameter: Value | undefined, fallback: number): E.Either<Fault, string | undefined> => {
  if (parameter === undefined) return E.right(undefined)
  if (parameter._tag === 'Text') return E.right(parameter.text)
  return fault(parameter._tag === 'Unknown' ? parameter.at : fallback, notLiteral)
}

const headersOf = (
  parameter: Value | undefined,
  commandEnd: number,
): E.Either<Fault, ReadonlyArray<readonly [string, string]>> => {
  if (parameter === undefined) return E.right([])
  if (parameter._tag !== 'Table') return fault(parameter._tag === 'Unknown' ? parameter.at : commandEnd, notLiteral)
  const headers: Array<readonly [string, string]> = []
  for (const [fieldName, cell] of parameter.rows) {
    // No verifier needs the other headers, so their values may be unknown. If they are known, they may be evidence.
    const isNeeded = /^(?:authorization|host)$/i.test(fieldName)
    const fieldValue = textOfValue(cell, commandEnd)
    if (E.isLeft(fieldValue) && isNeeded) return fieldValue
    if (E.isRight(fieldValue) && fieldValue.right !== undefined) headers.push([fieldName, fieldValue.right])
  }
  return E.right(headers)
}

/** A note on a body without a charset: PowerShell before 7.4 sends it in Latin-1. */
const notesOn = (body: Value | undefined, type: string): ReadonlyArray<string> =>
  body?._tag === 'Text' && body.isUtf8 !== true && /[^\0-\x7f]/.test(body.text) && !/charset=["']?utf-?8/i.test(type)
    ? ['The body has letters beyond ASCII. They were read as UTF-8, but PowerShell before 7.4 sends them as Latin-1.']
    : []

const noInvocation = 'there is no Invoke-WebRequest and no Invoke-RestMethod here; paste the whole script'

/** Reads the first `Invoke-WebRequest` or `Invoke-RestMethod`, with the variables that are set before it. */
export const readPowerShell: Reader = ofText((script) => {
  const invocation = commands.exec(script)
  if (invocation === null) return E.left({ at: 0, what: noInvocation, kind: 'unrecognized' })
  const commandEnd = invocation.index + invocation[0].length
  const parameters = parametersAt(script, commandEnd, variablesIn(script.slice(0, invocation.index)))
  if (E.isLeft(parameters)) return parameters
  const valuesByName = parameters.right
  const request = sequenceS(E.Applicative)({
    url: textOfValue(valuesByName.get('uri'), commandEnd),
    method: textOfValue(valuesByName.get('custommethod') ?? valuesByName.get('method'), commandEnd),
    headers: headersOf(valuesByName.get('headers'), commandEnd),
    body: textOfValue(valuesByName.get('body'), commandEnd),
    file: textOfValue(valuesByName.get('infile'), commandEnd),
  })
  if (E.isLeft(request)) return request
  const { url, method = 'GET', headers, body = '', file } = request.right
  if (url === undefined) return fault(commandEnd, 'there is no -Uri; paste the whole command')
  const type = textOfValue(valuesByName.get('contenttype'), commandEnd)
  const received = requestSent({
    method: methodOf(method),
    url,
    headers,
    body: file === undefined ? bytesBody(body) : fileBody(file),
    notes: notesOn(valuesByName.get('body'), E.isRight(type) ? (type.right ?? '') : ''),
  })
  return E.isLeft(received) ? fault(commandEnd, received.left) : received
})

/** PowerShell knows these by name, in any case. */
const methodOf = (method: string): string =>
  /^(?:get|head|post|put|delete|trace|options|merge|patch)$/i.test(method) ? method.toUpperCase() : method
