/**
 * The words for JSON whose strings have additional escapes on one side, and which is the same otherwise: a program encoded each string before
 * it serialized the body, or encoded it once more.
 *
 *     signed {"a":"say \\\"hi\\\""}, sent {"a":"say \"hi\""}     one string more escaped
 */
import { isJson } from './forms/isJson.ts'
import { jsonToken } from './forms/jsonText.ts'
import type { Telling } from './Telling.ts'

/** A longer text is not compared. */
const maxLength = 262_144

const tokensOf = (json: string): ReadonlyArray<string> => json.match(jsonToken) ?? []

const withoutBackslashes = (token: string): string => token.replaceAll('\\', '')

const isString = (token: string): boolean => token.startsWith('"')

/** How many strings differ. Undefined if anything else differs, or the letters of a string. */
const countEscaped = (escaped: string, plain: string): number | undefined => {
  const escapedTokens = tokensOf(escaped)
  const plainTokens = tokensOf(plain)
  if (escapedTokens.length !== plainTokens.length) return undefined
  const differing = escapedTokens.filter((token, i) => token !== plainTokens[i])
  const areStrings = escapedTokens.every((token, i) => {
    const other = plainTokens[i] ?? ''
    if (token === other) return true
    return isString(token) && isString(other) && isEscapedOnly(token, other)
  })
  return areStrings && differing.length > 0 ? differing.length : undefined
}

/** Whether the two strings differ in backslashes, and in the quotation marks round a string that was quoted again. */
const isEscapedOnly = (escaped: string, plain: string): boolean => {
  const letters = withoutBackslashes(plain)
  return [letters, `"${letters}"`].includes(withoutBackslashes(escaped))
}

const areQuoted = (escaped: string): boolean => tokensOf(escaped).some((token) => /^"\\"[\s\S]*\\""$/.test(token))

/** The white space between the tokens, which is the same on both sides. */
const layoutOf = (json: string): string => json.replace(jsonToken, '"')

export const escapedStrings = (signed: string, sent: string): Telling | undefined => {
  if (signed.length > maxLength || sent.length > maxLength || layoutOf(signed) !== layoutOf(sent)) return undefined
  const isSigned = signed.length > sent.length
  const [escaped, plain] = isSigned ? [signed, sent] : [sent, signed]
  if (!isJson(plain)) return undefined
  const count = countEscaped(escaped, plain)
  if (count === undefined) return undefined
  const marks = areQuoted(escaped) && !areQuoted(plain) ? 'quotation marks and escapes' : 'escapes'
  const strings = count === 1 ? 'one string' : `${count} strings`
  return {
    detail: `more ${marks} in ${strings}`,
    what: isSigned
      ? `The caller signed the JSON with additional ${marks} in ${strings}, but sent it without them. Everything else is the same.`
      : `The caller signed the JSON without the ${marks} that ${strings} had when it was sent. Everything else is the same.`,
    remedy: 'Escape strings only once, when the body is serialized. Then sign and send exactly these bytes.',
  }
}

/** The same if the signed text is JSON, and has the additional escapes: then a program for JSON wrote them. */
export const escapedAgain = (signed: string, sent: string): Telling | undefined =>
  signed.length > sent.length && signed.length <= maxLength && isJson(signed) ? escapedStrings(signed, sent) : undefined
