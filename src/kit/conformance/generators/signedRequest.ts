/**
 * The key pairs that sign generated requests, and how a request is signed.
 *
 * Sections: key pairs · signatures · flipped bits · the keys of a verifier.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import * as StringToSign from '../../../core/StringToSign.ts'
import { type KeyNumbers, pemOf, privatePemOf, publicPemOf } from '../../values/keys/keyFile.ts'
import { memoized } from '../../values/memoized.ts'
import { readTestKeys } from '../suite.ts'
import type { KeyPems } from '../testKeys.ts'
import type { VerifyKey } from '../Vector.ts'
import { plain, similar } from './keyPairs.ts'
import { quickKey } from './quickKeys.ts'

/** The parts of a request: either those that are signed, or those that are sent. A body holds a character of Latin-1 for each byte. */
export interface Parts<Time = number> {
  readonly appId: string
  readonly method: string
  readonly target: string
  readonly timestamp: Time
  readonly nonce: string
  readonly body: string
}

// ---- Key pairs

/** The pairs of the suite. */
export const pairs = [
  'app-1',
  'app-1-next',
  'app-2',
  'exponent-65539',
  'bits-2049',
  'bits-3072',
  'exponent-largest',
  'bits-8192',
] as const
type TestPair = (typeof pairs)[number]
type SimilarPair = 'plain' | keyof typeof similar
/** The pair `plain`, and others whose modulus is the same, or starts or ends as that of `plain` does. */
const similarNumbers: Readonly<Partial<Record<SimilarPair, KeyNumbers>>> = { plain, ...similar }
export const similarPairs: ReadonlyArray<SimilarPair> = Object.keys(similarNumbers) as ReadonlyArray<SimilarPair>
/** The name of a pair: one of the suite, one of the similar pairs, or `quick-` with any number. */
export type Pair = TestPair | SimilarPair | `quick-${number}`

let testKeys: Readonly<Record<string, KeyPems>> | undefined

const imported = memoized((privateKey: string) => createPrivateKey(privateKey))
const keysIn = ({ publicKey, privateKey }: KeyPems) => ({
  publicKey,
  sign: (message: Uint8Array) => sign('sha256', message, imported(privateKey)),
})

const keysOf = memoized((pair: Pair) => {
  const numbers = similarNumbers[pair as SimilarPair]
  if (numbers !== undefined) return keysIn({ publicKey: publicPemOf(numbers), privateKey: privatePemOf(numbers) })
  if (pair.startsWith('quick-')) return quickKey(Number(pair.slice('quick-'.length)))
  testKeys ??= readTestKeys()
  return keysIn(testKeys[pair] as KeyPems)
})
const pairsByPem = new Map<string, Pair>()

/** The public key of a pair, in PEM. */
export const publicPem = (pair: Pair): string => {
  const { publicKey } = keysOf(pair)
  pairsByPem.set(publicKey, pair)
  return publicKey
}

/** The pair of a public key that `publicPem` has written. */
export const pairWithPem = (pem: string): Pair | undefined => pairsByPem.get(pem)

// ---- Signatures

// Signatures are kept: signing takes most of a draw's time, and long histories share their messages.
const signatures = new Map<string, string>()
const maxSignatures = 6_000
/** In bytes. Signatures of longer bodies are not kept, because their bodies would be kept with them. */
const maxKeptBody = 2 ** 16

/** The head of the string to sign. */
export const headOf = ({ method, target, timestamp, nonce }: Parts<number | string>): string =>
  StringToSign.uncheckedHead({ method, target, timestamp: String(timestamp), nonce })

export const signatureOf = (pair: Pair, parts: Parts<number | string>): string => {
  const { body } = parts
  const head = headOf(parts)
  if (body.length > maxKeptBody) return signatureOver(pair, head, body)
  const name = `${pair} ${head}${body}`
  const known = signatures.get(name)
  if (known !== undefined) return known
  const made = signatureOver(pair, head, body)
  if (signatures.size >= maxSignatures) signatures.clear()
  signatures.set(name, made)
  return made
}

const signatureOver = (pair: Pair, head: string, body: string): string => {
  const headLength = Buffer.byteLength(head)
  const message = Buffer.allocUnsafe(headLength + body.length)
  message.write(head)
  message.write(body, headLength, 'latin1')
  return signatureOfBytes(pair, message)
}

/** The signature in Base64 of a string to sign that is given in bytes. */
export const signatureOfBytes = (pair: Pair, message: Uint8Array): string =>
  Buffer.from(keysOf(pair).sign(message)).toString('base64')

export const hexOf = (body: string): { readonly hex: string } => ({ hex: Buffer.from(body, 'latin1').toString('hex') })

// ---- Flipped bits

/** The bytes with one bit flipped. Bit 0 is the lowest of the first byte; after the last bit, the count begins again. */
const flipped = (bytes: Buffer, bit: number): Buffer => {
  const at = bit % (bytes.length * 8)
  const copy = Buffer.from(bytes)
  copy[at >> 3] = (copy[at >> 3] as number) ^ (1 << (at & 7))
  return copy
}

/** An empty body has no bit, so it becomes one byte, 0. */
export const flipBitOfBody = (body: string, bit: number): string =>
  body === '' ? '\0' : flipped(Buffer.from(body, 'latin1'), bit).toString('latin1')

export const flipBitOfSignature = (signature: string, bit: number): string =>
  flipped(Buffer.from(signature, 'base64'), bit).toString('base64')

// ---- The keys of a verifier

/** A key of an app. */
export interface Registered extends Omit<VerifyKey, 'key'> {
  readonly pair: Pair
}

/** The same key in another file: as PKCS#1, in lines of 76 characters with CRLF. */
const inAnotherFile = (pem: string): string =>
  pemOf('RSA PUBLIC KEY', createPublicKey(pem).export({ type: 'pkcs1', format: 'der' }), { width: 76, lineEnd: '\r\n' })

/** The keys in PEM. If a pair has several entries, all after the first have the key in another file. */
export const keysFor = (all: ReadonlyArray<Registered>): ReadonlyArray<VerifyKey> =>
  all.map(({ pair, ...key }, i) => {
    const isRepeated = all.slice(0, i).some((earlier) => earlier.pair === pair)
    return { ...key, key: isRepeated ? inAnotherFile(publicPem(pair)) : publicPem(pair) }
  })
