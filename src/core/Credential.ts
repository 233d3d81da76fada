/**
 * What of an Authorization line may be kept or shown: tokens and passwords are secrets, and no diagnosis needs them.
 */

/** Schemes of the IANA registry, and what services without a scheme of their own write. */
const known = /^(?:api-?key|basic|digest|dpop|hmac|jwt|negotiate|ntlm|oauth|signature|token|aws4-hmac-sha256)$/i

/** A short name in capitals and what it computes, such as ACME2-SHA256-RSA2048. */
const named = /^[A-Z]{1,12}[0-9]?(?:-(?:SHA[0-9]{1,3}|RSA[0-9]{0,4}|PSS|ECDSA|HMAC))+$/

/** Whether a word has a form in which nobody writes a token: a client that forgets `Bearer` opens the line with its token. */
export const isSchemeName = (word: string): boolean => known.test(word) || named.test(word)

/** What stands for a word that may be a token. No scheme has this name. */
export const hidden = '-'

const itemNames = /(?<=^|[\s,;&"'{])(?:app_?id|nonce|sign|timestamp)[a-z_]{0,8}["']?[ \t]{0,4}[=:]/gi

/** What may stand before the first item: brackets or quotes, the header's name, the auth type, and blanks. */
const opening = /^([ \t"'({]{0,8}(?:authorization[ \t]{0,8}:[ \t]{0,8})?)([^\s"'({:=,]{0,64})([ \t"'({:,]{0,8})$/i

const isSame = (word: string, other: string): boolean => word.toLowerCase() === other.toLowerCase()

/**
 * A line as it may be kept. It stays whole if it holds two items of a signed request, or the auth type of signed requests
 * and one item or a list. Of any other line the first word is left, if that is the name of a scheme. A first word that is
 * none becomes `-`. No token holds a blank or a comma.
 */
export const withoutSecret = (line: string, authType: string): string => {
  const shown = (word: string): string =>
    isSame(word, authType) || isSame(word, 'Bearer') || isSchemeName(word) ? word : hidden
  const items = [...line.matchAll(itemNames)]
  const at = items[0]?.index ?? 0
  const [, before = '', word = '', behind = ''] = opening.exec(line.slice(0, at)) ?? []
  // Not `Bearer TOKEN, app_id=…`.
  const opensWell = before.length + word.length + behind.length === at
  if (items.length > 1 && opensWell)
    return word === '' ? line : before + shown(word) + line.slice(before.length + word.length)
  const first = /^[ \t]{0,8}([^\s,]{1,64})(?=[\s,]|$)/.exec(line)?.[1] ?? ''
  const isOurs = isSame(first, authType)
  if (isOurs && ((items.length > 0 && opensWell) || line.includes(','))) return line
  return shown(first)
}
