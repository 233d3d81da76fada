/**
 * A text whose long lines were folded for a document, as RFC 8792 says: a backslash ends a line that goes on in the next one, after
 * blanks, and with the double strategy after another backslash.
 *
 *     NOTE: '\' line wrapping per RFC 8792
 *
 *     Authorization: SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,times\
 *          tamp=1767225600      →  Authorization: SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1767225600
 */
import { headersIn } from './mailText.ts'

const note =
  /^[^\n]{0,80}NOTE: '(\\{1,2})' line wrapping per (?:BCP 178 \()?RFC 8792\)?[^\n]{0,80}\r?\n(?:[ \t]*\r?\n)*/

/** Folded so without the note: an Authorization header ends in a backslash. */
const foldedAuthorization = /^authorization:[^\n'"]{0,4096}[^\s'"\\]\\\r?\n[ \t]{1,80}\S/im

const fold = /\\\r?\n[ \t]*/g
const doubleFold = /\\\r?\n[ \t]*\\/g

/** The text in whole lines; undefined if none was folded. */
export const unfoldedText = (folded: string): string | undefined => {
  const [noteText, mark] = note.exec(folded) ?? []
  if (noteText !== undefined) return folded.slice(noteText.length).replace(mark === '\\' ? fold : doubleFold, '')
  return foldedAuthorization.test(headersIn(folded)) ? folded.replace(fold, '') : undefined
}
