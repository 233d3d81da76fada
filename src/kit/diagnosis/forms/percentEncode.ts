/** A text with percent escapes. */
import { escapeOf } from '../Received.ts'
import { utf8 } from './charsets.ts'

const escaped = (c: string): string => Array.from(utf8(c), escapeOf).join('')

/** What each character of ASCII becomes, by the expression for those that are kept. */
const tables = new Map<string, ReadonlyArray<string>>()

const tableOf = (kept: RegExp): ReadonlyArray<string> => {
  const known = tables.get(kept.source)
  if (known !== undefined) return known
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
  const table = ascii.map((c) => (kept.test(c) ? c : escaped(c)))
  tables.set(kept.source, table)
  return table
}

/** Escapes the UTF-8 of every character that `kept` does not match. */
export const encode = (text: string, kept: RegExp): string => {
  const table = tableOf(kept)
  let written = ''
  for (const c of text) written += table[c.codePointAt(0) as number] ?? (kept.test(c) ? c : escaped(c))
  return written
}
