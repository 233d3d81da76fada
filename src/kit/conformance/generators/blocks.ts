/** Signatures by the block that they hold, and by their number. */
import { constants, createHash, privateEncrypt } from 'node:crypto'
import { type Bytes, concat } from '../../../core/Bytes.ts'
import { ofNonces, range } from '../../values/characters.ts'
import * as Draw from '../../values/Draw.ts'
import * as asn1 from '../../values/der.ts'
import { each, type Samples, sides } from '../../values/Grammar.ts'
import { type Numbers, parameters, publicPemOf } from '../../values/keys.ts'
import { block, hex, padded, toBytes } from '../content.ts'
import { type Drawn, drawing, type Generator, generator } from './Generator.ts'
import { good, long, numberOf, privateKeyOf, sha256, toLength } from './keyPairs.ts'
import { atOnce, inGroups, inputOf, plain, signedRule } from './requestDrafts.ts'
import { usual } from './signedRequest.ts'

/** `length` is that of the modulus, in bytes. */
const signingKey = (numbers: Numbers) => {
  const [n] = numbers
  return { n, length: Math.ceil(n.toString(2).length / 8), pem: publicPemOf(numbers), key: privateKeyOf(numbers) }
}
type SigningKey = ReturnType<typeof signingKey>

const signingKeys = good.map(signingKey)
const [plainKey] = signingKeys as [SigningKey]
const keysToSign = Draw.constantFrom(...signingKeys)

/** The private operation alone: under the public one its result becomes this block again. */
const rawSign = (block: Bytes, { key }: SigningKey): Bytes =>
  privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, block)

const sha256Oid = '608648016503040201'
const digestInfo = (digest: Bytes, hash = sha256Oid): asn1.Element =>
  asn1.sequence(asn1.sequence(asn1.oid(hash), asn1.none), asn1.octets(digest))
const rightBlock = (message: Bytes, length: number): Bytes => block(sha256(message), length)
const signed = (key: SigningKey, message: Bytes): Bytes => rawSign(rightBlock(message, key.length), key)

/** Bytes of the DigestInfo for SHA-256, and those before its digest. */
const infoLength = asn1.encoded(digestInfo(new Uint8Array(32))).length

type BlockInput = Drawn<'rsaVerify'>['input']
const input = (key: SigningKey, message: Bytes, signature: Bytes): BlockInput => ({
  key: key.pem,
  message: hex(message),
  signature: hex(signature),
})

/** Each message is a string to sign, so that its signatures can be sent in a request as well. */
const head = `POST\n/v1/jobs\n${usual}\n`
const messages = Draw.tuple(
  Draw.textOf(ofNonces, 8, 40),
  Draw.oneof(
    Draw.bytes({ maxLength: 80, size: 'max' }),
    Draw.textOf(range(' ', '~'), 0, 40).map((text) => Buffer.from(text)),
  ),
).map(([nonce, body]) => concat([Buffer.from(`${head}${nonce}\n`), body]))

/** What `make` writes for a signature of a message. */
const signatures = <C>(
  draws: Draw.Draw<C>,
  make: (key: SigningKey, message: Bytes, by: C) => Bytes,
  ofKeys = keysToSign,
): Draw.Draw<BlockInput> =>
  Draw.tuple(ofKeys, messages, draws).map(([key, message, by]) => input(key, message, make(key, message, by)))
/** Signatures of the right block after one change. */
const changedBlocks = <C>(
  draws: Draw.Draw<C>,
  change: (block: Bytes, by: C, key: SigningKey) => Bytes,
): Draw.Draw<BlockInput> =>
  signatures(draws, (key, message, by) => rawSign(change(rightBlock(message, key.length), by, key), key))
/** Signatures of a block that is well padded, with this in place of the DigestInfo. */
const contents = <C>(
  draws: Draw.Draw<C>,
  content: (digest: Bytes, by: C, message: Bytes) => asn1.Node,
  ofKeys = keysToSign,
): Draw.Draw<BlockInput> =>
  signatures(
    draws,
    (key, message, by) => rawSign(padded(asn1.encoded(content(sha256(message), by, message)), key.length), key),
    ofKeys,
  )
/** Signatures of a DigestInfo with one fault of its DER. */
const infos = (change: asn1.Change): ReadonlyArray<Draw.Draw<BlockInput>> =>
  change(digestInfo(new Uint8Array(32))).map((changes) => contents(changes, (digest, to) => to(digestInfo(digest))))
const rightly = signatures(asn1.once, signed)

const withByte = (bytes: Bytes, at: number, value: number): Bytes => bytes.map((byte, i) => (i === at ? value : byte))
const xored = (bytes: Bytes, at: number, by: number): Bytes => withByte(bytes, at, (bytes[at] as number) ^ by)

/** With these nonces and no body, the signature by the first key begins with 00. Found once by counting up. */
const zeroNonces = [298, 420, 1161, 1490, 1497, 1831, 1971, 2071, 2575, 2577, 2604, 2992]
const zeroMessages = Draw.constantFrom(...zeroNonces).map((nonce) => Buffer.from(`${head}${nonce}\n`))

const hashes = {
  md5: '2a864886f70d0205',
  sha1: '2b0e03021a',
  sha224: '608648016503040204',
  sha384: '608648016503040202',
  sha512: '608648016503040203',
  'sha3-256': '608648016503040208',
  ripemd160: '2b24030201',
} as const
const hashNames = each(Object.keys(hashes) as ReadonlyArray<keyof typeof hashes>)

/** Padding of so many bytes less, with the rest of the block filled at one of three places. */
const shortened = (block: Bytes, count: number, where: 'behind' | 'before' | 'between', junk: number): Bytes => {
  const most = block.length - 3 - infoLength
  const short = (count + most) % most
  const remaining = most - short
  const info = block.subarray(-infoLength)
  const head = block.subarray(0, 2 + short)
  if (where === 'behind') return concat([head, Uint8Array.of(0), info, new Uint8Array(remaining).fill(junk)])
  if (where === 'before') return concat([new Uint8Array(remaining), head, Uint8Array.of(0), info])
  return concat([head, new Uint8Array(remaining + 1), info])
}
/** How many bytes of padding are left, and where: at its ends, and anywhere. */
const lengthsOfPadding = [...each([0, 7, 8, -1]), asn1.place]
const placesInPadding = [...each([0, 1, -1]), asn1.place]

/** For each rule the signatures that break it. */
const blockRules: ReadonlyArray<readonly [rule: string, bad: ReadonlyArray<Draw.Draw<BlockInput>>]> = [
  [
    'only the private key of the app makes its signatures',
    [
      ...each([0n, 1n, 2n]).map((numbers) => signatures(numbers, (key, _, number) => toLength(number, key.length))),
      ...each([1n, 2n]).map((numbers) => signatures(numbers, (key, _, less) => toLength(key.n - less, key.length))),
      signatures(asn1.once, (key, message) => toLength(key.n - numberOf(signed(key, message)), key.length)),
      // The block itself, which the public operation never sees as such.
      signatures(asn1.once, (key, message) => rightBlock(message, key.length)),
      Draw.tuple(keysToSign, keysToSign, messages)
        .filter(([one, two]) => one.length === two.length && one.n > two.n)
        .map(([one, two, message]) => input(one, message, signed(two, message))),
    ],
  ],
  [
    'a signature is that of the message',
    [
      signatures(asn1.smallBytes, (key, message, some) => signed(key, concat([message, some]))),
      ...each([0, 10, 13, 32]).flatMap((bytes) => [
        signatures(bytes, (key, message, byte) => signed(key, concat([Uint8Array.of(byte), message]))),
        signatures(bytes, (key, message, byte) => signed(key, concat([message, Uint8Array.of(byte)]))),
      ]),
      signatures(Draw.tuple(asn1.place, asn1.other), (key, message, [at, by]) =>
        signed(key, message.length === 0 ? Uint8Array.of(by) : xored(message, at % message.length, by)),
      ),
    ],
  ],
  [
    'the block in a signature begins with 00 01',
    [
      // Below the first byte of the modulus; of a modulus that begins with 01, just below the modulus.
      changedBlocks(asn1.other, (block, by, { n, length }) =>
        withByte(block, 0, 1 + (by % Math.max(1, Number(n >> BigInt(8 * length - 8)) - 1))),
      ),
      ...[...each([1, 2, 3]), asn1.other].map((bits) => changedBlocks(bits, (block, by) => xored(block, 1, by))),
    ],
  ],
  [
    'the padding in a signature is FF up to a 00, and fills the block',
    [
      ...placesInPadding.map((places) =>
        changedBlocks(Draw.tuple(places, asn1.other), (block, [choice, by]) => {
          const count = block.length - 3 - infoLength
          return xored(block, 2 + ((choice + count) % count), by)
        }),
      ),
      ...lengthsOfPadding.flatMap((lengths) =>
        (['behind', 'before', 'between'] as const).map((where) =>
          changedBlocks(Draw.tuple(lengths, Draw.nat(255)), (block, [count, junk]) =>
            shortened(block, count, where, junk),
          ),
        ),
      ),
      ...[Draw.constant(255), asn1.other].map((bytes) =>
        changedBlocks(bytes, (block, by) => withByte(block, block.length - infoLength - 1, by)),
      ),
    ],
  ],
  [
    'the DigestInfo in a signature is that of SHA-256',
    [
      ...Array.from({ length: infoLength - 32 }, (_, at) =>
        changedBlocks(asn1.other, (block, by) => xored(block, block.length - infoLength + at, by)),
      ),
      ...hashNames.flatMap((names) => [
        contents(names, (_, name, message) => digestInfo(createHash(name).update(message).digest(), hashes[name])),
        contents(names, (digest, name) => digestInfo(digest, hashes[name])),
      ]),
    ],
  ],
  [
    'the DigestInfo in a signature has one encoding, with NULL and without more',
    [
      ...infos(asn1.brokenLength),
      ...infos(asn1.brokenTag),
      contents(asn1.once, (digest) => digest),
      contents(asn1.once, (digest) => asn1.octets(digest)),
      contents(asn1.once, (digest) => asn1.sequence(digestInfo(digest))),
      contents(asn1.once, (digest) =>
        asn1.sequence(asn1.octets(digest), asn1.sequence(asn1.oid(sha256Oid), asn1.none)),
      ),
      ...parameters.map((some) =>
        contents(some, (digest, more) =>
          asn1.sequence(asn1.sequence(asn1.oid(sha256Oid), ...more), asn1.octets(digest)),
        ),
      ),
      contents(asn1.extras, (digest, extra) => asn1.withMore(digestInfo(digest), extra)),
      contents(asn1.extras, (digest, extra) => concat([asn1.encoded(digestInfo(digest)), asn1.encoded(extra)])),
    ],
  ],
  [
    'the digest in a signature is that of the message, whole and nothing more',
    [
      ...[...each([0, 31]), Draw.nat(31)].map((places) =>
        contents(Draw.tuple(places, asn1.other), (digest, [at, by]) => digestInfo(xored(digest, at, by))),
      ),
      // Where blocks are compared by words, the last may be cut short.
      ...signingKeys.map((key) =>
        contents(asn1.other, (digest, by) => digestInfo(xored(digest, 31, by)), Draw.constant(key)),
      ),
      contents(asn1.once, (digest) => digestInfo(sha256(digest))),
      contents(asn1.once, (digest) => digestInfo(digest.toReversed())),
      contents(asn1.once, (digest) => digestInfo(new Uint8Array(digest.length))),
      ...[...each([0, 16, 20, 31]), Draw.nat(31)].map((lengths) =>
        contents(lengths, (digest, length) => digestInfo(digest.subarray(0, length))),
      ),
      contents(asn1.smallBytes, (digest, some) => digestInfo(concat([digest, some]))),
      contents(asn1.once, (digest) => digestInfo(Buffer.from(hex(digest).hex))),
    ],
  ],
]

/** A signature with the modulus added to it, as often as it has room for: of the first of these messages whose signature has. */
const overflowing = (key: SigningKey, message: Bytes, more: number): BlockInput => {
  for (let i = 0; ; i++) {
    const text = concat([message, asn1.bytesOf(i.toString(16).padStart(4, '0'))])
    const number = numberOf(signed(key, text))
    const most = ((1n << BigInt(8 * key.length)) - 1n - number) / key.n
    if (most > 0n) return input(key, text, toLength(number + key.n * (1n + (BigInt(more) % most)), key.length))
  }
}

const zeroSigned = zeroMessages.map((message) => input(plainKey, message, signed(plainKey, message)))

const blockSamples: Samples<BlockInput> = [
  ...sides(
    'a signature is exactly as long as the modulus',
    [
      ...signingKeys.map((key) => signatures(asn1.once, signed, Draw.constant(key))),
      ...each(long).map((keys) => keys.chain((key) => signatures(asn1.once, signed, Draw.constant(signingKey(key))))),
      zeroSigned,
      // Longer than any buffer.
      Draw.constant(Buffer.alloc(100_000, 'countersign')).map((message) =>
        input(plainKey, message, signed(plainKey, message)),
      ),
    ],
    [
      zeroMessages.map((message) => input(plainKey, message, signed(plainKey, message).subarray(1))),
      signatures(asn1.smallBytes, (key, message, some) => concat([signed(key, message), some])),
      ...each([1, 2, 3]).flatMap((counts) => [
        signatures(counts, (key, message, count) => concat([new Uint8Array(count), signed(key, message)])),
        signatures(counts, (key, message, count) => concat([signed(key, message), new Uint8Array(count)])),
      ]),
      ...[...each([1, -1]), asn1.place].map((cuts) =>
        signatures(cuts, (key, message, cut) =>
          signed(key, message).subarray(0, Math.max(0, key.length - 1 - ((cut + key.length) % key.length))),
        ),
      ),
    ],
  ),
  ...sides(
    'a signature is a number below the modulus',
    rightly,
    signingKeys.map((key) =>
      Draw.tuple(messages, asn1.place).map(([message, more]) => overflowing(key, message, more)),
    ),
  ),
  ...blockRules.flatMap(([rule, bad]) => sides(rule, rightly, bad)),
]

/** The signatures of these samples, each in a request to one verifier that knows all their keys. */
const inRequests = (samples: Samples<BlockInput>): Draw.Draw<Drawn<'verify'>> =>
  Draw.tuple(...samples).map((all) => {
    const pems = [...new Set(all.map(({ value }) => value.key))]
    const appOf = (pem: string): string => `app-${pems.indexOf(pem)}`
    const used = new Set<string>()
    const sent = all.flatMap(({ value: { key, message, signature }, ...sample }) => {
      const text = Buffer.from(toBytes(message)).toString('latin1')
      const [nonce = '', ...lines] = text.slice(head.length).split('\n')
      const claim = `${appOf(key)} ${nonce}`
      if (!text.startsWith(head) || used.has(claim)) return []
      used.add(claim)
      const parts = { ...plain.parts, appId: appOf(key), target: '/v1/jobs', nonce, body: lines.join('\n') }
      const written = Buffer.from(toBytes(signature)).toString('base64')
      return [{ ...sample, steps: inputOf({ ...plain, parts, signature: () => written }).steps }]
    })
    return {
      input: {
        ...inputOf(plain),
        keys: pems.map((key) => ({ appId: appOf(key), key })),
        steps: sent.flatMap(({ steps }) => steps),
      },
      rule: signedRule,
      passes: sent.map(({ passes }) => passes),
      names: sent.map(({ name }) => name),
    }
  })

/** The generators of signatures: each alone, and in a request. */
export const blocks: ReadonlyArray<Generator> = [
  generator('rsa-block', 'rsaVerify', blockSamples, (input) => input),
  { ...drawing('signature-to-verify', 'verify', inGroups(blockSamples, atOnce).map(inRequests)), kind: 'batch' },
]
