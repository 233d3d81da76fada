/**
 * Invalid keys with one fault each, and the rule that names it. Every platform must give the same result.
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

const { bits, integer, nothing, octets, pem, rawInteger, rsaAlgorithm, rsaEncryptionId, sequence } = der

const f4 = 65_537n
const extra = Buffer.of(0x05, 0x00)

/** A block of valid Base64 with one character of its last line replaced. */
const withLastCharacters = (text: string, change: (line: string) => string): string =>
  text.replace(/\n([^\n]+)\n-----END/, (_, line: string) => `\n${change(line)}\n-----END`)

const jwkOf = (name?: 'private'): Jwk => ({
  ...(name === 'private' ? rsa().privateKey : rsa().publicKey).export({ format: 'jwk' }),
})

/** One of each kind: src/kit/values/jwk.ts has them all. */
const hostileJwks = (whole: Jwk): ReadonlyArray<HostileKey> => [
  {
    name: 'a JWK of an elliptic curve',
    input: { ...(ec().publicKey.export({ format: 'jwk' }) as object) },
    rule: 'not-rsa',
  },
  { name: 'a JWK for PS256', input: { ...whole, alg: 'PS256' }, rule: 'pss' },
  { name: 'a JWK for encryption', input: { ...whole, use: 'enc' }, rule: 'key-use' },
  { name: 'a JWK with padding', input: { ...whole, n: `${whole.n}==` }, rule: 'jwk' },
  { name: 'a JWK whose exponent is 1', input: { ...whole, e: 'AQ' }, rule: 'exponent' },
  { name: 'a JWK whose members are inherited', input: Object.create(whole), rule: 'not-a-key' },
  { name: 'a list', input: [] as unknown as KeyInput, rule: 'not-a-key' },
  { name: 'null', input: null as unknown as KeyInput, rule: 'not-a-key' },
  { name: 'a number', input: 65_537 as unknown as KeyInput, rule: 'not-a-key' },
  { name: 'nothing', input: undefined as unknown as KeyInput, rule: 'not-a-key' },
]

/** Faults of the text, independent of the key. */
const hostileTexts = (good: string): ReadonlyArray<HostileKey> => [
  { name: 'an empty text', input: '', rule: 'not-a-key' },
  { name: 'the Base64 without its lines', input: good.replace(/-----[^\n]+-----/g, ''), rule: 'bare-base64' },
  { name: 'a block that is cut off', input: good.replace(/-----END[\s\S]*/, ''), rule: 'not-a-key' },
  {
    name: 'a block whose END label differs',
    input: good.replace(/-----END [A-Z ]+/, '-----END X509 CRL'),
    rule: 'not-a-key',
  },
  { name: 'a block of another kind', input: pem('X509 CRL', Buffer.of(0x30, 0)), rule: 'not-a-key' },
  {
    name: 'a label in lower case',
    input: good.replace(/(BEGIN|END) ([A-Z ]+)/g, (_, side, label) => `${side} ${label.toLowerCase()}`),
    rule: 'not-a-key',
  },
  { name: 'four dashes', input: good.replace('-----BEGIN', '----BEGIN'), rule: 'not-a-key' },
  { name: 'more text than any key has', input: `${good}${' '.repeat(65_536)}`, rule: 'not-a-key' },
  { name: 'two blocks', input: good + rsa(2048, 'other').publicPem, rule: 'two-blocks' },
  { name: 'the same block twice', input: good + good, rule: 'two-blocks' },
  { name: 'text before the block', input: `a comment\n${good}`, rule: 'text-around' },
  { name: 'text behind the block', input: `${good}a comment\n`, rule: 'text-around' },
  { name: 'a byte order mark behind the block', input: `${good}\ufeff`, rule: 'text-around' },
  { name: 'a no-break space behind the block', input: `${good}\u00a0`, rule: 'text-around' },
  { name: 'a character outside of Base64', input: good.replace(/\nM/, '\n*'), rule: 'base64' },
  { name: 'the URL alphabet', input: good.replace(/\nM/, '\n_'), rule: 'base64' },
  { name: 'a header line in the block', input: good.replace('\n', '\nComment: mine\n'), rule: 'base64' },
  { name: 'one character too few', input: withLastCharacters(good, (line) => line.slice(0, -1)), rule: 'base64' },
  { name: 'an empty block', input: good.replace(/\n[^-][\s\S]*\n-----END/, '\n-----END'), rule: 'der' },
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
    { name: 'exponent 1', input: ofNumbers(n, 1n), rule: 'exponent' },
    { name: 'exponent 3', input: ofNumbers(n, 3n), rule: 'exponent' },
    { name: 'exponent 0', input: ofNumbers(n, 0n), rule: 'exponent' },
    { name: 'exponent 65535', input: ofNumbers(n, 65_535n), rule: 'exponent' },
    { name: 'an even exponent', input: ofNumbers(n, 65_538n), rule: 'exponent' },
    { name: 'an even exponent of 32 bits', input: ofNumbers(n, (1n << 32n) - 2n), rule: 'exponent' },
    { name: 'an exponent of 33 bits', input: ofNumbers(n, (1n << 32n) + 1n), rule: 'exponent' },
    { name: 'an exponent of 65 bits', input: ofNumbers(n, (1n << 64n) + 1n), rule: 'exponent' },
    { name: 'an exponent as long as the modulus', input: ofNumbers(n, n - 2n), rule: 'exponent' },
    { name: 'a real key of 1024 bits', input: rsa(1024).publicPem, rule: 'modulus-too-short' },
    { name: '2047 bits', input: ofNumbers(odd(2047n), f4), rule: 'modulus-too-short' },
    { name: 'modulus 0', input: ofNumbers(0n, f4), rule: 'modulus-too-short' },
    { name: '8193 bits', input: ofNumbers(odd(8193n), f4), rule: 'modulus-too-long' },
    { name: '16384 bits', input: ofNumbers(odd(16_384n), f4), rule: 'modulus-too-long' },
    { name: 'an even modulus', input: ofNumbers(n - 1n, f4), rule: 'modulus-even' },
    { name: 'a key of an elliptic curve', input: ec().publicPem, rule: 'not-rsa' },
    { name: 'an Ed25519 key', input: ed25519().publicPem, rule: 'not-rsa' },
    { name: 'an id-RSASSA-PSS key', input: pss().publicPem, rule: 'pss' },
    { name: 'a private key', input: key.privatePem, rule: 'private-for-public' },
    {
      name: 'a private key in PKCS#1',
      input: key.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string,
      rule: 'private-for-public',
    },
    {
      name: 'a private key of an elliptic curve',
      input: ec().privateKey.export({ type: 'sec1', format: 'pem' }) as string,
      rule: 'private-for-public',
    },
    { name: 'an encrypted private key', input: encryptedPem(key, 'secret'), rule: 'private-for-public' },
    {
      name: 'a private key in the old encryption',
      input: legacyEncryptedPem(key, 'secret'),
      rule: 'private-for-public',
    },
    {
      name: 'a private key under the label of a public one',
      input: of(key.privateKey.export({ type: 'pkcs8', format: 'der' })),
      rule: 'der',
    },
    { name: 'PKCS#1 under the label of SPKI', input: of(pkcs1), rule: 'der' },
    { name: 'SPKI under the label of PKCS#1', input: pem('RSA PUBLIC KEY', good), rule: 'der' },
    { name: 'a line for authorized_keys', input: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ== me@host', rule: 'openssh' },
    {
      name: 'an SSH2 block',
      input: '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----\n',
      rule: 'openssh',
    },
    { name: 'a byte behind the key', input: of(Buffer.concat([good, Buffer.of(0)])), rule: 'trailing-data' },
    { name: 'a second key behind the key', input: of(Buffer.concat([good, good])), rule: 'trailing-data' },
    {
      name: 'a third element in the SPKI',
      input: of(sequence(rsaAlgorithm, bits(pkcs1), extra)),
      rule: 'trailing-data',
    },
    {
      name: 'a second parameter of the algorithm',
      input: of(sequence(sequence(rsaEncryptionId, nothing, extra), bits(pkcs1))),
      rule: 'der',
    },
    { name: 'bytes behind RSAPublicKey', input: of(sequence(rsaAlgorithm, bits(pkcs1, extra))), rule: 'trailing-data' },
    {
      name: 'a third number',
      input: of(sequence(rsaAlgorithm, bits(sequence(integer(n), integer(f4), integer(1n))))),
      rule: 'trailing-data',
    },
    {
      name: 'a byte behind PKCS#1',
      input: pem('RSA PUBLIC KEY', Buffer.concat([pkcs1, Buffer.of(0)])),
      rule: 'trailing-data',
    },
    { name: 'a length in too many bytes', input: of(der.longTlv(0x30, rsaAlgorithm, bits(pkcs1))), rule: 'der' },
    {
      name: 'a length in two bytes that fits one',
      input: of(sequence(Buffer.concat([Buffer.of(0x30, 0x81, 13), rsaEncryptionId, nothing]), bits(pkcs1))),
      rule: 'der',
    },
    { name: 'an indefinite length', input: of(der.indefiniteTlv(0x30, rsaAlgorithm, bits(pkcs1))), rule: 'der' },
    {
      name: 'a modulus with a zero byte too many',
      input: of(
        sequence(
          rsaAlgorithm,
          bits(sequence(rawInteger(Buffer.concat([Buffer.of(0, 0), der.toBytes(n)])), integer(f4))),
        ),
      ),
      rule: 'der',
    },
    {
      name: 'an exponent with a zero byte too many',
      input: of(sequence(rsaAlgorithm, bits(sequence(integer(n), rawInteger(Buffer.of(0, 1, 0, 1)))))),
      rule: 'der',
    },
    {
      name: 'a negative modulus',
      input: of(sequence(rsaAlgorithm, bits(sequence(rawInteger(der.toBytes(n | (1n << 2047n))), integer(f4))))),
      rule: 'der',
    },
    {
      name: 'a number of no bytes',
      input: of(sequence(rsaAlgorithm, bits(sequence(integer(n), rawInteger(Buffer.alloc(0)))))),
      rule: 'der',
    },
    { name: 'no exponent', input: of(sequence(rsaAlgorithm, bits(sequence(integer(n))))), rule: 'der' },
    {
      name: 'an algorithm without parameters',
      input: of(sequence(sequence(rsaEncryptionId), bits(pkcs1))),
      rule: 'der',
    },
    {
      name: 'a NULL that is not empty',
      input: of(sequence(sequence(rsaEncryptionId, Buffer.of(5, 1, 0)), bits(pkcs1))),
      rule: 'der',
    },
    {
      name: 'an algorithm that is no object identifier',
      input: of(sequence(sequence(integer(1n), nothing), bits(pkcs1))),
      rule: 'der',
    },
    { name: 'an empty algorithm', input: of(sequence(sequence(), bits(pkcs1))), rule: 'der' },
    { name: 'unused bits', input: of(sequence(rsaAlgorithm, der.tlv(3, Buffer.of(1), pkcs1))), rule: 'der' },
    { name: 'an empty BIT STRING', input: of(sequence(rsaAlgorithm, der.tlv(3))), rule: 'der' },
    { name: 'a SET in the place of a SEQUENCE', input: of(der.tlv(0x31, rsaAlgorithm, bits(pkcs1))), rule: 'der' },
    { name: 'a key that is cut off', input: of(good.subarray(0, -1)), rule: 'der' },
    { name: 'a length that is cut off', input: of(Buffer.of(0x30, 0x82, 0x01)), rule: 'der' },
    { name: 'a length of five bytes', input: of(Buffer.of(0x30, 0x85, 1, 0, 0, 0, 0)), rule: 'der' },
    { name: 'a tag of two bytes', input: of(Buffer.of(0x3f, 0x30, 0x00)), rule: 'der' },
    ...hostileTexts(key.publicPem),
    ...hostileJwks(jwkOf()),
    { name: 'a JWK with d', input: jwkOf('private'), rule: 'private-for-public' },
    { name: 'a JWK with a factor', input: { ...jwkOf(), p: jwkOf('private').p }, rule: 'private-for-public' },
  ]
}

/** Private keys that must not be used. */
/** The name of the key whose numbers fit one another, but one factor is no prime. */
export const compositeFactor = 'a factor that is no prime'

/** A private key with these factors, whether they are primes or not. */
const ofFactors = (p: bigint, q: bigint): string => {
  const [n, e, order] = [p * q, 65_537n, (p - 1n) * (q - 1n)]
  const d = inverse(e, order === 0n ? p : order)
  const rest = (by: bigint): bigint => (by === 0n ? 0n : d % by)
  return pem('RSA PRIVATE KEY', der.pkcs1Private([n, e, d, p, q, rest(p - 1n), rest(q - 1n), inverse(q, p)]))
}

/** By Euclid’s algorithm. */
const inverse = (a: bigint, modulus: bigint): bigint => {
  let [r, next, t, nextT] = [modulus, a % modulus, 0n, 1n]
  while (next !== 0n) {
    const quotient = r / next
    ;[r, next, t, nextT] = [next, r - quotient * next, nextT, t - quotient * nextT]
  }
  return ((t % modulus) + modulus) % modulus
}

export const hostilePrivateKeys = (): ReadonlyArray<HostileKey> => {
  const key = rsa()
  const numbers = der.numbersOf(key)
  const pkcs1 = der.pkcs1Private(numbers)
  const good = der.pkcs8(pkcs1)
  const of = (bytes: Uint8Array): string => pem('PRIVATE KEY', bytes)
  const withNumber = (at: number, value: bigint): string => of(der.pkcs8(der.pkcs1Private(numbers.with(at, value))))
  const other = der.numbersOf(rsa(2048, 'other'))
  return [
    { name: 'exponent 3', input: rsa(2048, 'e3', 3).privatePem, rule: 'exponent' },
    { name: 'exponent 1', input: withNumber(1, 1n), rule: 'exponent' },
    { name: 'a real key of 1024 bits', input: rsa(1024).privatePem, rule: 'modulus-too-short' },
    { name: 'a key of an elliptic curve', input: ec().privatePem, rule: 'not-rsa' },
    {
      name: 'a key of an elliptic curve in SEC 1',
      input: ec().privateKey.export({ type: 'sec1', format: 'pem' }) as string,
      rule: 'not-rsa',
    },
    { name: 'an Ed25519 key', input: ed25519().privatePem, rule: 'not-rsa' },
    { name: 'an id-RSASSA-PSS key', input: pss().privatePem, rule: 'pss' },
    { name: 'a public key', input: key.publicPem, rule: 'public-for-private' },
    {
      name: 'a public key in PKCS#1',
      input: key.publicKey.export({ type: 'pkcs1', format: 'pem' }) as string,
      rule: 'public-for-private',
    },
    { name: 'a certificate', input: pem('CERTIFICATE', Buffer.of(0x30, 0)), rule: 'public-for-private' },
    {
      name: 'a key in the format of OpenSSH',
      input: pem('OPENSSH PRIVATE KEY', Buffer.from('openssh-key-v1\0')),
      rule: 'openssh',
    },
    { name: 'the old encryption', input: legacyEncryptedPem(key, 'secret'), rule: 'legacy-encryption' },
    { name: 'an encrypted key with invalid content', input: pem('ENCRYPTED PRIVATE KEY', good), rule: 'der' },
    {
      name: 'an encrypted key with a byte behind it',
      input: pem('ENCRYPTED PRIVATE KEY', Buffer.concat([sequence(sequence(rsaEncryptionId), octets()), Buffer.of(0)])),
      rule: 'trailing-data',
    },
    {
      name: 'an encrypted key with a third element',
      input: pem('ENCRYPTED PRIVATE KEY', sequence(sequence(rsaEncryptionId), octets(), extra)),
      rule: 'trailing-data',
    },
    {
      name: 'three primes',
      input: pem('RSA PRIVATE KEY', sequence(integer(1n), ...numbers.map(integer), sequence())),
      rule: 'multi-prime',
    },
    {
      name: 'another version of PKCS#1',
      input: pem('RSA PRIVATE KEY', sequence(integer(2n), ...numbers.map(integer))),
      rule: 'der',
    },
    { name: 'PKCS#1 without a version', input: pem('RSA PRIVATE KEY', sequence()), rule: 'der' },
    { name: 'another version of PKCS#8', input: of(sequence(integer(1n), rsaAlgorithm, octets(pkcs1))), rule: 'der' },
    {
      name: 'a number too few',
      input: pem('RSA PRIVATE KEY', sequence(integer(0n), ...numbers.slice(0, 7).map(integer))),
      rule: 'der',
    },
    {
      name: 'a number too many',
      input: pem('RSA PRIVATE KEY', sequence(integer(0n), ...numbers.map(integer), integer(1n))),
      rule: 'trailing-data',
    },
    {
      name: 'a negative number',
      input: pem(
        'RSA PRIVATE KEY',
        sequence(integer(0n), ...numbers.slice(0, 7).map(integer), rawInteger(Buffer.of(0x80))),
      ),
      rule: 'der',
    },
    { name: 'a byte behind PKCS#8', input: of(Buffer.concat([good, Buffer.of(0)])), rule: 'trailing-data' },
    {
      name: 'a byte behind PKCS#1',
      input: pem('RSA PRIVATE KEY', Buffer.concat([pkcs1, Buffer.of(0)])),
      rule: 'trailing-data',
    },
    {
      name: 'a byte in the OCTET STRING behind the key',
      input: of(sequence(integer(0n), rsaAlgorithm, octets(pkcs1, Buffer.of(0)))),
      rule: 'trailing-data',
    },
    {
      name: 'a fourth element that is no attributes',
      input: of(sequence(integer(0n), rsaAlgorithm, octets(pkcs1), extra)),
      rule: 'trailing-data',
    },
    {
      name: 'elements behind the attributes',
      input: of(sequence(integer(0n), rsaAlgorithm, octets(pkcs1), der.tlv(0xa0), extra)),
      rule: 'trailing-data',
    },
    {
      name: 'a length in too many bytes',
      input: of(der.longTlv(0x30, integer(0n), rsaAlgorithm, octets(pkcs1))),
      rule: 'der',
    },
    { name: 'PKCS#1 under the label of PKCS#8', input: of(pkcs1), rule: 'der' },
    { name: 'PKCS#8 under the label of PKCS#1', input: pem('RSA PRIVATE KEY', good), rule: 'der' },
    {
      name: 'the private numbers of one key and the modulus of another',
      input: withNumber(0, other[0] as bigint),
      rule: 'inconsistent',
    },
    { name: 'another public exponent', input: withNumber(1, 65_539n), rule: 'inconsistent' },
    // OpenSSL signs with d if p, q, dp, dq or qInv is wrong, and with these if d is.
    ...['d', 'p', 'q', 'dp', 'dq', 'qInv'].map((part, i) => ({
      name: `a damaged ${part}`,
      input: withNumber(i + 2, (numbers[i + 2] as bigint) ^ 4n),
      rule: 'inconsistent' as const,
    })),
    { name: 'a factor of 1', input: ofFactors(numbers[0] as bigint, 1n), rule: 'inconsistent' },
    {
      name: compositeFactor,
      input: ofFactors((numbers[3] as bigint) * (other[3] as bigint), numbers[4] as bigint),
      rule: 'inconsistent',
    },
    ...hostileTexts(key.privatePem),
    ...hostileJwks(jwkOf('private')),
    { name: 'a JWK without d', input: jwkOf(), rule: 'public-for-private' },
    { name: 'a JWK without factors', input: { ...jwkOf(), d: jwkOf('private').d }, rule: 'jwk' },
    {
      name: 'a JWK with more than two factors',
      input: { ...jwkOf('private'), oth: [] } as KeyInput,
      rule: 'multi-prime',
    },
  ]
}
