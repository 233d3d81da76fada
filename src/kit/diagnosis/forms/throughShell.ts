/**
 * A body that a shell changed on its way to the program that sent it. PowerShell 5.1 and cmd take the quotation marks out of an
 * argument: `{"id":"7","a":1}` arrives as `{id:7,a:1}`. The forms put the marks back, as in the text that was signed.
 */

import { isJson } from './isJson.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

/** A longer body is no argument of a command. */
const maxLength = 32_768

/** A body in quotation marks that belong to the shell. */
const enclosed = /^\s*(['"`])([\s\S]*)\1\s*$/

/** A token of JSON without quotation marks: punctuation, a name or a value. White space belongs to punctuation. */
interface Piece {
  readonly text: string
  readonly kind: 'punctuation' | 'name' | 'value'
}

/** A bracket, a comma, a colon, a name before a colon, or a value up to the next bracket or comma. */
const bare = /[{}[\],]|(?=[A-Za-z_])(?<=[{,]\s*)[A-Za-z_][\w.-]*(?=\s*:)|:|[^\s{}[\],:][^{}[\],]*/g

const tokensOf = (unquoted: string): ReadonlyArray<Piece> => {
  const tokens: Array<Piece> = []
  let offset = 0
  for (const { 0: token, index } of unquoted.matchAll(bare)) {
    if (index > offset) tokens.push({ text: unquoted.slice(offset, index), kind: 'punctuation' })
    const isName = /^[A-Za-z_][\w.-]*$/.test(token) && /^\s*:/.test(unquoted.slice(index + token.length))
    const isMark = /^[{}[\],:]$/.test(token)
    tokens.push({ text: token, kind: isMark ? 'punctuation' : isName ? 'name' : 'value' })
    offset = index + token.length
  }
  return [...tokens, { text: unquoted.slice(offset), kind: 'punctuation' }]
}

/** Whether JSON has this value without quotation marks. The caller may still have written it as a string. */
const isLiteral = (token: string): boolean =>
  /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/.test(token)

/** More literals have too many choices. Then the long numbers, which are ids, are tried as strings. */
const maxChosen = 6

/** The text with its quotation marks put back: round all names and strings, and round every choice of the literals. */
function* requoted(unquoted: string): Generator<Form> {
  if (!/^\s*[{[]/.test(unquoted) || unquoted.includes('"')) return
  const tokens = tokensOf(unquoted)
  const loose = tokens.flatMap(({ text: token, kind }, i) => (kind === 'value' && isLiteral(token.trim()) ? [i] : []))
  const long = loose.filter((i) => /^\d{9,}$/.test(tokens[i]?.text.trim() ?? ''))
  const choices = loose.length > maxChosen ? [[], loose, long] : subsets(loose)
  for (const inMarks of choices) {
    const written = tokens.map(({ text: token, kind }, i) => {
      const isQuoted = kind === 'name' || (kind === 'value' && (!isLiteral(token.trim()) || inMarks.includes(i)))
      return isQuoted ? token.replace(token.trim(), '"$&"') : token
    })
    const json = written.join('')
    const places = inMarks.map((i) => tokens[i]?.text).join(', ')
    if (isJson(json)) yield [`quotation marks were lost${places === '' ? '' : `, also round ${places}`}`, json]
  }
}

/** The bodies that a shell may have turned into this one. */
export function* throughShell(body: string): Generator<Form> {
  if (body.length > maxLength) return
  const [, mark = '', inner = ''] = enclosed.exec(body) ?? []
  if (mark !== '') yield [`the marks round the body, ${mark}, were sent with it`, inner]
  for (const [detail, json] of requoted(body)) yield [detail, json]
  if (mark !== '') for (const [detail, json] of requoted(inner)) yield [`${detail}; ${mark} round it was sent`, json]
  const unescaped = body.replaceAll('\\"', '"')
  if (isJson(unescaped) && !isJson(body)) yield ['backslashes before quotation marks were sent', unescaped]
  const single = body.replaceAll('""', '"')
  if (isJson(single) && !isJson(body)) yield ['quotation marks were sent twice', single]
}
