/** A body in the other encodings in which a caller may have signed its text, or sent it. */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { charsets, decodeCharset, decodeReplacing, encodeInCharset, utf8 } from '../forms/charsets.ts'
import { withRarity } from '../forms/distinct.ts'
import { lostLetters, windows1252, withQuestionMarks } from '../forms/lostLetters.ts'
import { misreadText } from '../forms/misreadText.ts'
import type { Form } from '../forms/Respelling.ts'
import { base64url, jsonWebSignature, littleEndian, topBitsCleared, utf16 } from '../forms/wholeText.ts'
import { latin1, withoutAtEnd } from '../Received.ts'

/** Encodings that have forms of their own below: those of the whole text, and some of one byte. */
/** Each half of a surrogate pair in three bytes, as writeUTF and GetStringUTFChars of Java write it. */
const cesu8 = (text: string): Bytes.Bytes =>
  Bytes.concat(
    (text.match(/[\ud800-\udfff]|[^\ud800-\udfff]+/g) ?? []).map((piece) => {
      const unit = piece.charCodeAt(0)
      return /^[\ud800-\udfff]/.test(piece)
        ? Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f))
        : utf8(piece)
    }),
  )

const isOwnForm = (charset: string): boolean =>
  /^(?:utf-?(?:8|16|32).*|us-ascii|ascii|iso-?8859-1|latin-?1|windows-1252|cp1252)$/.test(charset)

const charsetsWith = (declared: string | undefined): ReadonlyArray<string> =>
  declared === undefined || charsets.includes(declared) || isOwnForm(declared) ? charsets : [declared, ...charsets]

const beyondAscii = /[^\0-\u007f]/

/**
 * An accent may be joined with the letter of ASCII in front of it. An encoding of two bytes, such as Shift_JIS or GBK, may take the letter behind
 * it for a second byte. So these two letters count among those beyond ASCII.
 */
const changing = /.?[^\0-\u007f](?:.*[^\0-\u007f])?.?/s

/** Whether bytes may be an encoding of a text: all but UTF-16 keep the ASCII in front of its other letters, and behind them. */
const isAlikeInAscii = (bodyText: string, bytes: Bytes.Bytes, only: Bytes.Bytes): boolean => {
  const [beforeChange = '', afterChange = ''] = bodyText.split(changing)
  return (
    only.length >= beforeChange.length + afterChange.length &&
    Bytes.Eq.equals(only.subarray(0, beforeChange.length), bytes.subarray(0, beforeChange.length)) &&
    Bytes.Eq.equals(only.subarray(only.length - afterChange.length), bytes.subarray(bytes.length - afterChange.length))
  )
}

/** The headers of a JWS whose payload is detached, as libraries write them for an RSA key. */
const jwsHeaders: ReadonlyArray<string> = [
  '{"alg":"RS256"}',
  '{"alg":"RS256","typ":"JWT"}',
  '{"typ":"JWT","alg":"RS256"}',
  '{"alg":"RS256","typ":"JOSE"}',
  '{"typ":"JOSE","alg":"RS256"}',
  '{"alg":"PS256"}',
  '{"alg":"RS256","b64":false,"crit":["b64"]}',
]

/** The start of the details of a body that stands behind the header of a JWS. */
const behindJwsHeader = 'behind the JWS header '

/** The header of the JWS in whose signing input the body stands, by the detail of the form. Undefined for other forms. */
export const jwsHeaderOf = (detail: string): string | undefined =>
  detail.startsWith(behindJwsHeader) ? detail.slice(behindJwsHeader.length) : undefined

/** In which digits or letters the body was written, by the detail of the form. Undefined for other forms. */
export const payloadWritingOf = (detail: string): 'Base64url' | 'Base64' | 'hexadecimal digits' | undefined => {
  if (detail.startsWith('base64url')) return 'Base64url'
  if (detail.startsWith('base64')) return 'Base64'
  return detail.startsWith('hexadecimal') ? 'hexadecimal digits' : undefined
}

/** Types of files, by their first bytes. */
const fileTypes: ReadonlyArray<readonly [start: string, type: string]> = [
  ['\u0089PNG', 'image/png'],
  ['\u00ff\u00d8\u00ff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['RIFF', 'image/webp'],
  ['%PDF', 'application/pdf'],
  ['{', 'application/json'],
  ['[', 'application/json'],
]

/** The types that a data URL of this body may name. */
const dataTypes = (bytes: Bytes.Bytes): ReadonlyArray<string> => {
  const start = latin1(bytes.subarray(0, 4))
  const [, type] = fileTypes.find(([first]) => start.startsWith(first)) ?? []
  return [...(type === undefined ? [] : [type]), 'application/octet-stream', 'text/plain']
}

/** The shortest of the lines in which programs write Base64. */
const lineOfBase64 = 60

/** Base64 in lines, the last of which is ended too. Of one line, the line end is a mistake of its own. */
const endedLines = (base64: string): Readonly<Record<string, string>> => ({
  'base64 in lines, and a line feed': base64.replace(/.{1,76}/g, '$&\n'),
  'base64 in lines of 60 letters, and a line feed (Ruby)': base64.replace(/.{1,60}/g, '$&\n'),
  'base64 in lines of 64 letters, and a line feed (OpenSSL)': base64.replace(/.{1,64}/g, '$&\n'),
  'base64 in lines, each ended by CR LF': base64.replace(/.{1,76}/g, '$&\r\n'),
})

/** The body in letters, as protocols put bytes into a text: in Base64url as the payload of a JWS, in Base64, in hexadecimal digits. */
export function* asPayload(bytes: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  if (bytes.length === 0) return
  const usual = Base64.encode(bytes)
  const ofUrls = usual.replaceAll('+', '-').replaceAll('/', '_')
  const texts: Readonly<Record<string, string>> = {
    'base64url, no padding': latin1(base64url(bytes)),
    base64url: ofUrls,
    'base64, no padding': withoutAtEnd(usual, '='),
    'base64 in lines': usual.replace(/.{76}(?=.)/g, '$&\n'),
    'base64 in lines that end in CR LF': usual.replace(/.{76}(?=.)/g, '$&\r\n'),
    ...(usual.length > lineOfBase64 ? endedLines(usual) : {}),
    'base64 in quotation marks': `"${usual}"`,
    ...Object.fromEntries(
      dataTypes(bytes).map((type) => [`base64 in a data URL of ${type}`, `data:${type};base64,${usual}`]),
    ),
    'hexadecimal digits': Bytes.toHex(bytes),
    'hexadecimal digits in upper case': Bytes.toHex(bytes).toUpperCase(),
  }
  const seen = new Set<string>([usual])
  for (const [detail, text] of Object.entries(texts))
    if (!seen.has(text)) {
      seen.add(text)
      yield [detail, utf8(text), 'late']
    }
  for (const header of jwsHeaders) {
    const isUnencoded = header.includes('b64')
    const signingInput = isUnencoded
      ? Bytes.concat([base64url(utf8(header)), utf8('.'), bytes])
      : jsonWebSignature(header)(bytes)
    yield [`${behindJwsHeader}${header}`, signingInput, 'late']
  }
}

/** `getBytes("UTF-16")` of Java. */
const bigEndianMarked = 'utf-16 in big endian, with a byte order mark (Java)'
const bigEndian = Uint8Array.of(0xfe, 0xff)

/** Whether the bytes have a U+FFFD of their own. */
const bytesOfMark = (bytes: Bytes.Bytes): boolean => latin1(bytes).includes('\u00ef\u00bf\u00bd')

/** Control characters that no text has, and what a decoder writes for bytes that it cannot read. A body with them is no text in this encoding, such as an image. */
const neverInText = /[^\P{Cc}\t\r\n]|\ufffd/u

/** The text of a body that was signed in UTF-8, and sent in this encoding. */
const sentIn = (encoding: string, text: string): Form<Bytes.Bytes> => {
  const detail = `${encoding} sent, UTF-8 signed`
  return text === '' || neverInText.test(text)
    ? [detail, utf8(text)]
    : [detail, utf8(text), undefined, { takesOff: true }]
}

/**
 * The forms of a body in other encodings; `declared`: the one that the request names, which need not be a usual one. With `only`, at
 * least those that are these bytes.
 */
export function* encodings(bytes: Bytes.Bytes, declared?: string, only?: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  if (bytes.includes(0))
    for (const sentEncoding of ['utf-16le', 'utf-16be']) yield sentIn(sentEncoding, decodeCharset(sentEncoding, bytes))
  const decodedBody = Bytes.toText(bytes)
  if (E.isLeft(decodedBody)) {
    yield ['base64', utf8(Base64.encode(bytes))]
    const replaced = decodeReplacing(bytes)
    yield ['bytes that are not UTF-8 became U+FFFD', utf8(replaced)]
    if (!bytesOfMark(bytes)) yield ['bytes that are not UTF-8 were left out', utf8(replaced.replaceAll('\ufffd', ''))]
    // It was sent in another encoding, and signed in UTF-8.
    yield sentIn('latin-1', latin1(bytes))
    const windows = latin1(bytes).replace(/[\u0080-\u009f]/g, (c) => windows1252[c.charCodeAt(0) - 0x80] as string)
    yield sentIn('windows-1252', windows)
    for (const charset of charsetsWith(declared)) yield sentIn(charset, decodeCharset(charset, bytes))
    return
  }
  const bodyText = decodedBody.right
  yield ['base64', utf8(Base64.encode(bytes))]
  yield ['utf-16, with a byte order mark', Bytes.concat([littleEndian, utf16(bodyText, true)])]
  yield [bigEndianMarked, Bytes.concat([bigEndian, utf16(bodyText, false)])]
  yield ['utf-16le', utf16(bodyText, true)]
  yield ['utf-16be', utf16(bodyText, false)]
  if (!beyondAscii.test(bodyText) || (only !== undefined && !isAlikeInAscii(bodyText, bytes, only))) return
  yield* withQuestionMarks(bodyText)
  yield ["the low byte of each UTF-16 unit ('binary' of Node)", utf16(bodyText, true).filter((_, i) => i % 2 === 0)]
  // Its UTF-8 was taken for Latin-1, and turned into UTF-8 again.
  yield ['utf-8 twice', utf8(latin1(bytes))]
  if (/[\ud800-\udfff]/.test(bodyText)) yield ['cesu-8', cesu8(bodyText), 'alone']
  yield ['composed characters', utf8(bodyText.normalize('NFC'))]
  yield ['decomposed characters', utf8(bodyText.normalize('NFD'))]
  // The caller says that it uses this encoding, so it may come with another mistake.
  if (declared !== undefined && !isOwnForm(declared)) yield [declared, encodeInCharset(declared, bodyText)]
  yield [topBitsCleared, bytes.map((byte) => byte & 0x7f), true]
  for (const charset of charsets) if (charset !== declared) yield [charset, encodeInCharset(charset, bodyText), true]
  yield* lostLetters(bodyText)
  yield* withRarity('alone', misreadText(bytes))
}
