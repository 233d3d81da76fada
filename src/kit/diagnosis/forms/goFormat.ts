/** What Go's `Sprintf` makes of a text that it gets as its format, without values. */

/** A verb with its flags, width and precision; the verb is missing at the end of the text. */
const directive = /%[+\-# 0]*\d*(?:\.\d*)?([\s\S]?)/gu

export const goFormat = (text: string): string =>
  text.replace(directive, (_, verb: string) => (verb === '' ? '%!(NOVERB)' : verb === '%' ? '%' : `%!${verb}(MISSING)`))
