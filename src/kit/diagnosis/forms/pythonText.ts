/** Bytes and texts as `repr` of Python prints them: `b'caf\xc3\xa9'` and `'café'`. */

import * as Bytes from '../../../core/Bytes.ts'

const escapes: Readonly<Record<number, string>> = { 92: '\\\\', 10: '\\n', 13: '\\r', 9: '\\t' }

/** The `repr` of bytes. Its quotation marks are double only if the bytes have single ones and no double ones. */
export const pythonBytes = (bytes: Bytes.Bytes): string => {
  const quote = bytes.includes(0x27) && !bytes.includes(0x22) ? '"' : "'"
  const shown = (byte: number): string => {
    if (byte === quote.charCodeAt(0)) return `\\${quote}`
    const plain = byte < 0x20 || byte > 0x7e ? `\\x${Bytes.toHex(Uint8Array.of(byte))}` : String.fromCharCode(byte)
    return escapes[byte] ?? plain
  }
  const table = Array.from({ length: 256 }, (_, byte) => shown(byte))
  let inner = ''
  for (const byte of bytes) inner += table[byte]
  return `b${quote}${inner}${quote}`
}

/** The `repr` of a text, with quotation marks by the same rule. */
export const pythonText = (text: string): string => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inner = text.replace(/[\\'"\p{C}\p{Z}]/gu, (c) => {
    if (c === ' ' || ((c === '"' || c === "'") && c !== quote)) return c
    if (c === '\\' || c === quote) return `\\${c}`
    return { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[c] ?? pythonEscape(c)
  })
  return quote + inner + quote
}

/** A character as an escape of Python: `\\xe9`, `\\u0141`, `\\U0001f600`. */
export const pythonEscape = (c: string): string => {
  const point = c.codePointAt(0) as number
  const hex = point.toString(16)
  if (point < 0x100) return `\\x${hex.padStart(2, '0')}`
  return point < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}
