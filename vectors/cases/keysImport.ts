/**
 * Which keys are taken, in which form, and which of an app's keys counts. Keys that nobody should have are written in DER
 * by hand from those of keys.json.
 */
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { tlv } from '../../spec/support/der.ts'
import type { VerifyKey } from '../../src/conformance/Vector.ts'
import {
  accepted,
  type Behaviour,
  type Draft,
  keyNamed,
  now,
  refused,
  reject,
  type Sent,
  step,
  under,
  value,
  verdicts,
  verifier,
} from './draft.ts'

type Flags = ReadonlyArray<string>
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
const pem = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`

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

type Use = 'verify' | 'sign'
const imports = (slug: string, use: Use, flags: Flags, comment: string, text: string, name = 'app-1'): Draft => ({
  id: `keys/${slug}`,
  comment,
  flags,
  op: 'importKey',
  input: { use, pem: text },
  expect: value({
    bits: keyNamed(name).bits,
    fingerprint: createHash('sha256').update(publicDer('spki', name)).digest('hex'),
  }),
})
const refuses = (slug: string, use: Use, fault: string, flag: string, comment: string, text: string): Draft => ({
  id: `keys/${slug}`,
  comment,
  flags: [flag],
  fault,
  twin: use === 'verify' ? 'keys/public' : 'keys/private',
  op: 'importKey',
  input: { use, pem: text },
  expect: reject('key_invalid'),
})

const key = (name: string, validity: Omit<VerifyKey, 'appId' | 'key'> = {}): VerifyKey => ({
  appId: 'app-1',
  key: name,
  ...validity,
})
const ring = (slug: string, flags: Flags, comment: string, keys: ReadonlyArray<VerifyKey>, sent: Sent = {}): Draft => ({
  id: `keys/${slug}`,
  comment,
  flags,
  op: 'verify',
  input: verifier(step(sent), { keys }),
  expect: verdicts(accepted()),
})
const ringRefuses = (
  slug: string,
  twin: string,
  fault: string,
  flags: Flags,
  comment: string,
  keys: ReadonlyArray<VerifyKey>,
  sent: Sent = {},
  reason = 'key_revoked',
): Draft => ({
  ...ring(slug, flags, comment, keys, sent),
  fault,
  twin: `keys/${twin}`,
  expect: verdicts(refused(reason)),
})
const registers = (
  slug: string,
  fault: string,
  flag: string,
  comment: string,
  keys: ReadonlyArray<VerifyKey>,
): Draft => ({
  ...ring(slug, [flag], comment, keys),
  fault,
  twin: 'keys/ring-one',
  expect: reject('key_invalid'),
})

export const keysImport: Behaviour = {
  behaviour: 'keys',
  file: 'keys-import',
  comment: 'Which keys are taken, in which form, and which of the keys of an app counts.',
  cases: [
    imports('public', 'verify', [], 'A public key as SPKI.', good.publicKey),
    imports(
      'public-pkcs1',
      'verify',
      ['key-form-narrow'],
      'The same key as PKCS#1.',
      pem('RSA PUBLIC KEY', publicDer('pkcs1')),
    ),
    imports(
      'public-crlf',
      'verify',
      ['key-form-narrow'],
      'CRLF ends the lines.',
      good.publicKey.replaceAll('\n', '\r\n'),
    ),
    imports('public-no-end', 'verify', ['key-form-narrow'], 'The last line has no end.', good.publicKey.trimEnd()),
    imports('private', 'sign', [], 'A private key as PKCS#8.', good.privateKey),
    imports(
      'private-pkcs1',
      'sign',
      ['key-form-narrow'],
      'The same key as PKCS#1, which some cannot read.',
      pem('RSA PRIVATE KEY', privateDer('pkcs1')),
    ),
    imports(
      'private-crlf',
      'sign',
      ['key-form-narrow'],
      'CRLF ends the lines of a private key.',
      good.privateKey.replaceAll('\n', '\r\n'),
    ),
    ...['bits-2049', 'bits-3072', 'bits-4096', 'bits-8192', 'exponent-65539'].map((name) =>
      imports(
        `public-${name}`,
        'verify',
        ['key-size'],
        `A public key with ${name.replace('-', ' ')}.`,
        keyNamed(name).publicKey,
        name,
      ),
    ),
    imports(
      'private-bits-3072',
      'sign',
      ['key-size'],
      'A private key of 3072 bits.',
      keyNamed('bits-3072').privateKey,
      'bits-3072',
    ),

    refuses(
      'public-bits-1024',
      'verify',
      'key-short',
      'key-size-unchecked',
      'A key of 1024 bits.',
      keyNamed('bits-1024').publicKey,
    ),
    refuses(
      'public-bits-2047',
      'verify',
      'key-short',
      'key-size-unchecked',
      'One bit too short; in bytes as long as 2048 bits.',
      keyNamed('bits-2047').publicKey,
    ),
    refuses(
      'private-bits-1024',
      'sign',
      'key-short',
      'key-size-unchecked',
      'A private key of 1024 bits.',
      keyNamed('bits-1024').privateKey,
    ),
    refuses(
      'private-bits-2047',
      'sign',
      'key-short',
      'key-size-unchecked',
      'A private key one bit too short.',
      keyNamed('bits-2047').privateKey,
    ),
    refuses(
      'public-bits-8193',
      'verify',
      'key-long',
      'key-size-unchecked',
      'One bit too long.',
      publicKey(oddOf(8193), 65_537n),
    ),
    refuses(
      'public-bits-16384',
      'verify',
      'key-long',
      'key-size-unchecked',
      'A key that takes long to use.',
      publicKey(oddOf(16_384), 65_537n),
    ),
    ...([1n, 5n, 65_535n, 65_538n] as const).map((e) =>
      refuses(
        `exponent-${e}`,
        'verify',
        'key-exponent',
        'key-exponent-unchecked',
        `The public exponent is ${e}, also under small-exponent.`,
        publicKey(n, e),
      ),
    ),
    {
      ...imports(
        'exponent-3',
        'verify',
        ['small-exponent'],
        'The public exponent is 3.',
        keyNamed('exponent-3').publicKey,
        'exponent-3',
      ),
      expect: under(
        'small-exponent',
        'key_invalid',
        value({ bits: 2048, fingerprint: createHash('sha256').update(publicDer('spki', 'exponent-3')).digest('hex') }),
      ),
    },

    refuses('ec-public', 'verify', 'key-algorithm', 'key-kind', 'A key on the curve P-256.', ecPublic),
    refuses('ec-private', 'sign', 'key-algorithm', 'key-kind', 'A private key on the curve P-256.', ecPrivate),
    refuses(
      'pss-public',
      'verify',
      'key-algorithm',
      'key-kind',
      'A key for RSASSA-PSS only.',
      pem('PUBLIC KEY', spki(publicDer('pkcs1'), pssOnly)),
    ),
    refuses(
      'pss-private',
      'sign',
      'key-algorithm',
      'key-kind',
      'A private key for RSASSA-PSS only.',
      pem('PRIVATE KEY', tlv(0x30, integer(0n), pssOnly, tlv(0x04, privateDer('pkcs1')))),
    ),
    refuses(
      'private-for-public',
      'verify',
      'key-purpose',
      'key-purpose',
      'A private key as PKCS#8; createPublicKey takes it.',
      good.privateKey,
    ),
    refuses(
      'private-pkcs1-for-public',
      'verify',
      'key-purpose',
      'key-purpose',
      'A private key as PKCS#1.',
      pem('RSA PRIVATE KEY', privateDer('pkcs1')),
    ),
    refuses(
      'public-for-private',
      'sign',
      'key-purpose',
      'key-purpose',
      'A public key where a private one belongs.',
      good.publicKey,
    ),
    refuses(
      'two-blocks',
      'verify',
      'key-form',
      'key-form-lenient',
      'Another block follows; most take the first.',
      good.publicKey + keyNamed('app-2').publicKey,
    ),
    refuses(
      'two-private-blocks',
      'sign',
      'key-form',
      'key-form-lenient',
      'Another private block follows.',
      good.privateKey + keyNamed('app-2').privateKey,
    ),
    refuses(
      'bytes-behind',
      'verify',
      'key-form',
      'key-form-lenient',
      'A byte follows the SPKI.',
      pem('PUBLIC KEY', Buffer.concat([publicDer('spki'), Buffer.of(0)])),
    ),
    refuses(
      'parameters-missing',
      'verify',
      'key-algorithm',
      'key-form-lenient',
      'The algorithm has no NULL behind it.',
      pem(
        'PUBLIC KEY',
        tlv(0x30, tlv(0x30, Buffer.from('06092a864886f70d010101', 'hex')), tlv(0x03, Buffer.of(0), publicDer('pkcs1'))),
      ),
    ),
    refuses(
      'bytes-behind-pkcs1',
      'verify',
      'key-form',
      'key-form-lenient',
      'A byte follows the PKCS#1.',
      pem('RSA PUBLIC KEY', Buffer.concat([publicDer('pkcs1'), Buffer.of(0)])),
    ),
    refuses(
      'bytes-inside',
      'verify',
      'key-form',
      'key-form-lenient',
      'A byte follows the key inside its BIT STRING.',
      pem('PUBLIC KEY', spki(Buffer.concat([publicDer('pkcs1'), Buffer.of(0)]))),
    ),
    refuses(
      'bytes-behind-private',
      'sign',
      'key-form',
      'key-form-lenient',
      'A byte follows the PKCS#8.',
      pem('PRIVATE KEY', Buffer.concat([privateDer('pkcs8'), Buffer.of(0)])),
    ),
    refuses(
      'label-of-pkcs1',
      'verify',
      'key-form',
      'key-form-lenient',
      'SPKI under the label of PKCS#1.',
      pem('RSA PUBLIC KEY', publicDer('spki')),
    ),
    refuses(
      'label-of-spki',
      'verify',
      'key-form',
      'key-form-lenient',
      'PKCS#1 under the label of SPKI.',
      pem('PUBLIC KEY', publicDer('pkcs1')),
    ),
    refuses(
      'label-of-pkcs8',
      'sign',
      'key-form',
      'key-form-lenient',
      'PKCS#1 under the label of PKCS#8.',
      pem('PRIVATE KEY', privateDer('pkcs1')),
    ),
    refuses(
      'labels-differ',
      'verify',
      'key-form',
      'key-form-lenient',
      'The last line names another label.',
      good.publicKey.replace('END PUBLIC', 'END RSA PUBLIC'),
    ),

    ring('ring-one', [], 'An app with one key.', [key('app-1')]),
    ring(
      'ring-second-signs',
      ['key-rotation'],
      'The second key of the app has signed.',
      [key('app-1'), key('app-1-next')],
      { key: 'app-1-next' },
    ),
    ring('ring-longer-first', ['key-rotation'], 'A longer key stands first.', [key('bits-4096'), key('app-1')]),
    ring('ring-fourth-signs', ['key-rotation'], 'The fourth key of the app has signed.', [
      key('app-2'),
      key('app-1-next'),
      key('exponent-65539'),
      key('app-1'),
    ]),
    ring('ring-other-revoked', ['key-validity'], 'Another key of the app is revoked.', [
      key('app-1-next', { revoked: true }),
      key('app-1'),
    ]),
    ring('ring-first-second', ['key-validity'], 'The key is valid from this second on.', [
      key('app-1', { notBefore: now }),
    ]),
    ring('ring-last-second', ['key-validity'], 'This is the last second of the key.', [
      key('app-1', { notAfter: now }),
    ]),
    ringRefuses('ring-revoked', 'ring-other-revoked', 'key-validity', ['key-validity'], 'The revoked key has signed.', [
      key('app-1-next'),
      key('app-1', { revoked: true }),
    ]),
    ringRefuses(
      'ring-too-early',
      'ring-first-second',
      'key-validity',
      ['key-validity'],
      'The key is valid from the next second on.',
      [key('app-1', { notBefore: now + 1 })],
    ),
    ringRefuses(
      'ring-too-late',
      'ring-last-second',
      'key-validity',
      ['key-validity'],
      'The last second of the key is over.',
      [key('app-1', { notAfter: now - 1 })],
    ),
    ringRefuses(
      'ring-over-meanwhile',
      'ring-last-second',
      'key-validity',
      ['key-validity'],
      'The last second of the key passes while the body comes.',
      [key('app-1', { notAfter: now })],
      { later: now + 1 },
    ),
    ringRefuses(
      'ring-no-key-signs',
      'ring-second-signs',
      'signature',
      ['other-key'],
      'Neither of the two keys has signed.',
      [key('app-1'), key('app-1-next')],
      { key: 'app-2' },
      'signature_invalid',
    ),
    ringRefuses(
      'ring-length-of-none',
      'ring-longer-first',
      'signature-length',
      ['signature-length'],
      'No key is as long as the signature.',
      [key('bits-4096'), key('bits-3072')],
      {},
      'signature_malformed',
    ),
    registers('ring-shared', 'key-distinct', 'key-shared', 'App-2 is given the key of app-1.', [
      key('app-1'),
      { appId: 'app-2', key: 'app-1' },
    ]),
    registers('ring-short', 'key-short', 'key-size-unchecked', 'A key of 1024 bits beside the one that signs.', [
      key('app-1'),
      key('bits-1024'),
    ]),
  ],
}
