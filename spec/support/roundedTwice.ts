/**
 * Readers that round a number twice: first to some bits or digits, and then to a double. The x87 unit of old processors has 64 bits, and
 * decimal types of databases and of Java have 34 digits.
 *
 *   1.00000000000000011102230246251565404236316680908203126   just above the middle of two doubles: the upper one is nearer
 *   throughBits(64)                                           first the middle itself, and then the even one of both: 1
 */

/** The absolute value of a decimal: `numerator / denominator`. */
interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

const fractionOf = (text: string): Fraction => {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const power = Number(exponent) - fraction.length
  const digits = BigInt(`${whole}${fraction}`)
  return power >= 0
    ? { numerator: digits * 10n ** BigInt(power), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-power) }
}

/** The nearest whole number; in the middle of two, the even one. */
const nearestWhole = ({ numerator, denominator }: Fraction): bigint => {
  const floor = numerator / denominator
  const twiceRest = 2n * (numerator - floor * denominator)
  const isUpper = twiceRest > denominator || (twiceRest === denominator && floor % 2n === 1n)
  return isUpper ? floor + 1n : floor
}

/** A number without a fraction, or of exponents that no rounding of this file can hold, is read as it is. */
const isShort = (text: string): boolean => !text.includes('.') || /[eE]/.test(text)

/** By how many bits the numerator is shifted, so that the quotient has so many bits. */
const shiftTo = (bits: number, { numerator, denominator }: Fraction): bigint => {
  const lengthOf = (n: bigint): number => n.toString(2).length
  const shift = BigInt(Math.max(1, bits - lengthOf(numerator) + lengthOf(denominator)))
  return lengthOf((numerator << shift) / denominator) > bits ? shift - 1n : shift
}

/** Rounds to so many bits, and then to a double. */
export const throughBits =
  (bits: number) =>
  (text: string): number => {
    const { numerator, denominator } = fractionOf(text)
    if (isShort(text) || numerator === 0n) return Number(text)
    const shift = shiftTo(bits, { numerator, denominator })
    const magnitude = Number(nearestWhole({ numerator: numerator << shift, denominator })) / 2 ** Number(shift)
    return text.startsWith('-') ? -magnitude : magnitude
  }

/** Rounds to so many decimal digits, and then to a double. */
export const throughDigits =
  (digits: number) =>
  (text: string): number => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.')
    const kept = Math.max(1, digits - whole.length)
    if (isShort(text) || fraction.length <= kept) return Number(text)
    const rounded = nearestWhole({
      numerator: BigInt(`${whole}${fraction}`),
      denominator: 10n ** BigInt(fraction.length - kept),
    })
    const all = String(rounded).padStart(kept + 1, '0')
    return Number(`${text.startsWith('-') ? '-' : ''}${all.slice(0, -kept)}.${all.slice(-kept)}`)
  }
