/**
 * A query that was decoded before it was split, so that an escaped ampersand became a separator: `a=b%20%26%20c` was sent, and
 * `a=b%20&%20c=` was signed.
 */
import { encoders } from './encoders.ts'
import { decodeForm } from './percent.ts'
import type { Form } from './Respelling.ts'

/** A longer query is left alone. */
const maxLength = 2048

/** How the forms begin. */
export const splitTooLate = 'decoded before it was split'

const usualEncoders = encoders.filter(({ isUsual }) => isUsual)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The query as such programs write it, with the fields in their order or sorted. None if no ampersand is escaped. A text that
 * differs from the query in the escapes of its values alone is no such form: `a=b&c=1` for `a=b%26c=1`.
 */
export function* splitDecoded(query: string): Generator<Form> {
  if (query.length > maxLength || !/%26/i.test(query)) return
  const pieces = decodeForm(query).split('&')
  const hasBareName = pieces.some((piece) => !piece.includes('='))
  for (const { name: encoderName, encode } of usualEncoders)
    for (const [suffix, signOfNone] of [
      ['', '='],
      [', no equals sign after the names', ''],
    ] as const) {
      const fields = pieces.map((piece) => {
        const equals = piece.indexOf('=')
        if (equals < 0) return encode(piece) + signOfNone
        return `${encode(piece.slice(0, equals))}=${encode(piece.slice(equals + 1))}`
      })
      const detail = `${splitTooLate}, by ${encoderName}${suffix}`
      const sorted = fields.toSorted(compare)
      if (hasBareName && signOfNone !== '') yield [detail, fields.join('&'), 'alone']
      if (sorted.join() !== fields.join() || hasBareName)
        yield [`${detail}, sorted by name and value`, sorted.join('&'), 'alone']
    }
}
