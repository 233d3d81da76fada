/** The values of a slot that one edit makes of the right one: of the target, the body and the nonce. See forms/editedTexts.ts. */
import type * as Bytes from '../../../core/Bytes.ts'
import { type Draft, rewritable } from '../Draft.ts'
import { takeBytes, utf8 } from '../forms/charsets.ts'
import { type Edit, editsOf, type Likelihood, textOfEdit, wordsOf } from '../forms/editedTexts.ts'

export interface EditedPart {
  readonly slot: 'target' | 'body' | 'nonce'
  readonly value: string | Bytes.Bytes
  readonly bytes: Bytes.Bytes
  /** How the value differs, if that is known. */
  readonly detail?: string
}

/** The edits of these parts. Words of the other parts may stand in them. */
export function* editedParts(
  { target, nonce, timestamp, appId, body }: Draft,
  editedSlots: ReadonlyArray<EditedPart['slot']>,
  likelihood: Likelihood,
): Generator<EditedPart> {
  const bodyText = rewritable(body)
  const words = [...wordsOf(target), ...(bodyText === undefined ? [] : wordsOf(bodyText)), nonce, timestamp, appId]
  const texts = { nonce, target, body: bodyText ?? '' }
  for (const slot of editedSlots) {
    const text = texts[slot]
    const bytesOf = bytesOfEdits(text)
    for (const edit of editsOf(text, words, likelihood)) {
      // A line end after the nonce is an empty line before the body, which is an edit of the body.
      if (slot !== 'body' && isLineEnd.test(edit.substitute)) continue
      const bytes = bytesOf(edit)
      yield { slot, value: slot === 'body' ? bytes : textOfEdit(text, edit), bytes }
    }
  }
}

const isLineEnd = /^[\r\n]+$/

/** The bytes of each edit of a text. They are joined from those of the text, for the UTF-8 of a long text takes longer to make. */
const bytesOfEdits = (text: string): ((edit: Edit) => Bytes.Bytes) => {
  const textBytes = utf8(text)
  const isAscii = textBytes.length === text.length
  const placeOf = isAscii ? (i: number) => i : placesOfBytes(text)
  return ({ from, to, substitute }) => {
    const start = placeOf(from)
    const inserted = utf8(substitute)
    const rest = textBytes.subarray(placeOf(to))
    const bytes = takeBytes(start + inserted.length + rest.length)
    bytes.set(textBytes.subarray(0, start))
    bytes.set(inserted, start)
    bytes.set(rest, start + inserted.length)
    return bytes
  }
}

/** For each place between two characters of a text, the place in its UTF-8. */
const placesOfBytes = (text: string): ((place: number) => number) => {
  const places: Array<number> = []
  let count = 0
  for (const c of text) {
    for (let i = 0; i < c.length; i++) places.push(count)
    count += utf8(c).length
  }
  places.push(count)
  return (place) => places[place] as number
}
