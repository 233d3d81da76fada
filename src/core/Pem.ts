/**
 * A key file's text (RFC 7468): one block, a label, and Base64 of the bytes.
 *
 * White space is as in the lax grammar of RFC 7468 §3: CRLF, long lines, indentation, no final line end. Platform readers skip
 * other text; the parser refuses it, so that the platform uses the key that the operator sees.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from './Base64.ts'
import type { Bytes } from './Bytes.ts'
import { type KeyResult, refused } from './KeyError.ts'

export type PublicLabel = `${'' | 'RSA '}PUBLIC KEY` | 'CERTIFICATE'
export type PrivateLabel = `${'' | 'RSA ' | 'ENCRYPTED ' | 'EC ' | 'DSA ' | 'OPENSSH '}PRIVATE KEY`
export type Label = PublicLabel | PrivateLabel

const isLabel = (s: string): s is Label =>
  /^(CERTIFICATE|(RSA )?PUBLIC KEY|((RSA|ENCRYPTED|EC|DSA|OPENSSH) )?PRIVATE KEY)$/.test(s)

export const isPrivate = (label: Label): label is PrivateLabel => label.endsWith('PRIVATE KEY')

/** A block with a known label; its content is not decoded yet. */
export interface Block {
  readonly label: Label
  /** Holds key material; a function, so that printing the block does not show it. */
  readonly text: () => string
}

/** An encrypted PKCS#8 key of 8192 bits takes 7 KB, a certificate with many names perhaps 20. */
export const maxLength = 65_536

const begin = /-----BEGIN ([^\r\n-]*)-----/

/** The one block in `text`. */
export const parse = (text: string): KeyResult<Block> => {
  if (text.length > maxLength) return refused('not-a-key')
  const opening = begin.exec(text)
  if (opening === null) return refused('not-a-key')
  const [line, label] = opening as unknown as [string, string]
  const after = text.slice(opening.index + line.length)
  if (after.includes('-----BEGIN ')) return refused('two-blocks')
  const [content, ...rest] = after.split(`-----END ${label}-----`) as [string, ...ReadonlyArray<string>]
  if (rest.length === 0 || !isLabel(label)) return refused('not-a-key')
  if (/[^ \t\r\n]/.test(text.slice(0, opening.index) + rest.join('END'))) return refused('text-around')
  return E.right({ label, text: () => content })
}

/** The bytes of a block. */
export const decode = (block: Block): KeyResult<Bytes> => {
  const text = block.text()
  // RFC 1421 §4.6: these headers name the cipher of the old format.
  if (/Proc-Type:|DEK-Info:/.test(text)) return refused('legacy-encryption')
  const bytes = Base64.decode(text.replace(/[ \t\r\n]+/g, ''))
  return E.isLeft(bytes) ? refused('base64') : bytes
}
