/** Finds the values of an Authorization header in a text, wherever they stand, if all their items are there. */

/** An auth type and four items. A service may allow blanks behind the commas. */
export const itemsOfHeader: string =
  '(?<![\\w-])[A-Za-z][\\w-]{0,64} \\w{1,64}=[^\\s,"\'<>\\\\]{1,4096}(?:, {0,4}\\w{1,64}=[^\\s,"\'<>\\\\]{1,4096}){3}'

/** Every whole value of an Authorization header in a text. */
export const wholeHeaders = (text: string): RegExpStringIterator<RegExpExecArray> =>
  text.matchAll(new RegExp(itemsOfHeader, 'g'))

/** Where the first whole value is. Undefined if there is none. */
export const firstHeaderAt = (text: string): number | undefined => wholeHeaders(text).next().value?.index

/**
 * The items of the first whole value, without the last: a bracket or a mark of the text may stand behind it. The auth type is left out, because
 * a log that breaks lines may have a word of its own in its place.
 */
export const firstHeader = (text: string): string | undefined => {
  const written = wholeHeaders(text).next().value?.[0]
  return written?.slice(written.indexOf(' ') + 1, written.lastIndexOf(','))
}

/**
 * Whether what a rule has found in a text still has the first signed header of the text. Otherwise the rule has found a request in the body
 * of another, and may not fire.
 */
export const keepsFirstHeader = (text: string, found: string): boolean => {
  const first = firstHeader(text)
  return first === undefined || found.includes(first)
}
