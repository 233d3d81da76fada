/**
 * An Authorization header that stands in several lines: a mail or a picture of a screen breaks a long line at its width, and a caller may
 * have broken its Base64. The readers of messages ask here for each line that is not a header.
 *
 *     Authorization:                  Authorization: SVC-SHA256-RSA        Authorization: SVC-SHA256-RSA app_id=a,timestamp=17
 *     SVC-SHA256-RSA app_id=a,…       app_id=a,…                           96053419,signature=…
 */

/** No header is longer after its lines were joined. So joining many lines takes linear time. */
export const longestAuthorization = 8192

/** The characters of the items. A header has a colon, and the text of a body has other marks. */
const charactersOfItems = /^[0-9A-Za-z+/_=,-]+$/

/** The same where the values are in quotes, perhaps with a blank after a comma. */
const charactersOfQuotedItems = /^(?:[0-9A-Za-z+/_="'-]|,[ \t]?)+$/

/** A line of Base64. The last one may close the quotes of its value. */
const base64Line = /^(?:[0-9A-Za-z+/_-]+={0,2}|={1,2})$/
const closingLine = /^[0-9A-Za-z+/_-]*={0,2}(["'])$/

/** The quote that is open at the end of the value: that of its last item. */
const openQuoteOf = (value: string): string | undefined => /=(["'])[^"']*$/.exec(value)?.[1]

/** What joins the value with the next line, which has no blank before it. Undefined if that line does not go on with the value. */
export const jointOf = (value: string, nextLine: string): string | undefined => {
  if (value.length > longestAuthorization || nextLine.length > longestAuthorization) return undefined
  if (value === '') return /^[A-Za-z][\w-]{0,64} \w{1,64}=/.test(nextLine) ? '' : undefined
  if (/^[A-Za-z][\w-]{0,64}$/.test(value) && /^\w{1,64}=/.test(nextLine)) return ' '
  // After the name of the signature only Base64 follows, or another item.
  const openQuote = openQuoteOf(value)
  const isBase64 =
    base64Line.test(nextLine) || (openQuote !== undefined && closingLine.exec(nextLine)?.[1] === openQuote)
  const characters = /=["']/.test(value) ? charactersOfQuotedItems : charactersOfItems
  const isOfItems = characters.test(nextLine) && (!/signature=/i.test(value) || /,[ \t]?\w{1,64}=/.test(nextLine))
  return isBase64 || (value.includes('=') && isOfItems) ? '\n' : undefined
}

/** The value without line breaks that the caller has not made, and a note on the lines. Undefined if the value is in one line. */
export const joinedAuthorization = (value: string): { readonly value: string; readonly note: string } | undefined => {
  if (!value.includes('\n')) return undefined
  return isBrokenByCaller(value)
    ? { value, note: brokenSignature }
    : { value: value.replaceAll('\n', ''), note: brokenAtWidth }
}

/**
 * A caller's Base64 has lines of one length, and the last may be shorter. Its encoder may end the last line too, before the quote or the
 * next item. Any other program breaks the whole line, and not the signature.
 */
const isBrokenByCaller = (value: string): boolean => {
  const [, signature = ''] = /signature=["']?([^,"']*)/i.exec(value) ?? []
  const [first = '', ...others] = signature.trimEnd().split('\n')
  if (others.length === 0) return signature.endsWith('\n')
  const isWhole = others.slice(0, -1).every((piece) => piece.length === first.length)
  return (
    isWhole &&
    (others.at(-1) ?? '').length <= first.length &&
    !value.slice(0, value.search(/signature=/i)).includes('\n')
  )
}

const brokenSignature = 'The Authorization header is broken into several lines; servers refuse that.'

const brokenAtWidth =
  'The Authorization header is broken into lines of the width of a screen or a mail. They were joined without a space.'
