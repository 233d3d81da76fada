/**
 * How much of each nonce is new: an estimate from many nonces of one port, in bits. It never says that nonces are good: a hash of a
 * counter looks random. It finds counters, clocks, process ids, fixed parts, repeated parts, and draws of 32 bits or fewer that
 * are written as they are.
 *
 *     newBits(256 nonces n-0001, n-0002, …)                  about 1: a counter
 *     newBits(256 nonces of 32 random hexadecimal digits)    about 127
 *
 * The nonces are looked at in columns: the first characters of all, the second ones, and so on. Each column adds the entropy of its
 * characters, and columns that are always the same, or a copy of another, add nothing.
 */
import { alphanumerics } from '../values/characters.ts'

/** The symbols of all nonces at one place. */
type Column = ReadonlyArray<number>

/** Fewer bits than this are too few. Eight hexadecimal digits have 32, ten have 40. */
export const fewestBits = 38

/** The least number of nonces for an estimate: each of 64 symbols is then seen four times. */
export const enough = 256

const alphabet = `${alphanumerics}-`

/**
 * The bits of a nonce that are new. Of a sound port with 64 bits or more the estimate is below `fewestBits` in less than one of
 * 10^1000 runs: by Wilks, 2 n ln 2 times the missing bits has the chi-squared distribution with at most 63 degrees of freedom for each
 * character; 26 bits are missing, so the statistic is at least 9,000, where about 240 is expected for 16 hexadecimal digits and 690 for
 * 11 characters of 63. The differences of symbols, and 64 bits in a copied place, have the same bound.
 */
export const newBits = (nonces: ReadonlyArray<string>): number => {
  const changing = columnsOf(nonces).filter((column) => new Set(column).size > 1)
  const originals = changing.filter((column, index) => !changing.slice(0, index).some((other) => isCopy(column, other)))
  const bits = originals.reduce((sum, column) => sum + Math.min(entropyOf(column), entropyOf(stepsOf(column))), 0)
  return nonces.every((nonce) => /^[0-9A-Fa-f-]+$/.test(nonce)) ? Math.min(bits, rankOf(nonces)) : bits
}

/** The symbols at each place, as numbers; 0 where a nonce is shorter. */
const columnsOf = (nonces: ReadonlyArray<string>): ReadonlyArray<Column> => {
  const width = nonces.reduce((longest, { length }) => Math.max(longest, length), 0)
  return Array.from({ length: width }, (_, place) =>
    nonces.map((nonce) => alphabet.indexOf(nonce.charAt(place) || ' ') + 1),
  )
}

/** Shannon's entropy of a symbol in bits, by how often each symbol occurs. */
const entropyOf = (symbols: Column): number => {
  const counts = new Map<number, number>()
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  return [...counts.values()].reduce(
    (sum, count) => sum - (count / symbols.length) * Math.log2(count / symbols.length),
    0,
  )
}

/** By how much a symbol differs from the symbol of the nonce before: always 1 in the last digit of a counter. */
const stepsOf = (column: Column): Column =>
  column.slice(1).map((symbol, index) => (symbol - (column[index] as number) + 64) % 64)

/** Whether the symbols of the original column decide the symbols of this column. Then this column adds nothing. */
const isCopy = (column: Column, original: Column): boolean => {
  const symbolFor = new Map<number, number>()
  return column.every((symbol, index) => {
    const source = original[index] as number
    const expected = symbolFor.get(source) ?? symbol
    symbolFor.set(source, expected)
    return expected === symbol
  })
}

/**
 * The rank of hexadecimal nonces as rows of bits: how many rows are not the sum (xor) of other rows. It is small for a shift register,
 * because its later nonces all follow from the first ones.
 */
const rankOf = (nonces: ReadonlyArray<string>): number => {
  const rows: Array<bigint> = []
  for (const nonce of nonces) {
    let reduced = BigInt(`0x0${nonce.replaceAll('-', '')}`)
    // Each row lacks the highest bits of those before it.
    for (const row of rows) if ((reduced ^ row) < reduced) reduced ^= row
    if (reduced > 0n) rows.push(reduced)
  }
  return rows.length
}
