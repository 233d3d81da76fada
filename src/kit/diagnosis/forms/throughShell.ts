/**
 * A body that a shell changed on its way to the program that sent it. PowerShell 5.1 and cmd take the quotation marks out of an
 * argument: `{"id":"7","a":1}` arrives as `{id:7,a:1}`. Then what was signed is the body with its marks put back.
 */
import { isJson } from './isJson.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

/** A longer body is no argument of a command. */
const maxLength = 32_768

/** A body in quotation marks that belong to the shell. */
const enclosed = /^\s*(['"`])([\s\S]*)\1\s*$/

/** A piece of JSON without quotation marks: punctuation, or a name or a value. */
interface Piece {
  readonly text: string
  readonly kind: 'punctuation' | 'name' | 'value'
}

/** Names end at a colon; values at a bracket, or at a comma before another value or a name. */
const bare = /[{}[\],]|(?<=[{,]\s*)[A-Za-z_][\w.-]*(?=\s*:)|:|[^\s{}[\],:][^{}[\],]*/g

const piecesOf = (text: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(bare)) {
    if (index > at) pieces.push({ text: text.slice(at, index), kind: 'punctuation' })
    const isName = /^[A-Za-z_][\w.-]*$/.test(found) && /^\s*:/.test(text.slice(index + found.length))
    const isMark = /^[{}[\],:]$/.test(found)
    pieces.push({ text: found, kind: isMark ? 'punctuation' : isName ? 'name' : 'value' })
    at = index + found.length
  }
  return [...pieces, { text: text.slice(at), kind: 'punctuation' }]
}

/** A value that JSON has without quotation marks. It may have stood in them all the same. */
const isLiteral = (text: string): boolean =>
  /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/.test(text)

/** More literals have too many choices; longer digits are ids, and stood in quotation marks. */
const maxChosen = 6

/** The text with its quotation marks put back, in every way in which literals may have stood in some. */
function* requoted(text: string): Generator<Form> {
  if (!/^\s*[{[]/.test(text) || text.includes('"')) return
  const pieces = piecesOf(text)
  const loose = pieces.flatMap(({ text: own, kind }, i) => (kind === 'value' && isLiteral(own.trim()) ? [i] : []))
  const long = loose.filter((i) => /^\d{9,}$/.test(pieces[i]?.text.trim() ?? ''))
  const choices = loose.length > maxChosen ? [[], loose, long] : subsets(loose)
  for (const inMarks of choices) {
    const written = pieces.map(({ text: own, kind }, i) => {
      const isQuoted = kind === 'name' || (kind === 'value' && (!isLiteral(own.trim()) || inMarks.includes(i)))
      return isQuoted ? own.replace(/^(\s*)([\s\S]*?)(\s*)$/, '$1"$2"$3') : own
    })
    const json = written.join('')
    const places = inMarks.map((i) => pieces[i]?.text).join(', ')
    if (isJson(json)) yield [`quotation marks were lost${places === '' ? '' : `, also round ${places}`}`, json]
  }
}

/** What may have been signed, where a shell has changed the body. Each form is named once. */
export function* throughShell(text: string): Generator<Form> {
  if (text.length > maxLength) return
  const [, mark = '', inner = ''] = enclosed.exec(text) ?? []
  if (mark !== '') yield [`the marks round the body, ${mark}, were sent with it`, inner]
  for (const [detail, json] of requoted(text)) yield [detail, json]
  if (mark !== '') for (const [detail, json] of requoted(inner)) yield [`${detail}; ${mark} round it was sent`, json]
  const unescaped = text.replaceAll('\\"', '"')
  if (isJson(unescaped) && !isJson(text)) yield ['backslashes before quotation marks were sent', unescaped]
  const single = text.replaceAll('""', '"')
  if (isJson(single) && !isJson(text)) yield ['quotation marks were sent twice', single]
}
