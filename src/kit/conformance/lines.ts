/** Lines of JSON. Only a line feed ends a line: `readline` also splits at U+2028, which JSON allows unescaped. */
import { isUtf8 } from 'node:buffer'
import { inspect } from '../../core/untrusted.ts'
import { firstDifference } from '../diagnosis/difference.ts'

/** A longer line is a flood. */
export const maxLineBytes: number = 64 * 1024 * 1024

/** Where bytes are no UTF-8; undefined if they are. Decoding puts another character there, which has other bytes. */
const brokenAt = (bytes: Buffer, text: string): number | undefined =>
  isUtf8(bytes) ? undefined : firstDifference(bytes, Buffer.from(text))

/** Calls `line` for each whole line, without its end and with the first byte that is no UTF-8, and `flood` once for a line that is too long. Feed the result chunks. */
export const lineSplitter = (
  line: (text: string, brokenAt?: number) => void,
  flood: () => void,
): ((chunk: Buffer) => void) => {
  let parts: Array<Buffer> = []
  let length = 0
  const take = (part: Buffer): void => {
    if (part.length === 0 || length > maxLineBytes) return
    parts.push(part)
    length += part.length
    if (length <= maxLineBytes) return
    parts = []
    flood()
  }
  return (chunk) => {
    let from = 0
    for (;;) {
      const end = chunk.indexOf(0x0a, from)
      if (end < 0) break
      take(chunk.subarray(from, end))
      const bytes = length > maxLineBytes ? undefined : Buffer.concat(parts)
      parts = []
      length = 0
      from = end + 1
      if (bytes === undefined) continue
      const text = bytes.toString('utf8')
      line(text.endsWith('\r') ? text.slice(0, -1) : text, brokenAt(bytes, text))
    }
    take(chunk.subarray(from))
  }
}

/**
 * The limits of one member of a message. The suite's longest expected value has 25,151 characters, its deepest 128 levels.
 * Recursive code (`JSON.stringify`, comparisons) overflows the stack at a few thousand levels.
 */
const most = { characters: 262_144, levels: 512, members: 64 }

/**
 * The JSON value of a line; undefined for invalid JSON. A member that is too long or too deep is not parsed: it becomes
 * `{characters, levels}`, which equals no value of the suite. Members after the 64th are ignored: a message has seven, and a
 * million take minutes.
 */
export const parseLine = (line: string): unknown =>
  inspect(() => JSON.parse(line.length <= most.levels ? line : withinLimits(line)), undefined)

const withinLimits = (line: string): string => {
  let kept = ''
  let copied = 0
  let from = 0
  let level = 0
  let levels = 0
  let members = 1
  let quoted = false
  let dropping = false
  for (let at = 0; at < line.length; at++) {
    const c = line[at]
    if (quoted) {
      if (c === '\\') at++
      else if (c === '"') quoted = false
      continue
    }
    if (c === '"') quoted = true
    const closes = c === '}' || c === ']'
    if (level === 1 && !dropping && (closes || c === ',') && (at - from > most.characters || levels > most.levels)) {
      kept += line.slice(copied, from) + JSON.stringify({ characters: at - from, levels })
      copied = at
    }
    if (level === 1 && c === ',' && members++ === most.members) {
      kept += line.slice(copied, at)
      dropping = true
    }
    if (closes && --level === 0 && dropping) {
      copied = at
      dropping = false
    }
    if (c === '{' || c === '[') levels = Math.max(levels, level++)
    if (level === 1 && (c === ':' || c === ',' || c === '{' || c === '[')) {
      from = at + 1
      levels = 0
    }
  }
  // An unclosed bracket or quote: `JSON.parse` would need gigabytes to refuse it.
  return level === 0 && !quoted ? kept + line.slice(copied) : ''
}
