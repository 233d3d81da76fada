/**
 * Digests and checksums that few programs sign in place of a body: by other algorithms, in other writings, and those of an empty text.
 *
 *     {}    2745614147    its CRC-32
 *     {}    d41d8cd98f00b204e9800998ecf8427e    the MD5 of an empty text: the body was not read yet
 */
import * as Base64 from '../../../core/Base64.ts'
import { type Bytes, empty, toHex } from '../../../core/Bytes.ts'
import type { Hash, HashName } from '../../../effects/Hash.ts'
import { latin1, withoutAtEnd } from '../Received.ts'
import { crc32 } from './crc32.ts'
import type { Form } from './Respelling.ts'

const algorithms: ReadonlyArray<HashName> = ['sha256', 'md5', 'sha1', 'sha512', 'sha224', 'sha384']

/** Their usual writings are forms that most searches try earlier. */
const usualAlgorithms: ReadonlyArray<HashName> = ['sha256', 'md5', 'sha1', 'sha512']

type Writings = Readonly<Record<string, (digest: Bytes) => string>>

const usualWritings: Writings = {
  hex: toHex,
  HEX: (digest) => toHex(digest).toUpperCase(),
  base64: Base64.encode,
}

const inUrls = (digest: Bytes): string => Base64.encode(digest).replaceAll('+', '-').replaceAll('/', '_')
const bytesOfHex = (digest: Bytes): ReadonlyArray<string> => toHex(digest).match(/../g) ?? []

const rareWritings: Writings = {
  base64url: inUrls,
  'base64url, no padding': (digest) => withoutAtEnd(inUrls(digest), '='),
  'base64, no padding': (digest) => withoutAtEnd(Base64.encode(digest), '='),
  'hex, colons': (digest) => bytesOfHex(digest).join(':'),
  'HEX, colons': (digest) => bytesOfHex(digest).join(':').toUpperCase(),
  'HEX, hyphens': (digest) => bytesOfHex(digest).join('-').toUpperCase(),
  'hex, 0x': (digest) => `0x${toHex(digest)}`,
  'bytes as characters of latin-1': latin1,
}

const prefixOf = (name: HashName): string => (name === 'sha256' ? '' : `${name}, `)

const adler32 = (bytes: Bytes): number => {
  let low = 1
  let high = 0
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}

const fourBytes = (n: number): Bytes => Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n)

/** A checksum of 32 bits, as programs write it. */
const checksumForms = (name: string, sum: number): ReadonlyArray<Form> => {
  const hex = sum.toString(16).padStart(8, '0')
  return [
    [`${name}, decimal`, String(sum)],
    [`${name}, decimal, signed`, String(sum | 0)],
    [`${name}, hex`, hex],
    [`${name}, HEX`, hex.toUpperCase()],
    [`${name}, hex, no zeros in front`, sum.toString(16)],
    [`${name}, hex, 0x`, `0x${hex}`],
    [`${name}, base64`, Base64.encode(fourBytes(sum))],
    [`${name}, base64, little endian`, Base64.encode(fourBytes(sum).toReversed())],
  ]
}

function* everyForm(body: Bytes, hash: Hash): Generator<Form> {
  for (const name of algorithms) {
    const digest = hash(name, body)
    const writings = usualAlgorithms.includes(name) ? rareWritings : { ...usualWritings, ...rareWritings }
    for (const [writing, write] of Object.entries(writings)) yield [prefixOf(name) + writing, write(digest)]
  }
  const md5 = toHex(hash('md5', body))
  yield ['md5, hex, its middle 16 digits', md5.slice(8, 24)]
  yield ['md5, HEX, its middle 16 digits', md5.slice(8, 24).toUpperCase()]
  const checksums = [...checksumForms('crc32', crc32(body)), ...checksumForms('adler32', adler32(body))]
  if (body.length === 0) {
    // A single digit is the length of no body, too.
    yield* checksums.filter(([, text]) => text.length > 1)
    return
  }
  yield* checksums
  for (const name of algorithms)
    for (const [writing, write] of Object.entries(usualWritings))
      yield [`of no bytes: ${prefixOf(name)}${writing}`, write(hash(name, empty))]
}

/** The texts, each once, except those of `known`. */
export function* otherDigests(body: Bytes, hash: Hash, known: ReadonlySet<string>): Generator<Form> {
  const seen = new Set(known)
  for (const [detail, text] of everyForm(body, hash)) {
    if (seen.has(text)) continue
    seen.add(text)
    yield [detail, text, 'late']
  }
}

// ---- Words

const names: Readonly<Record<string, string>> = {
  sha256: 'SHA-256',
  md5: 'MD5',
  sha1: 'SHA-1',
  sha512: 'SHA-512',
  sha224: 'SHA-224',
  sha384: 'SHA-384',
  crc32: 'CRC-32',
  adler32: 'Adler-32',
}

const writings: Readonly<Record<string, string>> = {
  hex: 'in hexadecimal digits',
  HEX: 'in hexadecimal digits in upper case',
  base64: 'in Base64',
  bytes: 'as bytes',
  'bytes as characters of latin-1': 'as characters of latin-1',
  base64url: 'in the URL alphabet of Base64',
  'base64url, no padding': 'in the URL alphabet of Base64 without =',
  'base64, no padding': 'in Base64 without =',
  'hex, colons': 'in hexadecimal digits with colons',
  'HEX, colons': 'in hexadecimal digits in upper case with colons',
  'HEX, hyphens': 'in hexadecimal digits in upper case with hyphens',
  'hex, 0x': 'in hexadecimal digits after 0x',
  'hex, no zeros in front': 'in hexadecimal digits without zeros in front',
  decimal: 'in decimal digits',
  'decimal, signed': 'in decimal digits with a sign',
  'base64, little endian': 'in Base64 of its bytes in reverse',
  'hex, its middle 16 digits': 'in its middle 16 hexadecimal digits',
  'HEX, its middle 16 digits': 'in its middle 16 hexadecimal digits in upper case',
}

const form = /^(of no bytes: )?(?:(md5|sha1|sha224|sha384|sha512|crc32|adler32), )?(.+)$/

/** What was signed by such a form, or by a usual form of a hash. Undefined for other forms. */
export const digestWords = (
  detail: string,
  hasBody: boolean,
): { readonly digest: string; readonly isOfNothing: boolean } | undefined => {
  const [, nothing, name = 'sha256', writing = ''] = form.exec(detail) ?? []
  const words = writings[writing]
  return words === undefined
    ? undefined
    : {
        digest:
          nothing === undefined && hasBody
            ? `the ${names[name]} of the body ${words}`
            : `the ${names[name]} of an empty text ${words}`,
        isOfNothing: nothing !== undefined,
      }
}
