/** The sentence that names the marks and escapes that one of two texts lacks: `aa.pdf` signed and `aa%23.pdf` sent lacks `%23 (#)`. */
import { missingCharacters } from './escapeEdits.ts'
import { listed } from './variables.ts'

/** No sentence if the texts differ in more. */
export const missingWords = (signed: string, sent: string): ReadonlyArray<string> => {
  const missing = missingCharacters(signed, sent)
  if (missing === undefined) return []
  return missing.lackedBy === 'signed'
    ? [`The signed text lacks ${listed(missing.names)}.`]
    : [`The text that was sent lacks ${listed(missing.names)}.`]
}
