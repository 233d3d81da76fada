/**
 * One key in every form that people have it in, and in the forms that it gets on its way through editors, shells and environment variables.
 * For the specs of whatever imports a key: each form is accepted, and each damage is refused by its rule.
 *
 *     publicForms()          { name: 'PEM with CRLF', input: '-----BEGIN PUBLIC KEY-----\r\n…' }, …
 *     damagedPublicKeys()    { name: 'double quotes', input: '"-----BEGIN …"', rule: 'quoted' }, …
 */
import type { KeyObject } from 'node:crypto'
import type { KeyRule } from '../../src/core/KeyError.ts'
import type { KeyInput } from '../../src/core/KeyInput.ts'
import { rsa, type TestKey } from './keys.ts'

export interface KeyForm {
  readonly name: string
  readonly input: KeyInput
}

const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

// ---- Forms that are accepted

/** One public key in every form that is text, bytes or a plain object. */
export const publicForms = ({ publicKey }: TestKey = rsa()): ReadonlyArray<KeyForm> =>
  formsOf(publicKey, ['spki', 'pkcs1'])

/** One private key in every form that is text, bytes or a plain object. */
export const privateForms = ({ privateKey }: TestKey = rsa()): ReadonlyArray<KeyForm> =>
  formsOf(privateKey, ['pkcs8', 'pkcs1'])

type Structure = 'spki' | 'pkcs1' | 'pkcs8'

const formsOf = (key: KeyObject, structures: ReadonlyArray<Structure>): ReadonlyArray<KeyForm> => [
  ...structures.flatMap((type) => formsOfPem(key.export({ type: type as 'spki', format: 'pem' }) as string)),
  ...structures.flatMap((type) => formsOfDer(key.export({ type: type as 'spki', format: 'der' }))),
  ...formsOfJwk(key.export({ format: 'jwk' })),
]

const formsOfPem = (pem: string): ReadonlyArray<KeyForm> => [
  { name: 'PEM', input: pem },
  { name: 'PEM with CRLF', input: pem.replaceAll('\n', '\r\n') },
  { name: 'PEM with spaces for line ends', input: pem.replaceAll('\n', ' ') },
  { name: 'PEM behind a byte order mark', input: `\ufeff${pem}` },
  { name: 'the bytes of a PEM', input: utf8(pem) },
  { name: 'a Buffer of a PEM', input: Buffer.from(pem) },
  { name: 'the bytes of a PEM behind a byte order mark', input: utf8(`\ufeff${pem}`) },
]

const formsOfDer = (der: Buffer): ReadonlyArray<KeyForm> => [
  { name: 'DER', input: new Uint8Array(der) },
  { name: 'a Buffer of DER', input: der },
  { name: 'an ArrayBuffer of DER', input: new Uint8Array(der).buffer },
]

const formsOfJwk = (jwk: object): ReadonlyArray<KeyForm> => {
  const json = JSON.stringify(jwk)
  const jwkForEncryption = { ...rsa(2048, 'other').publicKey.export({ format: 'jwk' }), use: 'enc' }
  const membersForOtherUses = [{ kty: 'EC', crv: 'P-256' }, { kty: 'oct', k: 'AAAA' }, 'a text', null, jwkForEncryption]
  return [
    { name: 'a JWK', input: jwk as KeyInput },
    { name: 'a JWK for this use', input: { ...jwk, alg: 'RS256', use: 'sig', kid: 'é' } },
    { name: 'the text of a JWK', input: json },
    {
      name: 'the text of an indented JWK behind a byte order mark',
      input: `\ufeff\n${JSON.stringify(jwk, null, 2)}\n`,
    },
    { name: 'the bytes of a JWK', input: utf8(json) },
    { name: 'a JWK Set', input: { keys: [jwk] } as KeyInput },
    { name: 'the text of a JWK Set', input: `{"keys":[${json}]}` },
    {
      name: 'a JWK Set with keys for other uses',
      input: { keys: [...membersForOtherUses, jwk] } as unknown as KeyInput,
    },
  ]
}

// ---- Damaged keys

export interface DamagedKey extends KeyForm {
  /** The rule that refuses it. */
  readonly rule: KeyRule
  /** What the refusal says it has found. */
  readonly found?: string
}

export const damagedPublicKeys = ({ publicKey, publicPem }: TestKey = rsa()): ReadonlyArray<DamagedKey> => [
  ...damagedOf(publicPem, 'PUBLIC KEY', publicKey.export({ format: 'jwk' })),
  {
    name: 'the DER of a private key',
    input: rsa().privateKey.export({ type: 'pkcs8', format: 'der' }),
    rule: 'private-for-public',
  },
  {
    name: 'a JWK Set with a private key',
    input: { keys: [rsa().privateKey.export({ format: 'jwk' })] } as KeyInput,
    rule: 'private-for-public',
  },
]

export const damagedPrivateKeys = ({ privateKey, privatePem }: TestKey = rsa()): ReadonlyArray<DamagedKey> => {
  const jwk = privateKey.export({ format: 'jwk' })
  return [
    ...damagedOf(privatePem, 'PRIVATE KEY', jwk),
    {
      name: 'the DER of a public key',
      input: rsa().publicKey.export({ type: 'spki', format: 'der' }),
      rule: 'public-for-private',
    },
    {
      name: 'a JWK Set without a private key',
      input: { keys: [rsa().publicKey.export({ format: 'jwk' })] } as KeyInput,
      rule: 'jwk-set',
      found: 'no private RSA keys for RS256',
    },
    {
      name: 'a JWK Set with two private keys',
      input: { keys: [jwk, rsa(2048, 'other').privateKey.export({ format: 'jwk' })] } as KeyInput,
      rule: 'jwk-set',
      found: '2 private RSA keys for RS256',
    },
  ]
}

/** One key with one damage each. `label` is the label of its PEM, and `jwk` the same key as a JWK. */
const damagedOf = (pem: string, label: string, jwk: object): ReadonlyArray<DamagedKey> => {
  const base64 = pem.replace(/-----[^\n]+-----/g, '')
  const json = JSON.stringify(jwk)
  const escaped = pem.replaceAll('\n', '\\n')
  return [
    { name: 'literal \\n', input: escaped, rule: 'escaped-newlines' },
    { name: 'literal \\r\\n', input: pem.replaceAll('\n', '\\r\\n'), rule: 'escaped-newlines' },
    { name: 'literal \\n in bytes', input: utf8(escaped), rule: 'escaped-newlines' },
    { name: 'double quotes', input: `"${pem}"`, rule: 'quoted' },
    { name: 'single quotes', input: ` '${pem}'\n`, rule: 'quoted' },
    { name: 'backticks', input: `\`${pem}\``, rule: 'quoted' },
    { name: 'single quotes and literal \\n', input: `'${escaped}'`, rule: 'quoted' },
    { name: 'a JSON string', input: JSON.stringify(pem), rule: 'json-string' },
    { name: 'a JSON string of a JWK', input: JSON.stringify(json), rule: 'json-string' },
    { name: 'Base64 without its lines', input: base64, rule: 'bare-base64', found: label },
    { name: 'Base64 in one line', input: base64.replaceAll('\n', ''), rule: 'bare-base64', found: label },
    { name: 'Base64 in bytes', input: utf8(base64), rule: 'bare-base64', found: label },
    { name: 'Base64 of a PEM', input: Buffer.from(pem).toString('base64'), rule: 'bare-base64', found: 'PEM' },
    { name: 'Base64 of a JWK', input: Buffer.from(json).toString('base64'), rule: 'bare-base64', found: 'JWK' },
    { name: 'UTF-16', input: Buffer.from(`\ufeff${pem}`, 'utf16le'), rule: 'utf-16' },
    { name: 'UTF-16 without a mark', input: Buffer.from(pem, 'utf16le'), rule: 'utf-16' },
    { name: 'UTF-16, big-endian', input: Buffer.from(`\ufeff${pem}`, 'utf16le').swap16(), rule: 'utf-16' },
    { name: 'UTF-16 read as UTF-8', input: Buffer.from(`\ufeff${pem}`, 'utf16le').toString('utf8'), rule: 'utf-16' },
    { name: 'the path of a file', input: './keys/app-1.pem', rule: 'path' },
    { name: 'the path of a file in bytes', input: utf8('C:\\keys\\app-1.jwk\n'), rule: 'path' },
    { name: 'a JWK that is cut off', input: json.slice(0, -5), rule: 'json' },
    { name: 'a JWK with a comma at its end', input: json.replace('}', ',}'), rule: 'json' },
    { name: 'two byte order marks', input: `\ufeff\ufeff${pem}`, rule: 'text-around' },
    { name: 'a byte order mark at the end', input: `${pem}\ufeff`, rule: 'text-around' },
    { name: 'bytes that are no text', input: Uint8Array.of(0xc3, 0x28), rule: 'not-a-key' },
    { name: 'no bytes', input: new Uint8Array(0), rule: 'missing' },
    { name: 'twice escaped', input: escaped.replaceAll('\\', '\\\\'), rule: 'escaped-newlines' },
    { name: 'an n for each line end', input: pem.replaceAll('\n', 'n'), rule: 'lost-backslashes' },
    { name: 'the first line alone', input: pem.replace(/\n.*/s, ''), rule: 'one-line' },
    { name: 'a PEM that is cut off', input: pem.slice(0, 300), rule: 'cut-off' },
    { name: 'a promise', input: Promise.resolve(pem) as unknown as KeyInput, rule: 'promise' },
    { name: 'an empty JWK Set', input: { keys: [] }, rule: 'jwk-set' },
    { name: 'a JWK Set for another use', input: { keys: [{ ...jwk, use: 'enc' }] }, rule: 'jwk-set' },
    { name: 'a JWK Set whose keys are no list', input: { keys: {} } as unknown as KeyInput, rule: 'not-a-key' },
    { name: 'a symmetric JWK', input: { kty: 'oct', k: 'c2VjcmV0' } as KeyInput, rule: 'symmetric' },
    { name: 'a JWK for RS512', input: { ...jwk, alg: 'RS512' }, rule: 'key-use', found: 'alg RS512' },
    { name: 'a JWK for encryption', input: { ...jwk, use: 'enc' }, rule: 'key-use', found: 'use enc' },
    { name: 'a JWK whose alg is a secret', input: { ...jwk, alg: `${base64}` }, rule: 'key-use', found: 'alg' },
    { name: 'a record without a key', input: { publicKey: pem } as KeyInput, rule: 'not-a-key' },
  ]
}

// ---- Keys of WebCrypto

export interface CryptoKeys {
  readonly publicForms: ReadonlyArray<KeyForm>
  readonly privateForms: ReadonlyArray<KeyForm>
  /** Keys that must not be used for the operation. */
  readonly hostile: (operation: 'sign' | 'verify') => ReadonlyArray<DamagedKey>
}

/** One key as CryptoKeys that are accepted, and CryptoKeys that are refused. */
export const cryptoKeys = async (key: TestKey): Promise<CryptoKeys> => {
  const publicKey = await importPublic(key, rs256, ['verify'])
  const privateKey = await importPrivate(key, rs256, ['sign'])
  const sealedKey = await importPrivate(key, rs256, ['sign'], { isExtractable: false })
  const hostile: Readonly<Record<'sign' | 'verify', ReadonlyArray<DamagedKey>>> = {
    verify: await hostileToVerify(key),
    sign: await hostileToSign(key),
  }
  return {
    publicForms: [{ name: 'a CryptoKey', input: publicKey }],
    privateForms: [
      { name: 'a CryptoKey', input: privateKey },
      { name: 'a CryptoKey that is not extractable', input: sealedKey },
    ],
    hostile: (operation) => hostile[operation],
  }
}

const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' }

type Usages = ReadonlyArray<'sign' | 'verify' | 'encrypt' | 'decrypt'>
type Import = (
  key: TestKey,
  algorithm: RsaHashedImportParams,
  usages: Usages,
  options?: { readonly isExtractable: boolean },
) => Promise<CryptoKey>

const importPublic: Import = ({ publicKey }, algorithm, usages, { isExtractable } = { isExtractable: true }) =>
  crypto.subtle.importKey('spki', publicKey.export({ type: 'spki', format: 'der' }), algorithm, isExtractable, usages)

const importPrivate: Import = ({ privateKey }, algorithm, usages, { isExtractable } = { isExtractable: true }) =>
  crypto.subtle.importKey(
    'pkcs8',
    privateKey.export({ type: 'pkcs8', format: 'der' }),
    algorithm,
    isExtractable,
    usages,
  )

const ecdsaPair = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
const hmacKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign', 'verify'])

const hostileToVerify = async (key: TestKey): Promise<ReadonlyArray<DamagedKey>> => {
  const sealed = { isExtractable: false }
  return [
    { name: 'SHA-512', input: await importPublic(key, { ...rs256, hash: 'SHA-512' }, ['verify']), rule: 'key-use' },
    { name: 'PSS', input: await importPublic(key, { ...rs256, name: 'RSA-PSS' }, ['verify']), rule: 'pss' },
    { name: 'encryption', input: await importPublic(key, oaep, ['encrypt']), rule: 'key-use' },
    { name: 'no usage', input: await importPublic(key, rs256, []), rule: 'key-use' },
    { name: 'not extractable', input: await importPublic(key, rs256, ['verify'], sealed), rule: 'not-extractable' },
    { name: 'private', input: await importPrivate(key, rs256, ['sign']), rule: 'private-for-public' },
    { name: 'private, sealed', input: await importPrivate(key, rs256, ['sign'], sealed), rule: 'private-for-public' },
    { name: 'an elliptic curve', input: (await ecdsaPair()).publicKey, rule: 'not-rsa' },
    { name: 'symmetric', input: await hmacKey(), rule: 'symmetric' },
    { name: 'too short', input: await importPublic(rsa(1024), rs256, ['verify']), rule: 'modulus-too-short' },
  ]
}

const hostileToSign = async (key: TestKey): Promise<ReadonlyArray<DamagedKey>> => [
  ...(await unfitPrivateKeys(key, { isExtractable: true })),
  ...(await unfitPrivateKeys(key, { isExtractable: false })),
  { name: 'public', input: await importPublic(key, rs256, ['verify']), rule: 'public-for-private' },
  { name: 'an elliptic curve', input: (await ecdsaPair()).privateKey, rule: 'not-rsa' },
  { name: 'symmetric', input: await hmacKey(), rule: 'symmetric' },
]

const unfitPrivateKeys = async (
  key: TestKey,
  options: { readonly isExtractable: boolean },
): Promise<ReadonlyArray<DamagedKey>> => {
  const toSign = (keyToImport: TestKey, change: Partial<RsaHashedImportParams> = {}): Promise<CryptoKey> =>
    importPrivate(keyToImport, { ...rs256, ...change }, ['sign'], options)
  return [
    { name: 'SHA-1', input: await toSign(key, { hash: 'SHA-1' }), rule: 'key-use' },
    { name: 'PSS', input: await toSign(key, { name: 'RSA-PSS' }), rule: 'pss' },
    { name: 'encryption', input: await importPrivate(key, oaep, ['decrypt'], options), rule: 'key-use' },
    { name: 'too short', input: await toSign(rsa(1024)), rule: 'modulus-too-short' },
    { name: 'exponent 3', input: await toSign(rsa(2048, 'e3', 3)), rule: 'exponent' },
  ]
}
