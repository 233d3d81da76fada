/**
 * The text of a mail whose transfer coding is quoted-printable or Base64 (RFC 2045 §6): lines that a mail program has broken, and
 * characters that it has escaped, as they were before.
 *
 *     Content-Transfer-Encoding: quoted-printable
 *
 *     Authorization: SVC-SHA256-RSA app_id=3Dapp-1,nonce_str=3Dn-1,timestamp=
 *     =3D1767225600      →  Authorization: SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=1767225600
 *
 * Texts have one character for each byte.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import { latin1 } from '../Received.ts'

/** The headers with which mails begin. */
const mailHead =
  /^(?:from|to|cc|subject|date|mime-version|received|return-path|delivered-to|message-id|reply-to|sender|content-type|content-transfer-encoding|x-[\w-]{1,64}):/i

const transferCoding = /^content-transfer-encoding:[ \t]*(quoted-printable|base64)[ \t]*\r?$/im

/** What was copied out of such a mail: a short line of an Authorization header with an escaped `=`, which goes on in the next. */
const quotedAuthorization = /^authorization:[^\n]{0,70}\w=3D[^\n]{0,70}=\r?\n(?![\w-]{1,64}:|\r?\n)/im

/** Whether the first header of the text is such a one. Another is in the body. */
const isFirstQuoted = (text: string): boolean => {
  const at = text.search(quotedAuthorization)
  return at >= 0 && at === text.search(/^authorization:/im)
}

const unquoted = (quotedText: string): string =>
  quotedText
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const ofBase64 = (coded: string): string | undefined => {
  const bytes = Base64.decode(coded.replace(/\s+/g, ''))
  return E.isLeft(bytes) ? undefined : latin1(bytes.right)
}

/** Of a message its head, for its body may be of any form; all of another text. */
export const headersIn = (text: string): string =>
  /^[!-~]{1,64} \S{1,65536} HTTP\/[0-9.]{1,3}\r?\n/.test(text) ? (text.split(/\r?\n\r?\n/, 1)[0] ?? '') : text

/** The decoded text; undefined if it is no such mail. Of several parts it is the first that is coded. */
export const mailText = (mail: string): string | undefined => {
  const coding = mailHead.test(mail.trimStart()) ? transferCoding.exec(mail) : null
  if (coding === null) return isFirstQuoted(headersIn(mail)) ? unquoted(mail) : undefined
  const [, head = '', content = ''] = /^([\s\S]*?\r?\n)\r?\n([\s\S]*)$/.exec(mail.slice(coding.index)) ?? []
  if (head === '') return undefined
  const boundary = /\bboundary="?([^"\s;]{1,70})/i.exec(mail.slice(0, coding.index))?.[1]
  // RFC 2046 §5.1.1: the line end before a boundary belongs to the boundary.
  const part = boundary === undefined ? content : (content.split(`\n--${boundary}`, 1)[0] ?? '').replace(/\r$/, '')
  return coding[1]?.toLowerCase() === 'base64' ? ofBase64(part) : unquoted(part)
}
