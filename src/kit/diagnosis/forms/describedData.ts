/**
 * Bodies as objects describe themselves where a program puts them into a string. Bytes as the libraries of Apple describe them: `<7b226122 3a317d>` of NSData up to iOS 12,
 * `{length = 7, bytes = 0x7b2261223a317d}` since iOS 13, and `7 bytes` of Data in Swift.
 */
import * as Bytes from '../../../core/Bytes.ts'
import type { Form } from './Respelling.ts'

/** NSData describes more bytes by its first sixteen and its last eight. */
const maxDescribed = 24
const firstDescribed = 16
const lastDescribed = 8

/** Hexadecimal digits, four bytes to a group. */
const groupsOf = (bytes: Bytes.Bytes): string => (Bytes.toHex(bytes).match(/.{1,8}/g) ?? []).join(' ')

const shortDescription = (bytes: Bytes.Bytes): string =>
  bytes.length <= maxDescribed
    ? `0x${Bytes.toHex(bytes)}`
    : `0x${groupsOf(bytes.subarray(0, firstDescribed))} ... ${groupsOf(bytes.subarray(-lastDescribed))} `

/** Every description of the bytes. With `wanted`, at least those that are this text. */
export function* describedData(bytes: Bytes.Bytes, wanted?: string): Generator<Form> {
  if (wanted !== undefined && !/^[<{0-9A-Fa-f]/.test(wanted)) return
  const groups = groupsOf(bytes)
  yield ['its description (NSData)', `<${groups}>`, 'alone']
  yield ['its description without brackets (NSData)', groups, 'alone']
  yield [
    'its description (NSData since iOS 13)',
    `{length = ${bytes.length}, bytes = ${shortDescription(bytes)}}`,
    'alone',
  ]
  yield ['its description (Data of Swift)', `${bytes.length} bytes`, 'alone']
  yield ['its bytes in hexadecimal digits with hyphens (BitConverter of .NET)', hyphenated(bytes), 'alone']
}

const hyphenated = (bytes: Bytes.Bytes): string => (Bytes.toHex(bytes).toUpperCase().match(/../g) ?? []).join('-')

/** okio shows so many characters. */
const maxOfOkio = 64

/** `toString()` of a Buffer and a ByteString of okio. */
const describedByOkio = (bytes: Bytes.Bytes, text: string): string => {
  const characters = Array.from(text)
  const shown = characters
    .slice(0, maxOfOkio)
    .join('')
    .replace(/[\\\n\r]/g, (c) => ({ '\n': '\\n', '\r': '\\r' })[c] ?? '\\\\')
  return characters.length > maxOfOkio ? `[size=${bytes.length} text=${shown}…]` : `[text=${shown}]`
}

/** The types of content that callers give an entity of Apache. */
const entityTypes: ReadonlyArray<string> = [
  'application/json; charset=UTF-8',
  'application/json',
  'text/plain; charset=UTF-8',
  'text/plain; charset=ISO-8859-1',
  'application/x-www-form-urlencoded; charset=UTF-8',
  'application/x-www-form-urlencoded; charset=ISO-8859-1',
  'application/xml; charset=UTF-8',
]

const quotedText = (text: string): string => JSON.stringify(text)

/** A text as objects that hold it describe themselves. With `wanted`, at least the one that is this text. */
export function* describedText(bytes: Bytes.Bytes, text: string, wanted?: string): Generator<Form> {
  if (wanted !== undefined && !/^[[{&OSJ]/.test(wanted)) return
  yield ['its description (Buffer of okio)', describedByOkio(bytes, text)]
  for (const type of entityTypes)
    yield [
      `its description (HttpEntity of Apache), ${type}`,
      `[Content-Type: ${type},Content-Length: ${bytes.length},Chunked: false]`,
    ]
  for (const [i, wrapped] of [
    `Optional(${quotedText(text)})`,
    `Optional[${text}]`,
    `Optional(${text})`,
    `Some(${quotedText(text)})`,
    `Some(${text})`,
    `Optional(${bytes.length} bytes)`,
    `Just ${quotedText(text)}`,
  ].entries())
    yield [`as a value that may be missing, ${i + 1}`, wrapped]
  const numbers = `[${bytes.join(' ')}]`
  for (const [i, described] of [`&{${text} 0 -1}`, `&{${numbers} 0 -1}`, `{${numbers} 0 0}`].entries())
    yield [`its description (a Reader or Buffer of Go), ${i + 1}`, described]
}
