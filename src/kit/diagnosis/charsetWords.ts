/**
 * Which side has the other encoding, if the signed body and the sent body are the same text in two encodings. The detail is that of the
 * form:
 *
 *     gbk                        signed in GBK, sent in UTF-8
 *     gbk sent, UTF-8 signed     the other way round
 *     us-ascii, ? for each …     signed with ? for each letter that ASCII does not have
 */
import { charsets } from './forms/charsets.ts'
import type { Telling } from './Telling.ts'

const inUtf8 = 'Convert the text to UTF-8 once. Then sign and send exactly these bytes.'

/** Encodings of a whole text, beside those of the letters of one language. */
const otherNames: ReadonlyArray<string> = ['us-ascii', 'latin-1', 'windows-1252', 'utf-16le', 'utf-16be']

const isCharset = (name: string): boolean => otherNames.includes(name) || charsets.includes(name)

const replaced = /^([\w-]+), (.+) for each (?:character|UTF-16 unit|byte of UTF-8) that it does not have$/

/** Undefined for a form that is no other encoding of the whole text. */
export const charsetTelling = (detail: string): Telling | undefined => {
  const [, sentIn] = /^([\w-]+) sent, UTF-8 signed$/.exec(detail) ?? []
  if (sentIn !== undefined)
    return { what: `The caller signed the body in UTF-8, but sent it in ${sentIn}.`, remedy: inUtf8 }
  if (isCharset(detail))
    return { what: `The caller signed the body in ${detail}, but sent it in UTF-8.`, remedy: inUtf8 }
  const [, charset, mark] = replaced.exec(detail) ?? []
  if (charset === undefined || mark === undefined) return undefined
  return {
    detail: `signed in ${charset}, ${mark} for letters that it does not have`,
    what: `The caller signed the body in ${charset}, with ${mark} for the letters that this encoding does not have. It sent the body in UTF-8.`,
    remedy: inUtf8,
  }
}
