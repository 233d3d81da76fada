/**
 * Runs entries of the catalogue for a search, so that one which throws is skipped and noted. Such an entry is a fault of this
 * package, and the other entries may still explain the request.
 */

import type * as Bytes from '../../../core/Bytes.ts'
import { inspect } from '../../../core/untrusted.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { type Draft, type Encoded, isPlain, type Layout, makesText, mayBegin, type Slot } from '../Draft.ts'
import type { Mistake, Variation } from '../Mistake.ts'

/** The hash that the entries may need, and the entries that threw. */
export interface Attempts {
  readonly hash: Hash
  /** The ids of the entries that threw, in the order in which they did. */
  readonly failed: Set<string>
}

/** At most so many forms are made in one attempt. */
const mostAtOnce = 16

/**
 * The forms of a mistake; with `only`, at least those of one slot with these bytes. If making one throws, they end there. An attempt
 * takes longer than a short form, so it makes several, but the first makes one: often one is enough.
 */
export function* formsOf(
  mistake: Mistake,
  draft: Draft,
  { hash, failed }: Attempts,
  only?: Bytes.Bytes,
  slot?: Slot,
): Generator<Variation, void, void> {
  let forms: Iterator<Variation> | undefined
  /** Adds forms to the batch, and tells whether there may be more. */
  const fill = (batch: Array<Variation>, count: number): 'more' | 'ended' => {
    forms ??= mistake.variations(draft, hash, only, only && slot)[Symbol.iterator]()
    while (batch.length < count) {
      const step = forms.next()
      if (step.done === true) return 'ended'
      batch.push(step.value)
    }
    return 'more'
  }
  for (let count = 1; ; count = Math.min(2 * count, mostAtOnce)) {
    const batch: Array<Variation> = []
    const outcome = inspect<'more' | 'ended' | 'threw'>(() => fill(batch, count), 'threw')
    if (outcome === 'threw') failed.add(mistake.id)
    for (const form of batch) yield form
    if (outcome !== 'more') return
  }
}

/** The forms of a mistake from one of them on. Thousands are asked for, so this is no generator around another one. */
export interface FurtherForms {
  /** The first of them, if it is taken from the others already. */
  readonly first?: Variation
  readonly others: Iterator<Variation, void>
}

/** Takes the next form. Undefined after the last one. */
export const nextForm = (forms: FurtherForms['others']): Variation | undefined => {
  const step = forms.next()
  return step.done === true ? undefined : step.value
}

/** Writes a text. Undefined if its layout throws: then `ids`, the mistakes that led to the layout, are noted. */
export const writeSafely = (
  write: () => Bytes.Bytes,
  ids: () => ReadonlyArray<string>,
  { failed }: Attempts,
): Bytes.Bytes | undefined => {
  const text = inspect<Bytes.Bytes | undefined>(write, undefined)
  if (text === undefined) for (const id of ids()) failed.add(id)
  return text
}

/** Whether the layout makes this text of the parts. False if the layout throws, which the search has noted. */
export const isTextOf = (layout: Layout, parts: Encoded, text: Bytes.Bytes): boolean => {
  if (isPlain(layout)) return makesText(layout, parts, text)
  return mayBegin(layout, text) && inspect(() => makesText(layout, parts, text), false)
}
