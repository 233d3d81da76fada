/**
 * A text in UTF-16, as PowerShell and other programs of Windows save it, in UTF-8.
 *
 *     ff fe 50 00 4f 00 53 00 54 00      →      50 4f 53 54
 */
import type { Bytes } from '../../../core/Bytes.ts'
import { encoded } from './librarySent.ts'

/** Enough of a text to show whether every second byte is zero. */
const mostToLookAt = 64

/** Whether each character of the beginning is one of ASCII, with a byte of zero before it or behind it. */
const isAsciiInPairs = (bytes: Bytes, zeroAt: 0 | 1): boolean => {
  const beginning = bytes.subarray(0, mostToLookAt)
  return (
    beginning.length >= 16 && beginning.every((byte, i) => (i % 2 === zeroAt ? byte === 0 : byte > 0 && byte < 0x80))
  )
}

/** The order of the bytes, by the byte order mark, or by the zeros of the first characters. Undefined if the text is not in UTF-16. */
const byteOrderOf = (bytes: Bytes): 'little' | 'big' | undefined => {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || isAsciiInPairs(bytes, 1)) return 'little'
  return (bytes[0] === 0xfe && bytes[1] === 0xff) || isAsciiInPairs(bytes, 0) ? 'big' : undefined
}

/** The text in UTF-8, without a byte order mark. Undefined if it is not in UTF-16. */
export const fromUtf16 = (bytes: Bytes): Bytes | undefined => {
  const order = byteOrderOf(bytes)
  if (order === undefined) return undefined
  const units = Array.from({ length: bytes.length >> 1 }, (_, i) => {
    const [first = 0, second = 0] = bytes.subarray(2 * i, 2 * i + 2)
    return String.fromCharCode(order === 'little' ? first + second * 256 : first * 256 + second)
  })
  return encoded(units.join('').replace(/^\ufeff/, ''))
}
