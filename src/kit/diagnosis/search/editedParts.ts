/** The values of a slot that one edit makes of the right one: of the target, the body and the nonce. See forms/editedTexts.ts. */
import type * as Bytes from '../../../core/Bytes.ts'
import { type Draft, rewritable } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import { editedTexts, wordsOf } from '../forms/editedTexts.ts'

interface EditedPart {
  readonly slot: 'target' | 'body' | 'nonce'
  readonly value: string | Bytes.Bytes
  readonly bytes: Bytes.Bytes
}

/** Short parts first: they have the fewest texts. */
export function* editedParts(rightDraft: Draft): Generator<EditedPart> {
  const { target, nonce, timestamp, appId, body } = rightDraft
  const bodyText = rewritable(body)
  const words = [...wordsOf(target), ...(bodyText === undefined ? [] : wordsOf(bodyText)), nonce, timestamp, appId]
  for (const [slot, text] of Object.entries({ nonce, target }))
    for (const value of editedTexts(text, words)) yield { slot: slot as 'nonce', value, bytes: utf8(value) }
  if (bodyText === undefined) return
  for (const edited of editedTexts(bodyText, words)) {
    const bytes = utf8(edited)
    yield { slot: 'body', value: bytes, bytes }
  }
}
