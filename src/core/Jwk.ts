/**
 * The numbers of an RSA key in a JSON Web Key (RFC 7517, RFC 7518 §6.3) for RS256 signatures.
 *
 * The parser obeys `use`, `key_ops` and `alg`: it refuses a key for encryption or another algorithm.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from './Base64.ts'
import type { Bytes } from './Bytes.ts'
import { type KeyResult, refused } from './KeyError.ts'

/** What the key is to do. */
export type Operation = 'sign' | 'verify'

/** RFC 7518 §6.3.2: the members of a private key. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const

export const publicNumbers = (jwk: object): KeyResult<readonly [n: Bytes, e: Bytes]> => {
  const use = checkUse(jwk, 'verify')
  if (E.isLeft(use)) return use
  if (isPrivate(jwk)) return refused('private-for-public')
  const validity = checkValidity(jwk)
  if (E.isLeft(validity)) return validity
  return numbers(jwk, ['n', 'e']) as KeyResult<readonly [Bytes, Bytes]>
}

/** n, e, d, p, q, dp, dq and qi: the order of PKCS#1 (RFC 8017 §A.1.2). */
export const privateNumbers = (jwk: object): KeyResult<ReadonlyArray<Bytes>> => {
  const use = checkUse(jwk, 'sign')
  if (E.isLeft(use)) return use
  if (member(jwk, 'd') === undefined) return refused('public-for-private')
  if (member(jwk, 'oth') !== undefined) return refused('multi-prime')
  return numbers(jwk, ['n', 'e', ...privateMembers])
}

/** Whether it holds a member of a private key; `d` is one in every kind of key pair (RFC 7518 §6.2.2, RFC 8037 §2). */
export const isPrivate = (jwk: object): boolean =>
  [...privateMembers, 'oth'].some((name) => member(jwk, name) !== undefined)

/** A JWK, or a JWK Set, says nothing of its validity: who writes `revoked` into it believes that the key is refused. */
export const checkValidity = (jwk: object): KeyResult<true> => {
  const [name] = validityNames(jwk)
  if (name === undefined) return E.right(true)
  return refused(
    'validity',
    `${name} has no effect in a JWK; put it beside the key, as in { key: jwk, notBefore, notAfter, revoked }`,
  )
}

/** Whether a key of a JWK Set is an RSA key for this operation. RFC 7517 §5: a reader passes over the others. */
export const suits =
  (operation: Operation) =>
  (jwk: object): boolean =>
    E.isRight(checkUse(jwk, operation)) && (operation === 'verify' || member(jwk, 'd') !== undefined)

/** An own, enumerable value, as in JSON. An accessor counts as absent: calling a getter runs untrusted code, which may throw. */
export const member = (jwk: object, name: string): unknown => {
  const found = Object.getOwnPropertyDescriptor(jwk, name)
  return found?.enumerable ? found.value : undefined
}

const checkUse = (jwk: object, operation: Operation): KeyResult<true> => {
  const kty = member(jwk, 'kty')
  if (typeof kty !== 'string') return refused('jwk', 'kty')
  if (kty === 'oct') return refused('symmetric')
  if (kty !== 'RSA') return refused('not-rsa')
  const alg = member(jwk, 'alg')
  if (typeof alg === 'string' && /^PS\d/.test(alg)) return refused('pss')
  if (alg !== undefined && alg !== 'RS256') return refused('key-use', named('alg', alg))
  const use = member(jwk, 'use')
  if (use !== undefined && use !== 'sig') return refused('key-use', named('use', use))
  const operations = member(jwk, 'key_ops')
  if (operations !== undefined && !(Array.isArray(operations) && Object.values(operations).includes(operation)))
    return refused('key-use', `key_ops without ${operation}`)
  return E.right(true)
}

/** The value only if it looks like a name of RFC 7518: it may be a secret in the wrong place. */
const named = (member: string, value: unknown): string =>
  typeof value === 'string' && /^[\w+-]{1,18}$/.test(value) ? `${member} ${value}` : member

const numbers = (jwk: object, names: ReadonlyArray<string>): KeyResult<ReadonlyArray<Bytes>> => {
  const found: Array<Bytes> = []
  for (const name of names) {
    const number = base64urlUInt(member(jwk, name))
    if (number === undefined) return refused('jwk', name)
    found.push(number)
  }
  return E.right(found)
}

/** RFC 7518 §2, Base64urlUInt: the URL alphabet, no padding, as few bytes as the number needs. */
const base64urlUInt = (value: unknown): Bytes | undefined => {
  if (typeof value !== 'string' || !/^[0-9A-Za-z_-]+$/.test(value)) return undefined
  const padding = '='.repeat(-value.length & 3)
  const bytes = Base64.decode(value.replace(/-/g, '+').replace(/_/g, '/') + padding)
  // No number of a key is zero, so a zero byte in front is a second spelling.
  return E.isRight(bytes) && bytes.right[0] !== 0 ? bytes.right : undefined
}

/**
 * The members of a row or a JWK that say when a key counts, in the usual spellings: a `not_after` that is overlooked would
 * leave the key valid for ever. Own members and those of the class, also if they do not enumerate; no getter runs.
 */
const spelling = /^(?:not[_-]?before|not[_-]?after|revoked(?:[_-]?at)?)$/i

/** Without `Object.prototype`: a hole in another library may have put such a member there. */
export const validityNames = (value: object): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (let holder: object = value; holder !== null && holder !== Object.prototype; ) {
    for (const name of Object.getOwnPropertyNames(holder)) if (spelling.test(name)) names.push(name)
    holder = Object.getPrototypeOf(holder)
  }
  return names
}
