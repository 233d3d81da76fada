/**
 * Public keys on both sides of each rule: the size of the modulus, the exponent, and the rules of DER and PEM. Nobody has the private keys
 * that belong to them: a modulus is any odd number, and nothing in a public key shows that the number is not a product of two primes.
 * For `countersign/testing/arbitraries`, and for keys that `countersign conform` makes a port import.
 *
 * ```ts
 * publicKeys // a value: { value: '-----BEGIN PUBLIC KEY-----…', rule: 'a modulus is odd', change: 'an even modulus', passes: false }
 * ```
 */
import { leastBits, mostBits } from '../../../core/PublicKey.ts'
import * as Gen from '../Gen.ts'
import { combineWith, constants, type LabelledGens, validAndInvalid } from '../Labelled.ts'
import { derFiles } from './derFiles.ts'
import { type KeyNumbers, publicForms, textsOf, usualPemOf } from './keyFile.ts'
import { pemFiles } from './pemFiles.ts'

export const sizeRule: string = `a modulus has ${leastBits} to ${mostBits} bits`
export const exponentRule = 'a public exponent is from 65537 to 2^32 − 1'

// ---- Numbers

const minExponent = 65_537n
const maxExponent = 2n ** 32n - 1n
const usualExponents = Gen.constant(minExponent)
const oddUpTo = (least: bigint, most: bigint): Gen.Gen<bigint> => Gen.bigInt(least, most).map((e) => e | 1n)

/** Odd numbers of so many bits. */
const moduliOf = (bits: number): Gen.Gen<bigint> =>
  Gen.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n).map((n) => n | 1n)
const shortestModuli = moduliOf(leastBits)
const evenModuli = shortestModuli.map((n) => n - 1n)

const numbersOfSizes = (...sizes: ReadonlyArray<number>): ReadonlyArray<Gen.Gen<KeyNumbers>> =>
  sizes.map((bits) => Gen.tuple(moduliOf(bits), usualExponents))
const numbersOfExponents = (exponents: ReadonlyArray<Gen.Gen<bigint>>): ReadonlyArray<Gen.Gen<KeyNumbers>> =>
  exponents.map((exponentGen) => Gen.tuple(shortestModuli, exponentGen))

/** Numbers that all rules accept. Their sizes vary, because some changes of a file apply only to some sizes. */
const goodNumbers = Gen.tuple(Gen.integer(leastBits, 2200).chain(moduliOf), oddUpTo(minExponent, maxExponent))

const sizes = validAndInvalid(
  sizeRule,
  [
    goodNumbers,
    ...numbersOfSizes(leastBits, leastBits + 1, 2055, 2056, 2057),
    ...numbersOfSizes(3072, 4096).map(Gen.boundary),
  ],
  {
    'too short': numbersOfSizes(leastBits - 1, 1024, 512, 2040, 2047),
    'too long': numbersOfSizes(mostBits + 1, mostBits + 8).map(Gen.boundary),
  },
)

const oddModuli = combineWith(
  usualExponents,
  validAndInvalid('a modulus is odd', shortestModuli, { 'an even modulus': evenModuli }),
  (e, n): KeyNumbers => [n, e],
)

const exponents = validAndInvalid(
  exponentRule,
  numbersOfExponents([
    ...constants([minExponent, minExponent + 2n, 2n ** 31n - 1n, 2n ** 31n + 1n, maxExponent]),
    oddUpTo(minExponent, maxExponent),
  ]),
  {
    'too small or too large': numbersOfExponents([
      ...constants([1n, 3n, 5n, 17n, 257n, minExponent - 2n, maxExponent + 2n]),
      // A program that keeps 32 or 64 bits reads a good exponent in some of these.
      ...constants([2n ** 32n + minExponent, 2n ** 33n + 1n, 2n ** 63n - 1n, 2n ** 64n - 1n]),
      ...constants([2n ** 64n + minExponent, 2n ** 256n + minExponent]),
      oddUpTo(1n, minExponent - 2n),
      oddUpTo(maxExponent + 1n, 2n ** 40n),
    ]),
  },
)

const oddExponents = validAndInvalid('a public exponent is odd', numbersOfExponents([usualExponents]), {
  'an even exponent': numbersOfExponents([
    ...constants([minExponent + 1n, maxExponent - 1n]),
    Gen.bigInt(minExponent + 1n, maxExponent).map((e) => e - (e % 2n)),
  ]),
})

/** The numbers of public keys, on both sides of the rules about them. */
export const publicNumbers: LabelledGens<KeyNumbers> = [...sizes, ...oddModuli, ...exponents, ...oddExponents]

// ---- Keys

/** Each in one of the two forms of a public key. */
const usualFilesOf = (numbers: LabelledGens<KeyNumbers>): LabelledGens =>
  combineWith(Gen.constantFrom(...publicForms), numbers, usualPemOf)

export const publicKeysByNumbers: LabelledGens = usualFilesOf(publicNumbers)

/** Keys of the greatest size. A verifier accepts them only if its `maxKeyBits` allows this size. */
export const longKeys: LabelledGens = usualFilesOf(validAndInvalid(sizeRule, numbersOfSizes(mostBits - 1, mostBits)))

export const publicKeys: LabelledGens = [
  ...publicKeysByNumbers,
  ...textsOf([...derFiles('verify'), ...pemFiles('verify')], goodNumbers),
]
