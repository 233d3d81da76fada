/**
 * Key pairs by their numbers. They are public like those of the suite, and protect nothing. They are in no file, so that a port
 * cannot know them.
 */
import { createPrivateKey, hash, type KeyObject } from 'node:crypto'
import type { Bytes } from '../../../core/Bytes.ts'
import { bytesOf } from '../../values/der.ts'
import { type KeyNumbers, privatePemOf } from '../../values/keys/keyFile.ts'
import { hex } from '../content.ts'
import { primeStart } from '../primeStart.ts'

export const sha256 = (content: Bytes): Bytes => hash('sha256', content, 'buffer')

export const numberOf = (bytes: Bytes): bigint => BigInt(`0x0${hex(bytes).hex}`)
export const toLength = (n: bigint, length: number): Bytes => bytesOf(n.toString(16).padStart(2 * length, '0'))

export const privateKeyOf = (numbers: KeyNumbers): KeyObject => createPrivateKey(privatePemOf(numbers))

/** The inverse of `a` modulo `m`, by Euclid. */
export const inverse = (a: bigint, m: bigint): bigint => {
  let r = m
  let s = a % m
  let x = 0n
  let y = 1n
  while (s > 0n) {
    const quotient = r / s
    const remainder = r % s
    const coefficient = x - quotient * y
    r = s
    s = remainder
    x = y
    y = coefficient
  }
  if (r !== 1n) throw new Error('these numbers have a common factor')
  return ((x % m) + m) % m
}
const commonFactor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonFactor(b, a % b))

const pairOf = (firstPrime: bigint, secondPrime: bigint, e: bigint): KeyNumbers => {
  // Some platforms put the larger one first when they write a key.
  const [p, q] = firstPrime > secondPrime ? [firstPrime, secondPrime] : [secondPrime, firstPrime]
  const d = inverse(e, ((p - 1n) * (q - 1n)) / commonFactor(p - 1n, q - 1n))
  return [p * q, e, d, p, q, d % (p - 1n), d % (q - 1n), inverse(q, p)]
}

/** The primes are so many odd numbers above their starts, `steps[0]` and `steps[1]`. They were found once, by counting up. */
const pair = (length: number, e: bigint, ...steps: readonly [number, number]): KeyNumbers => {
  const half = Math.ceil(length / 2)
  return pairOf(
    primeStart(`${length} ${e} p`, half) + 2n * BigInt(steps[0]),
    primeStart(`${length} ${e} q`, length - half) + 2n * BigInt(steps[1]),
    e,
  )
}

/** A pair of 2048 bits with the usual exponent. */
export const plain: KeyNumbers = pair(2048, 65_537n, 485, 824)
/** The smaller prime comes first: RFC 8017 §3.2 orders them in no way. */
const swapped = ([n, e, d, p, q, dP, dQ]: KeyNumbers): KeyNumbers =>
  [n, e, d, q, p, dQ, dP, inverse(p as bigint, q as bigint)] as unknown as KeyNumbers
const [modulus, , , ...primes] = plain as readonly [bigint, ...ReadonlyArray<bigint>]
/** Key pairs that are nearly `plain`: a careless map, by a part of a key, takes them for it. */
export const similar: { readonly [same in 'sameModulus' | 'sameStart' | 'sameEnd']: KeyNumbers } = {
  sameModulus: pairOf(primes[0] as bigint, primes[1] as bigint, 65_539n),
  /** The first 1,010 bits of the modulus, and with them those of its DER and its PEM. */
  sameStart: (() => {
    const p = primeStart('same start p', 1024) + 2n * 1143n
    return pairOf(p, ((modulus / p) | 1n) + 2n * 242n, 65_537n)
  })(),
  /** The last 1,003 bits of the modulus, and the exponent. */
  sameEnd: (() => {
    const p = primeStart('same end p', 1024) + 2n * 1198n
    const most = 1n << 1000n
    return pairOf(p, ((modulus * inverse(p, most)) % most) + ((3n << 22n) + 17n) * most, 65_537n)
  })(),
}
/** The primes have one length in bytes, and yet the second is dozens of times the first: then m1 − m2 is below −p. */
const uneven = swapped(
  pairOf(primeStart('uneven p', 1031) + 2n * 453n, primeStart('uneven q', 1025) + 2n * 265n, 65_537n),
)
/** Key pairs that are accepted. */
export const good: ReadonlyArray<KeyNumbers> = [
  plain,
  swapped(plain),
  similar.sameModulus,
  similar.sameStart,
  similar.sameEnd,
  pair(2048, 65_539n, 256, 530),
  pair(2048, 2n ** 32n - 1n, 162, 1154),
  pair(2049, 65_537n, 911, 1339),
  pair(2055, 65_537n, 652, 341),
  uneven,
  pair(2057, 65_537n, 90, 367),
]
/** Accepted as well, and slow. */
export const long: ReadonlyArray<KeyNumbers> = [pair(3072, 65_537n, 152, 232), pair(4096, 65_537n, 520, 679)]
/** The modulus is too short. */
export const short: ReadonlyArray<KeyNumbers> = [
  pair(1024, 65_537n, 159, 170),
  pair(2040, 65_537n, 649, 230),
  pair(2046, 65_537n, 144, 848),
  pair(2047, 65_537n, 125, 128),
]
/** The exponent is out of its limits. */
export const otherExponents: ReadonlyArray<KeyNumbers> = [
  pair(2048, 3n, 545, 315),
  pair(2048, 65_535n, 2698, 833),
  pair(2048, 2n ** 32n + 1n, 222, 200),
]

/** A key pair with other numbers at these places of `KeyNumbers`. */
const replaced = (numbers: KeyNumbers, replacements: { readonly [index: number]: bigint }): KeyNumbers =>
  numbers.map((n, index) => replacements[index] ?? n) as unknown as KeyNumbers
/** The private exponent is right modulo this number, and wrong as a whole. */
const withExponent = (numbers: KeyNumbers, divisor: bigint): KeyNumbers => {
  const [n, , d = 0n] = numbers
  return replaced(numbers, { 2: d + divisor < n ? d + divisor : d - divisor })
}

const nameOf = ['n', 'e', 'd', 'p', 'q', 'dP', 'dQ', 'qInv']
/** Faults of a private key by name. Each equation among its numbers is broken alone by some fault. */
export const damages: { readonly [name: string]: (numbers: KeyNumbers) => KeyNumbers } = {
  'd is right modulo p − 1 alone': (numbers) => withExponent(numbers, (numbers[3] as bigint) - 1n),
  'd is right modulo q − 1 alone': (numbers) => withExponent(numbers, (numbers[4] as bigint) - 1n),
  'p and q change places': (numbers) => replaced(numbers, { 3: numbers[4] as bigint, 4: numbers[3] as bigint }),
  'dP and dQ change places': (numbers) => replaced(numbers, { 5: numbers[6] as bigint, 6: numbers[5] as bigint }),
  'qInv is the inverse of p': (numbers) =>
    replaced(numbers, { 7: inverse(numbers[3] as bigint, numbers[4] as bigint) }),
  'p is n, and q is 1': (numbers) => replaced(numbers, { 3: numbers[0], 4: 1n }),
  'p is 1, and q is n': (numbers) => replaced(numbers, { 3: 1n, 4: numbers[0] }),
  'qInv is 0': (numbers) => replaced(numbers, { 7: 0n }),
  // Everything else fits the primes.
  'another n': (numbers) => replaced(numbers, { 0: numbers[0] ^ 2n }),
  'another n, far off': (numbers) => replaced(numbers, { 0: numbers[0] ^ (1n << 1024n) }),
  'another e': (numbers) => replaced(numbers, { 1: numbers[1] === 65_537n ? 65_539n : 65_537n }),
  ...Object.fromEntries(
    nameOf.flatMap((numberName, index) =>
      [2n, 15n].map((bit) => [
        `${numberName} has another bit`.concat(bit === 2n ? '' : ', higher up'),
        (numbers: KeyNumbers) => replaced(numbers, { [index]: (numbers[index] as bigint) ^ (1n << bit) }),
      ]),
    ),
  ),
}
