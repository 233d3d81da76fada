/**
 * A body that a program has printed as a literal of its language, or with escapes, below the headers of a message.
 *
 *     b'{"a":"\\xc3\\xbc"}'   →   {"a":"ü"}
 *
 * Texts have one character for each byte.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import { isJsonWithin } from '../forms/isJson.ts'
import { latin1 } from '../Received.ts'
import { lettersOf } from './byteText.ts'
import { inBackslashes } from './wireText.ts'

const escapesUndone = 'The body has escapes here. They were decoded.'
export const bytesRead = "The body is written here as Python prints bytes, b'…'. It was read without these marks."
const quotesRemoved = 'The body is in quotation marks here. They were removed.'

/** What is said of a body that `withoutEscapes` or `withoutLabel` has read from this text. */
export const noteOnPrinted = (printed: string): string => {
  const [, single, double] = literal.exec(printed) ?? []
  const inside = single ?? double
  if (inside === undefined) return escapesUndone
  if (/^\s*[bB]/.test(printed)) return bytesRead
  return inside.includes('\\') ? escapesUndone : quotesRemoved
}

/** `b'{"a":1}'` of Python, and any text in quotation marks. */
const literal = /^\s*(?:[bBuUrR]{0,2}(?:'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"))\s*$/

/**
 * The body that a program has printed as a literal, or with escapes: of the Content-Length, or JSON where the printed text is none.
 * Undefined if the text has no such escapes.
 */
export const withoutEscapes = (body: string, announced: number | undefined): string | undefined => {
  if (announced === body.length || body.length > 1_000_000) return undefined
  // Words behind a whole body may happen to be as long as what its escapes would lose.
  if (announced !== undefined && /^\r?\n/.test(body.slice(announced)) && isJson(body.slice(0, announced)))
    return undefined
  const [, single, double] = literal.exec(body) ?? []
  const inside = single ?? double
  // JSON may be a text in quotation marks.
  if (double !== undefined && isJson(body) && announced === undefined) return undefined
  const bare = inBackslashes(inside ?? body.trimEnd())
  if (bare === body || (inside === undefined && !body.includes('\\'))) return undefined
  if (announced !== undefined) return bare.length === announced ? bare : undefined
  return /^[[{]/.test(bare) && isJson(bare) && !isJson(body) ? bare : undefined
}

/** Whether the bytes are JSON. A number may be larger than those of jobs, such as an id of 19 digits. */
export const isJson = (text: string): boolean => isJsonWithin(lettersOf(text), { maxMembers: 1_000_000 })

/** Whether a text is that of a form: names and values, all of them escaped. */
export const isFormText = (text: string): boolean =>
  /^[\w.%+[\]-]{1,128}=[^\s<>"'{}]{0,65536}$/.test(text) && !/^[A-Za-z0-9+/]{8,}={1,2}$/.test(text)

const label = /^(?:request[ _-]?)?(?:body|payload|data)(?: ?\([\w -]{1,32}\))?[ \t]{0,8}[:=][ \t]{0,8}(?=\S)/i

/** The body behind a label that a program has printed below the headers: `Body (base64): e30=`. Undefined if there is no label. */
export const withoutLabel = (body: string, announced: number | undefined): string | undefined => {
  const labelled = label.exec(body)?.[0]
  if (labelled === undefined) return undefined
  // `data=1` may be a form with this field.
  if (announced === undefined && labelled.endsWith('=') && isFormText(body)) return undefined
  const bare = body.slice(labelled.length).trimEnd()
  const bytes = Base64.decode(bare)
  const readings = [...(E.isRight(bytes) ? [latin1(bytes.right)] : []), withoutEscapes(bare, announced) ?? bare]
  return readings.find((reading) =>
    announced === undefined ? isJson(reading) || isFormText(reading) : reading.length === announced,
  )
}
