/**
 * Packs the test keys: keeps the two primes and the exponent of a pair, because all other numbers follow from them. A pair whose
 * private exponent is not the least one stays as it is.
 *
 *     { "app-1": { "comment": "…", "bits": 2048, "primes": "P Q E" } }       packed, in base64url
 *     { "app-1": { "comment": "…", "bits": 2048, "publicKey": "-----BEGIN…", "privateKey": "-----BEGIN…" } }
 */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyPems } from './testKeys.ts'

interface Row {
  readonly [member: string]: unknown
  readonly primes?: string
}

type Rows = Readonly<Record<string, Row>>

const numberOf = (base64url: string): bigint => BigInt(`0x0${Buffer.from(base64url, 'base64url').toString('hex')}`)

const textOf = (number: bigint): string => {
  const hex = number.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

/** The x and y with a·x + b·y = gcd(a, b), by the extended Euclidean algorithm. */
const bezout = (a: bigint, b: bigint): readonly [x: bigint, y: bigint] => {
  if (b === 0n) return [1n, 0n]
  const [x, y] = bezout(b, a % b)
  return [y, x - (a / b) * y]
}

/** The x with a·x = 1 modulo m. */
const inverse = (a: bigint, m: bigint): bigint => ((bezout(a, m)[0] % m) + m) % m

/** The key pair of two primes and a public exponent. */
export const pairOf = (p: bigint, q: bigint, e: bigint): KeyPems => {
  const least = ((p - 1n) * (q - 1n)) / gcd(p - 1n, q - 1n)
  const d = inverse(e, least)
  const numbers = { n: p * q, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) }
  const members = Object.entries(numbers).map(([name, number]) => [name, textOf(number)])
  const key = createPrivateKey({ key: { kty: 'RSA', ...Object.fromEntries(members) }, format: 'jwk' })
  return {
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const pemsOf = (primes: string): KeyPems => {
  const [p = 0n, q = 0n, e = 0n] = primes.split(' ').map(numberOf)
  return pairOf(p, q, e)
}

const textOfRows = (rows: Rows): string => `${JSON.stringify(rows, null, 2)}\n`

const mapRows = (text: string, change: (row: Row) => Row): Rows =>
  Object.fromEntries(Object.entries(JSON.parse(text) as Rows).map(([name, row]) => [name, change(row)]))

/** A row of `keys.json`, from its packed form. */
export const unpackRow = ({ primes, ...row }: Row): Row & KeyPems =>
  (primes === undefined ? row : { ...row, ...pemsOf(primes) }) as Row & KeyPems

/** `keys.json`, from its packed text. */
export const unpackKeys = (packed: string): string => textOfRows(mapRows(packed, unpackRow))

/** The packed text of `keys.json`. */
export const packKeys = (text: string): string => {
  const packed = mapRows(text, (row) => {
    const { publicKey, privateKey, ...others } = row
    const { p, q, e } = createPrivateKey(String(privateKey)).export({ format: 'jwk' })
    const primes = `${p} ${q} ${e}`
    const made = pemsOf(primes)
    return made.privateKey === privateKey && made.publicKey === publicKey ? { ...others, primes } : row
  })
  return JSON.stringify(packed)
}
