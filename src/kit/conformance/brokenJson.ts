/**
 * Where a text is no JSON, in words for the author of a port:
 *
 *     more text after the value at byte 302: after "ions\":[]}" comes "\u0000"
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../core/Bytes.ts'
import * as Json from '../../job/Json.ts'
import { syntaxFaults } from '../../job/JsonFault.ts'

/** Bytes that are shown on each side of the place. */
const contextLength = 20
/** In characters. A longer text is not searched for its fault. */
const longestText = 4_000_000

const quoted = (bytes: Uint8Array): string => JSON.stringify(Buffer.from(bytes).toString())

/** The bytes on both sides of a place. */
export const placeWords = (bytes: Uint8Array, offset: number): string => {
  const before = bytes.subarray(Math.max(0, offset - contextLength), offset)
  const after = bytes.subarray(offset, offset + contextLength)
  const comes = after.length === 0 ? 'it ends' : `comes ${quoted(after)}`
  return before.length === 0 ? `there ${comes}` : `after ${quoted(before)} ${comes}`
}

/** What is wrong, and where. Undefined for valid JSON, and for a text whose fault is not one of syntax. */
export const brokenJson = (text: string): string | undefined => {
  if (text.length > longestText) return undefined
  const bytes = Buffer.from(text)
  const parsed = Json.parse(bytes as Bytes.Bytes)
  if (E.isRight(parsed) || parsed.left._tag !== 'JsonSyntax') return undefined
  const { rule, offset } = parsed.left
  return `${syntaxFaults[rule]} at byte ${offset}: ${placeWords(bytes, offset)}`
}
