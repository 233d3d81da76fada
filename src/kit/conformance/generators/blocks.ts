/**
 * RSA signatures with one fault: in the number itself, or in the block that the public key opens (EMSA-PKCS1-v1_5, RFC 8017 §9.2):
 *
 *     00 01 FF … FF 00 30 31 30 0D 06 09 60 86 48 01 65 03 04 02 01 05 00 04 20 …
 *     start  padding   DigestInfo: sequence, names SHA-256,                     digest
 *
 * They are made with the private operation alone, so that any block can be signed. Each signature comes alone, to the op `rsaVerify`, and
 * in a request, to `verify`.
 */
import { createHash, privateEncrypt, constants as rsaConstants } from 'node:crypto'
import { type Bytes, concat } from '../../../core/Bytes.ts'
import { nonceCharacters, range } from '../../values/characters.ts'
import * as asn1 from '../../values/der.ts'
import * as Gen from '../../values/Gen.ts'
import { otherParameters } from '../../values/keys/derFiles.ts'
import { type KeyNumbers, publicPemOf } from '../../values/keys/keyFile.ts'
import { constants, type LabelledGens, validAndInvalid } from '../../values/Labelled.ts'
import { block, hex, padded, toBytes } from '../content.ts'
import { type GeneratedInput, type Generator, generatorFrom, generatorOf } from './Generator.ts'
import { good, long, numberOf, privateKeyOf, sha256, toLength } from './keyPairs.ts'
import { inGroups, inputOf, plainDraft, requestsPerRun, signedRule } from './requestDrafts.ts'
import { usualClock } from './windows.ts'

/** `length` is the length of the modulus, in bytes. */
const signingKey = (numbers: KeyNumbers) => {
  const [n] = numbers
  return { n, length: Math.ceil(n.toString(2).length / 8), pem: publicPemOf(numbers), key: privateKeyOf(numbers) }
}
type SigningKey = ReturnType<typeof signingKey>

const signingKeys = good.map(signingKey)
const [plainKey] = signingKeys as [SigningKey]
const keysToSign = Gen.constantFrom(...signingKeys)

/** The private operation alone: the public operation turns its result into this block again. */
const rawSign = (block: Bytes, { key }: SigningKey): Bytes =>
  privateEncrypt({ key, padding: rsaConstants.RSA_NO_PADDING }, block)

const sha256Oid = '608648016503040201'
const digestInfo = (digest: Bytes, hash = sha256Oid): asn1.Element =>
  asn1.sequence(asn1.sequence(asn1.oid(hash), asn1.none), asn1.octets(digest))
const rightBlock = (message: Bytes, length: number): Bytes => block(sha256(message), length)
const signRightBlock = (key: SigningKey, message: Bytes): Bytes => rawSign(rightBlock(message, key.length), key)

/** The length of the DigestInfo for SHA-256, in bytes. */
const infoLength = asn1.encoded(digestInfo(new Uint8Array(32))).length

type BlockInput = GeneratedInput<'rsaVerify'>['input']
const input = (key: SigningKey, message: Bytes, signature: Bytes): BlockInput => ({
  key: key.pem,
  message: hex(message),
  signature: hex(signature),
})

/** Each message is a string to sign, so that its signatures can be sent in a request as well. */
const head = `POST\n/v1/jobs\n${usualClock}\n`
const messages = Gen.tuple(
  Gen.stringOf(nonceCharacters, 8, 40),
  Gen.oneof(
    Gen.bytes({ maxLength: 80, size: 'max' }),
    Gen.stringOf(range(' ', '~'), 0, 40).map((characters) => Buffer.from(characters)),
  ),
).map(([nonce, body]) => concat([Buffer.from(`${head}${nonce}\n`), body]))

/** Inputs with any key and message. `make` makes their signature. */
const signatures = <C>(
  draws: Gen.Gen<C>,
  make: (key: SigningKey, message: Bytes, drawn: C) => Bytes,
  ofKeys = keysToSign,
): Gen.Gen<BlockInput> =>
  Gen.tuple(ofKeys, messages, draws).map(([key, message, drawn]) => input(key, message, make(key, message, drawn)))

/** Signatures of the right block after one change. */
const signaturesOfChanged = <C>(
  draws: Gen.Gen<C>,
  change: (block: Bytes, drawn: C, key: SigningKey) => Bytes,
): Gen.Gen<BlockInput> =>
  signatures(draws, (key, message, drawn) => rawSign(change(rightBlock(message, key.length), drawn, key), key))

/** Signatures of a block with right padding, and with this content in place of the DigestInfo. */
const signaturesOfContent = <C>(
  draws: Gen.Gen<C>,
  content: (digest: Bytes, drawn: C, message: Bytes) => asn1.Node,
  ofKeys = keysToSign,
): Gen.Gen<BlockInput> =>
  signatures(
    draws,
    (key, message, drawn) => rawSign(padded(asn1.encoded(content(sha256(message), drawn, message)), key.length), key),
    ofKeys,
  )

/** Signatures of a DigestInfo whose DER has one fault. */
const signaturesOfFaultyInfo = (change: asn1.Change): ReadonlyArray<Gen.Gen<BlockInput>> =>
  change(digestInfo(new Uint8Array(32))).map((changes) =>
    signaturesOfContent(changes, (digest, changeInfo) => changeInfo(digestInfo(digest))),
  )

const rightSignatures = signatures(asn1.once, signRightBlock)

const withByte = (bytes: Bytes, index: number, replacement: number): Bytes =>
  bytes.map((byte, i) => (i === index ? replacement : byte))
const xored = (bytes: Bytes, index: number, mask: number): Bytes =>
  withByte(bytes, index, (bytes[index] as number) ^ mask)

/** With these nonces and no body, the signature by the first key begins with 00. They were found by counting up. */
const zeroNonces = [298, 420, 1161, 1490, 1497, 1831, 1971, 2071, 2575, 2577, 2604, 2992]
const zeroMessages = Gen.constantFrom(...zeroNonces).map((nonce) => Buffer.from(`${head}${nonce}\n`))

const hashes = {
  md5: '2a864886f70d0205',
  sha1: '2b0e03021a',
  sha224: '608648016503040204',
  sha384: '608648016503040202',
  sha512: '608648016503040203',
  'sha3-256': '608648016503040208',
  ripemd160: '2b24030201',
} as const
const hashNames = constants(Object.keys(hashes) as ReadonlyArray<keyof typeof hashes>)

/** A right block is 00 01, padding, 00 and the DigestInfo: the bytes of padding in it. */
const paddingLength = (block: Bytes): number => block.length - 3 - infoLength

/** Where a block with too little padding has its other bytes: at the end, at the beginning, or before the DigestInfo. */
type FillerPlace = 'behind' | 'before' | 'between'

/** The block with only `count` bytes of padding. A count below 0, or beyond the padding, is taken modulo its length. */
const shortened = (block: Bytes, count: number, place: FillerPlace, filler: number): Bytes => {
  const whole = paddingLength(block)
  const kept = (count + whole) % whole
  const removed = whole - kept
  const info = block.subarray(-infoLength)
  const head = block.subarray(0, 2 + kept)
  if (place === 'behind') return concat([head, Uint8Array.of(0), info, new Uint8Array(removed).fill(filler)])
  if (place === 'before') return concat([new Uint8Array(removed), head, Uint8Array.of(0), info])
  return concat([head, new Uint8Array(removed + 1), info])
}
/** Lengths of padding, and places in it: at both ends, and anywhere. RFC 8017 wants at least 8 bytes. */
const lengthsOfPadding = [...constants([0, 7, 8, -1]), asn1.place]
/** Bits of the second byte, the block's type, that are turned over. */
const changesOfType = [...constants([1, 2, 3]), asn1.other]
/** What may stand in place of the 00 before the DigestInfo. */
const bytesBeforeInfo = [Gen.constant(255), asn1.other]
const placesInPadding = [...constants([0, 1, -1]), asn1.place]

/** The largest first byte with which a block is below the modulus, whatever follows. */
const largestFirstByte = ({ n, length }: SigningKey): number => Number(n >> BigInt(8 * length - 8)) - 1

/** A rule of the signed block, and the signatures that break it. */
interface BlockRule {
  readonly rule: string
  readonly broken: ReadonlyArray<Gen.Gen<BlockInput>>
}

const blockRules: ReadonlyArray<BlockRule> = [
  {
    rule: 'only the private key of the app makes its signatures',
    broken: [
      ...constants([0n, 1n, 2n]).map((numbers) =>
        signatures(numbers, (key, _, number) => toLength(number, key.length)),
      ),
      ...constants([1n, 2n]).map((numbers) =>
        signatures(numbers, (key, _, less) => toLength(key.n - less, key.length)),
      ),
      signatures(asn1.once, (key, message) => toLength(key.n - numberOf(signRightBlock(key, message)), key.length)),
      // The block itself in place of a signature.
      signatures(asn1.once, (key, message) => rightBlock(message, key.length)),
      Gen.tuple(keysToSign, keysToSign, messages)
        .filter(([signer, otherSigner]) => signer.length === otherSigner.length && signer.n > otherSigner.n)
        .map(([signer, otherSigner, message]) => input(signer, message, signRightBlock(otherSigner, message))),
    ],
  },
  {
    rule: 'a signature must be for exactly this message',
    broken: [
      signatures(asn1.smallBytes, (key, message, suffix) => signRightBlock(key, concat([message, suffix]))),
      ...constants([0, 10, 13, 32]).flatMap((bytes) => [
        signatures(bytes, (key, message, byte) => signRightBlock(key, concat([Uint8Array.of(byte), message]))),
        signatures(bytes, (key, message, byte) => signRightBlock(key, concat([message, Uint8Array.of(byte)]))),
      ]),
      signatures(Gen.tuple(asn1.place, asn1.other), (key, message, [index, mask]) =>
        signRightBlock(key, message.length === 0 ? Uint8Array.of(mask) : xored(message, index % message.length, mask)),
      ),
    ],
  },
  {
    rule: 'the block in a signature begins with 00 01',
    broken: [
      // The first byte is 01 or more. If the modulus begins with 01 too, the second byte keeps the block below the modulus.
      signaturesOfChanged(asn1.other, (block, drawnByte, key) =>
        withByte(block, 0, 1 + (drawnByte % Math.max(1, largestFirstByte(key)))),
      ),
      ...changesOfType.map((bits) => signaturesOfChanged(bits, (block, mask) => xored(block, 1, mask))),
    ],
  },
  {
    rule: 'the padding in a signature has only FF bytes and then one 00, and fills the block',
    broken: [
      ...placesInPadding.map((places) =>
        signaturesOfChanged(Gen.tuple(places, asn1.other), (block, [choice, mask]) => {
          const length = paddingLength(block)
          return xored(block, 2 + ((choice + length) % length), mask)
        }),
      ),
      ...lengthsOfPadding.flatMap((lengths) =>
        (['behind', 'before', 'between'] as const).map((place) =>
          signaturesOfChanged(Gen.tuple(lengths, Gen.nat(255)), (block, [count, filler]) =>
            shortened(block, count, place, filler),
          ),
        ),
      ),
      ...bytesBeforeInfo.map((bytes) =>
        signaturesOfChanged(bytes, (block, byte) => withByte(block, block.length - infoLength - 1, byte)),
      ),
    ],
  },
  {
    rule: 'the DigestInfo in a signature names SHA-256',
    broken: [
      ...Array.from({ length: infoLength - 32 }, (_, index) =>
        signaturesOfChanged(asn1.other, (block, mask) => xored(block, block.length - infoLength + index, mask)),
      ),
      ...hashNames.flatMap((hashGen) => [
        signaturesOfContent(hashGen, (_, hashName, message) =>
          digestInfo(createHash(hashName).update(message).digest(), hashes[hashName]),
        ),
        signaturesOfContent(hashGen, (digest, hashName) => digestInfo(digest, hashes[hashName])),
      ]),
    ],
  },
  {
    rule: 'the DigestInfo in a signature has only one encoding: with NULL, and with nothing after it',
    broken: [
      ...signaturesOfFaultyInfo(asn1.brokenLength),
      ...signaturesOfFaultyInfo(asn1.brokenTag),
      signaturesOfContent(asn1.once, (digest) => digest),
      signaturesOfContent(asn1.once, (digest) => asn1.octets(digest)),
      signaturesOfContent(asn1.once, (digest) => asn1.sequence(digestInfo(digest))),
      signaturesOfContent(asn1.once, (digest) =>
        asn1.sequence(asn1.octets(digest), asn1.sequence(asn1.oid(sha256Oid), asn1.none)),
      ),
      ...otherParameters.map((parameterGen) =>
        signaturesOfContent(parameterGen, (digest, parameter) =>
          asn1.sequence(asn1.sequence(asn1.oid(sha256Oid), ...parameter), asn1.octets(digest)),
        ),
      ),
      signaturesOfContent(asn1.extras, (digest, extra) => asn1.withMore(digestInfo(digest), extra)),
      signaturesOfContent(asn1.extras, (digest, extra) =>
        concat([asn1.encoded(digestInfo(digest)), asn1.encoded(extra)]),
      ),
    ],
  },
  {
    rule: 'the digest in a signature is the complete digest of the message, with nothing added',
    broken: [
      ...[...constants([0, 31]), Gen.nat(31)].map((places) =>
        signaturesOfContent(Gen.tuple(places, asn1.other), (digest, [index, mask]) =>
          digestInfo(xored(digest, index, mask)),
        ),
      ),
      // A verifier that compares blocks word by word may leave out a part of the last word.
      ...signingKeys.map((key) =>
        signaturesOfContent(asn1.other, (digest, mask) => digestInfo(xored(digest, 31, mask)), Gen.constant(key)),
      ),
      signaturesOfContent(asn1.once, (digest) => digestInfo(sha256(digest))),
      signaturesOfContent(asn1.once, (digest) => digestInfo(digest.toReversed())),
      signaturesOfContent(asn1.once, (digest) => digestInfo(new Uint8Array(digest.length))),
      ...[...constants([0, 16, 20, 31]), Gen.nat(31)].map((lengths) =>
        signaturesOfContent(lengths, (digest, length) => digestInfo(digest.subarray(0, length))),
      ),
      signaturesOfContent(asn1.smallBytes, (digest, suffix) => digestInfo(concat([digest, suffix]))),
      signaturesOfContent(asn1.once, (digest) => digestInfo(Buffer.from(hex(digest).hex))),
    ],
  },
]

/** A signature with a multiple of the modulus added. A counter is added to the message until the sum has room in the length. */
const overflowing = (key: SigningKey, message: Bytes, multiples: number): BlockInput => {
  for (let i = 0; ; i++) {
    const counted = concat([message, asn1.bytesOf(i.toString(16).padStart(4, '0'))])
    const number = numberOf(signRightBlock(key, counted))
    const most = ((1n << BigInt(8 * key.length)) - 1n - number) / key.n
    if (most > 0n) return input(key, counted, toLength(number + key.n * (1n + (BigInt(multiples) % most)), key.length))
  }
}

/** The signature without its last byte, and without as many more as the cut says, modulo its length. */
const cutShort = (signature: Bytes, cut: number): Bytes => {
  const { length } = signature
  const more = (cut + length) % length
  return signature.subarray(0, Math.max(0, length - 1 - more))
}

const zeroSigned = zeroMessages.map((message) => input(plainKey, message, signRightBlock(plainKey, message)))

const blockSamples: LabelledGens<BlockInput> = [
  ...validAndInvalid(
    'a signature is exactly as long as the modulus',
    [
      ...signingKeys.map((key) => signatures(asn1.once, signRightBlock, Gen.constant(key))),
      ...constants(long).map((keys) =>
        keys.chain((key) => signatures(asn1.once, signRightBlock, Gen.constant(signingKey(key)))),
      ),
      zeroSigned,
      // A message longer than any buffer.
      Gen.constant(Buffer.alloc(100_000, 'countersign')).map((message) =>
        input(plainKey, message, signRightBlock(plainKey, message)),
      ),
    ],
    [
      zeroMessages.map((message) => input(plainKey, message, signRightBlock(plainKey, message).subarray(1))),
      signatures(asn1.smallBytes, (key, message, some) => concat([signRightBlock(key, message), some])),
      ...constants([1, 2, 3]).flatMap((counts) => [
        signatures(counts, (key, message, count) => concat([new Uint8Array(count), signRightBlock(key, message)])),
        signatures(counts, (key, message, count) => concat([signRightBlock(key, message), new Uint8Array(count)])),
      ]),
      ...[...constants([1, -1]), asn1.place].map((cuts) =>
        signatures(cuts, (key, message, cut) => cutShort(signRightBlock(key, message), cut)),
      ),
    ],
  ),
  ...validAndInvalid(
    'a signature is a number below the modulus',
    rightSignatures,
    signingKeys.map((key) => Gen.tuple(messages, asn1.place).map(([message, more]) => overflowing(key, message, more))),
  ),
  ...blockRules.flatMap(({ rule, broken }) => validAndInvalid(rule, rightSignatures, broken)),
]

/** The signatures of these samples, each in a request. All requests come to one verifier, which knows all the keys. */
const inRequests = (samples: LabelledGens<BlockInput>): Gen.Gen<GeneratedInput<'verify'>> =>
  Gen.tuple(...samples).map((all) => {
    const pems = [...new Set(all.map(({ value }) => value.key))]
    const appOf = (pem: string): string => `app-${pems.indexOf(pem)}`
    const used = new Set<string>()
    const sent = all.flatMap(({ value: { key, message, signature }, ...sample }) => {
      const text = Buffer.from(toBytes(message)).toString('latin1')
      const [nonce = '', ...lines] = text.slice(head.length).split('\n')
      const claim = `${appOf(key)} ${nonce}`
      // A message that is no string to sign cannot be sent, and a claim only once.
      if (!text.startsWith(head) || used.has(claim)) return []
      used.add(claim)
      const parts = { ...plainDraft.parts, appId: appOf(key), target: '/v1/jobs', nonce, body: lines.join('\n') }
      const written = Buffer.from(toBytes(signature)).toString('base64')
      return [{ ...sample, steps: inputOf({ ...plainDraft, parts, signature: () => written }).steps }]
    })
    return {
      input: {
        ...inputOf(plainDraft),
        keys: pems.map((key) => ({ appId: appOf(key), key })),
        steps: sent.flatMap(({ steps }) => steps),
      },
      rule: signedRule,
      passes: sent.map(({ passes }) => passes),
      changes: sent.map(({ change }) => change),
    }
  })

/** The generators of signatures: each signature alone, and in a request. */
export const blocks: ReadonlyArray<Generator> = [
  generatorOf('rsa-block', 'rsaVerify', blockSamples, (input) => input),
  {
    ...generatorFrom('signature-to-verify', 'verify', inGroups(blockSamples, requestsPerRun).map(inRequests)),
    kind: 'batch',
  },
]
