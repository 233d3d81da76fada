/** A unit hashed, in Base64 or hexadecimal digits, or with its bytes one by one. */
import * as Base64 from '../../../../core/Base64.ts'
import * as Bytes from '../../../../core/Bytes.ts'
import { type Hash, hexOf } from '../../../../effects/Hash.ts'
import { base64Url } from '../base64Url.ts'
import { utf8 } from '../charsets.ts'
import { decode, decodeForm } from '../percent.ts'
import { type Operation, operation, textUnits, wholeUnits } from './Operation.ts'

/** The hash of a unit, in hexadecimal digits and in Base64. */
export const digestsOfUnits = (hash: Hash): ReadonlyArray<Operation> =>
  (['md5', 'sha1', 'sha256', 'sha512'] as const).flatMap((hashName) => {
    const hex = (unitText: string): string => hexOf(hash)(hashName, utf8(unitText))
    const writers: ReadonlyArray<(unitText: string) => string> = [
      hex,
      (unitText) => hex(unitText).toUpperCase(),
      (unitText) => Base64.encode(hash(hashName, utf8(unitText))),
      (unitText) => hex(decode(unitText)),
    ]
    return writers.map((write) => operation('digest', [...wholeUnits, 'value', 'segment'], write))
  })

const base64 = (unitText: string): string => Base64.encode(utf8(unitText))
const base64UrlOf = (unitText: string): string => base64Url(utf8(unitText))
const hexText = (unitText: string): string => Bytes.toHex(utf8(unitText))

export const encodedUnits: ReadonlyArray<Operation> = [base64, base64UrlOf, hexText].flatMap((write) => [
  operation('encoded', textUnits, write),
  operation('encoded', textUnits, (unitText) => write(decodeForm(unitText))),
  operation('encoded', textUnits, (unitText) => encodeURIComponent(write(decodeForm(unitText)))),
  operation('encoded', textUnits, (unitText) => write(unitText).toUpperCase()),
])

/** Node prints the first 50 bytes of a Buffer. */
const maxInspected = 50

const inspectBuffer = (unitText: string): string => {
  const bytes = utf8(unitText)
  const hidden = bytes.length - maxInspected
  const shown = Bytes.toHex(bytes.subarray(0, maxInspected)).replace(/..(?=.)/g, '$& ')
  return `<Buffer ${shown}${hidden > 0 ? ` ... ${hidden} more byte${hidden > 1 ? 's' : ''}` : ''}>`
}

/** The bytes or the characters of a unitText one by one. */
const listWriters: ReadonlyArray<(unitText: string) => string> = [
  (unitText) => `[${utf8(unitText).join(' ')}]`,
  (unitText) => `[${utf8(unitText).join(', ')}]`,
  (unitText) => `[${utf8(unitText).join(',')}]`,
  (unitText) => `[${Array.from(utf8(unitText), (byte) => (byte > 127 ? byte - 256 : byte)).join(', ')}]`,
  (unitText) => utf8(unitText).join(','),
  (unitText) => utf8(unitText).join(' '),
  inspectBuffer,
  (unitText) => `[${Array.from(unitText, (c) => `'${c}'`).join(', ')}]`,
  (unitText) => `[${Array.from(unitText, (c) => `'${c}'`).join(',')}]`,
  (unitText) => Array.from(unitText).join(' '),
  (unitText) => Array.from(unitText).join(','),
  (unitText) => Array.from(unitText).join('&'),
  (unitText) => Array.from(unitText).join('/'),
  (unitText) => Array.from(unitText, (c) => `${c}\0`).join(''),
  (unitText) => Array.from(unitText, (c) => `\0${c}`).join(''),
]

export const listedBytes: ReadonlyArray<Operation> = listWriters.flatMap((write) => [
  operation('bytes', textUnits, write),
  operation('bytes', ['value', 'segment'], (unitText) => write(decode(unitText))),
])
