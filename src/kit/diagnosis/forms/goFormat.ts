/**
 * The output of Go's `Sprintf` for a format without values. A program that passes a body as the format signs this. `50% off` becomes
 * `50%!o(MISSING)ff`, for Go takes `% o` for a verb.
 */

/** A verb with its flags, width and precision; the verb is missing at the end of the text. */
const directive = /%[+\-# 0]*\d*(?:\.\d*)?([\s\S]?)/gu

export const goFormat = (format: string): string =>
  format.replace(directive, (_, verb: string) => {
    if (verb === '') return '%!(NOVERB)'
    return verb === '%' ? '%' : `%!${verb}(MISSING)`
  })
