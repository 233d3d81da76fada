/**
 * The lines of JSON that a port and the runner write to each other: bytes to lines, and a line to its value. A port may write
 * anything, so both steps have limits. `readline` would not do: it also ends a line at U+2028, which JSON allows unescaped.
 *
 *     const feed = lineSplitter(onLine, onFlood)
 *     feed(Buffer.from('{"seq":1}\n{"se'))    calls onLine('{"seq":1}')
 *     feed(Buffer.from('q":2}\n'))            calls onLine('{"seq":2}')
 *     parseLine('{"seq":2}')                  { seq: 2 }
 */
import { isUtf8 } from 'node:buffer'
import { inspect } from '../../core/untrusted.ts'
import { firstDifference } from '../diagnosis/difference.ts'

// ---- From bytes to lines

/** In bytes. A longer line is a flood, and is dropped. */
export const maxLineBytes: number = 64 * 1024 * 1024

const lineFeed = 0x0a

/** The bytes since the last line feed. `length` also counts the dropped bytes of a flood. */
interface UnfinishedLine {
  chunks: Array<Buffer>
  length: number
}

/**
 * Calls `onLine` for each whole line, without its line end and with the offset of the first byte that is not UTF-8, if there is one.
 * Calls `onFlood` once for a line that is too long. Feed the chunks to the function that it returns.
 */
export const lineSplitter = (
  onLine: (line: string, brokenAt?: number) => void,
  onFlood: () => void,
): ((chunk: Buffer) => void) => {
  const unfinished: UnfinishedLine = { chunks: [], length: 0 }
  const append = (bytes: Buffer): void => {
    if (!appendBytes(unfinished, bytes)) onFlood()
  }
  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      append(chunk.subarray(start, end))
      const bytes = takeLine(unfinished)
      if (bytes !== undefined) {
        const line = bytes.toString('utf8')
        onLine(line.endsWith('\r') ? line.slice(0, -1) : line, brokenAt(bytes, line))
      }
      start = end + 1
    }
    append(chunk.subarray(start))
  }
}

/** Adds bytes to the unfinished line. False only once for each flood: for the bytes with which the line becomes too long. */
const appendBytes = (unfinished: UnfinishedLine, bytes: Buffer): boolean => {
  if (bytes.length === 0 || unfinished.length > maxLineBytes) return true
  unfinished.chunks.push(bytes)
  unfinished.length += bytes.length
  if (unfinished.length <= maxLineBytes) return true
  unfinished.chunks = []
  return false
}

/** Ends the unfinished line and returns its bytes; undefined for a flood. */
const takeLine = (unfinished: UnfinishedLine): Buffer | undefined => {
  const bytes = unfinished.length > maxLineBytes ? undefined : Buffer.concat(unfinished.chunks)
  unfinished.chunks = []
  unfinished.length = 0
  return bytes
}

/**
 * The offset of the first byte that is not UTF-8; undefined if all are. Decoding replaces a broken byte by U+FFFD. Encoded again, the
 * text first differs from the bytes there.
 */
const brokenAt = (bytes: Buffer, decoded: string): number | undefined =>
  isUtf8(bytes) ? undefined : firstDifference(bytes, Buffer.from(decoded))

// ---- From a line to its value

/**
 * The limits of a message: how many characters and levels each of its members may have, and how many members it may have. The suite's
 * longest expected value has 25,151 characters, its deepest 128 levels.
 * Recursive code (`JSON.stringify`, comparisons) overflows the stack at a few thousand levels.
 */
const limits = { characters: 262_144, levels: 512, members: 64 }

/**
 * The JSON value of a line; undefined for invalid JSON. A member that is too long or too deep is not parsed: it becomes
 * `{characters, levels}`, which equals no value of the suite. Members after the 64th are ignored: a message has seven, and a
 * million take minutes. A line of at most 512 characters keeps them all, since it exceeds no other limit.
 */
export const parseLine = (line: string): unknown =>
  inspect(() => JSON.parse(isWithinLimits(line) ? line : withinLimits(line)), undefined)

/** Each level takes a character, so a line with no more characters than levels are allowed is not too deep. */
const isWithinLimits = (line: string): boolean => line.length <= limits.levels

/** The state of the scan of a line of JSON: how far it was copied, and where the scanner is. */
interface LimitScan {
  readonly line: string
  /** The line up to `copiedTo`, without what exceeds the limits. */
  copy: string
  copiedTo: number
  /** How many brackets are open; the members of the message are at level 1. */
  level: number
  /** The number of the present member, from 1 on. */
  members: number
  /** Where the value of the present member starts, and how many levels it has. */
  memberStart: number
  memberLevels: number
  /** Whether the present member is beyond the 64th. */
  isIgnoring: boolean
}

/** The line with long and deep members replaced, and without those after the 64th. Empty if a bracket or a quote stays open. */
const withinLimits = (line: string): string => {
  const start = { copy: '', copiedTo: 0, level: 0, members: 1, memberStart: 0, memberLevels: 0, isIgnoring: false }
  const scan: LimitScan = { line, ...start }
  let isInString = false
  for (let index = 0; index < line.length; index++) {
    const character = line[index]
    if (isInString) {
      if (character === '\\') index++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '[') openBracket(scan, index)
    else if (character === '}' || character === ']') closeBracket(scan, index)
    else if (scan.level === 1 && character === ':') startValue(scan, index + 1)
    else if (scan.level === 1 && character === ',') nextMember(scan, index)
  }
  // `JSON.parse` would need gigabytes to refuse millions of open brackets.
  return scan.level === 0 && !isInString ? scan.copy + line.slice(scan.copiedTo) : ''
}

const openBracket = (scan: LimitScan, index: number): void => {
  scan.memberLevels = Math.max(scan.memberLevels, scan.level)
  scan.level++
  if (scan.level === 1) startValue(scan, index + 1)
}

const closeBracket = (scan: LimitScan, index: number): void => {
  if (scan.level === 1) replaceIfOversized(scan, index)
  scan.level--
  if (scan.level !== 0 || !scan.isIgnoring) return
  // The message ends: the ignored members are skipped, and the copy goes on with this bracket.
  scan.copiedTo = index
  scan.isIgnoring = false
}

/** A comma between two members of the message. */
const nextMember = (scan: LimitScan, index: number): void => {
  replaceIfOversized(scan, index)
  if (scan.members === limits.members) {
    scan.copy += scan.line.slice(scan.copiedTo, index)
    scan.isIgnoring = true
  }
  scan.members++
  startValue(scan, index + 1)
}

const startValue = (scan: LimitScan, index: number): void => {
  scan.memberStart = index
  scan.memberLevels = 0
}

/** The present member ends before `index`. If its value is too large, copies what is before it, and then `{characters, levels}`. */
const replaceIfOversized = (scan: LimitScan, index: number): void => {
  const { line, copiedTo, memberStart, memberLevels } = scan
  const characters = index - memberStart
  if (scan.isIgnoring || (characters <= limits.characters && memberLevels <= limits.levels)) return
  scan.copy += line.slice(copiedTo, memberStart) + JSON.stringify({ characters, levels: memberLevels })
  scan.copiedTo = index
}
