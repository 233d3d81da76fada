/**
 * Invalid keys with one fault each, and the rule that names it. Every platform must give the same result. What DER can do to a
 * public key is in the grammar of keys (src/kit/values/keys); here is one of each kind.
 */
import type { KeyRule } from '../../src/core/KeyError.ts'
import type { Jwk, KeyInput } from '../../src/core/KeyInput.ts'
import * as der from './der.ts'
import { ec, ed25519, encryptedPem, legacyEncryptedPem, pss, rsa } from './keys.ts'

export interface HostileKey {
  readonly name: string
  readonly input: KeyInput
  readonly rule: KeyRule
}

/** Keys that all break one rule, by what is wrong with each. Some inputs are of no type that the compiler lets through. */
const wrong = (rule: KeyRule, inputs: Readonly<Record<string, unknown>>): ReadonlyArray<HostileKey> =>
  Object.entries(inputs).map(([name, input]) => ({ name, input: input as KeyInput, rule }))

const { bits, integer, nothing, octets, pem, rawInteger, rsaAlgorithm, rsaEncryptionId, sequence } = der

const f4 = 65_537n
const extra = Buffer.of(0x05, 0x00)

/** A block of valid Base64 with one character of its last line replaced. */
const withLastCharacters = (text: string, change: (line: string) => string): string =>
  text.replace(/\n([^\n]+)\n-----END/, (_, line: string) => `\n${change(line)}\n-----END`)

const jwkOf = (name?: 'private'): Jwk => ({
  ...(name === 'private' ? rsa().privateKey : rsa().publicKey).export({ format: 'jwk' }),
})

/** One of each kind: spec/support/jwks.ts has them all. */
const hostileJwks = (whole: Jwk): ReadonlyArray<HostileKey> => [
  ...wrong('not-rsa', { 'a JWK of an elliptic curve': { ...(ec().publicKey.export({ format: 'jwk' }) as object) } }),
  ...wrong('pss', { 'a JWK for PS256': { ...whole, alg: 'PS256' } }),
  ...wrong('key-use', { 'a JWK for encryption': { ...whole, use: 'enc' } }),
  ...wrong('jwk', { 'a JWK with padding': { ...whole, n: `${whole.n}==` } }),
  ...wrong('exponent', { 'a JWK whose exponent is 1': { ...whole, e: 'AQ' } }),
  ...wrong('not-a-key', {
    'a JWK whose members are inherited': Object.create(whole),
    'a list': [],
    'a number': 65_537,
  }),
  ...wrong('missing', { null: null, nothing: undefined }),
]

/** Faults of the text, independent of the key. */
const hostileTexts = (good: string): ReadonlyArray<HostileKey> => [
  ...wrong('missing', { 'an empty text': '' }),
  ...wrong('cut-off', { 'a block that is cut off': good.replace(/-----END[\s\S]*/, '') }),
  ...wrong('not-a-key', {
    'a block whose END label differs': good.replace(/-----END [A-Z ]+/, '-----END X509 CRL'),
    'a block of another kind': pem('X509 CRL', Buffer.of(0x30, 0)),
    'a label in lower case': good.replace(
      /(BEGIN|END) ([A-Z ]+)/g,
      (_, side, label) => `${side} ${label.toLowerCase()}`,
    ),
    'four dashes': good.replace('-----BEGIN', '----BEGIN'),
    'more text than any key has': `${good}${' '.repeat(65_536)}`,
  }),
  ...wrong('bare-base64', { 'the Base64 without its lines': good.replace(/-----[^\n]+-----/g, '') }),
  ...wrong('two-blocks', {
    'two blocks': good + rsa(2048, 'other').publicPem,
    'the same block twice': good + good,
  }),
  ...wrong('text-around', {
    'text before the block': `a comment\n${good}`,
    'text behind the block': `${good}a comment\n`,
    'a byte order mark behind the block': `${good}\ufeff`,
    'a no-break space behind the block': `${good}\u00a0`,
  }),
  ...wrong('base64', {
    'a character outside of Base64': good.replace(/\nM/, '\n*'),
    'the URL alphabet': good.replace(/\nM/, '\n_'),
    'a header line in the block': good.replace('\n', '\nComment: mine\n'),
    'one character too few': withLastCharacters(good, (line) => line.slice(0, -1)),
  }),
  ...wrong('der', { 'an empty block': good.replace(/\n[^-][\s\S]*\n-----END/, '\n-----END') }),
]

/** Public keys that must not be used. */
export const hostilePublicKeys = (): ReadonlyArray<HostileKey> => {
  const key = rsa()
  const n = der.modulusOf(key)
  const good = der.spki(n, f4)
  const pkcs1 = der.pkcs1Public(n, f4)
  const ofNumbers = (modulus: bigint, exponent: bigint): string => pem('PUBLIC KEY', der.spki(modulus, exponent))
  const of = (bytes: Uint8Array): string => pem('PUBLIC KEY', bytes)
  /** An odd number of exactly this many bits. */
  const odd = (size: bigint): bigint => (1n << (size - 1n)) + 12_345n
  return [
    ...wrong('exponent', {
      'exponent 1': ofNumbers(n, 1n),
      'exponent 3': ofNumbers(n, 3n),
      'an exponent of 33 bits': ofNumbers(n, (1n << 32n) + 1n),
    }),
    ...wrong('modulus-too-short', {
      'a real key of 1024 bits': rsa(1024).publicPem,
      '2047 bits': ofNumbers(odd(2047n), f4),
    }),
    ...wrong('modulus-too-long', {
      '8193 bits': ofNumbers(odd(8193n), f4),
    }),
    ...wrong('modulus-even', { 'an even modulus': ofNumbers(n - 1n, f4) }),
    ...wrong('not-rsa', { 'a key of an elliptic curve': ec().publicPem, 'an Ed25519 key': ed25519().publicPem }),
    ...wrong('pss', { 'an id-RSASSA-PSS key': pss().publicPem }),
    ...wrong('private-for-public', {
      'a private key': key.privatePem,
      'a private key in PKCS#1': key.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string,
      'a private key of an elliptic curve': ec().privateKey.export({ type: 'sec1', format: 'pem' }) as string,
      'an encrypted private key': encryptedPem(key, 'secret'),
      'a private key in the old encryption': legacyEncryptedPem(key, 'secret'),
      'a JWK with d': jwkOf('private'),
      'a JWK with a factor': { ...jwkOf(), p: jwkOf('private').p },
    }),
    ...wrong('der', {
      'a private key under the label of a public one': of(key.privateKey.export({ type: 'pkcs8', format: 'der' })),
      'PKCS#1 under the label of SPKI': of(pkcs1),
      'SPKI under the label of PKCS#1': pem('RSA PUBLIC KEY', good),
      'a length in too many bytes': of(der.longTlv(0x30, rsaAlgorithm, bits(pkcs1))),
      'a second parameter of the algorithm': of(sequence(sequence(rsaEncryptionId, nothing, extra), bits(pkcs1))),
      'an algorithm without parameters': of(sequence(sequence(rsaEncryptionId), bits(pkcs1))),
      'a NULL that is not empty': of(sequence(sequence(rsaEncryptionId, Buffer.of(5, 1, 0)), bits(pkcs1))),
      'a number of no bytes': of(sequence(rsaAlgorithm, bits(sequence(integer(n), rawInteger(Buffer.alloc(0)))))),
      'unused bits': of(sequence(rsaAlgorithm, der.tlv(3, Buffer.of(1), pkcs1))),
      'a key that is cut off': of(good.subarray(0, -1)),
      'a length that is cut off': of(Buffer.of(0x30, 0x82, 0x01)),
    }),
    ...wrong('openssh', {
      'a line for authorized_keys': 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ== me@host',
      'an SSH2 block': '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----\n',
    }),
    ...wrong('trailing-data', {
      'a byte behind the key': of(Buffer.concat([good, Buffer.of(0)])),
      'a second key behind the key': of(Buffer.concat([good, good])),
      'a third element in the SPKI': of(sequence(rsaAlgorithm, bits(pkcs1), extra)),
      'bytes behind RSAPublicKey': of(sequence(rsaAlgorithm, bits(pkcs1, extra))),
      'a third number': of(sequence(rsaAlgorithm, bits(sequence(integer(n), integer(f4), integer(1n))))),
      'a byte behind PKCS#1': pem('RSA PUBLIC KEY', Buffer.concat([pkcs1, Buffer.of(0)])),
    }),
    ...hostileTexts(key.publicPem),
    ...hostileJwks(jwkOf()),
  ]
}

/** The name of the key whose numbers fit one another, but one factor is no prime. */
export const compositeFactor = 'a factor that is no prime'

/** A private key with these factors, whether they are primes or not. */
const ofFactors = (p: bigint, q: bigint): string => {
  const n = p * q
  const e = 65_537n
  const order = (p - 1n) * (q - 1n)
  const d = inverse(e, order === 0n ? p : order)
  const rest = (by: bigint): bigint => (by === 0n ? 0n : d % by)
  return pem('RSA PRIVATE KEY', der.pkcs1Private([n, e, d, p, q, rest(p - 1n), rest(q - 1n), inverse(q, p)]))
}

/** By Euclid’s algorithm. */
const inverse = (a: bigint, modulus: bigint): bigint => {
  let r = modulus
  let next = a % modulus
  let t = 0n
  let nextT = 1n
  while (next !== 0n) {
    const quotient = r / next
    const remainder = r - quotient * next
    const coefficient = t - quotient * nextT
    r = next
    next = remainder
    t = nextT
    nextT = coefficient
  }
  return ((t % modulus) + modulus) % modulus
}

/** Private keys that must not be used. */
export const hostilePrivateKeys = (): ReadonlyArray<HostileKey> => {
  const key = rsa()
  const numbers = der.numbersOf(key)
  const pkcs1 = der.pkcs1Private(numbers)
  const good = der.pkcs8(pkcs1)
  const of = (bytes: Uint8Array): string => pem('PRIVATE KEY', bytes)
  const withNumber = (at: number, value: bigint): string => of(der.pkcs8(der.pkcs1Private(numbers.with(at, value))))
  const other = der.numbersOf(rsa(2048, 'other'))
  return [
    ...wrong('exponent', { 'exponent 3': rsa(2048, 'e3', 3).privatePem, 'exponent 1': withNumber(1, 1n) }),
    ...wrong('modulus-too-short', { 'a real key of 1024 bits': rsa(1024).privatePem }),
    ...wrong('not-rsa', {
      'a key of an elliptic curve': ec().privatePem,
      'a key of an elliptic curve in SEC 1': ec().privateKey.export({ type: 'sec1', format: 'pem' }) as string,
      'an Ed25519 key': ed25519().privatePem,
    }),
    ...wrong('pss', { 'an id-RSASSA-PSS key': pss().privatePem }),
    ...wrong('public-for-private', {
      'a public key': key.publicPem,
      'a public key in PKCS#1': key.publicKey.export({ type: 'pkcs1', format: 'pem' }) as string,
      'a certificate': pem('CERTIFICATE', Buffer.of(0x30, 0)),
      'a JWK without d': jwkOf(),
    }),
    ...wrong('openssh', {
      'a key in the format of OpenSSH': pem('OPENSSH PRIVATE KEY', Buffer.from('openssh-key-v1\0')),
    }),
    ...wrong('legacy-encryption', { 'the old encryption': legacyEncryptedPem(key, 'secret') }),
    ...wrong('der', {
      'an encrypted key with invalid content': pem('ENCRYPTED PRIVATE KEY', good),
      'another version of PKCS#1': pem('RSA PRIVATE KEY', sequence(integer(2n), ...numbers.map(integer))),
      'PKCS#1 without a version': pem('RSA PRIVATE KEY', sequence()),
      'another version of PKCS#8': of(sequence(integer(1n), rsaAlgorithm, octets(pkcs1))),
      'a number too few': pem('RSA PRIVATE KEY', sequence(integer(0n), ...numbers.slice(0, 7).map(integer))),
      'a negative number': pem(
        'RSA PRIVATE KEY',
        sequence(integer(0n), ...numbers.slice(0, 7).map(integer), rawInteger(Buffer.of(0x80))),
      ),
      'a length in too many bytes': of(der.longTlv(0x30, integer(0n), rsaAlgorithm, octets(pkcs1))),
      'PKCS#1 under the label of PKCS#8': of(pkcs1),
      'PKCS#8 under the label of PKCS#1': pem('RSA PRIVATE KEY', good),
    }),
    ...wrong('trailing-data', {
      'an encrypted key with a byte behind it': pem(
        'ENCRYPTED PRIVATE KEY',
        Buffer.concat([sequence(sequence(rsaEncryptionId), octets()), Buffer.of(0)]),
      ),
      'an encrypted key with a third element': pem(
        'ENCRYPTED PRIVATE KEY',
        sequence(sequence(rsaEncryptionId), octets(), extra),
      ),
      'a number too many': pem('RSA PRIVATE KEY', sequence(integer(0n), ...numbers.map(integer), integer(1n))),
      'a byte behind PKCS#8': of(Buffer.concat([good, Buffer.of(0)])),
      'a byte behind PKCS#1': pem('RSA PRIVATE KEY', Buffer.concat([pkcs1, Buffer.of(0)])),
      'a byte in the OCTET STRING behind the key': of(sequence(integer(0n), rsaAlgorithm, octets(pkcs1, Buffer.of(0)))),
      'a fourth element that is no attributes': of(sequence(integer(0n), rsaAlgorithm, octets(pkcs1), extra)),
      'elements behind the attributes': of(sequence(integer(0n), rsaAlgorithm, octets(pkcs1), der.tlv(0xa0), extra)),
    }),
    ...wrong('multi-prime', {
      'three primes': pem('RSA PRIVATE KEY', sequence(integer(1n), ...numbers.map(integer), sequence())),
      'a JWK with more than two factors': { ...jwkOf('private'), oth: [] },
    }),
    ...wrong('inconsistent', {
      'the private numbers of one key and the modulus of another': withNumber(0, other[0] as bigint),
      'another public exponent': withNumber(1, 65_539n),
      'a factor of 1': ofFactors(numbers[0] as bigint, 1n),
      [compositeFactor]: ofFactors((numbers[3] as bigint) * (other[3] as bigint), numbers[4] as bigint),
    }),
    ...wrong('jwk', { 'a JWK without factors': { ...jwkOf(), d: jwkOf('private').d } }),
    // OpenSSL signs with d if p, q, dp, dq or qInv is wrong, and with these if d is.
    ...['d', 'p', 'q', 'dp', 'dq', 'qInv'].map((part, i) => ({
      name: `a damaged ${part}`,
      input: withNumber(i + 2, (numbers[i + 2] as bigint) ^ 4n),
      rule: 'inconsistent' as const,
    })),
    ...hostileTexts(key.privatePem),
    ...hostileJwks(jwkOf('private')),
  ]
}
