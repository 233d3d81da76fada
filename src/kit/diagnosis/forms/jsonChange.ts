/**
 * How far the JSON that was signed differs from the JSON that was sent. Each family of forms makes changes of a few kinds alone: to spell
 * numbers otherwise never moves a member. So where both texts are known, the families of other kinds are not made at all.
 *
 *     jsonChange('{"a":1,"b":2}', '{"a": 1, "b": 2}')     'white space'
 *     jsonChange('{"a":1,"b":2}', '{"b":2,"a":1}')        'escapes or order'
 *     jsonChange('{"a":1,"b":2}', '{"b":2,"a":1.0}')      'numbers'
 *     jsonChange('{"a":1,"b":2}', '{"a":1}')              'values'
 *     jsonChange('{"a":1,"b":2}', '{"a":"x","b":2}')      'strings'
 *     jsonChange('{"a":1,"b":2}', '{"a":1.,"b":2}')       'no JSON'
 */
import { inspect } from '../../../core/untrusted.ts'
import { isNumber, jsonToken, withNumbersForInfinity } from './jsonText.ts'
import { isAddedName } from './retyped.ts'

/**
 * The kinds of changes, from the least. A change may also do what the kinds before it do, except for `no JSON`: such a text has
 * the strings of the sent one. `another text` is no JSON, and has not.
 */
export type JsonChange =
  | 'white space'
  | 'escapes or order'
  | 'numbers'
  | 'values'
  | 'strings'
  | 'no JSON'
  | 'another text'

const isReadable = (text: string): boolean => inspect(() => JSON.parse(text) !== undefined, false)

const isSameList = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && a.every((token, i) => token === b[i])

/** The tokens in an order of their own. A string is written without needless escapes. */
const contentOf = (tokens: ReadonlyArray<string>): ReadonlyArray<string> =>
  tokens.map((token) => (token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token)).toSorted()

const isNoNumber = (token: string): boolean => !isNumber(token)

/** A string that a program writes for a value of another type. */
const ofOtherType = /^"(?:true|false|null|-?\d[\d.eE+-]*)?"$/

/** Whether the signed text has a string that is neither one of the sent text nor a value of another type. */
const hasNewString = (sent: ReadonlyArray<string>, signed: ReadonlyArray<string>): boolean => {
  const known = new Set(sent)
  return signed.some(
    (token) =>
      token.startsWith('"') && !known.has(token) && !ofOtherType.test(token) && !isAddedName(token.slice(1, -1)),
  )
}

/** How the signed text differs from this JSON text. `Infinity` for a number beyond the doubles is another number. */
export const jsonChange = (json: string, signed: string): JsonChange => {
  const sentTokens = json.match(jsonToken) ?? []
  const readable = withNumbersForInfinity(signed, json)
  const signedTokens = readable.match(jsonToken) ?? []
  if (!isReadable(readable)) {
    const hasOtherStrings = hasNewString(sentTokens, signedTokens) || hasNewString(signedTokens, sentTokens)
    return hasOtherStrings ? 'another text' : 'no JSON'
  }
  if (isSameList(sentTokens, signedTokens)) return 'white space'
  const sentContent = contentOf(sentTokens)
  const signedContent = contentOf(signedTokens)
  if (isSameList(sentContent, signedContent)) return 'escapes or order'
  if (isSameList(sentContent.filter(isNoNumber), signedContent.filter(isNoNumber))) return 'numbers'
  return hasNewString(sentContent, signedContent) ? 'strings' : 'values'
}
