/** Public keys. */
import fc from 'fast-check'
import * as Base64 from '../../core/Base64.ts'
import { type Bytes, concat, ofAscii } from '../../core/Bytes.ts'
import * as Der from '../../core/Der.ts'
import { otherApp, testApp } from '../keys.ts'
import { type Values, values } from './Values.ts'

/** Object identifiers of key algorithms, with their parameters: rsaEncryption (RFC 8017 §A.1) and what resembles it. */
const rsa = Uint8Array.of(0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 5, 0)
const pss = Uint8Array.of(0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 10, 5, 0)
const ec = Uint8Array.of(0x06, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1, 0x06, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7)

const spki = (n: Bytes, e: Bytes, algorithm = rsa): Bytes => {
  const numbers = Der.write(Der.SEQUENCE, Der.integer(n), Der.integer(e))
  return Der.write(
    Der.SEQUENCE,
    Der.write(Der.SEQUENCE, algorithm),
    Der.write(Der.BIT_STRING, concat([Uint8Array.of(0), numbers])),
  )
}

const pem = (der: Bytes, label = 'PUBLIC KEY'): string => {
  const lines = Base64.encode(der).replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}

/** An odd number of so many bits. */
const modulus = (bits: number): fc.Arbitrary<Bytes> =>
  fc.uint8Array({ minLength: Math.ceil(bits / 8), maxLength: Math.ceil(bits / 8) }).map((bytes) => {
    const top = 1 << ((bits - 1) % 8)
    const number = bytes.slice()
    number[0] = ((bytes[0] ?? 0) & (top - 1)) | top
    number[number.length - 1] = (bytes.at(-1) ?? 0) | 1
    return number
  })

const ofNumber = (n: number): Bytes => {
  const hex = n.toString(16)
  return Uint8Array.from(hex.padStart(hex.length + (hex.length % 2), '0').match(/../g) ?? [], (byte) =>
    Number.parseInt(byte, 16),
  )
}

const e65537 = ofNumber(65_537)

const exponent = (): fc.Arbitrary<Bytes> =>
  fc
    .oneof(
      fc.constantFrom(65_537, 65_539, 2 ** 32 - 1),
      fc.integer({ min: 32_769, max: 2 ** 31 - 1 }).map((n) => 2 * n + 1),
    )
    .map(ofNumber)

const anyKey = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc
        .oneof(fc.constantFrom(2048, 2049, 2055, 2056, 3072, 4096), fc.integer({ min: 2048, max: 4096 }))
        .chain(modulus),
      exponent(),
    )
    .map(([n, e]) => pem(spki(n, e)))

const noKey = (): fc.Arbitrary<string> =>
  fc.tuple(modulus(2048), fc.constantFrom(1024, 2040, 2047).chain(modulus)).chain(([n, short]) => {
    const right = spki(n, e65537)
    const even = n.with(n.length - 1, (n.at(-1) ?? 0) & 0xfe)
    return fc.constantFrom(
      pem(spki(short, e65537)),
      pem(spki(even, e65537)),
      ...[1, 3, 65_535, 65_538, 2 ** 32 + 1].map((e) => pem(spki(n, ofNumber(e)))),
      pem(spki(n, e65537, pss)),
      pem(spki(n, e65537, ec)),
      pem(concat([right, Uint8Array.of(0)])),
      pem(right.slice(0, -1)),
      pem(right) + pem(right),
      `a key: ${pem(right)}`,
      pem(right).replace('-----END PUBLIC KEY-----', '-----END KEY-----'),
      pem(ofAscii('not a key')),
      testApp.privateKey,
      otherApp.privateKey,
    )
  })

/**
 * Public keys in PEM, of 2048 to 4096 bits, as verifiers take them unless `maxKeyBits` is set. Nobody has their private halves.
 * Near misses: keys that `PublicKey.parse` refuses.
 *
 * @example
 * ```ts
 * import { PublicKey } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.key(), (pem) => PublicKey.parse(pem)._tag === 'Right'))
 * fc.assert(fc.property(arb.key.nearMiss(), (pem) => PublicKey.parse(pem)._tag === 'Left'))
 * ```
 */
export const key: Values<string> = /* @__PURE__ */ values(anyKey, noKey)
