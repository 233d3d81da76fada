/**
 * A query that was signed with escapes and sent without them, though its values hold marks of a query: `v=a%2Bb%3Dc%26e` was signed, and
 * `v=a+b=c&e` arrived. An ampersand may belong to a value or stand between two fields, so every choice is tried.
 */
import { encoders } from './encoders.ts'
import { decode, splitTarget } from './percent.ts'
import type { Form } from './Respelling.ts'
import { subsets } from './subsets.ts'

/** A longer query, or one of more ampersands, has too many forms. */
const maxLength = 1024
const maxAmpersands = 4

const usualEncoders = encoders.filter(({ isUsual }) => isUsual)

/** How the text of a value was read: its escapes are letters of the value itself, or escapes that were left. */
const readings: Readonly<Record<string, (raw: string) => string>> = {
  '': (raw) => raw,
  ', its other escapes kept': decode,
}

/** The fields if these ampersands, by their number, belong to values. */
const joinAt = (pieces: ReadonlyArray<string>, within: ReadonlyArray<number>): ReadonlyArray<string> => {
  const fields: Array<string> = []
  for (const [i, piece] of pieces.entries()) {
    const last = fields.pop()
    if (last === undefined) fields.push(piece)
    else if (within.includes(i)) fields.push(`${last}&${piece}`)
    else fields.push(last, piece)
  }
  return fields
}

/** Whether a value holds a mark that a query has between its parts, or that an escape begins with. */
const holdsMarks = (query: string): boolean => /[+%&]|=[^&]*=/.test(query)

/** Every target whose values, decoded, are those that were sent. The same text may come more than once. */
export function* sentDecoded(sentTarget: string): Generator<Form> {
  const [path, query] = splitTarget(sentTarget)
  const pieces = query.slice(1).split('&')
  if (query.length > maxLength || pieces.length - 1 > maxAmpersands || !holdsMarks(query)) return
  const ampersands = pieces.slice(1).map((_, i) => i + 1)
  for (const within of subsets(ampersands)) {
    const fields = joinAt(pieces, within)
    for (const [suffix, read] of Object.entries(readings))
      for (const { name: encoderName, encode } of usualEncoders) {
        const written = fields.map((field) => {
          const equals = field.indexOf('=')
          return equals < 0 ? field : field.slice(0, equals + 1) + encode(read(field.slice(equals + 1)))
        })
        const marks = within.length === 0 ? '' : `, & ${within.join(', ')} within a value`
        yield [`sent decoded, values by ${encoderName}${marks}${suffix}`, `${path}?${written.join('&')}`]
      }
  }
}
