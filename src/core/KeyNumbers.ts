/**
 * The numbers of an RSA key, and the rule of the suite for them: how long a modulus may be, and which exponents count.
 *
 * A number is a *magnitude*: its bytes, the highest first, without leading zeros. This file stands apart from the readers of
 * PEM, DER and JWK, so that a program whose key the platform holds carries the rule without a reader.
 *
 *     checkNumbers(modulus of 2048 bits, [1, 0, 1])   right
 *     checkNumbers(modulus of 1024 bits, [1, 0, 1])   left modulus-too-short
 *     checkNumbers(modulus of 2048 bits, [3])         left exponent
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Bytes } from './Bytes.ts'
import { type KeyResult, refused } from './keyFault.ts'
import type { KeyPolicies } from './Policies.ts'
import { memberOf } from './untrusted.ts'

/** The least bits of a modulus, a rule of the suite. */
export const leastBits = 2048
/** The most bits of a modulus, a rule of the suite. */
export const mostBits = 8192

/** Which exponents are accepted; default `Policies.ours`. */
export interface KeyPolicy extends Partial<Pick<KeyPolicies, 'small-exponent'>> {
  /** The most bits of a modulus; `mostBits` unless set. A deployment may accept less than the suite's rule. */
  readonly maxKeyBits?: number | undefined
}

/** The bits of a modulus `n` with the exponent `e`, if the policy accepts both. */
export const checkNumbers = (n: Bytes, e: Bytes, policy: KeyPolicy = {}): KeyResult<number> => {
  const bits = bitLength(n)
  if (bits < leastBits) return refused('modulus-too-short', `${bits} bits`)
  if (bits > mostBits) return refused('modulus-too-long', `${bits} bits`)
  const maxKeyBits = memberOf(policy, 'maxKeyBits') ?? mostBits
  // Not `>`: under NaN, no key is accepted.
  if (!(bits <= maxKeyBits)) return refused('max-key-bits', `${bits} bits, above ${maxKeyBits}`)
  if ((n.at(-1) as number) % 2 === 0) return refused('modulus-even')
  // Each forgery costs a check, and a check takes longer with each bit of the exponent.
  if (e.length > 4) return refused('exponent', `${bitLength(e)} bits`)
  const exponent = unsigned(e)
  const least = policy['small-exponent'] && exponent === 3 ? 3 : 65_537
  if (exponent < least || exponent % 2 === 0) return refused('exponent', String(exponent))
  return E.right(bits)
}

/** The number of a magnitude; exact up to six bytes. */
export const unsigned = (big: Bytes): number => {
  let sum = 0
  for (let i = 0; i < big.length; i++) sum = sum * 256 + (big[i] as number)
  return sum
}

/** `clz32(0x80)` is 24, so the empty magnitude has no bits. */
export const bitLength = (big: Bytes): number => big.length * 8 - Math.clz32(big[0] ?? 0x80) + 24
