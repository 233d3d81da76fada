/** Finds the values of an Authorization header in a text, wherever they stand, if all their items are there. */

/** An auth type and four items. */
export const itemsOfHeader: string =
  '(?<![\\w-])[A-Za-z][\\w-]{0,64} \\w{1,64}=[^\\s,"\'<>\\\\]{1,4096}(?:,\\w{1,64}=[^\\s,"\'<>\\\\]{1,4096}){3}'

/** Every whole value of an Authorization header in a text. */
export const wholeHeaders = (text: string): RegExpStringIterator<RegExpExecArray> =>
  text.matchAll(new RegExp(itemsOfHeader, 'g'))
