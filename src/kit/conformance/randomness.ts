/**
 * How much of each nonce is new: an estimate from many nonces of one port, in bits. It never says that nonces are good: a hash of a
 * counter looks random. It finds counters, clocks, process ids, fixed parts, repeated parts, and draws of 32 bits or fewer that
 * are written as they are.
 */
import { alphanumerics } from '../values/characters.ts'

type Column = ReadonlyArray<number>

/** Fewer bits than this are too few. Eight hexadecimal digits have 32, ten have 40. */
export const fewestBits = 38

/** The least number of nonces for an estimate: each of 64 symbols is then seen four times. */
export const enough = 256

const alphabet = `${alphanumerics}-`

/** Shannon's entropy of a symbol, by how often each came. */
const entropyOf = (symbols: Column): number => {
  const counts = new Map<number, number>()
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  return [...counts.values()].reduce(
    (sum, count) => sum - (count / symbols.length) * Math.log2(count / symbols.length),
    0,
  )
}

/** By how much a symbol differs from the one before: always 1 in the last digit of a counter. */
const stepsOf = (column: Column): Column =>
  column.slice(1).map((symbol, i) => (symbol - (column[i] as number) + 64) % 64)

/** Whether a symbol of the one column always comes with the same symbol of the other. */
const isCopy = (column: Column, of: Column): boolean => {
  const partners = new Map<number, number>()
  return column.every((symbol, i) => {
    const source = of[i] as number
    const partner = partners.get(source) ?? symbol
    partners.set(source, partner)
    return partner === symbol
  })
}

/** How many bits of hexadecimal nonces are no sums of others: few for a shift register. */
const rankOf = (nonces: ReadonlyArray<string>): number => {
  const rows: Array<bigint> = []
  for (const nonce of nonces) {
    let rest = BigInt(`0x0${nonce.replaceAll('-', '')}`)
    // Each row lacks the highest bits of those before it.
    for (const row of rows) if ((rest ^ row) < rest) rest ^= row
    if (rest > 0n) rows.push(rest)
  }
  return rows.length
}

/**
 * The bits of a nonce that are new. Of a sound port with 64 bits or more the estimate is below `fewestBits` in less than one of
 * 10^1000 runs: by Wilks, 2 n ln 2 times the missing bits has the chi-squared distribution with at most 63 degrees of freedom for each
 * character; 26 bits are missing, so the statistic is at least 9,000, where about 240 is expected for 16 hexadecimal digits and 690 for
 * 11 characters of 63. The differences of symbols, and 64 bits in a copied place, have the same bound.
 */
export const newBits = (nonces: ReadonlyArray<string>): number => {
  const width = nonces.reduce((most, { length }) => Math.max(most, length), 0)
  const columns = Array.from({ length: width }, (_, at) =>
    nonces.map((nonce) => alphabet.indexOf(nonce.charAt(at) || ' ') + 1),
  )
  const changing = columns.filter((column) => new Set(column).size > 1)
  const own = changing.filter((column, i) => !changing.slice(0, i).some((earlier) => isCopy(column, earlier)))
  const bits = own.reduce((sum, column) => sum + Math.min(entropyOf(column), entropyOf(stepsOf(column))), 0)
  return nonces.every((nonce) => /^[0-9A-Fa-f-]+$/.test(nonce)) ? Math.min(bits, rankOf(nonces)) : bits
}
