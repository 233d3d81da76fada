/**
 * The values that a search tries, by slot and by the number of mistakes that lead to them:
 *
 *   space[slot][0]  the right value, several if the header leaves it open
 *   space[slot][1]  the values of one mistake, such as a body with LF instead of CR LF
 *   space[slot][2]  those of two
 *
 * A value keeps every explanation that leads to it: two mistakes may write the same text, and then neither is proven. The common forms
 * of mistakes are made level by level (`nextLevel`). The rare ones are made last, and only with all other slots right (`rareForms.ts`).
 */

import * as Bytes from '../../../core/Bytes.ts'
import { type Hash, hexOf } from '../../../effects/Hash.ts'
import { catalogue } from '../catalogue.ts'
import type { Draft, Slot } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import type { Mistake } from '../Mistake.ts'
import { type Attempts, type FurtherForms, formsOf, nextForm } from './attempts.ts'
import { distinctCauses, type Explanation, isRare, mayFollow } from './Explanation.ts'
import { workOfForm, workOfWriting } from './work.ts'

/** The slots, in the order of the values in a choice. */
export const slots = ['body', 'layout', 'digested', 'method', 'target', 'nonce', 'timestamp'] as const

/** A value of one slot, and the mistakes that lead to it, no two of them the same. */
export interface Value {
  readonly value: Draft[Slot]
  /** The UTF-8 of a text, the bytes of a body. Empty for a layout and for digests. */
  readonly bytes: Bytes.Bytes
  readonly explanations: ReadonlyArray<Explanation>
}

/** The values of a slot by their keys, which are equal for equal values. */
export type Level = ReadonlyMap<string, Value>

/** The values of a slot, by the number of mistakes. */
export type Levels = ReadonlyArray<Level>

/** The values of all slots, then by the number of mistakes. */
export type Space = ReadonlyArray<Levels>

/** A body of more bytes gets no values for two mistakes and more, which would fill the memory. */
export const maxBytes = 65_536

/** The bytes of a value. Undefined for a layout and for digests. */
export const bytesOf = (value: Draft[Slot]): Bytes.Bytes | undefined => {
  if (typeof value === 'string') return utf8(value)
  return value instanceof Uint8Array ? value : undefined
}

const makeValue = (value: Draft[Slot], explanations: ReadonlyArray<Explanation>): Value => ({
  value,
  bytes: bytesOf(value) ?? Bytes.empty,
  explanations,
})

/** The right values of a slot. */
export const firstLevel = (slot: Slot, expected: ReadonlyArray<Draft>, hash: Hash): Map<string, Value> =>
  new Map(expected.map((draft) => [keyOf(draft[slot], hash), makeValue(draft[slot], [[]])]))

/** Adds a value to a level. If the level has it, the explanations join its own. */
export const addValue = (level: Map<string, Value>, key: string, value: Value): void => {
  const kept = level.get(key)
  if (kept === undefined && value.explanations.length === 1) level.set(key, value)
  else {
    const explanations = distinctCauses([...(kept?.explanations ?? []), ...value.explanations])
    level.set(key, { ...(kept ?? value), explanations })
  }
}

/** The draft that a mistake in this slot changes. Layouts that depend on an empty body are left to the products. */
export const draftWith = (rightDraft: Draft, slot: Slot, value: Draft[Slot]): Draft => ({
  ...rightDraft,
  ...(slot === 'layout' ? { body: Bytes.empty } : {}),
  [slot]: value,
})

/** Whether each explanation needs a rare form, or a mistake of many forms. */
export const isWide = ({ explanations }: Value): boolean =>
  explanations.every((steps) => isRare(steps) || steps.some(({ mistake }) => mistake.wide))

// ---- The next level

/** For each mistake, its forms from the first rare one on. The forms before it were tried. */
export type Pending = Map<Mistake, FurtherForms>

/** Which values nextLevel makes. */
export interface Filter {
  /** Makes only the values with these bytes; all if absent. */
  readonly only?: Bytes.Bytes | undefined
  /** Receives the rare forms of each mistake, which are not made here. */
  readonly pending?: Pending
  /** Makes only the values of mistakes that are wide, or of those that are not; all if absent. */
  readonly wide?: boolean
}

/**
 * The values that need one mistake more than the last of these levels, by forms that are not rare. They join those of `level`, if it has
 * some already. Yields the cost of each form.
 */
export function* nextLevel(
  slot: Slot,
  levels: Levels,
  rightDraft: Draft,
  attempts: Attempts,
  filter: Filter = {},
  level: Map<string, Value> = new Map(),
): Generator<number, Map<string, Value>, void> {
  const mistakes = mistakesIn(slot, filter)
  for (const source of levels.at(-1)?.values() ?? []) {
    if (!mayGetMistakes(source, levels)) continue
    const draft = draftWith(rightDraft, slot, source.value)
    for (const mistake of mistakes) {
      const extendable = source.explanations.filter((steps) => mayFollow(steps, mistake))
      if (extendable.length === 0) continue
      const forms = formsOf(mistake, draft, attempts, filter.only, slot)
      const added: AddedMistake = { mistake, slot, extendable, levels, level, only: filter.only }
      const furtherForms = yield* addUsualForms(added, forms, attempts)
      // A mistake of several slots leaves its rare forms once, with its first slot.
      if (source.value === rightDraft[slot] && slot === mistake.slots[0]) filter.pending?.set(mistake, furtherForms)
    }
  }
  return level
}

/** The mistakes whose usual forms change this slot. */
const mistakesIn = (slot: Slot, { wide }: Filter): ReadonlyArray<Mistake> =>
  catalogue.filter(
    (mistake) => mistake.slots.includes(slot) && !mistake.rarely && (wide === undefined || mistake.wide === wide),
  )

/** Whether another mistake may come after those that led to this value. A rare form stands alone. */
const mayGetMistakes = ({ bytes, explanations }: Value, levels: Levels): boolean => {
  // The decompressed body of a small request may be large.
  const isTooLong = levels.length > 1 && bytes.length > maxBytes
  return !isTooLong && !explanations.every(isRare)
}

/** One mistake more in a slot. */
interface AddedMistake {
  readonly mistake: Mistake
  readonly slot: Slot
  /** The explanations of the value that the mistake changes. Each of them gets one step more. */
  readonly extendable: ReadonlyArray<Explanation>
  /** A value that these levels have needs fewer mistakes, and is not added. */
  readonly levels: Levels
  /** Where the new values are added. */
  readonly level: Map<string, Value>
  /** The bytes of the only value that is added. */
  readonly only: Bytes.Bytes | undefined
}

/** Adds the values of the usual forms, which come first. Returns the other forms, from the first rare one on. */
function* addUsualForms(
  { mistake, slot, extendable, levels, level, only }: AddedMistake,
  forms: FurtherForms['others'],
  { hash }: Attempts,
): Generator<number, FurtherForms, void> {
  for (let form = nextForm(forms); form !== undefined; form = nextForm(forms)) {
    const { detail, signed, rare, traits } = form
    if (rare !== undefined) return { first: form, others: forms }
    const changed = signed._tag === 'Draft' ? signed.change[slot] : undefined
    yield workOfForm + (changed instanceof Uint8Array ? workOfWriting * changed.length : 0)
    if (changed === undefined || (only !== undefined && !hasBytes(changed, only))) continue
    const key = keyOf(changed, hash)
    if (levels.some((earlier) => earlier.has(key))) continue
    const explanations = extendable.map((steps) => [...steps, { mistake, slot, detail, traits }])
    addValue(level, key, makeValue(changed, explanations))
  }
  return { others: forms }
}

const hasBytes = (value: Draft[Slot], bytes: Bytes.Bytes): boolean => {
  const own = bytesOf(value)
  return own !== undefined && Bytes.Eq.equals(own, bytes)
}

// ---- Keys

/** Equal for equal values of a slot. */
export const keyOf = (value: Draft[Slot], hash: Hash): string => {
  if (typeof value === 'string') return value
  return value instanceof Uint8Array ? hexOf(hash)('sha256', value) : keyOfObject(value)
}

/** The keys of layouts are kept, for most layouts are the same in every search. */
const keysOfObjects = new WeakMap<object, string>()

const keyOfObject = (value: object): string => {
  const key = keysOfObjects.get(value) ?? JSON.stringify(value)
  keysOfObjects.set(value, key)
  return key
}
