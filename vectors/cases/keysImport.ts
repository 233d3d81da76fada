/**
 * Which keys are taken, in which form, and which of an app's keys counts. Keys that nobody should have are written in DER
 * by hand from those of keys.json.
 */
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { tlv } from '../../spec/support/der.ts'
import type { VerifyKey } from '../../src/kit/conformance/Vector.ts'
import { type Behaviour, keyNamed, now, reject, type Sent, value } from './draft.ts'
import { casesOf, orReject, type Question } from './group.ts'
import { receives } from './shapes.ts'

const { cases, flagged } = casesOf('keys')

const good = keyNamed('app-1')

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex')
const integer = (n: bigint): Buffer => {
  const digits = n.toString(16)
  const even = digits.length % 2 === 0 ? digits : `0${digits}`
  return tlv(0x02, hex(Number.parseInt(even.slice(0, 2), 16) >= 0x80 ? `00${even}` : even))
}
const plainRsa = hex('300d06092a864886f70d0101010500')
const pssOnly = hex('300b06092a864886f70d01010a')
const spki = (pkcs1: Uint8Array, algorithm: Uint8Array = plainRsa): Buffer =>
  tlv(0x30, algorithm, tlv(0x03, Buffer.of(0), pkcs1))
const pem = (label: string, der: Uint8Array, lineLength = 64): string => {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

const publicDer = (type: 'spki' | 'pkcs1', name = 'app-1'): Buffer =>
  createPublicKey(keyNamed(name).publicKey).export({ type, format: 'der' })
const privateDer = (type: 'pkcs8' | 'pkcs1', name = 'app-1'): Buffer =>
  createPrivateKey(keyNamed(name).privateKey).export({ type, format: 'der' })
const n = BigInt(
  `0x${Buffer.from(createPublicKey(good.publicKey).export({ format: 'jwk' }).n ?? '', 'base64url').toString('hex')}`,
)
const publicKey = (modulus: bigint, exponent: bigint): string =>
  pem('PUBLIC KEY', spki(tlv(0x30, integer(modulus), integer(exponent))))
/** An odd number of so many bits, without known factors and without use. */
const oddOf = (bits: number): bigint => {
  const blocks = [...Array(Math.ceil(bits / 256)).keys()].map((i) =>
    createHash('sha256').update(`modulus ${i}`).digest(),
  )
  return (
    (BigInt(`0x${Buffer.concat(blocks).toString('hex')}`) % (1n << BigInt(bits - 1))) | (1n << BigInt(bits - 1)) | 1n
  )
}
/** On P-256 the base point is the public key of the private key 1. */
const point = hex(
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
)
const p256 = hex('301306072a8648ce3d020106082a8648ce3d030107')
const ecPublic = pem('PUBLIC KEY', tlv(0x30, p256, tlv(0x03, Buffer.of(0), point)))
const ecPrivate = pem(
  'PRIVATE KEY',
  tlv(
    0x30,
    integer(0n),
    p256,
    tlv(
      0x04,
      tlv(
        0x30,
        integer(1n),
        tlv(0x04, Buffer.concat([Buffer.alloc(31), Buffer.of(1)])),
        tlv(0xa1, tlv(0x03, Buffer.of(0), point)),
      ),
    ),
  ),
)

/** n, e, d, p, q, d mod p−1, d mod q−1 and q⁻¹ mod p of app-1. */
const numbers = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'].map((name) => {
  const jwk: Readonly<Record<string, unknown>> = { ...createPrivateKey(good.privateKey).export({ format: 'jwk' }) }
  return BigInt(`0x${Buffer.from(String(jwk[name]), 'base64url').toString('hex')}`)
})
const pkcs1Private = (parts: ReadonlyArray<bigint>, version = 0n): Buffer =>
  tlv(0x30, integer(version), ...parts.map(integer))
/** PKCS#8, perhaps with more behind the key. */
const privateOf = (parts: ReadonlyArray<bigint>, ...more: ReadonlyArray<Uint8Array>): string =>
  pem('PRIVATE KEY', tlv(0x30, integer(0n), plainRsa, tlv(0x04, pkcs1Private(parts)), ...more))
/** Attributes as Windows writes them: the key usage (2.5.29.15) is key exchange. */
const attributes = hex('a00d300b0603551d0f310403020010')
/** The private key of app-1 with another number at this place. */
const damaged = (at: number, change: (number: bigint) => bigint): string =>
  privateOf(numbers.map((number, i) => (i === at ? change(number) : number)))
/** The inverse of `a` modulo `m`, by Euclid. */
const inverse = (a: bigint, m: bigint): bigint => {
  let [r, next, x, y] = [m, a % m, 0n, 1n]
  while (next > 0n) [r, next, x, y] = [next, r % next, y, x - (r / next) * y]
  return (x + m) % m
}
/** The private key of app-1 with another public exponent. */
const withExponent = (e: bigint): string => {
  const [modulus = 0n, , , p = 0n, q = 0n, , , qInv = 0n] = numbers
  const d = inverse(e, (p - 1n) * (q - 1n))
  return privateOf([modulus, e, d, p, q, d % (p - 1n), d % (q - 1n), qInv])
}
const flipped = (number: bigint): bigint => number ^ 4n
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
/** d, reduced by the other of the two numbers in use: (p−1)(q−1), and their least common multiple. */
const otherExponent = (d: bigint): bigint => {
  const [p = 0n, q = 0n] = [numbers[3], numbers[4]]
  const order = (p - 1n) * (q - 1n)
  const least = order / gcd(p - 1n, q - 1n)
  if (d % least !== d) return d % least
  const found = [...Array(64).keys()].map((i) => d + BigInt(i + 1) * least).find((x) => x < order && x !== d)
  if (found === undefined) throw new Error('this key has one private exponent only')
  return found
}

/** The same key, with lines of so many characters. */
const withLines = (text: string, characters: number): string => {
  const [label = ''] = /(?<=-----BEGIN )[A-Z ]+/.exec(text) ?? []
  return pem(label, Buffer.from(text.replace(/-----.*-----/g, ''), 'base64'), characters)
}

/** A key is imported: this one of keys.json. */
const imports =
  (use: 'verify' | 'sign') =>
  (text: string, name = 'app-1'): Question<'importKey'> => ({
    op: 'importKey',
    input: { use, pem: text },
    expect: orReject(() =>
      value({
        bits: keyNamed(name).bits,
        fingerprint: createHash('sha256').update(publicDer('spki', name)).digest('hex'),
      }),
    ),
  })
const importsPublic = imports('verify')
/** A key with the modulus of app-1 and this exponent, as SPKI unless it is written otherwise. */
const importsExponent = (exponent: bigint, use: 'verify' | 'sign' = 'verify', text?: string): Question<'importKey'> => {
  const der = spki(tlv(0x30, integer(n), integer(exponent)))
  return {
    op: 'importKey',
    input: { use, pem: text ?? pem('PUBLIC KEY', der) },
    expect: orReject(() => value({ bits: 2048, fingerprint: createHash('sha256').update(der).digest('hex') })),
  }
}
const importsPrivate = imports('sign')

const key = (name: string, validity: Omit<VerifyKey, 'appId' | 'key'> = {}): VerifyKey => ({
  appId: 'app-1',
  key: name,
  ...validity,
})

const fourKeys = ['app-1', 'app-2', 'app-1-next', 'exponent-65539'].map((name) => key(name))

/** A verifier with these keys receives a request. */
const ring = (keys: ReadonlyArray<VerifyKey>, sent: Sent = {}): Question<'verify'> => receives(sent, { keys })

/** A verifier cannot be made with these keys. */
const registers = (keys: ReadonlyArray<VerifyKey>): Question<'verify'> => ({
  ...ring(keys),
  expect: (reason = '') => reject(reason),
})

export const keysImport: Behaviour = {
  behaviour: 'keys',
  file: 'keys-import',
  comment: 'Which keys are accepted, in which form, and which key of an app verifies.',
  cases: [
    ...flagged({}, importsPublic, {
      public: ['', 'A public key as SPKI.', good.publicKey],
      'public-pkcs1': ['key-form-narrow', 'The same key as PKCS#1.', pem('RSA PUBLIC KEY', publicDer('pkcs1'))],
      'public-crlf': ['key-form-narrow', 'CRLF ends the lines.', good.publicKey.replaceAll('\n', '\r\n')],
      'public-one-line': [
        'key-form-narrow',
        'The Base64 is one line. Some readers do not accept a line of this length.',
        good.publicKey.replace(/(?<=[^-])\n(?=[^-])/g, ''),
      ],
      'public-no-end': ['key-form-narrow', 'The last line has no line end.', good.publicKey.trimEnd()],
      'public-lines-63': [
        'key-form-narrow',
        'The lines have 63 characters, which are no whole groups of four.',
        withLines(good.publicKey, 63),
      ],
      'public-lines-76': [
        'key-form-narrow',
        'The lines have 76 characters, as in MIME.',
        withLines(good.publicKey, 76),
      ],
    }),
    ...cases({ flags: '' }, importsPrivate, {
      private: ['A private key as PKCS#8.', good.privateKey],
    }),
    ...cases({ flags: 'key-form-narrow' }, importsPrivate, {
      'private-pkcs1': [
        'The same key as PKCS#1, which some platforms cannot read.',
        pem('RSA PRIVATE KEY', privateDer('pkcs1')),
      ],
      'private-crlf': ['CRLF ends the lines of a private key.', good.privateKey.replaceAll('\n', '\r\n')],
      'private-lines-63': ['The lines of a private key have 63 characters.', withLines(good.privateKey, 63)],
      'private-lines-76': ['The lines of a private key have 76 characters.', withLines(good.privateKey, 76)],
    }),
    ...cases({ flags: 'key-size' }, importsPublic, {
      'public-bits-2049': ['A public key of 2049 bits.', keyNamed('bits-2049').publicKey, 'bits-2049'],
      'public-bits-3072': ['A public key of 3072 bits.', keyNamed('bits-3072').publicKey, 'bits-3072'],
      'public-bits-4096': ['A public key of 4096 bits.', keyNamed('bits-4096').publicKey, 'bits-4096'],
      'public-bits-8192': ['A public key of 8192 bits.', keyNamed('bits-8192').publicKey, 'bits-8192'],
      'public-exponent-65539': [
        'A public key with the exponent 65539.',
        keyNamed('exponent-65539').publicKey,
        'exponent-65539',
      ],
    }),
    ...cases({ flags: 'key-exponent-narrow' }, importsExponent, {
      'public-exponent-31-bits': ['The exponent 2^31 − 1, the largest of a signed 32-bit integer.', 2n ** 31n - 1n],
      'public-exponent-largest': ['The largest exponent, 2^32 − 1.', 2n ** 32n - 1n],
      'public-pkcs1-exponent-largest': [
        'The largest exponent, in PKCS#1.',
        2n ** 32n - 1n,
        'verify',
        pem('RSA PUBLIC KEY', tlv(0x30, integer(n), integer(2n ** 32n - 1n))),
      ],
      'private-exponent-32-bits': [
        'A private key with the exponent 2^32 − 5.',
        2n ** 32n - 5n,
        'sign',
        withExponent(2n ** 32n - 5n),
      ],
    }),
    ...cases({ flags: 'key-size' }, importsPrivate, {
      'private-bits-3072': ['A private key of 3072 bits.', keyNamed('bits-3072').privateKey, 'bits-3072'],
    }),

    ...cases({ flags: 'key-size-unchecked', fault: 'key-short', twin: 'public' }, importsPublic, {
      'public-bits-1024': ['A key of 1024 bits.', keyNamed('bits-1024').publicKey],
      'public-bits-2047': ['2047 bits: one too few, in as many bytes as 2048 bits.', keyNamed('bits-2047').publicKey],
    }),
    ...cases({ flags: 'key-size-unchecked', fault: 'key-short', twin: 'private' }, importsPrivate, {
      'private-bits-1024': ['A private key of 1024 bits.', keyNamed('bits-1024').privateKey],
      'private-bits-2047': ['A private key one bit too short.', keyNamed('bits-2047').privateKey],
    }),
    ...cases({ flags: 'key-size-unchecked', fault: 'key-long', twin: 'public' }, importsPublic, {
      'public-bits-8193': ['8193 bits: one too many.', publicKey(oddOf(8193), 65_537n)],
      'public-bits-16384': ['16,384 bits, a key that is slow to use.', publicKey(oddOf(16_384), 65_537n)],
    }),
    ...cases({ flags: 'key-exponent-unchecked', fault: 'key-exponent', twin: 'public' }, importsExponent, {
      'exponent-1': ['The public exponent is 1, also under small-exponent.', 1n],
      'exponent-5': ['The public exponent is 5, also under small-exponent.', 5n],
      'exponent-65535': ['The public exponent is 65535, also under small-exponent.', 65_535n],
      'exponent-65538': ['The public exponent is 65538, also under small-exponent.', 65_538n],
    }),
    ...cases(
      { flags: 'key-exponent-unchecked', fault: 'key-exponent-long', twin: 'public-exponent-largest' },
      importsExponent,
      {
        'exponent-33-bits': ['The public exponent is 2^32 + 1, the first odd one that is too long.', 2n ** 32n + 1n],
        'exponent-wraps-32': ['The public exponent is 2^32 + 65537, whose low 32 bits are 65537.', 2n ** 32n + 65_537n],
        'exponent-64-bits': ['The public exponent is 2^64 − 1, which is slow to check with.', 2n ** 64n - 1n],
        'exponent-wraps-64': ['The public exponent is 2^64 + 65537, whose low 64 bits are 65537.', 2n ** 64n + 65_537n],
        'exponent-2048-bits': ['The public exponent is as long as the modulus.', n - 2n],
      },
    ),
    ...cases({ flags: 'small-exponent', policy: 'small-exponent' }, importsPublic, {
      'exponent-3': ['The public exponent is 3.', keyNamed('exponent-3').publicKey, 'exponent-3'],
    }),

    ...cases({ flags: 'key-kind', fault: 'key-algorithm', twin: 'public' }, importsPublic, {
      'ec-public': ['A key on the curve P-256.', ecPublic],
    }),
    ...cases({ flags: 'key-kind', fault: 'key-algorithm', twin: 'private' }, importsPrivate, {
      'ec-private': ['A private key on the curve P-256.', ecPrivate],
    }),
    ...cases({ flags: 'key-kind', fault: 'key-algorithm', twin: 'public' }, importsPublic, {
      'pss-public': ['A key for RSASSA-PSS only.', pem('PUBLIC KEY', spki(publicDer('pkcs1'), pssOnly))],
    }),
    ...cases({ flags: 'key-kind', fault: 'key-algorithm', twin: 'private' }, importsPrivate, {
      'pss-private': [
        'A private key for RSASSA-PSS only.',
        pem('PRIVATE KEY', tlv(0x30, integer(0n), pssOnly, tlv(0x04, privateDer('pkcs1')))),
      ],
    }),
    ...cases({ flags: 'key-purpose', fault: 'key-purpose', twin: 'public' }, importsPublic, {
      'private-for-public': ['A private key as PKCS#8; createPublicKey accepts it.', good.privateKey],
      'private-pkcs1-for-public': ['A private key as PKCS#1.', pem('RSA PRIVATE KEY', privateDer('pkcs1'))],
    }),
    ...cases({ flags: 'key-purpose', fault: 'key-purpose', twin: 'private' }, importsPrivate, {
      'public-for-private': ['A public key where a private one belongs.', good.publicKey],
    }),
    ...cases({ flags: 'key-form-narrow' }, importsPrivate, {
      'private-attributes': [
        'A set of attributes follows the key, as Windows writes it.',
        privateOf(numbers, attributes),
      ],
      'attributes-empty': ['An empty set of attributes follows the key.', privateOf(numbers, hex('a000'))],
      'private-other-exponent': [
        'The private exponent is reduced by the other of the two numbers in use, (p − 1)(q − 1) and lcm(p − 1, q − 1).',
        damaged(2, otherExponent),
      ],
    }),
    ...cases({ flags: 'key-damaged', fault: 'key-consistent', twin: 'private' }, importsPrivate, {
      'damaged-e': ['The public exponent of a private key is 65539 in place of 65537.', damaged(1, (e) => e + 2n)],
      'damaged-d': [
        'A bit of the private exponent d is flipped. A signer that uses p and q does not notice this.',
        damaged(2, flipped),
      ],
      'damaged-p': [
        'A bit of the first prime is flipped. OpenSSL does not notice, and signs with d.',
        damaged(3, flipped),
      ],
      'damaged-q': ['A bit of the second prime is flipped.', damaged(4, flipped)],
      'damaged-dp': ['A bit of d mod p − 1 is flipped.', damaged(5, flipped)],
      'damaged-dq': ['A bit of d mod q − 1 is flipped.', damaged(6, flipped)],
      'damaged-qinv': ['A bit of the inverse of q is flipped.', damaged(7, flipped)],
    }),
    ...cases({ flags: 'key-form-lenient', fault: 'key-form', twin: 'public' }, importsPublic, {
      'two-blocks': [
        'A second block follows; most parsers use the first.',
        good.publicKey + keyNamed('app-2').publicKey,
      ],
    }),
    // The DER of 422 bytes ends in two characters and one of padding: six bits hold four.
    ...cases({ flags: 'key-form-lenient', fault: 'key-form', twin: 'public-bits-3072' }, importsPublic, {
      'base64-unused-bits': [
        'An unused bit of the last Base64 character is set.',
        keyNamed('bits-3072').publicKey.replace(/.(?==\n-)/, (last) => String.fromCharCode(last.charCodeAt(0) + 1)),
      ],
      'base64-unpadded': ['The Base64 lacks its padding.', keyNamed('bits-3072').publicKey.replace('=\n-', '\n-')],
    }),
    ...cases({ flags: 'key-form-lenient', fault: 'key-form', twin: 'private' }, importsPrivate, {
      'two-private-blocks': ['A second private block follows.', good.privateKey + keyNamed('app-2').privateKey],
    }),
    ...cases({ flags: 'key-form-lenient', fault: 'key-form', twin: 'public' }, importsPublic, {
      'bytes-behind': ['A byte follows the SPKI.', pem('PUBLIC KEY', Buffer.concat([publicDer('spki'), Buffer.of(0)]))],
    }),
    ...cases({ flags: 'key-form-lenient', fault: 'key-algorithm', twin: 'public' }, importsPublic, {
      'parameters-missing': [
        'The algorithm identifier has no NULL.',
        pem(
          'PUBLIC KEY',
          tlv(
            0x30,
            tlv(0x30, Buffer.from('06092a864886f70d010101', 'hex')),
            tlv(0x03, Buffer.of(0), publicDer('pkcs1')),
          ),
        ),
      ],
      'member-behind-parameters': [
        'A second NULL follows the first in the algorithm identifier.',
        pem('PUBLIC KEY', spki(publicDer('pkcs1'), tlv(0x30, hex('06092a864886f70d01010105000500')))),
      ],
    }),
    ...cases({ flags: 'key-form-lenient', fault: 'key-algorithm', twin: 'private' }, importsPrivate, {
      'member-behind-parameters-of-private': [
        'A second NULL follows the first in the algorithm identifier of a private key.',
        pem(
          'PRIVATE KEY',
          tlv(0x30, integer(0n), tlv(0x30, hex('06092a864886f70d01010105000500')), tlv(0x04, pkcs1Private(numbers))),
        ),
      ],
    }),
    ...cases({ flags: 'key-form-lenient', fault: 'key-form', twin: 'public' }, importsPublic, {
      'bytes-behind-pkcs1': [
        'A byte follows the PKCS#1.',
        pem('RSA PUBLIC KEY', Buffer.concat([publicDer('pkcs1'), Buffer.of(0)])),
      ],
      'bytes-inside': [
        'A byte follows the key inside its BIT STRING.',
        pem('PUBLIC KEY', spki(Buffer.concat([publicDer('pkcs1'), Buffer.of(0)]))),
      ],
    }),
    ...cases({ flags: 'key-form-lenient', fault: 'key-form', twin: 'private' }, importsPrivate, {
      'bytes-behind-private': [
        'A byte follows the PKCS#8.',
        pem('PRIVATE KEY', Buffer.concat([privateDer('pkcs8'), Buffer.of(0)])),
      ],
    }),
    ...cases({ flags: 'key-form-lenient', fault: 'key-form', twin: 'private-attributes' }, importsPrivate, {
      'attributes-twice': ['Two sets of attributes follow the key.', privateOf(numbers, attributes, attributes)],
      'attributes-null': ['The set of attributes holds NULL.', privateOf(numbers, hex('a0020500'))],
      'public-key-behind': [
        'The public key follows the private one, as in RFC 5958.',
        privateOf(numbers, hex('810100')),
      ],
    }),
    ...cases({ flags: 'key-form-lenient', fault: 'key-form', twin: 'private-pkcs1' }, importsPrivate, {
      'version-1': [
        'The version is 1, that of a key with more than two primes.',
        pem('RSA PRIVATE KEY', pkcs1Private(numbers, 1n)),
      ],
    }),
    ...cases({ flags: 'key-form-lenient', fault: 'key-form', twin: 'public' }, importsPublic, {
      'label-of-pkcs1': ['SPKI under the label of PKCS#1.', pem('RSA PUBLIC KEY', publicDer('spki'))],
      'label-of-spki': ['PKCS#1 under the label of SPKI.', pem('PUBLIC KEY', publicDer('pkcs1'))],
    }),
    ...cases({ flags: 'key-form-lenient', fault: 'key-form', twin: 'private' }, importsPrivate, {
      'label-of-pkcs8': ['PKCS#1 under the label of PKCS#8.', pem('PRIVATE KEY', privateDer('pkcs1'))],
    }),
    ...cases({ flags: 'key-form-lenient', fault: 'key-form', twin: 'public' }, importsPublic, {
      'labels-differ': ['The last line names another label.', good.publicKey.replace('END PUBLIC', 'END RSA PUBLIC')],
    }),

    ...cases({ flags: '' }, ring, {
      'ring-one': ['An app with one key.', [key('app-1')]],
    }),
    ...cases({ flags: 'key-rotation' }, ring, {
      'ring-second-signs': [
        'The second key of the app has signed.',
        [key('app-1'), key('app-1-next')],
        { key: 'app-1-next' },
      ],
      'ring-longer-first': ['A longer key comes first.', [key('bits-4096'), key('app-1')]],
      'ring-fourth-signs': [
        'The fourth key of the app has signed.',
        [key('app-2'), key('app-1-next'), key('exponent-65539'), key('app-1')],
      ],
    }),
    ...cases({ flags: 'key-rotation' }, ring, {
      'ring-four-and-one': [
        'The app has four keys, and another app has a fifth.',
        [...fourKeys, { appId: 'app-2', key: 'bits-3072' }],
      ],
      'ring-four-copies': ['The same key stands four times in the app.', Array(4).fill(key('app-1'))],
    }),
    ...cases({ flags: 'key-validity' }, ring, {
      'ring-other-revoked': [
        'Another key of the app is revoked.',
        [key('app-1-next', { revoked: true }), key('app-1')],
      ],
      'ring-first-second': ['The key is valid from this second on.', [key('app-1', { notBefore: now })]],
      'ring-last-second': ['The key is valid up to this second.', [key('app-1', { notAfter: now })]],
    }),
    ...cases({ flags: 'key-validity', fault: 'key-validity', twin: 'ring-other-revoked' }, ring, {
      'ring-revoked': ['The revoked key has signed.', [key('app-1-next'), key('app-1', { revoked: true })]],
    }),
    ...cases({ flags: 'key-validity', fault: 'key-validity', twin: 'ring-first-second' }, ring, {
      'ring-too-early': ['The key is valid from the next second on.', [key('app-1', { notBefore: now + 1 })]],
    }),
    ...cases({ flags: 'key-validity', fault: 'key-validity', twin: 'ring-last-second' }, ring, {
      'ring-too-late': ['The key was valid up to the second before.', [key('app-1', { notAfter: now - 1 })]],
      'ring-over-meanwhile': [
        'The key expires while the body arrives.',
        [key('app-1', { notAfter: now })],
        { later: now + 1 },
      ],
    }),
    ...cases({ flags: 'key-validity' }, ring, {
      'ring-twice-first-valid': [
        'The key stands twice in the app, and is valid by the first entry.',
        [key('app-1', { notBefore: now }), key('app-1', { notAfter: now - 1 })],
      ],
      'ring-twice-second-valid': [
        'The key stands twice in the app, and is valid by the second entry.',
        [key('app-1', { notAfter: now - 1 }), key('app-1', { notBefore: now })],
      ],
    }),
    ...cases({ flags: 'key-validity', fault: 'key-validity', twin: 'ring-twice-second-valid' }, ring, {
      'ring-twice-between': [
        'The key stands twice in the app; one validity is over, and the other has not begun.',
        [key('app-1', { notAfter: now - 1 }), key('app-1', { notBefore: now + 1 })],
      ],
    }),
    ...cases({ flags: 'other-key', fault: 'signature', twin: 'ring-second-signs' }, ring, {
      'ring-no-key-signs': ['Neither of the two keys has signed.', [key('app-1'), key('app-1-next')], { key: 'app-2' }],
    }),
    ...cases({ flags: 'signature-length', fault: 'signature-length', twin: 'ring-longer-first' }, ring, {
      'ring-length-of-none': ['No key is as long as the signature.', [key('bits-4096'), key('bits-3072')], {}],
    }),
    ...cases({ flags: 'key-shared', fault: 'key-distinct', twin: 'ring-one' }, registers, {
      'ring-shared': ['App-2 is given the key of app-1.', [key('app-1'), { appId: 'app-2', key: 'app-1' }]],
    }),
    ...cases({ flags: 'key-unlimited', fault: 'key-few', twin: 'ring-four-and-one' }, registers, {
      'ring-five': ['An app has five keys.', [...fourKeys, key('bits-3072')]],
      'ring-five-revoked': ['The fifth key of an app is revoked.', [...fourKeys, key('bits-3072', { revoked: true })]],
    }),
    ...cases({ flags: 'key-unlimited', fault: 'key-few', twin: 'ring-four-copies' }, registers, {
      'ring-five-copies': ['The same key stands five times in an app.', Array(5).fill(key('app-1'))],
    }),
    ...cases({ flags: 'key-size-unchecked', fault: 'key-short', twin: 'ring-one' }, registers, {
      'ring-short': ['A key of 1024 bits is registered beside the one that signs.', [key('app-1'), key('bits-1024')]],
    }),
  ],
}
