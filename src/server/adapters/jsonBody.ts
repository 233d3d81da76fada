/** What `express.json()` makes of a body, from the bytes that were verified. */
import type { IncomingHttpHeaders } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import { inspect } from '../../core/untrusted.ts'
import { charsetOf, isCoded } from './AdapterOptions.ts'

/** An error with the members by which error handlers know those of `express.json()`. */
export interface BodyFault extends Error {
  readonly status: number
  readonly statusCode: number
  readonly type: 'entity.parse.failed' | 'charset.unsupported'
  readonly expose: true
}

const isJson = /^[ \t]*application\/json[ \t]*(?:;|$)/i

/**
 * The value of a body whose content type is JSON, undefined for an empty one; of any other body a Buffer. A body that is still
 * compressed is a Buffer too: it was signed so, and is never inflated here.
 */
export const contentOf = (headers: IncomingHttpHeaders, body: Uint8Array): E.Either<BodyFault, unknown> => {
  const { 'content-type': type = '', 'content-encoding': coding } = headers
  // A Buffer: `toString` and `JSON.parse` read it as text.
  if (!isJson.test(type) || isCoded(coding)) return E.right(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  const charset = charsetOf(type)
  const decoder = decoderOf(charset)
  if (decoder === undefined) {
    const error = new Error(`unsupported charset "${charset.toUpperCase()}"`)
    return E.left(fault(error, 415, 'charset.unsupported', { name: 'UnsupportedMediaTypeError', charset }))
  }
  const text = decoder.decode(body)
  return text === '' ? E.right(undefined) : parsed(text)
}

/** `express.json()` takes the encodings of Unicode only. */
const decoderOf = (charset: string): TextDecoder | undefined =>
  charset.startsWith('utf-') ? inspect(() => new TextDecoder(charset), undefined) : undefined

/** Strict as `express.json()` is: an object or an array. `__proto__` becomes an own member, and sets no prototype. */
const parsed = (text: string): E.Either<BodyFault, unknown> => {
  const [first = ''] = /[^ \t\r\n]/.exec(text) ?? []
  if (first !== '' && first !== '{' && first !== '[')
    return E.left(malformed('the body is malformed JSON: it must be an object or an array'))
  return E.tryCatch(
    () => JSON.parse(text),
    () => malformed('the body is malformed JSON'),
  )
}

/** Unlike that of `express.json()` it shows nothing of the body, in `message` or `body`: error handlers log it, or send it. */
const malformed = (words: string): BodyFault => fault(new SyntaxError(words), 400, 'entity.parse.failed')

const fault = (error: Error, status: number, type: BodyFault['type'], more: object = {}): BodyFault =>
  Object.assign(error, { expose: true as const, status, statusCode: status, type, ...more })
