/**
 * Byte texts: texts with one character for each byte, as most readers of this folder hold what was pasted. So an offset counts bytes, and
 * nothing is lost that is not UTF-8.
 *
 *     the pasted text     é
 *     its bytes           0xc3 0xa9
 *     the byte text       Ã©
 */
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, textOf } from '../Received.ts'
import { encoded } from './librarySent.ts'

/** The byte text of a text. */
export const byteTextOf = (text: string): string => latin1(encoded(text))

/** The text that a byte text is in UTF-8. Bytes that are not UTF-8 are read as Latin-1. */
export const lettersOf = (byteText: string): string => textOf(Bytes.ofAscii(byteText))
