/** The key pairs that sign generated requests, how a request is signed, and the windows and clocks of verifiers. */

import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import * as StringToSign from '../../../core/StringToSign.ts'
import * as Gen from '../../values/Gen.ts'
import { type KeyNumbers, pemOf, privatePemOf, publicPemOf } from '../../values/keys/keyFile.ts'
import { memoized } from '../../values/memoized.ts'
import { readTestKeys } from '../suite.ts'
import type { KeyPems } from '../testKeys.ts'
import type { VerifyKey } from '../Vector.ts'
import { plain, similar } from './keyPairs.ts'
import { quickKey } from './quickKeys.ts'

/** The parts of a request, each as it is signed or as it is sent. A body holds a character of Latin-1 for each byte. */
export interface Parts<Time = number> {
  readonly appId: string
  readonly method: string
  readonly target: string
  readonly timestamp: Time
  readonly nonce: string
  readonly body: string
}

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
type Similar = 'plain' | keyof typeof similar
const nearlySame: Readonly<Partial<Record<Similar, KeyNumbers>>> = { plain, ...similar }
/** Pairs that are nearly the same: of one modulus, or of moduli with the same start or end. */
export const similarPairs: ReadonlyArray<Similar> = Object.keys(nearlySame) as ReadonlyArray<Similar>
/** The name of a pair: one of the suite, one of the nearly same pairs, or `quick-` with any number. */
export type Pair = TestPair | Similar | `quick-${number}`

let testKeys: Readonly<Record<string, KeyPems>> | undefined

const imported = memoized((privateKey: string) => createPrivateKey(privateKey))
const keysIn = ({ publicKey, privateKey }: KeyPems) => ({
  publicKey,
  sign: (message: Uint8Array) => sign('sha256', message, imported(privateKey)),
})

const keysOf = memoized((pair: Pair) => {
  const numbers = nearlySame[pair as Similar]
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

/** Flips one bit. */
const flipped = (bytes: Buffer, bit: number): Buffer => {
  const at = bit % (bytes.length * 8)
  const copy = Buffer.from(bytes)
  copy[at >> 3] = (copy[at >> 3] as number) ^ (1 << (at & 7))
  return copy
}

export const flipBitOfBody = (body: string, bit: number): string =>
  body === '' ? '\0' : flipped(Buffer.from(body, 'latin1'), bit).toString('latin1')

export const flipBitOfSignature = (signature: string, bit: number): string =>
  flipped(Buffer.from(signature, 'base64'), bit).toString('base64')

export const windowSizes: Gen.Gen<number> = Gen.weighted(
  [6, Gen.constantFrom(300, 60)],
  [3, Gen.constantFrom(0, 1, 2)],
  [2, Gen.constantFrom(86_400, 90_061, 31_536_000)],
  [1, Gen.logUniform(2 ** 46)],
)

export const usualClock = 1_700_000_000
/** A later clock would make a `notAfter` in seconds look like one in milliseconds. */
export const latestClock = 99_999_999_999
export const startClocks: Gen.Gen<number> = Gen.weighted(
  [8, Gen.constant(usualClock)],
  [1, Gen.constantFrom(0, 1, 59, 2_147_483_647, 4_294_967_295, latestClock - 1)],
  [1, Gen.logUniform(latestClock - 1)],
)
export const fractions: Gen.Gen<number> = Gen.weighted([4, Gen.constant(0)], [1, Gen.constantFrom(0.5, 0.25, 0.9996)])

export const clampClock = (clock: number): number => Math.min(Math.max(clock, 0), latestClock)

export interface Window {
  readonly maxAge: number
  readonly maxSkew: number
}

export const isFresh = ({ maxAge, maxSkew }: Window, timestamp: number, clock: number): boolean =>
  clock - maxAge <= timestamp && timestamp <= clock + maxSkew

/** A key of an app. */
export interface Registered extends Omit<VerifyKey, 'key'> {
  readonly pair: Pair
}

/** The same key in another file: PKCS#1 in long lines with CRLF. */
const respelt = (pem: string): string =>
  pemOf('RSA PUBLIC KEY', createPublicKey(pem).export({ type: 'pkcs1', format: 'der' }), { width: 76, lineEnd: '\r\n' })

/** A key with two entries is in two different files. */
export const keysFor = (all: ReadonlyArray<Registered>): ReadonlyArray<VerifyKey> =>
  all.map(({ pair, ...key }, i) => {
    const isAgain = all.slice(0, i).some((one) => one.pair === pair)
    return { ...key, key: isAgain ? respelt(publicPem(pair)) : publicPem(pair) }
  })
