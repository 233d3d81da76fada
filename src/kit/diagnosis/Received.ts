/**
 * A request that was read from an HTTP message, a command or a call: what a server receives, to the letter, right or wrong.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import { definedOf } from '../../core/Settings.ts'
import type { Reason } from '../../core/VerifyError.ts'
import type { Settings } from '../../core/VerifyPolicy.ts'
import type { Logged } from './pasted/readLogLine.ts'

export interface Received {
  /** As sent: `post` stays `post`. */
  readonly method: string
  /** As on the request line; each byte is one character, as in Node. */
  readonly target: string
  /** The Host header's value, or the authority of the URL. */
  readonly host?: string
  /** The URL of a command or a call as it is written, or a target in absolute form. */
  readonly url?: string
  /** Each Authorization line's value, in order, without the blanks round it (RFC 9112 §5). */
  readonly authorization: ReadonlyArray<string>
  readonly body: Body
  /** Other headers that show what happened to the request, their names in lower case; absent if there is none. */
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]>
  /** The body is not in the text, and empty here: a file of `keepRefusals` says that it was not kept. */
  readonly bodyMissing?: true
  /** When the request arrived, in seconds since 1970, if the text says so: a file of `keepRefusals` does. */
  readonly now?: number
  /** Why the service refused the request, if the text says so: a file of `keepRefusals` does. */
  readonly refused?: Reason
  /** The settings of the verifier that refused the request, if the text names them: a file of `keepRefusals` does. */
  readonly settings?: Settings
  /** What was assumed or left out, in sentences for the user; absent if empty. */
  readonly notes?: ReadonlyArray<string>
}

type Told = Omit<Received, 'host' | 'url' | 'notes'> & { readonly [K in 'host' | 'url']: string | undefined }

/** A request, without the members that are not known. Each note is said once. */
export const receivedOf = ({ host, url, ...knownMembers }: Told, notes: ReadonlyArray<string>): Received => ({
  ...knownMembers,
  ...definedOf({ host, url }),
  ...(notes.length === 0 ? {} : { notes: [...new Set(notes)] }),
})

/** How a file's bytes become part of the body. */
export type Treatment =
  | 'as it is'
  /** CR, LF and NUL are dropped. (curl 7.88 also drops the rest of a line behind a NUL.) */
  | 'line ends dropped'
  /** All but unreserved characters (RFC 3986 §2.3) are escaped, and a space becomes `+`. */
  | 'percent-encoded'

export type Part =
  | { readonly _tag: 'Bytes'; readonly bytes: Bytes.Bytes }
  /** A file that a command names, `-` for its standard input. */
  | { readonly _tag: 'File'; readonly name: string; readonly treatment: Treatment }

/** The content: its bytes, or the parts that make it, one behind the other. */
export type Body =
  | { readonly _tag: 'Bytes'; readonly bytes: Bytes.Bytes }
  /** A command takes its data from files: see `filesOf` and `contentOf`. */
  | { readonly _tag: 'Files'; readonly parts: ReadonlyArray<Part> }

/** The text cannot be read as a request. */
export interface Unreadable {
  readonly _tag: 'Unreadable'
  /** What is wrong and what to do. Of the text it repeats names of options only. */
  readonly what: string
  /** From 1. */
  readonly line: number
  /** In bytes from 0. */
  readonly offset: number
  /** No reader has recognised a request in the text, so this is said of the text and not of a request. */
  readonly kind?: 'unrecognized'
  /** The text is a line of a log, or the Authorization header alone, which tells this of its request. */
  readonly logged?: Logged
}

/** A file that the body needs was not given. */
export interface FileMissing {
  readonly _tag: 'FileMissing'
  readonly name: string
}

/** From 1. */
const lineOf = (bytes: Bytes.Bytes, offset: number): number => {
  let lineNumber = 1
  for (
    let lineFeed = bytes.indexOf(0x0a);
    lineFeed >= 0 && lineFeed < offset;
    lineFeed = bytes.indexOf(0x0a, lineFeed + 1)
  )
    lineNumber++
  return lineNumber
}

/** The bytes cannot be read as a request from `offset` on, for this problem. */
export const unreadable = (bytes: Bytes.Bytes, offset: number, problem: string): E.Either<Unreadable, never> =>
  E.left({ _tag: 'Unreadable', what: problem, line: lineOf(bytes, offset), offset })

/** The same, where the text was not recognised as a request. */
export const unrecognized = (bytes: Bytes.Bytes, offset: number, problem: string): E.Either<Unreadable, never> =>
  E.left({ _tag: 'Unreadable', what: problem, line: lineOf(bytes, offset), offset, kind: 'unrecognized' })

/** The error in one line. */
export const inWords = ({ line: lineNumber, what: problem }: Unreadable): string => `line ${lineNumber}: ${problem}`

/** Where the text begins: behind a byte order mark, if there is one. */
export const startOf = (bytes: Bytes.Bytes): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0

/** One character for each byte: a header has no encoding (RFC 9110 §5.5). */
export const latin1 = (bytes: Bytes.Bytes): string => {
  let latin1Text = ''
  // Spread into arguments, the bytes take seven times as long.
  for (let offset = 0; offset < bytes.length; offset += 4096)
    latin1Text += String.fromCharCode.apply(
      undefined,
      bytes.subarray(offset, offset + 4096) as unknown as Array<number>,
    )
  return latin1Text
}

/** UTF-8, or Latin-1 if the bytes are not UTF-8. */
export const textOf = (bytes: Bytes.Bytes): string => {
  const decoded = Bytes.toText(bytes)
  return E.isRight(decoded) ? decoded.right : latin1(bytes)
}

/** Without the blanks round a header's value, which are no part of it (RFC 9112 §5). */
export const trimmed = (fieldValue: string): string => trimmedEnd(trimmedStart(fieldValue))

export const trimmedStart = (fieldValue: string): string => fieldValue.replace(/^[ \t]+/, '')

export const trimmedEnd = (fieldValue: string): string => {
  let end = fieldValue.length
  while (isBlank(fieldValue.charCodeAt(end - 1))) end--
  return fieldValue.slice(0, end)
}

/** The text without these characters at its end, in linear time. A regular expression begins anew at each run of a character. */
export const withoutAtEnd = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Space or tab. */
export const isBlank = (code: number | undefined): boolean => code === 0x20 || code === 0x09

/** RFC 3986 §2.3. */
export const unreserved: RegExp = /^[0-9A-Za-z._~-]$/

/** The escape of a byte: `%2F`. */
export const escapeOf = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`

/** With the escapes of the characters that match, each of them one byte. */
export const escapedIn = (original: string, characters: RegExp): string =>
  original.replace(characters, (c) => escapeOf(c.charCodeAt(0)))

/** A file's bytes as they come into the body. */
export const treated = (bytes: Bytes.Bytes, treatment: Treatment): Bytes.Bytes => {
  switch (treatment) {
    case 'as it is':
      return bytes
    case 'line ends dropped':
      return bytes.filter((byte) => byte !== 0x0d && byte !== 0x0a && byte !== 0x00)
    case 'percent-encoded':
      return Bytes.ofAscii(escapedIn(latin1(bytes), /[^0-9A-Za-z._~ -]/g).replaceAll(' ', '+'))
  }
}

/**
 * The names of the files that a body needs, each once.
 *
 * @example
 * ```ts
 * import { filesOf } from 'countersign/diagnosis'
 *
 * const file = { _tag: 'File', name: 'job.json', treatment: 'as it is' } as const
 * assert.deepEqual(filesOf({ _tag: 'Files', parts: [file, file] }), ['job.json'])
 * ```
 */
export const filesOf = (body: Body): ReadonlyArray<string> =>
  body._tag === 'Bytes'
    ? []
    : [...new Set(body.parts.flatMap((bodyPart) => (bodyPart._tag === 'File' ? [bodyPart.name] : [])))]

/**
 * The body's bytes, given those of its files by name. Fails with the first `FileMissing`.
 *
 * @example
 * ```ts
 * import { contentOf } from 'countersign/diagnosis'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const body = { _tag: 'Files', parts: [{ _tag: 'File', name: 'a', treatment: 'as it is' }] } as const
 * assert.deepEqual(contentOf(body, new Map([['a', Uint8Array.of(1)]])), E.right(Uint8Array.of(1)))
 * assert.deepEqual(contentOf(body), E.left({ _tag: 'FileMissing', name: 'a' }))
 * ```
 */
export const contentOf = (
  body: Body,
  files: ReadonlyMap<string, Bytes.Bytes> = new Map(),
): E.Either<FileMissing, Bytes.Bytes> => {
  if (body._tag === 'Bytes') return E.right(body.bytes)
  const missing = filesOf(body).find((fileName) => !files.has(fileName))
  if (missing !== undefined) return E.left({ _tag: 'FileMissing', name: missing })
  const bytesOf = (bodyPart: Part): Bytes.Bytes =>
    bodyPart._tag === 'Bytes' ? bodyPart.bytes : treated(files.get(bodyPart.name) as Bytes.Bytes, bodyPart.treatment)
  return E.right(Bytes.concat(body.parts.map(bytesOf)))
}
