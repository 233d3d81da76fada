/**
 * SipHash-c-d with 128 bits of output, written from the paper in 64-bit integers, to hold the fast one against.
 */
const mask = (1n << 64n) - 1n
const rotl = (x: bigint, n: bigint): bigint => ((x << n) | (x >> (64n - n))) & mask

const littleEndian = (bytes: Uint8Array): bigint => bytes.reduceRight((n, byte) => (n << 8n) | BigInt(byte), 0n)

const toHex = (n: bigint): string =>
  (n.toString(16).padStart(16, '0').match(/../g) as ReadonlyArray<string>).toReversed().join('')

/** The hash of `message` under a key of 16 bytes, as 32 hexadecimal digits. */
export const sipHash128 = (c: number, d: number, key: Uint8Array, message: Uint8Array): string => {
  const [k0, k1] = [littleEndian(key.slice(0, 8)), littleEndian(key.slice(8))]
  let v0 = k0 ^ 0x736f6d6570736575n
  let v1 = k1 ^ 0x646f72616e646f6dn ^ 0xeen
  let v2 = k0 ^ 0x6c7967656e657261n
  let v3 = k1 ^ 0x7465646279746573n

  const rounds = (n: number): void => {
    for (let i = 0; i < n; i++) {
      v0 = (v0 + v1) & mask
      v1 = rotl(v1, 13n) ^ v0
      v0 = rotl(v0, 32n)
      v2 = (v2 + v3) & mask
      v3 = rotl(v3, 16n) ^ v2
      v0 = (v0 + v3) & mask
      v3 = rotl(v3, 21n) ^ v0
      v2 = (v2 + v1) & mask
      v1 = rotl(v1, 17n) ^ v2
      v2 = rotl(v2, 32n)
    }
  }

  const whole = message.length - (message.length % 8)
  const last = Uint8Array.of(
    ...message.slice(whole),
    ...new Uint8Array(7 - (message.length % 8)),
    message.length & 0xff,
  )
  const padded = Uint8Array.from([...message.slice(0, whole), ...last])
  for (let at = 0; at < padded.length; at += 8) {
    const m = littleEndian(padded.slice(at, at + 8))
    v3 ^= m
    rounds(c)
    v0 ^= m
  }

  v2 ^= 0xeen
  rounds(d)
  const low = v0 ^ v1 ^ v2 ^ v3
  v1 ^= 0xddn
  rounds(d)
  return toHex(low) + toHex(v0 ^ v1 ^ v2 ^ v3)
}
