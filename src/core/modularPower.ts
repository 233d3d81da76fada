/**
 * base^exponent mod modulus: RSA's public operation (RFC 8017 §5.2.2), for diagnosis only. Not constant-time: never use a
 * secret exponent.
 */
export const modularPower = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus
    if (bit === '1') result = (result * base) % modulus
  }
  return result
}
