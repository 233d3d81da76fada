/**
 * What stands in the header in place of a signature: a printed text (printedInPlace.ts), another text that is known by its beginning, or
 * another structure than the bytes of an RSA signature. Each is seen by its text alone, and no unknown text is quoted.
 *
 *     {{signature}}        a variable that has not got its value
 *     MEUCIQ…              the two numbers of an ECDSA or a DSA signature, in DER
 *     MIIBIjANBg…          a public key
 *     https://…            a URL
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import { printedInPlace } from './printedInPlace.ts'
import { signAnew } from './signatureRemedies.ts'
import type { Repair } from './signatureRepairs.ts'
import type { Telling } from './Telling.ts'

/** What the text is, if it is no signature at all. Undefined if it may be one. */
export const inPlaceOfSignature = (signatureText: string): Repair | undefined =>
  otherText(signatureText) ?? printedInPlace(signatureText) ?? otherStructure(signatureText)

const notRsa = (name: string, telling: Telling): Repair => ({ id: 'signature-not-rsa', detail: name, telling })

const sentInPlace = (name: string): Repair =>
  notRsa(name, { what: `The caller sent ${name} in place of the signature.`, remedy: signAnew })

// ---- Texts that are known by their shape

/** A JSON Web Token: three parts, the first of which is a JSON object. */
export const webToken: RegExp = /^eyJ[0-9A-Za-z_-]*\.[0-9A-Za-z_-]*\.[0-9A-Za-z_-]*$/

const knownTexts: ReadonlyArray<readonly [name: string, shape: RegExp]> = [
  ['a JSON Web Token', webToken],
  ['a URL', /^https?:\/\//i],
  ['a page in HTML', /^<(?:!doctype|html)\b/i],
  ['the code of a program', /^<(?:script\b|\?(?:php\b|=))/i],
  ['an object of JSON', /^\{ ?"(?!type|\d)/],
  ['a UUID', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['an SSH key', /^ssh-(?:rsa|ed25519) /],
  ['an SSH signature', /^-----BEGIN SSH SIGNATURE-----/],
  ['a PGP signature', /^-----BEGIN PGP SIGNATURE-----/],
  ['the hash of a password', /^\$(?:2[abxy]?|5|6|argon2id?|y)\$/],
]

const otherText = (signatureText: string): Repair | undefined => {
  const known = knownTexts.find(([, shape]) => shape.test(signatureText))
  return known && sentInPlace(known[0])
}

// ---- Structures in DER, which openssl and other programs write

/** The object identifiers, with tag and length, that show what a structure is. */
/** PBES2, and the older ciphers with SHA-1 of PKCS #12. */
const encryptedKeys: ReadonlyArray<string> = ['06092a864886f70d01050d', '060a2a864886f70d010c01']
const signedData = '06092a864886f70d010702'

/** The labels of PEM, and line ends or their escapes. */
const marksOfPem = /-----[A-Z0-9 ]{1,40}-----|\\[rn]|\s/g

const otherStructure = (signatureText: string): Repair | undefined => {
  const decoded = Base64.decode(signatureText.replace(marksOfPem, ''))
  if (E.isLeft(decoded)) return undefined
  const bytes = decoded.right
  if (bytes.length >= leastEqual && bytes.every((byte) => byte === bytes[0])) return equalBytes(bytes)
  const content = contentOfSequence(bytes)
  return content === undefined ? undefined : structureOf(content)
}

const structureOf = (content: Bytes.Bytes): Repair | undefined => {
  const numbers = twoNumbers(content)
  if (numbers !== undefined && areAlike(numbers)) return notRsa('an ECDSA or a DSA signature', ecdsaWords)
  const head = Bytes.toHex(content.subarray(0, 40))
  if (head.startsWith(signedData)) return notRsa('a message in PKCS #7', cmsWords)
  // Version 0, then the algorithm, or the modulus. Version 1 of a key of a curve, with its number.
  if (/^020100(?:30|02)/.test(head) || /^020101(?:0420|0430|0442)/.test(head))
    return notRsa('a private key', privateKeyWords)
  if (encryptedKeys.some((oid) => head.slice(0, 30).includes(oid))) return sentInPlace('an encrypted private key')
  // An algorithm, and then bits or a digest.
  if (/^30[0-7].(?:06)/.test(head)) {
    const [, algorithmLength = 0] = content
    const tag = content[algorithmLength + 2]
    if (tag === bitString) return sentInPlace('a public key')
    if (tag === octetString) return notRsa('a DigestInfo', digestInfoWords)
  }
  // The modulus, and the exponent.
  if (numbers !== undefined && numbers[0] >= leastModulus && numbers[1] <= maxExponent)
    return sentInPlace('a public key')
  if (/^30(?:8[12])/.test(head) && /a003020102/.test(head)) return sentInPlace('a certificate')
  return undefined
}

const bitString = 0x03
const octetString = 0x04

/** The bytes of the shortest modulus, and of the longest exponent. */
const leastModulus = 64
const maxExponent = 8

/** Fewer equal bytes may be of a placeholder, such as AAAA. */
const leastEqual = 16

const equalBytes = (bytes: Bytes.Bytes): Repair => {
  const [first = 0] = bytes
  const name = first === 0 ? 'zero' : `0x${Bytes.toHex(Uint8Array.of(first)).toUpperCase()}`
  return notRsa(`${bytes.length} equal bytes`, {
    what: `Each of the ${bytes.length} bytes of the decoded signature is ${name}. Perhaps the program encoded its buffer before the signature was in it.`,
    remedy: 'Encode the bytes that the signing function wrote or returned.',
  })
}

const signWithRsa =
  'Sign the string to sign with the RSA private key (SHA256withRSA), and write this signature in Base64.'

const ecdsaWords = {
  what: 'The caller sent an ECDSA or a DSA signature: two numbers in DER. The scheme needs a signature of an RSA key.',
  remedy: 'Make an RSA key pair, register its public key, and sign with its private key (SHA256withRSA).',
}

const cmsWords = {
  what: 'The caller sent a message in PKCS #7 (CMS), which contains a signature and more. openssl smime, openssl cms and openssl_pkcs7_sign make such messages.',
  remedy: signWithRsa,
}

const digestInfoWords = {
  what: 'The caller sent a DigestInfo in place of the signature: a digest with the name of its hash. It was not signed with the private key.',
  remedy: signWithRsa,
}

const privateKeyWords = {
  what: 'The caller sent a private key in place of the signature.',
  remedy:
    'This key is no longer secret: make a new key pair and register its public key. Then sign the string to sign, and send only the signature.',
}

/** The content of a SEQUENCE that fills these bytes. */
const contentOfSequence = (bytes: Bytes.Bytes): Bytes.Bytes | undefined => {
  const [tag, first = 0x80, ...more] = bytes.subarray(0, 5)
  if (tag !== 0x30) return undefined
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  if (lengthBytes > 3 || (first >= 0x80 && lengthBytes === 0)) return undefined
  const length = first < 0x80 ? first : more.slice(0, lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0)
  const start = 2 + lengthBytes
  return bytes.length === start + length ? bytes.subarray(start) : undefined
}

/** How many bytes each of two numbers has, if they fill the content. */
const twoNumbers = (content: Bytes.Bytes): readonly [number, number] | undefined => {
  const first = numberAt(content, 0)
  const second = first === undefined ? undefined : numberAt(content, first.end)
  return first !== undefined && second?.end === content.length ? [first.length, second.length] : undefined
}

/** An INTEGER in DER. */
const numberAt = (
  content: Bytes.Bytes,
  start: number,
): { readonly length: number; readonly end: number } | undefined => {
  const [tag, first = 0x80, second = 0, third = 0] = content.subarray(start, start + 4)
  if (tag !== 0x02) return undefined
  if (first < 0x80) return { length: first, end: start + 2 + first }
  if (first === 0x81) return { length: second, end: start + 3 + second }
  const length = second * 256 + third
  return first === 0x82 ? { length, end: start + 4 + length } : undefined
}

/** The numbers of a signature are of one size. They may begin with some zero bytes, which DER leaves out. */
const areAlike = ([first, second]: readonly [number, number]): boolean =>
  Math.min(first, second) >= 16 && Math.max(first, second) <= 73 && Math.abs(first - second) <= 8
