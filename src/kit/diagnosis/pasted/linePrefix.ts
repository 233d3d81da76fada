/**
 * What a log puts before each line, as a pattern for the same before another line: digits vary, for they are times and counts, and so
 * does the room between words.
 *
 *     2026/11/29 05:05:02 request:      matches      2026/11/29 05:05:03 request:
 */
export const prefixPattern = (prefix: string): RegExp => {
  const escaped = prefix
    .trimEnd()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/\d+/g, '\\d+')
    .replace(/[ \t]+/g, '[ \\t]+')
  return new RegExp(`^${escaped}[ \\t]?`)
}
