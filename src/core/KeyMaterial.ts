/**
 * The one reader of key material. It takes what is a key without doubt, and names what is a damaged one: quotes around it, a
 * literal `\n`, Base64 without its lines. The rule of the suite begins behind it: one PEM block, one DER, one JWK.
 */
import * as E from 'fp-ts/lib/Either.js'
import { identity } from 'fp-ts/lib/function.js'
import * as Base64 from './Base64.ts'
import { type Bytes, isBytes, toText } from './Bytes.ts'
import * as Der from './Der.ts'
import * as Jwk from './Jwk.ts'
import { type KeyError, type KeyResult, keyError, refused } from './KeyError.ts'
import type * as KeyInput from './KeyInput.ts'
import * as Pem from './Pem.ts'
import { inspect } from './untrusted.ts'

/** Key material by its form. What holds key material is a function, so that printing does not show it. */
export type KeyMaterial =
  | { readonly _tag: 'Encoded'; readonly label: Pem.Label; readonly der: () => KeyResult<Bytes> }
  | { readonly _tag: 'Jwk'; readonly jwk: () => KeyInput.Jwk }
  | { readonly _tag: 'JwkSet'; readonly set: () => object; readonly keys: () => ReadonlyArray<KeyInput.Jwk> }

/** Reads any value; nothing in it is decoded beyond its form. */
export const read = (input: unknown): KeyResult<KeyMaterial> => {
  if (typeof input === 'string') return ofText(input)
  if (typeof input !== 'object' || input === null) return refused('not-a-key')
  if (isBytes(input)) return ofBytes(input)
  return isBuffer(input) ? ofBytes(new Uint8Array(input)) : ofObject(input)
}

/** The one key, where exactly one belongs. */
export const theOne = <A>(keys: ReadonlyArray<A>): KeyResult<A> =>
  keys.length === 1 ? E.right(keys[0] as A) : refused('jwk-set', `${keys.length} keys where one belongs`)

/** What WebCrypto exports. By its tag: `instanceof` fails across realms. */
const isBuffer = (input: object): input is ArrayBuffer =>
  inspect(() => Object.prototype.toString.call(input) === '[object ArrayBuffer]', false)

const ofBytes = (bytes: Bytes): KeyResult<KeyMaterial> => {
  if (bytes.length > Pem.maxLength) return refused('not-a-key')
  // No text of a key begins with the digit 0, which is the same byte.
  if (bytes[0] === Der.SEQUENCE) {
    const label = labelOf(bytes)
    return label === undefined ? refused('der') : E.right({ _tag: 'Encoded', label, der: () => E.right(bytes) })
  }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return refused('utf-16')
  const text = toText(bytes)
  return E.isLeft(text) ? refused('not-a-key') : ofText(text.right)
}

const ofText = (given: string): KeyResult<KeyMaterial> => {
  // Windows editors put a byte order mark before UTF-8.
  const text = given.startsWith('\ufeff') ? given.slice(1) : given
  if (text.length > Pem.maxLength) return refused('not-a-key')
  if (/^[ \t\r\n]*\{/.test(text)) {
    const value = E.tryCatch(() => JSON.parse(text) as object, identity)
    return E.isLeft(value) ? refused('json') : ofObject(value.right)
  }
  const block = Pem.parse(text)
  if (E.isLeft(block)) return E.left(damage(text) ?? block.left)
  const { label } = block.right
  return E.right({ _tag: 'Encoded', label, der: () => Pem.decode(block.right) })
}

const ofObject = (value: object): KeyResult<KeyMaterial> => {
  if (Jwk.member(value, 'kty') !== undefined) return E.right({ _tag: 'Jwk', jwk: () => value })
  const keys = Jwk.member(value, 'keys')
  if (!Array.isArray(keys)) return refused('not-a-key')
  return E.right({
    _tag: 'JwkSet',
    set: () => value,
    keys: () => keys.filter((key): key is KeyInput.Jwk => typeof key === 'object' && key !== null),
  })
}

/** The PEM label that belongs to this DER, by the tags of its first elements. */
const labelOf = (der: Bytes): Pem.Label | undefined => {
  const outer = Der.first(der)
  if (E.isLeft(outer) || outer.right.tag !== Der.SEQUENCE) return undefined
  const tags: Array<number> = []
  for (let rest = outer.right.content; rest.length > 0 && tags.length < 3; ) {
    const element = Der.first(rest)
    if (E.isLeft(element)) return undefined
    tags.push(element.right.tag)
    rest = element.right.rest
  }
  const [first, second, third] = tags
  if (first === Der.SEQUENCE) {
    if (second === Der.BIT_STRING) return 'PUBLIC KEY'
    if (second === Der.OCTET_STRING) return 'ENCRYPTED PRIVATE KEY'
    return second === Der.SEQUENCE && third === Der.BIT_STRING ? 'CERTIFICATE' : undefined
  }
  if (first !== Der.INTEGER) return undefined
  if (second === Der.INTEGER) return third === undefined ? 'RSA PUBLIC KEY' : 'RSA PRIVATE KEY'
  if (second === Der.OCTET_STRING) return 'EC PRIVATE KEY'
  return second === Der.SEQUENCE && third === Der.OCTET_STRING ? 'PRIVATE KEY' : undefined
}

// One line of an authorized_keys file, or RFC 4716.
const openssh = /^(ssh-[a-z0-9-]+ |---- BEGIN SSH2 )/

/** What happened to a key on its way, if that shows; never any of its text. */
const damage = (text: string): KeyError | undefined => {
  const trimmed = text.trim()
  const quote = trimmed[0]
  // Base64 and PEM hold no zero byte; every second byte of their UTF-16 is one.
  if (trimmed.includes('\0')) return keyError('utf-16')
  if (trimmed.length > 1 && (quote === '"' || quote === "'" || quote === '`') && trimmed.endsWith(quote))
    return keyError(quote === '"' && trimmed.includes('\\') ? 'json-string' : 'quoted')
  if (/-----(BEGIN|END) [^\n]*\\[nr]/.test(trimmed)) return keyError('escaped-newlines')
  if (openssh.test(trimmed)) return keyError('openssh')
  if (/^[^\s"'{}]{1,1024}\.(pem|key|pub|der|jwk|json|crt|cer)$/i.test(trimmed)) return keyError('path')
  const bytes = Base64.decode(trimmed.replace(/[ \t\r\n]+/g, ''))
  const held = E.isRight(bytes) ? heldBy(bytes.right) : undefined
  return held === undefined ? undefined : keyError('bare-base64', held)
}

/** What key material these bytes are. */
const heldBy = (bytes: Bytes): string | undefined => {
  const first = Array.from(bytes.subarray(0, 11), (byte) => String.fromCharCode(byte)).join('')
  if (first === '-----BEGIN ') return 'PEM'
  return first.startsWith('{"') ? 'JWK' : labelOf(bytes)
}
