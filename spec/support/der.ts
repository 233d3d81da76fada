/**
 * A DER writer that can also write invalid DER, and the elements of keys.
 */
import type { TestKey } from './keys.ts'

const length = (n: number): Buffer => {
  if (n < 0x80) return Buffer.of(n)
  const bytes = Buffer.from(n.toString(16).padStart(n < 0x100 ? 2 : n < 0x10000 ? 4 : 6, '0'), 'hex')
  return Buffer.concat([Buffer.of(0x80 + bytes.length), bytes])
}

export const tlv = (tag: number, ...contents: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.of(tag), length(content.length), content])
}

/** With a length encoding that BER allows and DER forbids. */
export const longTlv = (tag: number, ...contents: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(contents)
  return Buffer.concat([
    Buffer.of(tag, 0x84),
    Buffer.from(content.length.toString(16).padStart(8, '0'), 'hex'),
    content,
  ])
}

export const sequence = (...contents: ReadonlyArray<Uint8Array>): Buffer => tlv(0x30, ...contents)
export const octets = (...contents: ReadonlyArray<Uint8Array>): Buffer => tlv(0x04, ...contents)
export const bits = (...contents: ReadonlyArray<Uint8Array>): Buffer => tlv(0x03, Buffer.of(0), ...contents)
export const rawInteger = (content: Uint8Array): Buffer => tlv(0x02, content)
export const nothing: Buffer = Buffer.of(0x05, 0x00)

export const toBytes = (n: bigint): Buffer => {
  const hex = n.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

export const integer = (n: bigint): Buffer => {
  const bytes = toBytes(n)
  return rawInteger((bytes[0] as number) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes)
}

export const rsaEncryptionId: Buffer = Buffer.from('06092a864886f70d010101', 'hex')
export const rsaAlgorithm: Buffer = sequence(rsaEncryptionId, nothing)

export const pkcs1Public = (n: bigint, e: bigint): Buffer => sequence(integer(n), integer(e))
export const spki = (n: bigint, e: bigint): Buffer => sequence(rsaAlgorithm, bits(pkcs1Public(n, e)))
export const pkcs1Private = (numbers: ReadonlyArray<bigint>): Buffer => sequence(integer(0n), ...numbers.map(integer))
export const pkcs8 = (pkcs1: Uint8Array): Buffer => sequence(integer(0n), rsaAlgorithm, octets(pkcs1))

export const pem = (label: string, der: Uint8Array): string => {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

const names = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const

/** A key's numbers, in the order of PKCS#1. */
export const numbersOf = (key: TestKey): ReadonlyArray<bigint> => {
  const jwk = key.privateKey.export({ format: 'jwk' })
  return names.map((name) => BigInt(`0x${Buffer.from(String(jwk[name]), 'base64url').toString('hex')}`))
}

export const modulusOf = (key: TestKey): bigint => numbersOf(key)[0] as bigint

/** A public key of exactly this many bits, in PEM. Nobody has its private half. */
export const publicOf = (size: number): string => pem('PUBLIC KEY', spki((1n << BigInt(size - 1)) + 12_345n, 65_537n))
