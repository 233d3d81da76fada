/**
 * The signature itself. Most blocks are made by hand and put through the bare private operation, so that each is wrong in
 * one place only and every arithmetic on it comes out right.
 */
import { constants, createHash, createPrivateKey, createPublicKey, privateEncrypt } from 'node:crypto'
import { tlv } from '../../spec/support/der.ts'
import {
  accepted,
  type Behaviour,
  bytes,
  type Content,
  type Draft,
  keyNamed,
  nonceOf,
  now,
  refused,
  reject,
  signatureBytes,
  step,
  stringToSign,
  under,
  verdicts,
  verifier,
} from './draft.ts'

const message = 'a message'
const sha256 = (content: Content): Buffer => createHash('sha256').update(content).digest()
const digest = sha256(message)
const hex = (digits: string): Buffer => Buffer.from(digits, 'hex')
const junk = (length: number): Buffer => Buffer.alloc(length, 0x5a)

const numberOf = (b: Uint8Array): bigint => BigInt(`0x0${Buffer.from(b).toString('hex')}`)
const toLength = (n: bigint, length: number): Buffer => hex(n.toString(16).padStart(length * 2, '0'))
const modulusOf = (key: string): Buffer => {
  const { n = '' } = createPublicKey(keyNamed(key).publicKey).export({ format: 'jwk' })
  return Buffer.from(n, 'base64url')
}
const lengthOf = (key: string): number => modulusOf(key).length

/** The private operation and nothing else: what the public one gives back is this block. */
const rawSign = (block: Uint8Array, key: string): Buffer =>
  privateEncrypt({ key: createPrivateKey(keyNamed(key).privateKey), padding: constants.RSA_NO_PADDING }, block)

/** One element of DER whose content is shorter than 128 bytes. */
const oids = {
  md5: '2a864886f70d0205',
  sha1: '2b0e03021a',
  sha224: '608648016503040204',
  sha256: '608648016503040201',
  sha384: '608648016503040202',
  sha512: '608648016503040203',
  'sha3-256': '608648016503040208',
} as const
type Hash = keyof typeof oids

const oid = (hash: Hash): Buffer => tlv(0x06, hex(oids[hash]))
const nothing = hex('0500')
const digestInfo = (d: Uint8Array, hash: Hash = 'sha256', parameters: Uint8Array = nothing): Buffer =>
  tlv(0x30, tlv(0x30, oid(hash), parameters), tlv(0x04, d))
const right = digestInfo(digest)
const hashed = (hash: Hash): Buffer => createHash(hash).update(message).digest()

/** 00 01 FF … FF 00 and the content at its end, as long as the modulus. */
const padded = (content: Uint8Array, length = 256): Buffer =>
  Buffer.concat([Buffer.of(0, 1), Buffer.alloc(length - 3 - content.length, 0xff), Buffer.of(0), content])

/** A block with so many FF, then 00, the right DigestInfo, and junk up to its end. */
const shortPadding = (ff: number): Buffer =>
  Buffer.concat([Buffer.of(0, 1), Buffer.alloc(ff, 0xff), Buffer.of(0), right, junk(256 - 3 - ff - right.length)])

/** The right block, with other bytes from `at` on. */
const changed = (at: number, ...values: ReadonlyArray<number>): Buffer => {
  const block = padded(right)
  block.set(values, at)
  return block
}

/** EMSA-PSS (RFC 8017 §9.1.1) with a salt that is always the same. */
const pssBlock = (saltLength: number): Buffer => {
  const salt = junk(saltLength)
  const h = sha256(Buffer.concat([Buffer.alloc(8), digest, salt]))
  const db = Buffer.concat([Buffer.alloc(256 - 34 - saltLength), Buffer.of(1), salt])
  const masks = [...Array(8).keys()].map((i) => sha256(Buffer.concat([h, Buffer.of(0, 0, 0, i)])))
  const mask = Buffer.concat(masks)
  const masked = Buffer.from(db.map((byte, i) => byte ^ (mask[i] ?? 0)))
  masked[0] = (masked[0] ?? 0) & 0x7f
  return Buffer.concat([masked, h, Buffer.of(0xbc)])
}

/** The smallest integer whose cube is at least `n`. */
const cubeRoot = (n: bigint): bigint => {
  let low = 0n
  let high = 1n << 700n
  while (low < high) {
    const middle = (low + high) / 2n
    if (middle ** 3n < n) low = middle + 1n
    else high = middle
  }
  return low
}

/** Its cube begins with a short padding and the right DigestInfo. No private key has a part in it. */
const forgery = (): Buffer => {
  const block = Buffer.concat([Buffer.of(0, 1), Buffer.alloc(8, 0xff), Buffer.of(0), right])
  const root = cubeRoot(numberOf(Buffer.concat([block, Buffer.alloc(256 - block.length)])))
  if (
    !toLength(root ** 3n, 256)
      .subarray(0, block.length)
      .equals(block)
  )
    throw new Error('the cube is another block')
  return toLength(root, 256)
}

/** Found once by counting up: what these messages' signatures and digests begin with. */
const oneZero = 'message 115'
const twoZeros = 'message 39562'
const zeroDigest = 'digest 88'
const otherZeroDigest = 'digest 486'
if (signatureBytes('app-1', oneZero)[0] !== 0) throw new Error('this signature does not begin with 00')
if (signatureBytes('app-1', twoZeros).readUInt16BE(0) !== 0) throw new Error('this signature does not begin with 00 00')
for (const m of [zeroDigest, otherZeroDigest]) if (sha256(m)[0] !== 0) throw new Error('this digest has another start')

const holds = (
  slug: string,
  comment: string,
  flags: ReadonlyArray<string>,
  key: string,
  content: Content,
  signature: Uint8Array = signatureBytes(key, content),
): Draft<'rsaVerify'> => ({
  id: `rsa/${slug}`,
  comment,
  flags,
  op: 'rsaVerify',
  input: { key, message: bytes(content), signature: { hex: Buffer.from(signature).toString('hex') } },
  expect: { outcome: 'accept' },
})

interface Wrong {
  readonly key?: string
  readonly content?: Content
  readonly twin?: string
  readonly reason?: string
}

/** Refused: these bytes as a signature. */
const fails = (
  slug: string,
  fault: string,
  flags: ReadonlyArray<string>,
  comment: string,
  signature: Uint8Array,
  { key = 'app-1', content = message, twin = 'rsa/plain', reason = 'signature_invalid' }: Wrong = {},
): Draft<'rsaVerify'> => ({
  ...holds(slug, comment, flags, key, content, signature),
  fault,
  twin,
  expect: reject(reason),
})

/** Refused: the signature that holds this block. */
const block = (
  slug: string,
  fault: string,
  flags: ReadonlyArray<string>,
  comment: string,
  content: Uint8Array,
): Draft<'rsaVerify'> => fails(slug, fault, flags, comment, rawSign(content, 'app-1'))

const withoutNull = (d: Uint8Array): Buffer => digestInfo(d, 'sha256', new Uint8Array(0))
const plain = signatureBytes('app-1', message)
const n = numberOf(modulusOf('app-1'))
const lowMessage = 'message 0'
const low = numberOf(signatureBytes('app-1', lowMessage))
if (low + n >= 1n << 2048n) throw new Error('signature plus modulus does not fit')
const odd = signatureBytes('bits-2049', message)

const parts = { method: 'POST', target: '/v1/jobs', timestamp: now, nonce: nonceOf('rsa'), body: '{}' }
const signedWith = (content: (d: Buffer) => Buffer) => {
  const signature = rawSign(padded(content(sha256(stringToSign(parts)))), 'app-1').toString('base64')
  return step({
    nonce: parts.nonce,
    header: ({ app_id, nonce_str, timestamp }) =>
      `SVC-SHA256-RSA app_id=${app_id},nonce_str=${nonce_str},timestamp=${timestamp},signature=${signature}`,
  })
}

export const rsa: Behaviour = {
  behaviour: 'rsa',
  comment: 'RSASSA-PKCS1-v1_5 with SHA-256: which bytes are a signature, and which only look like one.',
  cases: [
    holds('plain', 'A signature of 2048 bits over a short message.', [], 'app-1', message),
    holds('empty-message', 'The empty message has a signature too.', ['signature-unchecked'], 'app-1', ''),
    holds('binary-message', 'The message is bytes, and no text.', ['message-as-text'], 'app-1', hex('00ff80c328fe0a')),
    holds('bits-2049', 'A modulus of 2049 bits has signatures of 257 bytes.', ['key-size'], 'bits-2049', message),
    holds('bits-3072', 'A modulus of 3072 bits.', ['key-size'], 'bits-3072', message),
    holds('bits-4096', 'A modulus of 4096 bits.', ['key-size'], 'bits-4096', message),
    holds('bits-8192', 'The longest modulus that is taken.', ['key-size'], 'bits-8192', message),
    holds('exponent-65539', 'A public exponent that is not 65537.', ['key-size'], 'exponent-65539', message),
    holds('one-leading-zero', 'The signature begins with 00, as one in 256 does.', ['leading-zero'], 'app-1', oneZero),
    holds('two-leading-zeros', 'The signature begins with 00 00.', ['leading-zero'], 'app-1', twoZeros),
    holds('digest-leading-zero', 'The digest begins with 00.', ['partial-compare'], 'app-1', zeroDigest),
    holds('low-signature', 'As a number, the signature is small.', ['signature-range'], 'app-1', lowMessage),

    ...(
      [
        ['one-zero-stripped', oneZero, signatureBytes('app-1', oneZero).subarray(1), 'rsa/one-leading-zero'],
        ['two-zeros-stripped', twoZeros, signatureBytes('app-1', twoZeros).subarray(2), 'rsa/two-leading-zeros'],
        ['zero-prepended', message, Buffer.concat([Buffer.of(0), plain]), 'rsa/plain'],
        ['zero-appended', message, Buffer.concat([plain, Buffer.of(0)]), 'rsa/plain'],
        ['last-byte-missing', message, plain.subarray(0, 255), 'rsa/plain'],
        ['empty', message, Buffer.alloc(0), 'rsa/plain'],
      ] as const
    ).map(([slug, content, signature, twin]) =>
      fails(
        `length-${slug}`,
        'signature-length',
        ['signature-length'],
        `A signature of ${signature.length} bytes under a modulus of 256 (${slug.replaceAll('-', ' ')}).`,
        signature,
        { content, twin, reason: 'signature_malformed' },
      ),
    ),
    fails(
      'plus-modulus',
      'rsa-range',
      ['signature-range'],
      'The signature plus the modulus, in as many bytes, is the same number modulo n.',
      toLength(low + n, 256),
      { content: lowMessage, twin: 'rsa/low-signature' },
    ),
    fails(
      'plus-modulus-2049',
      'rsa-range',
      ['signature-range'],
      'Under a modulus of 2049 bits the sum has room to spare.',
      toLength(numberOf(odd) + numberOf(modulusOf('bits-2049')), 257),
      { key: 'bits-2049', twin: 'rsa/bits-2049' },
    ),
    ...(
      [
        ['modulus-minus-signature', 'The modulus minus the signature', n - numberOf(plain)],
        ['zero', 'The number 0, whose power is 0', 0n],
        ['one', 'The number 1, whose power is 1', 1n],
        ['modulus-minus-one', 'The modulus minus 1, whose odd powers are itself', n - 1n],
        ['modulus', 'The modulus itself', n],
      ] as const
    ).map(([slug, what, number]) =>
      fails(slug, 'signature', ['signature-unchecked'], `${what}, needs no private key.`, toLength(number, 256)),
    ),
    fails('other-message', 'signature', ['signature-unchecked'], 'The signature is that of another message.', plain, {
      content: 'a massage',
    }),
    fails(
      'other-key',
      'signature',
      ['other-key'],
      'The signature is that of another key.',
      signatureBytes('app-2', message),
    ),
    fails(
      'reversed',
      'signature',
      ['signature-unchecked', 'signature-byte-order'],
      'The bytes come last first.',
      Buffer.from(plain).reverse(),
    ),

    block('block-type-00', 'rsa-block-type', ['padding-unchecked'], 'The block begins with 00 00.', changed(1, 0)),
    block('block-type-02', 'rsa-block-type', ['padding-unchecked'], 'The block is of type 02.', changed(1, 2)),
    block('first-byte-01', 'rsa-block-type', ['padding-unchecked'], 'The block begins with 01 01.', changed(0, 1)),
    block('padding-first', 'rsa-padding', ['padding-unchecked'], 'The first padding byte is FE.', changed(2, 0xfe)),
    block('padding-middle', 'rsa-padding', ['padding-unchecked'], 'A byte amid the padding is 01.', changed(100, 1)),
    block('padding-last', 'rsa-padding', ['padding-unchecked'], 'The last padding byte is FE.', changed(203, 0xfe)),
    block('separator', 'rsa-padding', ['padding-unchecked'], 'FF stands for the 00 behind it.', changed(204, 0xff)),
    block('garbage-long', 'rsa-padding-length', ['padding-unchecked'], 'Padding of 8, then garbage.', shortPadding(8)),
    block('garbage-no-padding', 'rsa-padding-length', ['padding-unchecked'], 'No FF at all.', shortPadding(0)),
    block('garbage-byte', 'rsa-padding-length', ['padding-unchecked'], 'One byte too many.', shortPadding(201)),

    ...(['md5', 'sha1', 'sha224', 'sha384', 'sha512', 'sha3-256'] as const).map((hash) =>
      block(
        `hash-${hash}`,
        'rsa-hash',
        ['wrong-hash'],
        `A well-formed signature over the ${hash.toUpperCase()} digest.`,
        padded(digestInfo(hashed(hash), hash)),
      ),
    ),
    block(
      'hash-name-only',
      'rsa-hash',
      ['wrong-hash'],
      'The SHA-256 digest under the identifier of SHA3-256, which has digests of the same length.',
      padded(digestInfo(digest, 'sha3-256')),
    ),
    block(
      'hash-digest-only',
      'rsa-digest',
      ['wrong-hash'],
      'The SHA3-256 digest under the identifier of SHA-256.',
      padded(digestInfo(hashed('sha3-256'))),
    ),
    ...[0, 32, 222].map((length) =>
      block(
        `pss-salt-${length}`,
        'signature',
        ['pss-padding'],
        `A right RSASSA-PSS signature with a salt of ${length} bytes.`,
        pssBlock(length),
      ),
    ),
    block('bare-digest', 'rsa-digest-info', ['bare-digest'], 'The digest is padded by itself.', padded(digest)),

    ...(
      [
        ['outer-long-length', 'The outer length takes two bytes.', hex('308131'), right.subarray(2)],
        [
          'digest-long-length',
          "The digest's length takes two bytes.",
          tlv(0x30, right.subarray(2, 17), hex('048120'), digest),
        ],
        [
          'null-long-length',
          'The length of NULL takes two bytes.',
          hex('3032300e'),
          oid('sha256'),
          hex('0581000420'),
          digest,
        ],
        ['indefinite-length', 'The outer length is indefinite.', hex('3080'), right.subarray(2), hex('0000')],
        ['null-with-content', 'NULL holds a byte.', hex('3032300e'), oid('sha256'), hex('0501000420'), digest],
        [
          'parameters-garbage',
          'Sixty bytes stand where NULL belongs.',
          digestInfo(digest, 'sha256', tlv(0x04, junk(58))),
        ],
        [
          'parameters-empty-octets',
          'An empty OCTET STRING stands where NULL belongs, also under missing-null.',
          digestInfo(digest, 'sha256', hex('0400')),
        ],
        ['parameters-second', 'A second NULL follows the first.', digestInfo(digest, 'sha256', hex('05000500'))],
        [
          'element-behind-digest',
          'An element follows the digest inside.',
          tlv(0x30, right.subarray(2), tlv(0x04, junk(4))),
        ],
        ['outer-set', 'The outer tag is that of a SET.', hex('31'), right.subarray(1)],
      ] as ReadonlyArray<readonly [string, string, ...ReadonlyArray<Uint8Array>]>
    ).map(([slug, comment, ...pieces]) =>
      block(`der-${slug}`, 'rsa-digest-info', ['digest-info-parsed'], comment, padded(Buffer.concat(pieces))),
    ),

    ...[0, 15, 20, 31].map((k) =>
      block(
        `digest-byte-${k}`,
        'rsa-digest',
        ['partial-compare'],
        `Byte ${k} of the digest differs.`,
        padded(digestInfo(digest.map((byte, i) => (i === k ? byte ^ 1 : byte)))),
      ),
    ),
    ...[0, 1, 20, 31].map((length) =>
      block(
        `digest-cut-${length}`,
        'rsa-digest',
        ['partial-compare'],
        `Only the first ${length} bytes of the digest are there, under a right length.`,
        padded(digestInfo(digest.subarray(0, length))),
      ),
    ),
    block(
      'digest-extended',
      'rsa-digest',
      ['partial-compare'],
      'A 33rd byte follows the digest in its OCTET STRING.',
      padded(digestInfo(Buffer.concat([digest, Buffer.of(0)]))),
    ),
    block(
      'double-hash',
      'rsa-digest',
      ['double-hash'],
      'The digest was hashed again.',
      padded(digestInfo(sha256(digest))),
    ),
    fails(
      'digest-shared-zero',
      'rsa-digest',
      ['partial-compare'],
      'Two digests begin with 00, and strcmp takes them for equal.',
      signatureBytes('app-1', otherZeroDigest),
      { content: zeroDigest, twin: 'rsa/digest-leading-zero' },
    ),

    {
      ...holds(
        'missing-null',
        'The DigestInfo has no NULL; RFC 8017 §A.2.4 wants one.',
        ['missing-null'],
        'app-1',
        message,
        rawSign(padded(withoutNull(digest)), 'app-1'),
      ),
      expect: under('missing-null', 'signature_invalid', { outcome: 'accept' }),
    },
    {
      ...holds(
        'missing-null-3072',
        'The same under a longer key.',
        ['missing-null'],
        'bits-3072',
        message,
        rawSign(padded(withoutNull(digest), lengthOf('bits-3072')), 'bits-3072'),
      ),
      expect: under('missing-null', 'signature_invalid', { outcome: 'accept' }),
    },
    {
      id: 'rsa/verify-missing-null',
      comment: 'A whole request, signed without NULL.',
      flags: ['missing-null'],
      op: 'verify',
      input: verifier(signedWith(withoutNull)),
      expect: under('missing-null', 'signature_invalid', verdicts(accepted())),
    },
    {
      ...holds('exponent-3', 'A key with the public exponent 3.', ['small-exponent'], 'exponent-3', message),
      expect: under('small-exponent', 'key_invalid', { outcome: 'accept' }),
    },
    fails(
      'forged-exponent-3',
      'rsa-padding-length',
      ['padding-unchecked'],
      'A cube root of the right block with garbage behind it, made without the private key.',
      forgery(),
      { key: 'exponent-3', twin: 'rsa/exponent-3', reason: 'key_invalid' },
    ),
    {
      id: 'rsa/verify-plain',
      comment: 'A whole request, its block made by hand.',
      flags: ['signature-unchecked'],
      op: 'verify',
      input: verifier(signedWith((d) => digestInfo(d))),
      expect: verdicts(accepted()),
    },
    {
      id: 'rsa/verify-key-of-other-app',
      comment: 'App-2 signs with its own key and calls itself app-1.',
      flags: ['other-key'],
      fault: 'signature',
      twin: 'rsa/verify-plain',
      op: 'verify',
      input: verifier(step({ key: 'app-2', nonce: parts.nonce })),
      expect: verdicts(refused('signature_invalid')),
    },
  ],
}
