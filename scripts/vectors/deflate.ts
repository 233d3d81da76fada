// DEFLATE (RFC 1951) with the fixed codes, since each version of zlib chooses other bytes. About a third larger than zlib's.

/** Codes for numbers from `least` on: each covers 2 to the power of its extra bits. */
const codesFrom = (least: number, extras: ReadonlyArray<number>) => {
  let next = least
  return extras.map((extra) => {
    const from = next
    next += 2 ** extra
    return { from, extra }
  })
}
const lengths = codesFrom(3, [...Array(8).fill(0), ...[1, 2, 3, 4, 5].flatMap((extra) => Array(4).fill(extra))])
const distances = codesFrom(1, [0, 0, ...Array.from({ length: 28 }, (_, i) => i >> 1)])
const window = 32_768
/** 258 has a code of its own, which is not needed. */
const longest = 257

const reversed = (code: number, width: number): number => {
  let result = 0
  for (let i = 0; i < width; i++) result |= ((code >> i) & 1) << (width - 1 - i)
  return result
}

/** The content as one final block. */
export const deflate = (content: Uint8Array): Uint8Array => {
  const out = new Uint8Array(Math.ceil((content.length * 9) / 8) + 8)
  let [at, held, bits] = [0, 0, 0]
  const put = (value: number, width: number): void => {
    held |= value << bits
    for (bits += width; bits >= 8; bits -= 8) {
      out[at++] = held & 255
      held >>>= 8
    }
  }
  const putSymbol = (s: number): void => {
    if (s < 144) put(reversed(0x30 + s, 8), 8)
    else if (s < 256) put(reversed(0x190 + s - 144, 9), 9)
    else if (s < 280) put(reversed(s - 256, 7), 7)
    else put(reversed(0xc0 + s - 280, 8), 8)
  }
  put(0b011, 3)
  /** Where three bytes stood last, counted from 1. */
  const seen = new Int32Array(2 ** 24)
  for (let i = 0; i < content.length; ) {
    const three = ((content[i] ?? 0) << 16) | ((content[i + 1] ?? 0) << 8) | (content[i + 2] ?? 0)
    const before = (seen[three] ?? 0) - 1
    seen[three] = i + 1
    let length = 0
    if (before >= 0 && i - before <= window)
      while (length < longest && i + length < content.length && content[before + length] === content[i + length])
        length++
    if (length < 3) {
      putSymbol(content[i++] as number)
      continue
    }
    const l = lengths.findLastIndex(({ from }) => from <= length)
    const d = distances.findLastIndex(({ from }) => from <= i - before)
    const [size, back] = [lengths[l], distances[d]]
    if (size === undefined || back === undefined) throw new Error(`${length} bytes at ${i - before} have no code`)
    putSymbol(257 + l)
    put(length - size.from, size.extra)
    put(reversed(d, 5), 5)
    put(i - before - back.from, back.extra)
    i += length
  }
  putSymbol(256)
  put(0, 7)
  return out.subarray(0, at)
}
