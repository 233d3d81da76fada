/**
 * The signature itself. Most blocks are made by hand and put through the bare private operation, so that each is wrong in
 * one place only and every arithmetic on it comes out right.
 */
import { constants, createHash, createPrivateKey, createPublicKey, privateEncrypt } from 'node:crypto'
import { tlv } from '../../spec/support/der.ts'
import {
  type Behaviour,
  bytes,
  type Content,
  headerOf,
  type Items,
  keyNamed,
  nonceOf,
  now,
  reject,
  signatureBytes,
  stringToSign,
} from './draft.ts'
import { casesOf, type Question } from './group.ts'
import { receives } from './shapes.ts'

const { cases, flagged } = casesOf('rsa')

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

/** These bytes are verified as the signature over `content`. */
const verifies = (
  key: string,
  content: Content,
  signature: Uint8Array = signatureBytes(key, content),
): Question<'rsaVerify'> => ({
  op: 'rsaVerify',
  input: { key, message: bytes(content), signature: { hex: Buffer.from(signature).toString('hex') } },
  expect: (reason) => (reason === undefined ? { outcome: 'accept' } : reject(reason)),
})

/** These bytes are verified as app-1's signature over the message. */
const asSignature = (bytes: Uint8Array): Question<'rsaVerify'> => verifies('app-1', message, bytes)

/** The signature that holds this block is verified. */
const block = (content: Uint8Array): Question<'rsaVerify'> => asSignature(rawSign(content, 'app-1'))

/** The signature over this digest is verified. */
const digestBlock = (d: Uint8Array, hash?: Hash): Question<'rsaVerify'> => block(padded(digestInfo(d, hash)))

/** The digest with a bit of this byte flipped. */
const flipped = (at: number): Uint8Array => digest.map((byte, i) => (i === at ? byte ^ 1 : byte))

/** The signature whose block holds these pieces in place of the DigestInfo is verified. */
const pieces = (...all: ReadonlyArray<Uint8Array>): Question<'rsaVerify'> => block(padded(Buffer.concat(all)))

const withoutNull = (d: Uint8Array): Buffer => digestInfo(d, 'sha256', new Uint8Array(0))
const plain = signatureBytes('app-1', message)
const n = numberOf(modulusOf('app-1'))
const lowMessage = 'message 0'
const low = numberOf(signatureBytes('app-1', lowMessage))
const lowOfLargest = 'message 2'
const sumOfLargest =
  numberOf(signatureBytes('exponent-largest', lowOfLargest)) + numberOf(modulusOf('exponent-largest'))
for (const sum of [low + n, sumOfLargest])
  if (sum >= 1n << 2048n) throw new Error('signature plus modulus does not fit')
const odd = signatureBytes('bits-2049', message)

const parts = { method: 'POST', target: '/v1/jobs', timestamp: now, nonce: nonceOf('rsa'), body: '{}' }

const withModulus = (items: Items): string => {
  const sum = numberOf(Buffer.from(items.signature, 'base64')) + numberOf(modulusOf('bits-2049'))
  return headerOf({ ...items, signature: toLength(sum, 257).toString('base64') })
}

/** A whole request, whose block is made by hand. */
const receivesSigned = (content: (d: Buffer) => Buffer): Question<'verify'> => {
  const signature = rawSign(padded(content(sha256(stringToSign(parts)))), 'app-1').toString('base64')
  return receives({
    nonce: parts.nonce,
    header: (items) => headerOf({ ...items, signature }),
  })
}

export const rsa: Behaviour = {
  behaviour: 'rsa',
  comment: 'RSASSA-PKCS1-v1_5 with SHA-256: which bytes are a signature, and which only look like one.',
  cases: [
    ...flagged({}, verifies, {
      plain: ['', 'A signature of 2048 bits over a short message.', 'app-1', message],
      'empty-message': ['signature-unchecked', 'The empty message has a signature too.', 'app-1', ''],
      'binary-message': ['message-as-text', 'The message is bytes that are not text.', 'app-1', hex('00ff80c328fe0a')],
      'bits-2049': ['key-size', 'A modulus of 2049 bits has signatures of 257 bytes.', 'bits-2049', message],
      'bits-3072': ['key-size', 'A modulus of 3072 bits.', 'bits-3072', message],
      'bits-4096': ['key-size', 'A modulus of 4096 bits.', 'bits-4096', message],
      'bits-8192': ['key-size', 'The longest modulus that is accepted.', 'bits-8192', message],
      'exponent-65539': ['key-size', 'A public exponent that is not 65537.', 'exponent-65539', message],
      'exponent-largest': ['key-exponent-narrow', 'The public exponent 2^32 − 1.', 'exponent-largest', message],
      'one-leading-zero': ['leading-zero', 'The signature begins with 00, as one in 256 does.', 'app-1', oneZero],
      'two-leading-zeros': ['leading-zero', 'The signature begins with 00 00.', 'app-1', twoZeros],
      'digest-leading-zero': ['partial-compare', 'The digest begins with 00.', 'app-1', zeroDigest],
      'low-signature': ['signature-range', 'The signature is small as a number.', 'app-1', lowMessage],
      'low-signature-exponent-largest': [
        'key-exponent-narrow',
        'The same under the public exponent 2^32 − 1.',
        'exponent-largest',
        lowOfLargest,
      ],
    }),

    ...cases({ flags: 'signature-length', fault: 'signature-length', twin: 'one-leading-zero' }, verifies, {
      'length-one-zero-stripped': [
        'A signature of 255 bytes under a modulus of 256 (one zero stripped).',
        'app-1',
        oneZero,
        signatureBytes('app-1', oneZero).subarray(1),
      ],
    }),
    ...cases({ flags: 'signature-length', fault: 'signature-length', twin: 'two-leading-zeros' }, verifies, {
      'length-two-zeros-stripped': [
        'A signature of 254 bytes under a modulus of 256 (two zeros stripped).',
        'app-1',
        twoZeros,
        signatureBytes('app-1', twoZeros).subarray(2),
      ],
    }),
    ...cases({ flags: 'signature-length', fault: 'signature-length', twin: 'plain' }, asSignature, {
      'length-zero-prepended': [
        'A signature of 257 bytes under a modulus of 256 (zero prepended).',
        Buffer.concat([Buffer.of(0), plain]),
      ],
      'length-zero-appended': [
        'A signature of 257 bytes under a modulus of 256 (zero appended).',
        Buffer.concat([plain, Buffer.of(0)]),
      ],
      'length-last-byte-missing': [
        'A signature of 255 bytes under a modulus of 256 (last byte missing).',
        plain.subarray(0, 255),
      ],
      'length-empty': ['A signature of 0 bytes under a modulus of 256 (empty).', Buffer.alloc(0)],
    }),
    ...cases({ flags: 'signature-range', fault: 'rsa-range', twin: 'low-signature' }, verifies, {
      'plus-modulus': [
        'The signature plus the modulus: the same number modulo n, in as many bytes.',
        'app-1',
        lowMessage,
        toLength(low + n, 256),
      ],
    }),
    ...cases({ flags: 'signature-range', fault: 'rsa-range', twin: 'low-signature-exponent-largest' }, verifies, {
      'plus-modulus-exponent-largest': [
        'The signature plus the modulus, under the public exponent 2^32 − 1, with which few libraries can verify.',
        'exponent-largest',
        lowOfLargest,
        toLength(sumOfLargest, 256),
      ],
    }),
    ...cases({ flags: 'signature-range', fault: 'rsa-range', twin: 'bits-2049' }, verifies, {
      'plus-modulus-2049': [
        'The same with a modulus of 2049 bits, where the sum always fits.',
        'bits-2049',
        message,
        toLength(numberOf(odd) + numberOf(modulusOf('bits-2049')), 257),
      ],
    }),
    ...cases({ flags: 'signature-range', fault: 'rsa-range', twin: 'base64/verify-bits-2049' }, receives, {
      'verify-plus-modulus': [
        'A whole request, with its signature plus the modulus.',
        { key: 'bits-2049', header: withModulus },
        { keys: [{ appId: 'app-1', key: 'bits-2049' }] },
      ],
    }),
    ...cases({ flags: 'signature-unchecked', fault: 'signature', twin: 'plain' }, asSignature, {
      'modulus-minus-signature': [
        'The modulus minus the signature; this needs no private key.',
        toLength(n - numberOf(plain), 256),
      ],
      zero: ['The number 0, whose power is 0; this needs no private key.', toLength(0n, 256)],
      one: ['The number 1, whose power is 1; this needs no private key.', toLength(1n, 256)],
      'modulus-minus-one': [
        'The modulus minus 1, whose odd powers are itself; this needs no private key.',
        toLength(n - 1n, 256),
      ],
      modulus: ['The modulus itself; this needs no private key.', toLength(n, 256)],
    }),
    ...cases({ flags: 'signature-unchecked', fault: 'signature', twin: 'plain' }, verifies, {
      'other-message': ['The signature is that of another message.', 'app-1', 'a massage', plain],
    }),
    ...cases({ flags: 'other-key', fault: 'signature', twin: 'plain' }, asSignature, {
      'other-key': ['The signature is that of another key.', signatureBytes('app-2', message)],
    }),
    ...cases({ flags: 'signature-unchecked signature-byte-order', fault: 'signature', twin: 'plain' }, asSignature, {
      reversed: ['The bytes are in reverse order.', Buffer.from(plain).reverse()],
    }),

    ...cases({ flags: 'padding-unchecked', fault: 'rsa-block-type', twin: 'plain' }, block, {
      'block-type-00': ['The block begins with 00 00.', changed(1, 0)],
      'block-type-02': ['The block is of type 02.', changed(1, 2)],
      'first-byte-01': ['The block begins with 01 01.', changed(0, 1)],
    }),
    ...cases({ flags: 'padding-unchecked', fault: 'rsa-padding', twin: 'plain' }, block, {
      'padding-first': ['The first padding byte is FE.', changed(2, 0xfe)],
      'padding-middle': ['A byte in the middle of the padding is 01.', changed(100, 1)],
      'padding-last': ['The last padding byte is FE.', changed(203, 0xfe)],
      separator: ['FF replaces the 00 that ends the padding.', changed(204, 0xff)],
    }),
    ...cases({ flags: 'padding-unchecked', fault: 'rsa-padding-length', twin: 'plain' }, block, {
      'garbage-long': ['Padding of 8 bytes, then garbage after the digest.', shortPadding(8)],
      'garbage-no-padding': ['No padding at all, then garbage after the digest.', shortPadding(0)],
      'garbage-byte': ['One byte of garbage after the digest.', shortPadding(201)],
    }),

    ...cases({ flags: 'wrong-hash', fault: 'rsa-hash', twin: 'plain' }, digestBlock, {
      'hash-md5': ['A well-formed signature over the MD5 digest.', hashed('md5'), 'md5'],
      'hash-sha1': ['A well-formed signature over the SHA1 digest.', hashed('sha1'), 'sha1'],
      'hash-sha224': ['A well-formed signature over the SHA224 digest.', hashed('sha224'), 'sha224'],
      'hash-sha384': ['A well-formed signature over the SHA384 digest.', hashed('sha384'), 'sha384'],
      'hash-sha512': ['A well-formed signature over the SHA512 digest.', hashed('sha512'), 'sha512'],
      'hash-sha3-256': ['A well-formed signature over the SHA3-256 digest.', hashed('sha3-256'), 'sha3-256'],
    }),
    ...cases({ flags: 'wrong-hash', fault: 'rsa-hash', twin: 'plain' }, digestBlock, {
      'hash-name-only': [
        'The SHA-256 digest under the identifier of SHA3-256, which has digests of the same length.',
        digest,
        'sha3-256',
      ],
    }),
    ...cases({ flags: 'wrong-hash', fault: 'rsa-digest', twin: 'plain' }, digestBlock, {
      'hash-digest-only': ['The SHA3-256 digest under the identifier of SHA-256.', hashed('sha3-256')],
    }),
    ...cases({ flags: 'pss-padding', fault: 'signature', twin: 'plain' }, block, {
      'pss-salt-0': ['A correct RSASSA-PSS signature with a salt of 0 bytes.', pssBlock(0)],
      'pss-salt-32': ['A correct RSASSA-PSS signature with a salt of 32 bytes.', pssBlock(32)],
      'pss-salt-222': ['A correct RSASSA-PSS signature with a salt of 222 bytes.', pssBlock(222)],
    }),
    ...cases({ flags: 'bare-digest', fault: 'rsa-digest-info', twin: 'plain' }, block, {
      'bare-digest': ['The digest is padded without a DigestInfo.', padded(digest)],
    }),

    ...cases({ flags: 'digest-info-parsed', fault: 'rsa-digest-info', twin: 'plain' }, pieces, {
      'der-outer-long-length': ['The outer length is written in two bytes.', hex('308131'), right.subarray(2)],
      'der-digest-long-length': [
        "The digest's length is written in two bytes.",
        tlv(0x30, right.subarray(2, 17), hex('048120'), digest),
      ],
      'der-null-long-length': [
        'The length of NULL is written in two bytes.',
        hex('3032300e'),
        oid('sha256'),
        hex('0581000420'),
        digest,
      ],
      'der-indefinite-length': ['The outer length is indefinite.', hex('3080'), right.subarray(2), hex('0000')],
      'der-null-with-content': ['NULL holds a byte.', hex('3032300e'), oid('sha256'), hex('0501000420'), digest],
      'der-parameters-garbage': ['Sixty bytes replace NULL.', digestInfo(digest, 'sha256', tlv(0x04, junk(58)))],
      'der-parameters-empty-octets': [
        'An empty OCTET STRING replaces NULL, also under missing-null.',
        digestInfo(digest, 'sha256', hex('0400')),
      ],
      'der-parameters-second': ['A second NULL follows the first.', digestInfo(digest, 'sha256', hex('05000500'))],
      'der-element-behind-digest': [
        'An element follows the digest inside the DigestInfo.',
        tlv(0x30, right.subarray(2), tlv(0x04, junk(4))),
      ],
      'der-outer-set': ['The outer tag is that of a SET.', hex('31'), right.subarray(1)],
    }),

    ...cases({ flags: 'partial-compare', fault: 'rsa-digest', twin: 'plain' }, digestBlock, {
      'digest-byte-0': ['Byte 0 of the digest differs.', flipped(0)],
      'digest-byte-15': ['Byte 15 of the digest differs.', flipped(15)],
      'digest-byte-20': ['Byte 20 of the digest differs.', flipped(20)],
      'digest-byte-31': ['Byte 31 of the digest differs.', flipped(31)],
    }),
    ...cases({ flags: 'partial-compare', fault: 'rsa-digest', twin: 'plain' }, digestBlock, {
      'digest-cut-0': ['The block has no byte of the digest, and the length field says so.', digest.subarray(0, 0)],
      'digest-cut-1': [
        'The block has only the first byte of the digest, and the length field says so.',
        digest.subarray(0, 1),
      ],
      'digest-cut-20': [
        'The block has only the first 20 bytes of the digest, and the length field says so.',
        digest.subarray(0, 20),
      ],
      'digest-cut-31': [
        'The block has only the first 31 bytes of the digest, and the length field says so.',
        digest.subarray(0, 31),
      ],
    }),
    ...flagged({ fault: 'rsa-digest', twin: 'plain' }, digestBlock, {
      'digest-extended': [
        'partial-compare',
        'A 33rd byte follows the digest in its OCTET STRING.',
        Buffer.concat([digest, Buffer.of(0)]),
      ],
      'double-hash': ['double-hash', 'The digest was hashed again.', sha256(digest)],
    }),
    ...cases({ flags: 'partial-compare', fault: 'rsa-digest', twin: 'digest-leading-zero' }, verifies, {
      'digest-shared-zero': [
        'Two digests begin with 00; strcmp treats them as equal.',
        'app-1',
        zeroDigest,
        signatureBytes('app-1', otherZeroDigest),
      ],
    }),

    ...cases({ flags: 'missing-null', policy: 'missing-null' }, verifies, {
      'missing-null': [
        'The DigestInfo has no NULL; RFC 8017 §A.2.4 requires it.',
        'app-1',
        message,
        rawSign(padded(withoutNull(digest)), 'app-1'),
      ],
      'missing-null-3072': [
        'The same under a longer key.',
        'bits-3072',
        message,
        rawSign(padded(withoutNull(digest), lengthOf('bits-3072')), 'bits-3072'),
      ],
    }),
    ...cases({ flags: 'missing-null', policy: 'missing-null' }, receivesSigned, {
      'verify-missing-null': ['A whole request, signed without NULL.', withoutNull],
    }),
    ...cases({ flags: 'small-exponent', policy: 'small-exponent' }, verifies, {
      'exponent-3': ['A key with the public exponent 3.', 'exponent-3', message],
    }),
    ...cases(
      { flags: 'padding-unchecked', fault: 'rsa-padding-length', twin: 'exponent-3', reason: 'key_invalid' },
      verifies,
      {
        'forged-exponent-3': [
          'A cube root of the correct block with garbage after it, made without the private key.',
          'exponent-3',
          message,
          forgery(),
        ],
      },
    ),
    ...cases({ flags: 'signature-unchecked' }, receivesSigned, {
      'verify-plain': ['A whole request, its block made by hand.', digestInfo],
    }),
    ...cases({ flags: 'other-key', fault: 'signature', twin: 'verify-plain' }, receives, {
      'verify-key-of-other-app': [
        'App-2 signs with its own key and calls itself app-1.',
        { key: 'app-2', nonce: parts.nonce },
      ],
    }),
  ],
}
