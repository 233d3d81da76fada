/**
 * Unpacks DEFLATE (RFC 1951) at once: browsers have only a stream for it, and the page is to work when it has been read. The
 * input is the page's own, so it is not checked.
 */

/** A Huffman code: how many symbols have each length, and the symbols in the order of their codes (RFC 1951 §3.2.2). */
interface Code {
  readonly counts: ReadonlyArray<number>
  readonly symbols: ReadonlyArray<number>
}

const codeOf = (lengths: ReadonlyArray<number>): Code => {
  const counts = Array.from(
    { length: 16 },
    (_, length) => lengths.filter((each) => each === length && length > 0).length,
  )
  const symbols = counts.flatMap((_, length) =>
    length === 0 ? [] : lengths.flatMap((each, symbol) => (each === length ? [symbol] : [])),
  )
  return { counts, symbols }
}

/** RFC 1951 §3.2.6. */
const fixed: readonly [Code, Code] = [
  codeOf(Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8))),
  codeOf(Array<number>(30).fill(5)),
]

/** In this order the lengths of the code of the lengths stand (RFC 1951 §3.2.7). */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** The `size` bytes that were packed. */
export const inflate = (packed: Uint8Array, size: number): Uint8Array => {
  const bytes = new Uint8Array(size)
  let to = 0
  let at = 0

  const bits = (count: number): number => {
    let value = 0
    for (let i = 0; i < count; i++, at++) value |= (((packed[at >> 3] as number) >> (at & 7)) & 1) << i
    return value
  }
  const symbolOf = ({ counts, symbols }: Code): number => {
    let [code, first, index] = [0, 0, 0]
    for (let length = 1; ; length++) {
      code |= bits(1)
      const count = counts[length] as number
      if (code - count < first) return symbols[index + code - first] as number
      index += count
      first = (first + count) << 1
      code <<= 1
    }
  }
  const ownCodes = (): readonly [Code, Code] => {
    const [literals, distances, count] = [bits(5) + 257, bits(5) + 1, bits(4) + 4]
    const short = Array<number>(19).fill(0)
    for (const symbol of lengthOrder.slice(0, count)) short[symbol] = bits(3)
    const code = codeOf(short)
    const lengths: Array<number> = []
    while (lengths.length < literals + distances) {
      const symbol = symbolOf(code)
      const repeated = symbol === 16 ? (lengths.at(-1) as number) : 0
      const times = symbol < 16 ? 1 : symbol === 16 ? 3 + bits(2) : symbol === 17 ? 3 + bits(3) : 11 + bits(7)
      for (let i = 0; i < times; i++) lengths.push(symbol < 16 ? symbol : repeated)
    }
    return [codeOf(lengths.slice(0, literals)), codeOf(lengths.slice(literals))]
  }
  /** Bytes that stand already, again (RFC 1951 §3.2.5). */
  const repeat = (symbol: number, distances: Code): void => {
    const k = symbol - 257
    const more = k < 8 || k === 28 ? 0 : (k >> 2) - 1
    const length = k === 28 ? 258 : (k < 8 ? k : (4 + (k & 3)) << more) + 3 + bits(more)
    const d = symbolOf(distances)
    const far = d < 4 ? 0 : (d >> 1) - 1
    const distance = (d < 4 ? d : (2 + (d & 1)) << far) + 1 + bits(far)
    for (let i = 0; i < length; i++, to++) bytes[to] = bytes[to - distance] as number
  }

  for (let isLast = false; !isLast; ) {
    isLast = bits(1) === 1
    const type = bits(2)
    if (type === 0) {
      at = (at + 7) & ~7
      const length = bits(16)
      at += 16 // the length again, inverted
      bytes.set(packed.subarray(at >> 3, (at >> 3) + length), to)
      to += length
      at += 8 * length
      continue
    }
    const [literals, distances] = type === 1 ? fixed : ownCodes()
    for (let symbol = symbolOf(literals); symbol !== 256; symbol = symbolOf(literals)) {
      if (symbol < 256) bytes[to++] = symbol
      else repeat(symbol, distances)
    }
  }
  return bytes
}
