/**
 * Keys that sign ten times faster than others, for requests by the thousand and apps by the dozen. Their modulus has many small
 * primes in place of two large ones; who verifies cannot tell. They protect nothing.
 */
import { publicPemOf } from '../../values/keys.ts'
import { block } from '../content.ts'
import { inverse, numberOf, sha256, toLength } from './keyPairs.ts'

/** Primes above the small ones that some libraries look for. Their squares fit 31 bits, which engines reckon fastest. */
const primes: ReadonlyArray<number> = (() => {
  const isComposite = new Uint8Array(46_341)
  for (let n = 2; n * n < isComposite.length; n++)
    if (isComposite[n] === 0) for (let at = n * n; at < isComposite.length; at += n) isComposite[at] = 1
  return Array.from(isComposite.keys()).filter((n) => n > 2 ** 11 && isComposite[n] === 0)
})()
const least = 2n ** 2047n
const most = 2n ** 2048n

/** The factors of a modulus of 2048 bits, others for each number. */
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
/** The block of a digest of zeros: any other is the sum of both. */
const blockStart = numberOf(block(new Uint8Array(32), 256))

export interface QuickKey {
  /** PEM. */
  readonly publicKey: string
  readonly sign: (message: Uint8Array) => Uint8Array
}

export const quickKey = (number: number): QuickKey => {
  const factors = factorsOf(number)
  const n = factors.reduce((product, factor) => product * BigInt(factor), 1n)
  const parts = factors.map((prime) => {
    const others = n / BigInt(prime)
    return {
      prime,
      start: Number(blockStart % BigInt(prime)),
      root: Number(inverse(BigInt(exponent), BigInt(prime - 1))),
      // One modulo this prime, and zero modulo the others.
      unit: others * inverse(others, BigInt(prime)),
    }
  })
  const sign = (message: Uint8Array): Uint8Array => {
    const digest = sha256(message)
    let signature = 0n
    for (const { prime, start: first, root, unit } of parts) {
      let square = 0
      for (let i = 0; i < 32; i++) square = (square * 256 + (digest[i] as number)) % prime
      square = (square + first) % prime
      let power = 1
      for (let bits = root; bits > 0; bits >>= 1) {
        if (bits & 1) power = (power * square) % prime
        square = (square * square) % prime
      }
      signature += unit * BigInt(power)
    }
    return toLength(signature % n, 256)
  }
  return { publicKey: publicPemOf([n, BigInt(exponent)]), sign }
}
