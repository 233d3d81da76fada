/**
 * The values that a search tries, by slot and by the number of mistakes that lead to them:
 *
 *   space[slot][0]  the right value, several if the header leaves it open
 *   space[slot][1]  the values of one mistake, such as a body with LF instead of CR LF
 *   space[slot][2]  those of two
 *
 * A value keeps every explanation that leads to it: two mistakes may write the same text, and then neither is proven. The common forms
 * of mistakes are made level by level (`nextLevel`). The rare ones are made last, and only with all other slots right (`rareForms`).
 */

import * as Bytes from '../../../core/Bytes.ts'
import { type Hash, hexOf } from '../../../effects/Hash.ts'
import { catalogue } from '../catalogue.ts'
import type { Draft, Slot } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import { cutEnd } from '../forms/cutParts.ts'
import type { Mistake, Rare, Variation } from '../Mistake.ts'
import { type Attempts, formsOf } from './attempts.ts'
import { sameCause, vague } from './sameCause.ts'

export interface Step {
  readonly mistake: Mistake
  /** The slot that this form of the mistake changes. */
  readonly slot: Slot
  /** Names the form. */
  readonly detail: string
  /** Set if the form is one of many that few programs make. */
  readonly rare?: Rare | undefined
}

/** Mistakes that together lead to a text. */
export type Explanation = ReadonlyArray<Step>

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

/** A reader looks at no more explanations. */
const maxExplanations = 12

/** The work of looking at all forms of a mistake, and at one form. */
export const workOfMistake = 5000
const workOfForm = 1000
/** The work on each byte of a text that is written anew. */
export const workOfWriting = 50

const bytesOf = (value: string | Bytes.Bytes): Bytes.Bytes => (typeof value === 'string' ? utf8(value) : value)

const hasBytes = (value: Draft[Slot]): value is string | Bytes.Bytes =>
  typeof value === 'string' || value instanceof Uint8Array

const makeValue = (value: Draft[Slot], explanations: ReadonlyArray<Explanation>): Value => ({
  value,
  bytes: hasBytes(value) ? bytesOf(value) : Bytes.empty,
  explanations,
})

/** The right values of a slot. */
export const firstLevel = (slot: Slot, expected: ReadonlyArray<Draft>, hash: Hash): Map<string, Value> =>
  new Map(expected.map((draft) => [keyOf(draft[slot], hash), makeValue(draft[slot], [[]])]))

/** Adds a value to a level. If the level has it, the explanations join its own. */
const addExplanations = (level: Map<string, Value>, key: string, value: Value): void => {
  const kept = level.get(key)
  if (kept === undefined && value.explanations.length === 1) level.set(key, value)
  else {
    const explanations = distinctCauses([...(kept?.explanations ?? []), ...value.explanations])
    level.set(key, { ...(kept ?? value), explanations })
  }
}

/** The draft that a mistake in this slot changes. Layouts that depend on an empty body are left to the products. */
const draftWith = (rightDraft: Draft, slot: Slot, value: Draft[Slot]): Draft => ({
  ...rightDraft,
  ...(slot === 'layout' ? { body: Bytes.empty } : {}),
  [slot]: value,
})

/**
 * The mistakes with many rare forms, those whose forms take the least time to make and to try first: a form is met the sooner, the less
 * work is done before it. Forms of the frame of the text and of its first lines are made at once, and a body is written anew for each of
 * its forms. JSON written anew is the commonest of all, so it comes first among the bodies. The other mistakes have a dozen forms, or
 * forms for bodies of one kind alone, and come before these.
 */
const manyRareForms: ReadonlyArray<string> = [
  'separator-other',
  'lines-indented',
  'text-encoded',
  'target-reencoded',
  'timestamp-drift',
  'timestamp-fraction',
  'parts-labelled',
  'timestamp-format',
  'parts-reordered',
  'body-printed',
  'body-reserialized',
  'body-other',
  'body-quoted',
  'target-other',
  'body-encoding',
  'part-unfilled',
  'part-missing',
]

const turnOf = ({ id }: Mistake): number => manyRareForms.indexOf(id)

/** The mistakes in the order in which their rare forms are tried. */
export const rareOrder: ReadonlyArray<Mistake> = catalogue.toSorted((a, b) => turnOf(a) - turnOf(b))

/** For each mistake, its forms from the first rare one on. The forms before it were tried. */
export type Pending = Map<Mistake, Iterator<Variation>>

/** A rare form of a mistake, and what it makes of a slot. Its explanation is written only if it leads to the text. */
export interface RareForm {
  /** The place of the slot in `slots`. */
  readonly slotIndex: number
  readonly value: Draft[Slot]
  readonly bytes: Bytes.Bytes
  readonly step: Step
}

/** The value of a rare form. */
export const valueOfForm = ({ value, bytes, step }: RareForm): Value => ({ value, bytes, explanations: [[step]] })

type OpenSpace = ReadonlyArray<ReadonlyArray<Map<string, Value>>>

/** The forms of a mistake that are tried in one go, and the slots in which they are tried. */
interface Turn {
  readonly mistake: Mistake
  readonly changedSlots: ReadonlyArray<Slot>
  readonly forms: Iterator<Variation>
  /** The forms are late: they are tried behind all others. */
  readonly isLate: boolean
}

/**
 * The values that one mistake makes by its rare forms. Those that may come with other mistakes join the values of one mistake in the
 * space. There are thousands of the others, so none is kept. Yields a form, or the work on a common form, which was tried.
 */
export function* rareForms(
  space: OpenSpace,
  rightDraft: Draft,
  pending: Pending,
  attempts: Attempts,
): Generator<RareForm | number, void, void> {
  const turns = turnsOf(space, rightDraft, pending, attempts)
  // The late forms of a turn become a turn of their own at the end.
  for (const { mistake, changedSlots, forms, isLate } of turns)
    for (let step = forms.next(); step.done !== true; step = forms.next()) {
      const { detail, signed, rare } = step.value
      if (rare === 'late' && !isLate) {
        turns.push({ mistake, changedSlots, forms: formsFrom(step.value, forms), isLate: true })
        break
      }
      for (const slot of changedSlots) {
        const value = signed._tag === 'Draft' ? signed.change[slot] : undefined
        if (value === undefined) continue
        const bytes = hasBytes(value) ? bytesOf(value) : Bytes.empty
        if (rare === undefined) {
          yield workOfWriting * bytes.length
          continue
        }
        const slotIndex = slots.indexOf(slot)
        const rareForm: RareForm = { slotIndex, value, bytes, step: { mistake, slot, detail, rare } }
        yield rareForm
        if (rare === true) keepValue(space[slotIndex] as OpenSpace[number], rareForm, attempts)
      }
    }
}

/** Adds the value of a form to those of one mistake. */
const keepValue = (levels: OpenSpace[number], rareForm: RareForm, { hash }: Attempts): void => {
  const [rightLevel, oneMistake] = levels as readonly [Level, Map<string, Value>]
  const key = keyOf(rareForm.value, hash)
  if (!rightLevel.has(key)) addExplanations(oneMistake, key, valueOfForm(rareForm))
}

/** The forms of every mistake, in the order in which they are tried. */
const turnsOf = (space: OpenSpace, rightDraft: Draft, pending: Pending, attempts: Attempts): Array<Turn> => {
  const turns = rareOrder.map((mistake): Turn => {
    const forms = pending.get(mistake) ?? formsOf(mistake, rightDraft, attempts)
    return { mistake, changedSlots: mistake.slots, forms, isLate: false }
  })
  // The header may leave a slot open. Then the forms of its other right values are tried as well.
  const otherDrafts = slots.flatMap((slot, slotIndex) =>
    [...(space[slotIndex]?.[0]?.values() ?? [])]
      .slice(1)
      .map(({ value }) => ({ slot, draft: draftWith(rightDraft, slot, value) })),
  )
  for (const { slot, draft } of otherDrafts)
    for (const mistake of rareOrder)
      if (mistake.slots.includes(slot))
        turns.push({ mistake, changedSlots: [slot], forms: formsOf(mistake, draft, attempts), isLate: false })
  return turns
}

/** The forms from this one on, which was already taken from the iterator. */
function* formsFrom(form: Variation, forms: Iterator<Variation>): Generator<Variation, void, void> {
  yield form
  for (let step = forms.next(); step.done !== true; step = forms.next()) yield step.value
}

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
 * The values that need one mistake more, by forms that are not rare. They join those of `level`, if it has some already. Yields the cost
 * of each form.
 */
export function* nextLevel(
  slot: Slot,
  levels: Levels,
  rightDraft: Draft,
  attempts: Attempts,
  { only, pending, wide }: Filter = {},
  level: Map<string, Value> = new Map(),
): Generator<number, Map<string, Value>, void> {
  const isMade = (mistake: Mistake): boolean => wide === undefined || mistake.wide === wide
  const mistakes = catalogue.filter((each) => each.slots.includes(slot) && !each.rarely && isMade(each))
  for (const { value, bytes, explanations } of levels.at(-1)?.values() ?? []) {
    // The decompressed body of a small request may be large.
    if (levels.length > 1 && bytes.length > maxBytes) continue
    // A rare form stands alone.
    if (explanations.every(isRare)) continue
    const draft = draftWith(rightDraft, slot, value)
    for (const mistake of mistakes) {
      const extendable = explanations.filter((steps) => mayFollow(steps, mistake))
      if (extendable.length === 0) continue
      const forms = formsOf(mistake, draft, attempts, only)
      let step = forms.next()
      for (; step.done !== true && step.value.rare === undefined; step = forms.next()) {
        const { detail, signed } = step.value
        const changed = signed._tag === 'Draft' ? signed.change[slot] : undefined
        yield workOfForm + (changed instanceof Uint8Array ? workOfWriting * changed.length : 0)
        if (changed === undefined) continue
        if (only !== undefined && !(hasBytes(changed) && Bytes.Eq.equals(bytesOf(changed), only))) continue
        const key = keyOf(changed, attempts.hash)
        if (levels.some((level) => level.has(key))) continue
        const extended = extendable.map((steps) => [...steps, { mistake, slot, detail }])
        addExplanations(level, key, makeValue(changed, extended))
      }
      // A mistake of several slots leaves its rare forms once, with its first slot.
      if (value === rightDraft[slot] && slot === mistake.slots[0])
        pending?.set(mistake, step.done === true ? forms : formsFrom(step.value, forms))
    }
  }
  return level
}

/** Whether a mistake may come after these: not twice, and not after one that it would undo. */
const mayFollow = (steps: Explanation, { id, undoes }: Mistake): boolean =>
  !steps.some((step) => step.mistake.id === id || undoes.includes(step.mistake.id))

/** Equal for the same mistakes, whatever their order. */
const causeOf = (ids: ReadonlyArray<string>): string => ids.toSorted().join()

/** The first explanation of each cause. */
export const distinctCauses = (explanations: ReadonlyArray<Explanation>): Array<Explanation> => {
  if (explanations.length === 1) return [...explanations]
  const byCause = new Map<string, Explanation>()
  for (const steps of explanations) {
    const cause = causeOf(steps.map(({ mistake }) => mistake.id))
    if (!byCause.has(cause)) byCause.set(cause, steps)
  }
  if (byCause.size === 1) return [...byCause.values()]
  return [...byCause.values()].filter((steps) => !meansAnother(steps, byCause)).slice(0, maxExplanations)
}

/**
 * Whether another explanation makes this one needless: it differs only in one id, which means the same cause in plainer words, or
 * says more than the vague id.
 */
const meansAnother = (steps: Explanation, byCause: ReadonlyMap<string, Explanation>): boolean => {
  const ids = steps.map(({ mistake }) => mistake.id)
  const isCause = (index: number, id: string): boolean => index >= 0 && byCause.has(causeOf(ids.with(index, id)))
  return (
    sameCause.some(({ cause, alsoLedTo }) => isCause(ids.indexOf(alsoLedTo), cause)) ||
    catalogue.some(({ id }) => id !== vague && !isAnotherCause(steps, id) && isCause(ids.indexOf(vague), id))
  )
}

/** A zero that was cut off at the end of a form is as likely as another spelling of its last value: `fee=1.5` for `fee=1.50`. */
const isAnotherCause = (steps: Explanation, id: string): boolean =>
  id === 'form-reencoded' &&
  steps.some(({ mistake, detail }) => mistake.id === vague && detail.startsWith(cutEnd) && /"\.?0+"$/.test(detail))

/** Whether each explanation needs a rare form, or a mistake of many forms. */
export const isWide = ({ explanations }: Value): boolean =>
  explanations.every((steps) => isRare(steps) || steps.some(({ mistake }) => mistake.wide))

/** Whether one of these steps is a rare form. */
export const isRare = (steps: Explanation): boolean => steps.some(({ rare }) => rare !== undefined)

const keyOf = (value: Draft[Slot], hash: Hash): string => {
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
