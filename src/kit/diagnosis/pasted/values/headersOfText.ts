/**
 * Headers that a program keeps in one text: as JSON, as its language prints a map, or as lines.
 *
 *     '{"Authorization": "…"}'      "{'Authorization': '…'}"      'Authorization: …\nAccept: text/html'
 *
 * Texts have one character for each byte.
 */
import { trimmed } from '../../Received.ts'
import type { Pair } from '../Pair.ts'
import { headersIn } from './headerList.ts'
import { literalTree } from './literals/literalTree.ts'

const fieldLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}):(.*)$/

/** The headers; none if the text is of no such form. */
export const headersOfText = (text: string): ReadonlyArray<Pair> => {
  if (!/authorization/i.test(text)) return []
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '')
  const fields = lines.flatMap((line): ReadonlyArray<Pair> => {
    const [, fieldName, fieldValue = ''] = fieldLine.exec(line) ?? []
    return fieldName === undefined ? [] : [[fieldName.toLowerCase(), trimmed(fieldValue)]]
  })
  if (lines.length > 0 && fields.length === lines.length) return fields
  const [first] = literalTree(text).items
  return first?.value._tag === 'Group' ? headersIn(first.value.items) : []
}
