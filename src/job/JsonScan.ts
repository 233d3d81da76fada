/**
 * A scan of a JSON text from left to right, for JsonReader.ts, readJsonNumber.ts and readJsonString.ts: the text, the place in it, and the
 * fault that ends the scan.
 *
 * Each function `read…` starts at the first character of its part, and leaves `at` after the last one. After a fault it returns undefined.
 */
import type { JsonFault, SyntaxRule, UnsafeRule } from './JsonFault.ts'

/** One object for each text; each reader changes it. */
export interface JsonScan {
  readonly text: string
  /** The index of the next character. */
  at: number
  /** The first fault. It has no pointer yet. */
  fault: JsonFault | undefined
  /** How the last number was written. See `Respelled`. */
  spelled: 'plain' | 'respelled' | 'rounded'
}

/** −1 at the end: without a look at the length, each character takes three times as long. */
export const codeAt = (text: string, index: number): number => (index < text.length ? text.charCodeAt(index) : -1)

/** Ends the scan: the text is not JSON from `index` on. */
export const failSyntax = (scan: JsonScan, rule: SyntaxRule, index: number = scan.at): undefined => {
  const broken = index < scan.text.length ? rule : 'end'
  scan.fault = { _tag: 'JsonSyntax', rule: broken, offset: bytesBefore(scan.text, index), pointer: '' }
}

/** Ends the scan: JavaScript would change the value at `index`. */
export const failUnsafe = (scan: JsonScan, rule: UnsafeRule, index: number): undefined => {
  scan.fault = { _tag: 'JsonUnsafe', rule, offset: bytesBefore(scan.text, index), pointer: '' }
}

/** How many bytes of UTF-8 precede `index`; each half of a pair counts as two. */
const bytesBefore = (text: string, index: number): number => {
  let bytes = 0
  for (let i = 0; i < index; i++) {
    const unit = text.charCodeAt(i)
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3
  }
  return bytes
}

// ---- Runs of one kind of character

/** A pattern takes longer to start than a loop over so many characters takes. For more of them it takes half the time. */
export const loopLength = 64

/** The index after the characters that the sticky pattern matches at `index`. */
export const endOfRun = (pattern: RegExp, text: string, index: number): number => {
  pattern.lastIndex = index
  pattern.test(text)
  return pattern.lastIndex
}

const spaces = /[ \t\n\r]*/y

const isSpace = (code: number): boolean =>
  code <= 0x20 && (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)

export const skipSpace = (scan: JsonScan): void => {
  const { text, at: start } = scan
  const loopEnd = Math.min(text.length, start + loopLength)
  let i = start
  while (i < loopEnd && isSpace(text.charCodeAt(i))) i++
  scan.at = i < start + loopLength ? i : endOfRun(spaces, text, i)
}
