/**
 * A stream of bytes as lines that end with a line feed, and with nothing else: `readline` would also end one at U+2028,
 * which JSON may hold as it is.
 */

/** What is longer is no answer but a flood. */
export const maxLineBytes: number = 64 * 1024 * 1024

/** Calls `line` for each whole line, without its end; `flood` once where one is too long. Returns what takes the chunks. */
export const lineSplitter = (line: (text: string) => void, flood: () => void): ((chunk: Buffer) => void) => {
  let parts: Array<Buffer> = []
  let length = 0
  return (chunk) => {
    let from = 0
    for (;;) {
      const end = chunk.indexOf(0x0a, from)
      if (end < 0) break
      parts.push(chunk.subarray(from, end))
      const text = Buffer.concat(parts).toString('utf8')
      parts = []
      length = 0
      from = end + 1
      line(text.endsWith('\r') ? text.slice(0, -1) : text)
    }
    if (from === chunk.length || length > maxLineBytes) return
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > maxLineBytes) {
      parts = []
      flood()
    }
  }
}
