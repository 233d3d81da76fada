/**
 * base^exponent mod modulus: the public half of RSA (RFC 8017 §5.2.2), which shows what a signature was made of. It explains;
 * nothing is accepted by it, and nothing in it is a secret, for its time tells the exponent.
 */
export const modularPower = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus
    if (bit === '1') result = (result * base) % modulus
  }
  return result
}
