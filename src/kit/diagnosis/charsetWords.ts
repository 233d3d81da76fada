/**
 * Which side has the other encoding, if the signed body and the sent body are the same text in two encodings. The detail is that of the
 * form:
 *
 *     gbk                        signed in GBK, sent in UTF-8
 *     gbk sent, UTF-8 signed     the other way round
 *     us-ascii, ? for each …     signed with ? for each letter that ASCII does not have
 */
import type * as Bytes from '../../core/Bytes.ts'
import { rewritable } from './Draft.ts'
import { charsets } from './forms/charsets.ts'
import type { Telling } from './Telling.ts'

const inUtf8 = 'Convert the text to UTF-8 once. Then sign and send exactly these bytes.'

/** Encodings beside those in `charsets`. */
const otherNames: ReadonlyArray<string> = ['us-ascii', 'latin-1', 'windows-1252', 'utf-16le', 'utf-16be', 'cesu-8']

const isCharset = (name: string): boolean => otherNames.includes(name) || charsets.includes(name)

/** Whether programs on the way convert a body from or to this encoding. None writes UTF-16 or CESU-8, and ASCII has no letters to convert. */
const isConverted = (name: string): boolean => isCharset(name) && !/^us-ascii$|^utf-16|^cesu-8$/.test(name)

/** Whether the detail of the form says that the whole text was signed in one such encoding and arrived in another. */
export const isCharsetDetail = (detail: string): boolean => isConverted(detail.replace(/ sent, UTF-8 signed$/, ''))

/** A detail with the encoding that lacks some characters, the mark in their place, and what has one mark each. */
const replaced = /^([\w-]+), (.+) for each (character|UTF-16 unit|byte of UTF-8) that it does not have$/

/** The words for a form with this detail. Undefined if the form is not another encoding of the whole text. */
export const charsetTelling = (detail: string): Telling | undefined => {
  const [, sentIn] = /^([\w-]+) sent, UTF-8 signed$/.exec(detail) ?? []
  if (sentIn !== undefined)
    return { what: `The caller signed the body in UTF-8, but it arrived in ${sentIn}.`, remedy: inUtf8 }
  if (/^utf-16[, ]/.test(detail))
    return {
      what: 'The caller signed the body in UTF-16 with a byte order mark, but sent it in UTF-8.',
      remedy: inUtf8,
    }
  if (isCharset(detail))
    return { what: `The caller signed the body in ${detail}, but it arrived in UTF-8.`, remedy: inUtf8 }
  if (detail.startsWith('the low byte of each UTF-16 unit'))
    return {
      what: "The caller signed only the low byte of each UTF-16 unit of the body, as 'binary' and 'latin1' of Node write a string. It sent the body in UTF-8.",
      remedy: inUtf8,
    }
  const [, charset, mark, unit] = replaced.exec(detail) ?? []
  if (charset === undefined || mark === undefined) return undefined
  if (unit === 'byte of UTF-8')
    return {
      detail: `its UTF-8 read as ${charset}, ${mark} for each byte`,
      what: `The caller signed the body with ${mark} for each byte of the letters beyond ASCII: its program read their UTF-8 as ${charset}. It sent the body in UTF-8.`,
      remedy: 'Read the bytes of the body as UTF-8, or sign the bytes themselves.',
    }
  return {
    detail: `signed in ${charset}, ${mark} for letters that it does not have`,
    what: `The caller signed the body in ${charset}, with ${mark} for the letters that this encoding does not have. It sent the body in UTF-8.`,
    remedy: inUtf8,
  }
}

/** Runs of letters beyond ASCII, and of the marks that programs write for such letters. */
const lettersOrMarks = /[?\u0080-\uffff]+/g

const letterMark = /[?\ufffd]/g

/** Whether two texts differ at most in their letters beyond ASCII, and in the marks in place of such letters. */
export const areSameButLetters = (a: string, b: string): boolean =>
  a.replace(lettersOrMarks, '?') === b.replace(lettersOrMarks, '?')

/** Whether the second text has marks in place of some letters of the first one, and they differ in nothing else. */
export const areLettersLost = (whole: string, broken: string): boolean =>
  (broken.match(letterMark) ?? []).length > (whole.match(letterMark) ?? []).length && areSameButLetters(whole, broken)

/** The words if the caller signed letters and question marks arrived. Then the signed text is the right one. */
export const lettersSentAsMarks = (signed: string, sent: string): Telling | undefined =>
  areLettersLost(signed, sent) && !sent.includes('\ufffd')
    ? {
        id: 'body-encoding',
        detail: 'a question mark arrived for each letter',
        what: 'The caller signed letters beyond ASCII in the body, but question marks arrived in place of them. Either its HTTP client wrote the text in an encoding that does not have these letters, or something on the way did.',
        remedy: 'Give the HTTP client the UTF-8 bytes that are signed, not a text that it encodes again.',
      }
    : undefined

const letterBeyondAscii = /[^\0-\u007f]/gu
/** A letter beyond U+FFFF is two units of UTF-16. Some programs write a question mark for each unit. */
const unitBeyondAscii = /[^\0-\u007f]/g

/**
 * The words if a question mark was signed for each letter beyond ASCII, and all these letters are beyond U+00FF. Every small encoding that
 * lacks these letters gives these bytes, so the form that was found first names only one of several.
 */
export const lettersAsMarks = (signed: Bytes.Bytes, sentBody: Bytes.Bytes, detail: string): Telling | undefined => {
  const [, charset] = replaced.exec(detail) ?? []
  if (!isCharset(charset ?? detail)) return undefined
  const sentText = rewritable(sentBody) ?? ''
  const signedText = rewritable(signed) ?? ''
  const isOfMarks = [letterBeyondAscii, unitBeyondAscii].some((letter) => sentText.replace(letter, '?') === signedText)
  // Of the small encodings, only ASCII lacks letters such as é. So with such a letter, the encoding is known.
  if (!isOfMarks || signedText === sentText || /[\u0080-\u00ff]/.test(sentText)) return undefined
  return {
    detail: '? for each letter beyond ASCII',
    what: 'The caller signed a question mark for each letter beyond ASCII: its program converted the text to an encoding that does not have these letters, such as ASCII or latin-1. It sent the body in UTF-8.',
    remedy: inUtf8,
  }
}
