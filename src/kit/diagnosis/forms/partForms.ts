/**
 * What programs do to a part of the string to sign, whichever part it is: print it as another value, pad it, encode it or hash it. Each
 * function takes the text of a part, so that a habit which is known for one part is known for all of them.
 *
 *     n-1    Ok("n-1")                               printed as another value
 *     n-1    n-1 and 13 blanks                       a column of a fixed length
 *     n-1    System.Threading.Tasks.Task`1[…]        an object in its place
 */
import * as Base64 from '../../../core/Base64.ts'
import { type Bytes, toHex } from '../../../core/Bytes.ts'
import type { Hash, HashName } from '../../../effects/Hash.ts'
import { unreserved } from '../Received.ts'
import { base64Url } from './base64Url.ts'
import { utf8 } from './charsets.ts'
import { percentEncode } from './percentEncode.ts'
import type { Form } from './Respelling.ts'
import { fillHole, type Template } from './template.ts'

// ---- Round the part

/** What a program prints round a text within another value. */
interface Wrap {
  readonly template: Template
  /** The languages that print it, and for which kind of value. Absent for a mark that only comes along. */
  readonly printer?: string
  readonly kind?:
    | 'a list'
    | 'a tuple'
    | 'a result'
    | 'a promise'
    | 'bytes'
    | 'a UUID'
    | 'a structure'
    | 'a text'
    | 'a number'
    | 'a path'
}

const wraps: ReadonlyArray<Wrap> = [
  { template: "['…']", printer: 'Python', kind: 'a list' },
  { template: '["…"]', printer: 'JSON', kind: 'a list' },
  { template: '[…]', printer: 'Java or Go', kind: 'a list' },
  { template: "('…',)", printer: 'Python', kind: 'a tuple' },
  { template: '{… true}', printer: 'Go', kind: 'a structure' },
  { template: '{Value:…}', printer: 'Go', kind: 'a structure' },
  { template: 'Ok("…")', printer: 'Rust', kind: 'a result' },
  { template: 'Ok(…)', printer: 'Rust', kind: 'a result' },
  { template: 'Success(…)', printer: 'Kotlin or Scala', kind: 'a result' },
  { template: 'Right(…)', printer: 'Scala', kind: 'a result' },
  { template: 'Right "…"', printer: 'Haskell', kind: 'a result' },
  { template: "Promise { '…' }", printer: 'Node', kind: 'a promise' },
  { template: 'Promise { … }', printer: 'Node', kind: 'a promise' },
  { template: "bytearray(b'…')", printer: 'Python', kind: 'bytes' },
  { template: 'b"…"', printer: 'Rust', kind: 'bytes' },
  { template: '<<"…">>', printer: 'Erlang or Elixir', kind: 'bytes' },
  { template: "u'…'", printer: 'Python 2', kind: 'a text' },
  { template: "UUID('…')", printer: 'Python', kind: 'a UUID' },
  { template: 'np.int64(…)', printer: 'NumPy', kind: 'a number' },
  { template: "Decimal('…')", printer: 'Python', kind: 'a number' },
  { template: '(…,)', printer: 'Python', kind: 'a tuple' },
  { template: "PosixPath('…')", printer: 'Python', kind: 'a path' },
  { template: '(…)' },
  { template: '{…}' },
  { template: '{{…}}' },
  { template: '$…' },
  { template: `$${'{…}'}` },
  { template: '\u201c…\u201d' },
  { template: '\u2018…\u2019' },
  { template: '`…`' },
  { template: '<…>' },
  { template: '\\"…\\"' },
  { template: '…;' },
  { template: '…,' },
  { template: '"…",' },
  { template: ':…' },
]

/** The part within what programs print round a value. */
export const partsPrinted = (text: string): ReadonlyArray<string> => [
  ...new Set(wraps.map(({ template }) => fillHole(template, text))),
]

/** What was signed round the text. Undefined if no program of the list prints this. */
export const wrapOf = (signed: string, text: string): Wrap | undefined =>
  text === '' ? undefined : wraps.find(({ template }) => fillHole(template, text) === signed)

// ---- In place of the part

type ObjectKind = 'a result that is not there yet' | 'a function that was not called' | 'an object or a list'

/** Texts that languages print for an object, without the value in it. */
const textsOfKinds: Readonly<Record<ObjectKind, ReadonlyArray<string>>> = {
  'a result that is not there yet': [
    '[object Promise]',
    'Promise { <pending> }',
    "Instance of 'Future<String>'",
    "Instance of 'Future<int>'",
    'System.Threading.Tasks.Task`1[System.String]',
    'System.Threading.Tasks.Task`1[System.Int64]',
    'MonoJust',
  ],
  'a function that was not called': [
    'function () { [native code] }',
    'function now() { [native code] }',
    'function randomUUID() { [native code] }',
    '[Function: now]',
    '[Function (anonymous)]',
    '<built-in function time>',
  ],
  'an object or a list': [
    'System.Byte[]',
    'System.String[]',
    'System.Char[]',
    '[object Array]',
    '[object ArrayBuffer]',
    '[object Uint8Array]',
    '[object Function]',
    'Array',
    'Object',
  ],
}

const objects = Object.entries(textsOfKinds) as ReadonlyArray<readonly [kind: ObjectKind, texts: ReadonlyArray<string>]>

/** The texts in place of any part. */
export const printedObjects: ReadonlyArray<string> = objects.flatMap(([, texts]) => texts)

/** How the source text of a function or of a method begins. */
const functionStart =
  /^(?:async )?(?:function\b[^{]{0,200}|(?:\([^(){]{0,200}\)|[\w$]{1,60})\s{0,9}=>\s{0,9}|[A-Za-z_$][\w$]{0,60}\([^(){]{0,200}\)\s{0,9})\{/

/** The source text of a function of JavaScript, which its `toString` prints. */
export const isFunctionSource = (text: string): boolean => functionStart.test(text) && text.endsWith('}')

/** The kind of value for which languages print this text. */
export const objectKindOf = (text: string): ObjectKind | undefined =>
  objects.find(([, texts]) => texts.includes(text))?.[0] ??
  (isFunctionSource(text) ? 'a function that was not called' : undefined)

// ---- Padding

/** The usual lengths of columns and buffers of a fixed length. */
const widths: ReadonlyArray<number> = [16, 20, 24, 32, 33, 36, 37, 40, 48, 50, 64, 65, 100, 128, 255, 256]

const fillings: Readonly<Record<string, string>> = { blanks: ' ', 'zero bytes': '\0' }

/** The part with blanks or zero bytes after it, up to a usual length. */
export const paddedParts = (text: string): ReadonlyArray<Form> =>
  widths
    .filter((width) => width > text.length)
    .flatMap((width) =>
      Object.entries(fillings).map(
        ([name, filling]): Form => [`${name} after it, up to ${width}`, text.padEnd(width, filling)],
      ),
    )

/** How a text was padded. Undefined if it was not. */
export const paddingOf = (
  signed: string,
  text: string,
): { readonly filling: 'blanks' | 'zero bytes'; readonly width: number } | undefined => {
  const padding = signed.startsWith(text) ? signed.slice(text.length) : ''
  if (padding.length < leastPadding) return undefined
  const filling = /^ +$/.test(padding) ? 'blanks' : /^\0+$/.test(padding) ? 'zero bytes' : undefined
  return filling && { filling, width: signed.length }
}

/** A single blank at the end has other causes. */
const leastPadding = 2

// ---- Encodings and hashes

const hashes: ReadonlyArray<readonly [HashName, shown: string]> = [
  ['md5', 'MD5'],
  ['sha1', 'SHA-1'],
  ['sha256', 'SHA-256'],
  ['sha512', 'SHA-512'],
]

/** Each detail continues the words "the caller signed the part". */
const writtenBytes = (bytes: Bytes, source: string): ReadonlyArray<Form> => [
  [`${source} in hexadecimal digits`, toHex(bytes)],
  [`${source} in hexadecimal digits in upper case`, toHex(bytes).toUpperCase()],
  [`${source} in Base64`, Base64.encode(bytes)],
]

/** The text of a part encoded, hashed, reversed or doubled. */
export const encodedParts = (text: string, hash: Hash): ReadonlyArray<Form> => {
  const bytes = utf8(text)
  return [
    ...writtenBytes(bytes, 'its text'),
    ['its text in the URL alphabet of Base64, without =', base64Url(bytes)],
    ['its text with percent escapes', percentEncode(text, unreserved)],
    ...hashes.flatMap(([name, shown]) => writtenBytes(hash(name, bytes), `its ${shown}`)),
    ['its text in reverse', Array.from(text).toReversed().join('')],
    ['its text twice', text + text],
  ]
}

const encoding = /^its (?:text|MD5|SHA-\d+) (?:in|with|twice)\b/

/** Whether the form is one of `encodedParts`. */
export const isEncodedPart = (detail: string): boolean => encoding.test(detail)
