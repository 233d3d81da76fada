/**
 * A body that a shell changed on its way to the program that sent it. PowerShell 5.1 and cmd take the quotation marks out of an
 * argument: `{"id":"7","a":1}` arrives as `{id:7,a:1}`. The forms put the marks back, as in the text that was signed.
 */

import type { Telling } from '../Telling.ts'
import { isJson } from './isJson.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

/** A longer body is no argument of a command. */
const maxLength = 32_768

/** A body in quotation marks that belong to the shell. */
const enclosed = /^\s*(['"`])([\s\S]*)\1\s*$/

/** The details of these forms, or their beginnings. */
const marksRound = 'the marks round the body, '
const marksLost = 'quotation marks were lost'
const backslashesSent = 'backslashes before quotation marks were sent'
const marksTwice = 'quotation marks were sent twice'

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
    if (isJson(json)) yield [`${marksLost}${places === '' ? '' : `, also round ${places}`}`, json]
  }
}

/** The bodies that a shell may have turned into this one. */
export function* throughShell(body: string): Generator<Form> {
  if (body.length > maxLength) return
  const [, mark = '', inner = ''] = enclosed.exec(body) ?? []
  if (mark !== '') yield [`${marksRound}${mark}, were sent with it`, inner]
  for (const [detail, json] of requoted(body)) yield [detail, json]
  if (mark !== '') for (const [detail, json] of requoted(inner)) yield [`${detail}; ${mark} round it was sent`, json]
  const unescaped = body.replaceAll('\\"', '"')
  if (isJson(unescaped) && !isJson(body)) yield [backslashesSent, unescaped]
  const single = body.replaceAll('""', '"')
  if (isJson(single) && !isJson(body)) yield [marksTwice, single]
}

const sendFromFile =
  'Send exactly the bytes that are signed. From a command, send the body from a file, for example with --data-binary @FILE of curl.'

/** The words for such a form, by its detail. The texts show the marks, and not which program changed them. */
export const shellTelling = (detail: string): Telling | undefined => {
  const what = shellWords(detail)
  return what === undefined ? undefined : { detail, what, remedy: sendFromFile }
}

const shellWords = (detail: string): string | undefined => {
  if (detail === backslashesSent)
    return 'The caller signed the body without backslashes before its quotation marks, but sent it with them. Shells may leave such backslashes in a body, and functions such as addslashes of PHP write them.'
  if (detail === marksTwice)
    return 'The caller signed each quotation mark of the body once, but sent it twice. Shells of Windows write a quotation mark within quotation marks twice.'
  if (detail.startsWith(marksRound))
    return `The caller signed the body without the marks ${detail[marksRound.length]} round it, but sent it with them. Not every shell takes such marks away: cmd of Windows leaves single quotes.`
  if (!detail.startsWith(marksLost)) return undefined
  const [, mark] = /; (.) round it was sent$/.exec(detail) ?? []
  return mark === undefined
    ? 'The caller signed the body with its quotation marks, but sent it without them. Windows PowerShell and cmd take the quotation marks out of an argument.'
    : `The caller signed the body with its quotation marks, but sent it without them, and with the marks ${mark} round it. Windows PowerShell and cmd take the quotation marks out of an argument.`
}
