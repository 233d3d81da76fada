/**
 * Which values of a slot can have led to a text that was found, with all other slots right. Most of a text is known then: if the text has
 * the right lines before the body, only one body can be in it, and a mistake makes only this one.
 */
import { type Draft, partWithin, type Slot } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import { latin1 } from '../Received.ts'
import type { Match } from './Match.ts'
import { type Filter, slots } from './values.ts'

/** The filters of the slots in which a mistake may lie. */
export type Filters = ReadonlyMap<Slot, Filter>

/** The filters of the slots in which a single mistake may lie: the digest if the text is right, and otherwise every other slot. */
export const filtersOf = (match: Match, rightDraft: Draft, isRightText: boolean): Filters => {
  const filters = new Map<Slot, Filter>()
  for (const slot of slots) {
    const isDigest = slot === 'digested'
    const mayBeMistaken = isRightText ? isDigest : !isDigest
    const filter = mayBeMistaken ? filterOf(slot, rightDraft, match) : undefined
    if (filter !== undefined) filters.set(slot, filter)
  }
  return filters
}

/** Every value of a slot. */
const unfiltered: Filter = {}

/** A filter for the values of this slot that may lead to the text with all others right. Undefined if no value can. */
export const filterOf = (slot: Slot, rightDraft: Draft, match: Match): Filter | undefined => {
  if (slot === 'digested') return unfiltered
  if (slot === 'layout') return mayHaveLayout(rightDraft, match) ? unfiltered : undefined
  const only = partWithin(match.text, rightDraft, slot)
  return only === undefined ? undefined : { only }
}

/** Whether the right parts in another layout may make the text. A rare layout may leave parts out; any other holds these three. */
const mayHaveLayout = (rightDraft: Draft, { expected, text, mistakes }: Match): boolean => {
  // Rare layouts come alone, and are looked for with the first right draft.
  const mayBeRare = mistakes === 1 && rightDraft === expected[0]
  if (mayBeRare) return true
  const signedText = latin1(text)
  const { method, target, timestamp } = rightDraft
  return [method, target, timestamp].every((part) => signedText.includes(latin1(utf8(part))))
}
