/**
 * The body of a request that is an object of JSON, and whether its bytes are known. Programs keep it as a text, in Base64, or parsed.
 *
 *     { body: '{"a":1}' }                                  the text
 *     { body: { encoding: 'base64', data: 'eyJhIjoxfQ==' } }     {"a":1}
 *     { body: { a: 1 } }                                   parsed: the bytes are lost
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../../core/Base64.ts'
import type * as Bytes from '../../../../core/Bytes.ts'
import { latin1 } from '../../Received.ts'
import { encoded } from '../librarySent.ts'
import { contentLengthIn, type Pair } from '../Pair.ts'
import { base64OfBody } from '../values/bytesInLiteral.ts'
import { member, textIn } from './members.ts'

export type Data =
  | { readonly _tag: 'Body'; readonly bytes: Bytes.Bytes }
  /** The object has no member for a body. */
  | { readonly _tag: 'None' }
  /** A form, a file or the like: only the program that sends it knows the bytes. */
  | { readonly _tag: 'NoText' }
  /** JSON that a program has parsed: the bytes that were sent are lost. */
  | { readonly _tag: 'Parsed'; readonly compact: string }

/** The members that hold the body. */
const bodyNames = [
  'rawBody',
  'postData',
  'request.body',
  'body',
  'data',
  'request_body',
  'requestBody',
  'http.request.body',
  'payload',
]

/** The body of the request. */
export const dataOf = (request: object, headers: ReadonlyArray<Pair>): Data => {
  const data = member(request, ...bodyNames)
  if (data === undefined) return bodyOfMessage(textIn(request, 'raw')) ?? { _tag: 'None' }
  if (typeof data === 'object' && data !== null) return dataOfObject(data)
  if (member(request, 'isBase64Encoded') === true) return ofBase64(String(data))
  // A text of the length that was sent was sent as it is, even if it looks like Base64.
  const isOfLength = typeof data === 'string' && contentLengthIn(headers) === String(encoded(data).length)
  return isOfLength ? { _tag: 'Body', bytes: encoded(data) } : ofPlain(String(data))
}

// ---- A body as an object

/**
 * The body that a member holds as an object. The marks of one program go before the names that many use. An object without any of them is
 * the body itself, which a program has parsed.
 */
const dataOfObject = (data: object): Data => {
  for (const readData of readersOfObjects) {
    const read = readData(data)
    if (read !== undefined) return read
  }
  return { _tag: 'Parsed', compact: JSON.stringify(data) }
}

const noText: Data = { _tag: 'NoText' }

/** A tap of Envoy and an event of CloudFront say whether the body was cut. */
const ofCutBody = (data: object): Data | undefined =>
  member(data, 'truncated', 'inputTruncated') === true ? noText : undefined

/** `as_bytes` is of Envoy, `$binary` of the extended JSON of MongoDB. */
const ofBytesInBase64 = (data: object): Data | undefined => {
  const base64 = textIn(data, 'as_bytes', '$binary.base64')
  return base64 === undefined ? undefined : ofBase64(base64)
}

/** As `JSON.stringify` writes a Buffer of Node: `{ type: 'Buffer', data: [123, 125] }`. */
const ofBuffer = (data: object): Data | undefined => {
  if (member(data, 'type') !== 'Buffer') return undefined
  const bytes = member(data, 'data')
  const isBytes = Array.isArray(bytes) && bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)
  return isBytes ? { _tag: 'Body', bytes: Uint8Array.from(bytes) } : noText
}

/** Thunder Client has a list of fields beside the text, and one of the two is empty. */
const ofFields = (data: object): Data | undefined => {
  const fields = member(data, 'form')
  return textIn(data, 'raw') !== undefined && Array.isArray(fields) && fields.length > 0 ? noText : undefined
}

/** The names beside the text of a body: of HAR, Postman, Insomnia, Charles, VCR, Envoy and Elastic APM. A parsed body has a member of another name. */
const wrappingNames =
  /^(?:text|raw|string|as_string|base64_string|original|mimeType|mode|options|encoding|size|comment|charset|params|form|formdata|urlencoded|file|files|fileName|binary|graphql|disabled|truncated|inputTruncated|compression|id|content|type|_.*)$/

/** VCR of Ruby writes the Base64 in lines. */
const ofCassette = (data: object): Data | undefined => {
  const base64 = hasOnly(data, wrappingNames) ? textIn(data, 'base64_string') : undefined
  return base64 === undefined ? undefined : ofBase64(base64.replace(/\s/g, ''))
}

const hasOnly = (data: object, names: RegExp): boolean => Object.keys(data).every((name) => names.test(name))

/** A text in the encoding that the object names. */
const inEncodingOf = (data: object, text: string): Data =>
  textIn(data, 'encoding') === 'base64' ? ofBase64(text) : ofPlain(text)

const ofWrappedText = (data: object): Data | undefined => {
  const wrappedText = hasOnly(data, wrappingNames)
    ? textIn(data, 'text', 'raw', 'string', 'as_string', 'original')
    : undefined
  const bodyText = wrappedText ?? joinCharacters(data)
  return bodyText === undefined ? undefined : inEncodingOf(data, bodyText)
}

/** A text that a program has spread into an object, a character for each number: `{ 0: '{', 1: '}' }`. */
const joinCharacters = (data: object): string | undefined => {
  const characters: ReadonlyArray<unknown> = Object.values(data)
  const isText =
    Object.keys(data).every((key, i) => key === String(i)) &&
    // A character beyond U+FFFF has the length 2.
    characters.every((character) => typeof character === 'string' && character.length <= 2)
  return isText && characters.length > 0 && !Array.isArray(data) ? characters.join('') : undefined
}

/** An event of CloudFront keeps the text beside its encoding. */
const ofCloudFront = (data: object): Data | undefined => {
  const text = textIn(data, 'encoding') === undefined ? undefined : textIn(data, 'data')
  return text === undefined ? undefined : inEncodingOf(data, text)
}

/** Charles keeps the text beside its charset, and says whether it was decoded from gzip. */
const ofCharles = (data: object): Data | undefined => {
  const isWrapped = hasOnly(data, /^(?:text|charset|decoded)$/) && typeof member(data, 'decoded') === 'boolean'
  const text = isWrapped && Object.hasOwn(data, 'charset') ? textIn(data, 'text') : undefined
  return text === undefined ? undefined : ofPlain(text)
}

/** ECS keeps the text beside its size. Without the text, the body was not logged. */
const ofEcs = (data: object): Data | undefined => {
  if (!hasOnly(data, /^(?:content|bytes|size|encoding)$/)) return undefined
  const content = textIn(data, 'content')
  if (content !== undefined) return ofPlain(content)
  return member(data, 'bytes') === undefined ? undefined : { _tag: 'None' }
}

/** Hoppscotch keeps the text beside its type. */
const ofHoppscotch = (data: object): Data | undefined => {
  const text = textIn(data, 'contentType') === undefined ? undefined : textIn(data, 'body')
  return text === undefined ? undefined : ofPlain(text)
}

const ofNoMembers = (data: object): Data | undefined => (Object.keys(data).length === 0 ? ofPlain('') : undefined)

/** The members that describe a body whose bytes only the program knows that sends it. */
const describingNames = ['mimeType', 'mode', 'params', 'formdata', 'urlencoded', 'file', 'fileName']

const ofDescription = (data: object): Data | undefined =>
  describingNames.some((name) => Object.hasOwn(data, name)) ? noText : undefined

/** In the order in which they are asked. Each answers undefined for an object that is not of its kind. */
const readersOfObjects: ReadonlyArray<(data: object) => Data | undefined> = [
  ofCutBody,
  ofBytesInBase64,
  ofBuffer,
  ofCassette,
  ofFields,
  ofWrappedText,
  ofCharles,
  ofCloudFront,
  ofEcs,
  ofHoppscotch,
  ofNoMembers,
  ofDescription,
]

// ---- A body as a text

/** ngrok keeps the message off the wire, in Base64. */
const bodyOfMessage = (raw: string | undefined): Data | undefined => {
  const bytes = raw === undefined ? undefined : Base64.decode(raw)
  if (bytes === undefined || E.isLeft(bytes)) return undefined
  const end = latin1(bytes.right).indexOf('\r\n\r\n')
  return end < 0 ? undefined : { _tag: 'Body', bytes: bytes.right.slice(end + 4) }
}

const ofBase64 = (base64: string): Data => {
  const bytes = Base64.decode(base64)
  return E.isLeft(bytes) ? { _tag: 'NoText' } : { _tag: 'Body', bytes: bytes.right }
}

/** A text that is not said to be in Base64, though it may be. */
export const ofPlain = (bodyText: string): Data => ({
  _tag: 'Body',
  bytes: base64OfBody(bodyText) ?? encoded(bodyText),
})

// ---- Go

export const base64OfGo = 'The body is in Base64 here, because Go writes bytes into JSON in this way. It was decoded.'

/** The body of an object with the names of Go, as vegeta reads its targets: Base64, unless its Content-Length is that of the text. */
export const goBody = (request: object, headers: ReadonlyArray<Pair>): Data | undefined => {
  const bodyText = textIn(request, 'body')
  if (bodyText === undefined || bodyText === '' || !isHeaderOfGo(member(request, 'header'))) return undefined
  const bytes = Base64.decode(bodyText)
  if (E.isLeft(bytes)) return undefined
  const announced = contentLengthIn(headers)
  const isOfOtherLength = announced !== undefined && announced !== String(bytes.right.length)
  return isOfOtherLength ? undefined : { _tag: 'Body', bytes: bytes.right }
}

/** Whether it is an `http.Header`, which has a list of values for each name. */
const isHeaderOfGo = (header: unknown): boolean =>
  typeof header === 'object' &&
  header !== null &&
  !Array.isArray(header) &&
  Object.values(header).every((fieldValues) => Array.isArray(fieldValues))
