/**
 * Reads a string of a JSON text (RFC 8259 §7): refuses an escaped half of a surrogate pair, which UTF-8 cannot hold.
 *
 *     "a\u00e9"    aé
 *     "\ud83d"     fault: lone-surrogate, at the backslash
 */
import { codeAt, failSyntax, failUnsafe, type JsonScan } from './JsonScan.ts'
import { isDigit } from './readJsonNumber.ts'

export const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_D = 0x64
const LETTER_U = 0x75

/** Lone surrogates only: a `u` pattern treats a whole pair as one other character. */
export const loneSurrogate: RegExp = /[\ud800-\udfff]/u

export const readString = (scan: JsonScan): string | undefined => {
  const { text, at: start } = scan
  let hasEscape = false
  let hasHalf = false
  let i = start + 1
  for (;;) {
    const code = codeAt(text, i)
    if (code === QUOTE) break
    if (code === BACKSLASH) {
      const length = lengthOfEscape(text, i)
      if (length === 0) return failInString(scan)
      hasEscape = true
      hasHalf ||= length === 6 && (codeAt(text, i + 2) | 0x20) === LETTER_D
      i += length
    } else if (code >= 0x20) i++
    else return failInString(scan)
  }
  scan.at = i + 1
  if (!hasEscape) return text.slice(start + 1, i)
  // JSON.parse cannot fail on a checked string, and is several times as fast as joining its pieces.
  const value = JSON.parse(text.slice(start, scan.at)) as string
  if (hasHalf && loneSurrogate.test(value)) {
    scan.at = start
    return failInString(scan)
  }
  return value
}

// ---- Escapes

/** What may follow a backslash alone. */
const simpleEscapes: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)))

const isHex = (code: number): boolean => isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66)

/** The length of the escape at `index`, whether or not it is half of a pair; 0 if it is none. */
const lengthOfEscape = (text: string, index: number): number => {
  const letter = codeAt(text, index + 1)
  if (letter !== LETTER_U) return simpleEscapes.has(letter) ? 2 : 0
  for (let i = index + 2; i < index + 6; i++) if (!isHex(codeAt(text, i))) return 0
  return 6
}

// ---- Faults

/** Finds the fault of the string at `scan.at`, which has one. */
const failInString = (scan: JsonScan): undefined => {
  let index = scan.at + 1
  let length = lengthOfCharacter(scan.text, index)
  while (length > 0) {
    index += length
    length = lengthOfCharacter(scan.text, index)
  }
  return failAtCharacter(scan, index)
}

/** How many code units the character or the escape at `index` takes; 0 if it has a fault, and at the end of the text. */
const lengthOfCharacter = (text: string, index: number): number => {
  const code = codeAt(text, index)
  if (code < 0x20) return 0
  if (code !== BACKSLASH) return 1
  const unit = unitAt(text, index)
  if (!isSurrogate(unit)) return lengthOfEscape(text, index)
  const isPair = !isLowSurrogate(unit) && isLowSurrogate(unitAt(text, index + 6))
  return isPair ? 12 : 0
}

const failAtCharacter = (scan: JsonScan, index: number): undefined => {
  const { text } = scan
  if (codeAt(text, index) < 0x20) return failSyntax(scan, 'control', index) // at the end of the text, `failSyntax` says `end`
  if (lengthOfEscape(text, index) === 0)
    return failSyntax(scan, 'escape', endsInEscape(text, index) ? text.length : index + 1)
  const isHighAtEnd = !isLowSurrogate(unitAt(text, index)) && endsInEscape(text, index + 6)
  return isHighAtEnd ? failSyntax(scan, 'escape', text.length) : failUnsafe(scan, 'lone-surrogate', index)
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** The code unit of the `\uXXXX` at `index`, or −1. */
const unitAt = (text: string, index: number): number =>
  codeAt(text, index) === BACKSLASH && lengthOfEscape(text, index) === 6
    ? Number.parseInt(text.slice(index + 2, index + 6), 16)
    : -1

/** Whether the text ends at `index`, or inside of a `\uXXXX` that begins there. */
const endsInEscape = (text: string, index: number): boolean =>
  /^(?:\\(?:u[0-9A-Fa-f]{0,3})?)?$/.test(text.slice(index, index + 6))
