/** Signatures by the block that they hold, and by their number. */
import { constants, createHash, createPrivateKey, type KeyObject, privateEncrypt } from 'node:crypto'
import * as fc from 'fast-check'
import { type Bytes, concat } from '../../core/Bytes.ts'
import { hex } from '../content.ts'
import { range } from './characters.ts'
import {
  brokenLength,
  brokenTag,
  bytesOf,
  type Change,
  type Element,
  encoded,
  extras,
  type Node,
  none,
  octets,
  oid,
  other,
  place,
  sequence,
  sha256,
  smallBytes,
  withMore,
} from './der.ts'
import { type Drawn, type Generator, generator, type Sample, sides, textOf } from './Generator.ts'
import { good, type Numbers } from './keyPairs.ts'
import { filed, parameters, pemOf, pkcs1Private, spki, spkiForm } from './keys.ts'

interface SigningKey {
  readonly n: bigint
  /** Bytes of the modulus. */
  readonly length: number
  readonly pem: string
  readonly key: KeyObject
}
const signingKey = (numbers: Numbers): SigningKey => {
  const [n] = numbers
  const key = createPrivateKey({ key: Buffer.from(encoded(pkcs1Private(numbers))), format: 'der', type: 'pkcs1' })
  return { n, length: Math.ceil(n.toString(2).length / 8), pem: pemOf(filed(spkiForm, spki(numbers))), key }
}
const signingKeys = good.map(signingKey)
const [plainKey] = signingKeys as [SigningKey]
const keysToSign = fc.constantFrom(...signingKeys)
/** Their signatures have room for the modulus above them. */
const roomyKeys = fc.constantFrom(...signingKeys.filter(({ n, length }) => n < 1n << BigInt(8 * length - 1)))

/** The private operation alone: under the public one its result becomes this block again. */
const rawSign = (block: Bytes, { key }: SigningKey): Bytes =>
  privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, block)

const sha256Oid = '608648016503040201'
const digestInfo = (digest: Bytes, hash = sha256Oid): Element => sequence(sequence(oid(hash), none), octets(digest))
/** EMSA-PKCS1-v1_5 (RFC 8017 §9.2): 00 01 FF … FF 00 and the content at its end. */
const blockOf = (content: Node, length: number): Bytes => {
  const end = encoded(content)
  return concat([Uint8Array.of(0, 1), new Uint8Array(length - 3 - end.length).fill(0xff), Uint8Array.of(0), end])
}
const rightBlock = (message: Bytes, length: number): Bytes => blockOf(digestInfo(sha256(message)), length)
const signed = (key: SigningKey, message: Bytes): Bytes => rawSign(rightBlock(message, key.length), key)

/** Bytes of the DigestInfo for SHA-256, and those before its digest. */
const infoLength = encoded(digestInfo(new Uint8Array(32))).length
const prefixLength = infoLength - 32

type BlockInput = Drawn<'rsaVerify'>['input']
const input = (key: SigningKey, message: Bytes, signature: Bytes): BlockInput => ({
  key: key.pem,
  message: hex(message),
  signature: hex(signature),
})

const messages = fc.oneof(
  fc.uint8Array({ maxLength: 80, size: 'max' }),
  textOf(range(' ', '~'), 0, 40).map((text) => Uint8Array.from(Buffer.from(text))),
)
const nothing = fc.constant(undefined)

/** What `make` writes for a signature of a message. */
const signatures = <C>(
  draws: fc.Arbitrary<C>,
  make: (key: SigningKey, message: Bytes, by: C) => Bytes,
  ofKeys = keysToSign,
): fc.Arbitrary<BlockInput> =>
  fc.tuple(ofKeys, messages, draws).map(([key, message, by]) => input(key, message, make(key, message, by)))
/** Signatures of the right block after one change. */
const changedBlocks = <C>(
  draws: fc.Arbitrary<C>,
  change: (block: Bytes, by: C, key: SigningKey) => Bytes,
): fc.Arbitrary<BlockInput> =>
  signatures(draws, (key, message, by) => rawSign(change(rightBlock(message, key.length), by, key), key))
/** Signatures of a block that is well padded, with this in place of the DigestInfo. */
const contents = <C>(
  draws: fc.Arbitrary<C>,
  content: (digest: Bytes, by: C, message: Bytes) => Node,
): fc.Arbitrary<BlockInput> =>
  signatures(draws, (key, message, by) => rawSign(blockOf(content(sha256(message), by, message), key.length), key))
/** Signatures of a DigestInfo with one fault of its DER. */
const infos = (change: Change): fc.Arbitrary<BlockInput> =>
  fc
    .tuple(keysToSign, messages)
    .chain(([key, message]) =>
      change(fc.constant(digestInfo(sha256(message)))).map((info) =>
        input(key, message, rawSign(blockOf(info, key.length), key)),
      ),
    )
const rightly = signatures(nothing, signed)

const withByte = (bytes: Bytes, at: number, value: number): Bytes => bytes.map((byte, i) => (i === at ? value : byte))
const xored = (bytes: Bytes, at: number, by: number): Bytes => withByte(bytes, at, (bytes[at] as number) ^ by)

const numberOf = (bytes: Bytes): bigint => BigInt(`0x0${hex(bytes).hex}`)
const toLength = (n: bigint, length: number): Bytes => bytesOf(n.toString(16).padStart(2 * length, '0'))

/** `message N` for these, signed by the first key, begins with 00. Found once by counting up. */
const zeroSignatures = [565, 712, 729, 802, 829, 897, 994, 1086, 1370, 1450, 1458, 2003, 2187, 2377, 2569, 2611]
const zeroMessages = fc.constantFrom(...zeroSignatures).map((i) => Buffer.from(`message ${i}`))

const hashes = {
  md5: '2a864886f70d0205',
  sha1: '2b0e03021a',
  sha224: '608648016503040204',
  sha384: '608648016503040202',
  sha512: '608648016503040203',
  'sha3-256': '608648016503040208',
  ripemd160: '2b24030201',
} as const
const hashNames = fc.constantFrom(...(Object.keys(hashes) as ReadonlyArray<keyof typeof hashes>))

/** Padding that is too short, with the rest of the block filled at one of three places. */
const shortened = (block: Bytes, [choice, where, junk]: readonly [number, string, number]): Bytes => {
  const count = block.length - 3 - infoLength
  const short = (choice + count) % count
  const left = count - short
  const [info, head] = [block.subarray(-infoLength), block.subarray(0, 2 + short)]
  if (where === 'behind') return concat([head, Uint8Array.of(0), info, new Uint8Array(left).fill(junk)])
  if (where === 'before') return concat([new Uint8Array(left), head, Uint8Array.of(0), info])
  return concat([head, new Uint8Array(left + 1), info])
}
const shortPadding = fc.tuple(
  fc.oneof(fc.constantFrom(0, 7, 8, -1), place),
  fc.constantFrom('behind', 'before', 'between'),
  fc.nat({ max: 255 }),
)

const startRule = 'the block in a signature begins with 00 01'
const fillRule = 'the padding in a signature is FF up to a 00, and fills the block'
const prefixRule = 'the DigestInfo in a signature is that of SHA-256'
const infoRule = 'the DigestInfo in a signature has one encoding, with NULL and without more'
const digestRule = 'the digest in a signature is that of the message, whole and nothing more'

/** For each rule the signatures that break it. */
const blockRules: ReadonlyArray<readonly [rule: string, bad: fc.Arbitrary<BlockInput>]> = [
  [
    'only the private key of the app makes its signatures',
    fc.oneof(
      signatures(fc.constantFrom(0n, 1n, 2n), (key, _, number) => toLength(number, key.length)),
      signatures(fc.constantFrom(1n, 2n), (key, _, less) => toLength(key.n - less, key.length)),
      signatures(nothing, (key, message) => toLength(key.n - numberOf(signed(key, message)), key.length)),
      // The block itself, which the public operation never sees as such.
      signatures(nothing, (key, message) => rightBlock(message, key.length)),
      fc
        .tuple(keysToSign, keysToSign, messages)
        .filter(([one, two]) => one.length === two.length && one.n > two.n)
        .map(([one, two, message]) => input(one, message, signed(two, message))),
    ),
  ],
  [
    'a signature is that of the message',
    fc.oneof(
      signatures(smallBytes, (key, message, some) => signed(key, concat([message, some]))),
      signatures(fc.constantFrom(0, 10, 13, 32), (key, message, byte) =>
        signed(key, concat([Uint8Array.of(byte), message])),
      ),
      signatures(fc.tuple(place, other), (key, message, [at, by]) =>
        signed(key, message.length === 0 ? Uint8Array.of(by) : xored(message, at % message.length, by)),
      ),
    ),
  ],
  [
    startRule,
    // Below the first byte of the modulus; of a modulus that begins with 01, just below the modulus.
    changedBlocks(other, (block, by, { n, length }) =>
      withByte(block, 0, 1 + (by % Math.max(1, Number(n >> BigInt(8 * length - 8)) - 1))),
    ),
  ],
  [startRule, changedBlocks(fc.oneof(fc.constantFrom(1, 3), other), (block, by) => xored(block, 1, by))],
  [
    fillRule,
    changedBlocks(fc.tuple(fc.oneof(fc.constantFrom(0, 1, -1), place), other), (block, [choice, by]) => {
      const count = block.length - 3 - infoLength
      return xored(block, 2 + ((choice + count) % count), by)
    }),
  ],
  [fillRule, changedBlocks(shortPadding, shortened)],
  [
    fillRule,
    changedBlocks(fc.oneof(fc.constant(255), other), (block, by) => withByte(block, block.length - infoLength - 1, by)),
  ],
  [
    prefixRule,
    changedBlocks(fc.tuple(fc.nat({ max: prefixLength - 1 }), other), (block, [at, by]) =>
      xored(block, block.length - infoLength + at, by),
    ),
  ],
  [
    prefixRule,
    fc.oneof(
      contents(hashNames, (_, name, message) => digestInfo(createHash(name).update(message).digest(), hashes[name])),
      contents(hashNames, (digest, name) => digestInfo(digest, hashes[name])),
    ),
  ],
  [
    infoRule,
    fc.oneof(
      infos(brokenLength),
      infos(brokenTag),
      contents(nothing, (digest) => digest),
      contents(nothing, (digest) => octets(digest)),
      contents(nothing, (digest) => sequence(digestInfo(digest))),
      contents(nothing, (digest) => sequence(octets(digest), sequence(oid(sha256Oid), none))),
    ),
  ],
  [infoRule, contents(parameters, (digest, some) => sequence(sequence(oid(sha256Oid), ...some), octets(digest)))],
  [
    infoRule,
    fc.oneof(
      contents(extras, (digest, extra) => withMore(digestInfo(digest), extra)),
      contents(extras, (digest, extra) => concat([encoded(digestInfo(digest)), encoded(extra)])),
    ),
  ],
  [
    digestRule,
    fc.oneof(
      contents(fc.tuple(fc.nat({ max: 31 }), other), (digest, [at, by]) => digestInfo(xored(digest, at, by))),
      contents(nothing, (digest) => digestInfo(sha256(digest))),
      contents(nothing, (digest) => digestInfo(digest.toReversed())),
      contents(nothing, (digest) => digestInfo(new Uint8Array(digest.length))),
    ),
  ],
  [
    digestRule,
    fc.oneof(
      contents(fc.nat({ max: 31 }), (digest, length) => digestInfo(digest.subarray(0, length))),
      contents(smallBytes, (digest, some) => digestInfo(concat([digest, some]))),
      contents(nothing, (digest) => digestInfo(Buffer.from(hex(digest).hex))),
    ),
  ],
]

const blockSamples: fc.Arbitrary<Sample<BlockInput>> = fc.oneof(
  sides(
    'a signature is exactly as long as the modulus',
    fc.oneof(
      rightly,
      zeroMessages.map((message) => input(plainKey, message, signed(plainKey, message))),
    ),
    fc.oneof(
      zeroMessages.map((message) => input(plainKey, message, signed(plainKey, message).subarray(1))),
      signatures(smallBytes, (key, message, some) => concat([signed(key, message), some])),
      signatures(fc.integer({ min: 1, max: 3 }), (key, message, count) =>
        concat([new Uint8Array(count), signed(key, message)]),
      ),
      signatures(fc.oneof(fc.constant(1), place), (key, message, cut) =>
        signed(key, message).subarray(0, Math.max(0, key.length - 1 - (cut % key.length))),
      ),
    ),
  ),
  sides(
    'a signature is a number below the modulus',
    signatures(nothing, signed, roomyKeys),
    signatures(
      place,
      (key, message, choice) => {
        const number = numberOf(signed(key, message))
        const most = ((1n << BigInt(8 * key.length)) - 1n - number) / key.n
        return toLength(number + key.n * (1n + (BigInt(choice) % most)), key.length)
      },
      roomyKeys,
    ),
  ),
  ...blockRules.map(([rule, bad]) => sides(rule, rightly, bad)),
)

/** The generator of signatures. */
export const blocks: ReadonlyArray<Generator> = [
  generator({
    name: 'rsa-block',
    op: 'rsaVerify',
    weight: 300,
    drawn: blockSamples.map(({ value, ...sample }) => ({ ...sample, input: value })),
  }),
]
