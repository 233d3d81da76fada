/**
 * Keys that sign ten times faster than others, for runs with thousands of requests or dozens of apps. Their modulus has many small
 * primes in place of two large ones; a verifier cannot see that. They protect nothing.
 */
import { publicPemOf } from '../../values/keys/keyFile.ts'
import { block } from '../content.ts'
import { inverse, numberOf, sha256, toLength } from './keyPairs.ts'

/**
 * Primes above the small ones that some libraries look for. Their squares fit into 31 bits: engines calculate fastest with such
 * numbers.
 */
const primes: ReadonlyArray<number> = (() => {
  const isComposite = new Uint8Array(46_341)
  for (let n = 2; n * n < isComposite.length; n++)
    if (isComposite[n] === 0) for (let at = n * n; at < isComposite.length; at += n) isComposite[at] = 1
  return Array.from(isComposite.keys()).filter((n) => n > 2 ** 11 && isComposite[n] === 0)
})()
const least = 2n ** 2047n
const most = 2n ** 2048n

/** The factors of a modulus of 2048 bits. Each number gives other factors. */
const factorsOf = (number: number): ReadonlyArray<number> => {
  const drawn = new Set<number>()
  let product = 1n
  for (let i = 0; product < least >> 16n; i++) {
    const prime = primes[Buffer.from(sha256(Buffer.from(`${number}/${i}`))).readUInt32BE() % primes.length] as number
    if (prime < 2 ** 14 || drawn.has(prime)) continue
    drawn.add(prime)
    product *= BigInt(prime)
  }
  const from = Number(least / product) + 1
  const to = Number(most / product)
  const last = primes.find((prime) => prime >= from && prime < to && !drawn.has(prime))
  return last === undefined ? factorsOf(number + 1_000_000) : [...drawn, last]
}

const exponent = 65_537
/** The block of a digest of zeros. The block of any digest is the sum of this block and the digest. */
const blockStart = numberOf(block(new Uint8Array(32), 256))

export interface QuickKey {
  /** The public key in PEM. */
  readonly publicKey: string
  readonly sign: (message: Uint8Array) => Uint8Array
}

/** A remainder by a prime below 2^15.5, with so many bits after it, fits into 31 bits. */
const chunkBits = 15

/** The bits of a digest in chunks, the highest first. */
const chunksOf = (digest: Uint8Array): ReadonlyArray<number> => {
  const chunks: Array<number> = []
  // The bits that are left over come before the first whole chunk: 256 bits are 17 chunks and one bit.
  let wanted = (digest.length * 8) % chunkBits
  let bits = 0
  let count = 0
  for (const byte of digest) {
    bits = (bits << 8) | byte
    count += 8
    if (count < wanted) continue
    count -= wanted
    chunks.push(bits >> count)
    bits &= (1 << count) - 1
    wanted = chunkBits
  }
  return chunks
}

/** A prime of the modulus, with what the signing of each digest needs. */
interface Factor {
  readonly prime: number
  /** The block of zeros, modulo this prime. */
  readonly start: number
  readonly root: number
  /** The inverse of the product of all other primes, modulo this prime. */
  readonly weight: number
  /** The product of the other primes of its group. */
  readonly cofactor: number
}

/** Three primes of the modulus: sums of what they contribute are exact as doubles. */
interface Group {
  readonly factors: ReadonlyArray<Factor>
  /** The product of all primes outside the group. */
  readonly others: bigint
}

const groupSize = 3

const groupsOf = (primesOfKey: ReadonlyArray<number>, n: bigint): ReadonlyArray<Group> =>
  Array.from({ length: Math.ceil(primesOfKey.length / groupSize) }, (_, i) => {
    const group = primesOfKey.slice(i * groupSize, (i + 1) * groupSize)
    const product = group.reduce((all, prime) => all * prime, 1)
    const factors = group.map((prime) => ({
      prime,
      start: Number(blockStart % BigInt(prime)),
      root: Number(inverse(BigInt(exponent), BigInt(prime - 1))),
      weight: Number(inverse((n / BigInt(prime)) % BigInt(prime), BigInt(prime))),
      cofactor: product / prime,
    }))
    return { factors, others: n / BigInt(product) }
  })

/** The power of a number modulo a prime: all products fit 31 bits. */
const powerOf = (base: number, exponentOfKey: number, prime: number): number => {
  let power = 1
  let square = base
  for (let bits = exponentOfKey; bits > 0; bits >>= 1) {
    if (bits & 1) power = (power * square) % prime
    square = (square * square) % prime
  }
  return power
}

/** The signature from its remainders by each prime, by the Chinese remainder theorem. */
export const quickKey = (number: number): QuickKey => {
  const factors = factorsOf(number)
  const n = factors.reduce((product, factor) => product * BigInt(factor), 1n)
  const groups = groupsOf(factors, n)
  const sign = (message: Uint8Array): Uint8Array => {
    const chunks = chunksOf(sha256(message))
    let signature = 0n
    for (const group of groups) {
      let contributed = 0
      for (const { prime, start, root, weight, cofactor } of group.factors) {
        let remainder = 0
        for (const chunk of chunks) remainder = ((remainder << chunkBits) | chunk) % prime
        const power = powerOf((remainder + start) % prime, root, prime)
        contributed += ((power * weight) % prime) * cofactor
      }
      signature += group.others * BigInt(contributed)
    }
    return toLength(signature % n, 256)
  }
  return { publicKey: publicPemOf([n, BigInt(exponent)]), sign }
}
