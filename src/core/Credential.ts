/**
 * Removes secrets from an Authorization line before it is kept or shown. Tokens and passwords are secrets, and no diagnosis needs them.
 * The items of a signed request are no secrets.
 *
 *     SVC-SHA256-RSA app_id=a,nonce_str=n,…     stays as it is
 *     Basic dXNlcjpwYXNz                        Basic
 *     dXNlcjpwYXNz                              -
 */

/** Schemes of the IANA registry, and names that services without a scheme of their own write. */
const registeredScheme =
  /^(?:api-?key|basic|digest|dpop|hmac|jwt|negotiate|ntlm|oauth|signature|token|aws4-hmac-sha256)$/i

/** A scheme that is named after a company and what it computes, such as ACME2-SHA256-RSA2048. */
const computedScheme = /^[A-Z]{1,12}[0-9]?(?:-(?:SHA[0-9]{1,3}|RSA[0-9]{0,4}|PSS|ECDSA|HMAC))+$/

/** Whether a word names a scheme for certain. A first word of another form may be a token, if a client has forgotten `Bearer`. */
export const isSchemeName = (word: string): boolean => registeredScheme.test(word) || computedScheme.test(word)

/** Replaces a word that may be a token. No scheme has this name. */
export const hidden = '-'

/** The name of an item of a signed request, in the spellings that callers try: `app_id=`, `"appId": `, `nonce_str=`. */
const itemName = /(?<=^|[\s,;&"'{])(?:app_?id|nonce|sign|timestamp)[a-z_]{0,8}["']?[ \t]{0,4}[=:]/gi

/** The text before the first item, in three groups: brackets, quotes and the header's name; the first word; blanks and brackets. */
const opening = /^([ \t"'({]{0,8}(?:authorization[ \t]{0,8}:[ \t]{0,8})?)([^\s"'({:=,]{0,64})([ \t"'({:,]{0,8})$/i

const isSameWord = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * A line as it may be kept. A line with two items of a signed request stays whole, and so does one that begins with the auth type and
 * has one item or a list. Of any other line only the first word is left. In both cases a first word that names no scheme becomes `-`.
 */
export const withoutSecret = (line: string, authType: string): string => {
  const hideUnlessScheme = (word: string): string =>
    isSameWord(word, authType) || isSameWord(word, 'Bearer') || isSchemeName(word) ? word : hidden
  const items = [...line.matchAll(itemName)]
  const itemsStart = items[0]?.index ?? 0
  const [, prefix = '', scheme = '', blanks = ''] = opening.exec(line.slice(0, itemsStart)) ?? []
  // False for `Bearer TOKEN, app_id=…`: more than one word stands before the items.
  const isOneWordBeforeItems = prefix.length + scheme.length + blanks.length === itemsStart
  if (items.length > 1 && isOneWordBeforeItems)
    return scheme === '' ? line : prefix + hideUnlessScheme(scheme) + line.slice(prefix.length + scheme.length)
  const firstWord = /^[ \t]{0,8}([^\s,]{1,64})(?=[\s,]|$)/.exec(line)?.[1] ?? ''
  // No token holds a comma, so a line with a comma is a list.
  const hasItems = (items.length > 0 && isOneWordBeforeItems) || line.includes(',')
  return isSameWord(firstWord, authType) && hasItems ? line : hideUnlessScheme(firstWord)
}
