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
import { type KeyError, type KeyResult, type KeyRule, keyError, refused } from './KeyError.ts'
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
  if (input === undefined || input === null) return refused('missing', String(input))
  if (typeof input !== 'object') return refused('not-a-key')
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
    if (E.isRight(value)) return ofObject(value.right)
    return refused(isWithinJsonString(text.trim()) ? 'escaped-json' : 'json')
  }
  // Base64 of DER begins with M, so this n was a backslash-n.
  if (/-----BEGIN [A-Z ]+-----r?n/.test(text)) return refused('lost-backslashes')
  const block = Pem.parse(text)
  if (E.isLeft(block)) return E.left(damage(text) ?? block.left)
  const { label } = block.right
  return E.right({ _tag: 'Encoded', label, der: () => Pem.decode(block.right) })
}

const ofObject = (value: object): KeyResult<KeyMaterial> => {
  if (Jwk.member(value, 'kty') !== undefined) return E.right({ _tag: 'Jwk', jwk: () => value })
  const keys = Jwk.member(value, 'keys')
  if (!Array.isArray(keys)) return withoutKey(value)
  return E.right({
    _tag: 'JwkSet',
    set: () => value,
    keys: () => keys.filter((key): key is KeyInput.Jwk => typeof key === 'object' && key !== null),
  })
}

/** An object that is no key, as far as the mistake shows. */
const withoutKey = (value: object): KeyResult<never> => {
  if (typeof inspect(() => Reflect.get(value, 'then'), undefined) === 'function') return refused('promise')
  const isRow = inspect(() => Object.hasOwn(value, 'key'), false)
  return isRow ? refused('missing', 'a row whose key is undefined') : refused('not-a-key')
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

/** What happened to a key on its way, if that shows; never any of its text. Whoever follows the error's advice gets further. */
const damage = (text: string): KeyError | undefined => {
  const trimmed = text.trim()
  // A template literal, or a shell, has written the value out.
  if (trimmed === '' || trimmed === 'undefined' || trimmed === 'null')
    return keyError('missing', trimmed === '' ? 'an empty text' : `the text ${trimmed}`)
  // Base64 and PEM hold no zero byte; every second byte of their UTF-16 is one.
  if (trimmed.includes('\0')) return keyError('utf-16')
  const quote = trimmed[0]
  if (trimmed.length > 1 && (quote === '"' || quote === "'" || quote === '`') && trimmed.endsWith(quote))
    return keyError(isJsonString(trimmed) ? 'json-string' : 'quoted')
  const escaped = escapesOf(trimmed)
  if (escaped !== undefined) return keyError(escaped)
  if (openssh.test(trimmed)) return keyError('openssh')
  if (/^[^\s"'{}]{1,1024}\.(pem|key|pub|der|jwk|json|crt|cer)$/i.test(trimmed)) return keyError('path')
  if (/^-----BEGIN [A-Z ]+-----$/.test(trimmed)) return keyError('one-line')
  if (/^-----BEGIN [A-Z ]+-----\s[\sA-Za-z0-9+/=]*$/.test(trimmed)) return keyError('cut-off')
  const bytes = Base64.decode(trimmed.replace(/[ \t\r\n]+/g, ''))
  const held = E.isRight(bytes) ? heldBy(bytes.right) : undefined
  return held === undefined ? undefined : keyError('bare-base64', held)
}

/** With a backslash in it: a text in quotes alone is more likely to come from a shell or a .env file. */
const isJsonString = (text: string): boolean =>
  text.includes('\\') && inspect(() => typeof JSON.parse(text) === 'string', false)

const isWithinJsonString = (text: string): boolean => isJsonString(`"${text}"`)

/** Backslashes in a PEM, in Base64 alone or in a JWK. No key holds any; the path of a file may. */
const escapesOf = (text: string): KeyRule | undefined => {
  if (!text.includes('\\')) return undefined
  const lines = text.replace(/(?<!\\)\\+[nr]/g, '\n')
  const bare = lines.replace(/[\\"'`]/g, '')
  const isKey = bare.includes('-----BEGIN ') || /^[A-Za-z0-9+/=_\s-]{64,}$/.test(bare)
  if (isKey && !lines.includes('\\')) return 'escaped-newlines'
  if ((isKey || bare.includes('kty')) && isWithinJsonString(text)) return 'escaped-json'
  return isKey ? 'escaped' : undefined
}

/** What key material these bytes are. */
const heldBy = (bytes: Bytes): string | undefined => {
  const first = Array.from(bytes.subarray(0, 11), (byte) => String.fromCharCode(byte)).join('')
  if (first === '-----BEGIN ') return 'PEM'
  return first.startsWith('{"') ? 'JWK' : labelOf(bytes)
}
