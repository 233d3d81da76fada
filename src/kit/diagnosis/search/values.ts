/**
 * The values that a search tries. A mistake changes one slot of a draft, so each slot has a list of values for each number of
 * mistakes. If several mistakes lead to one value, all are kept.
 */

import * as Bytes from '../../../core/Bytes.ts'
import { type Hash, hexOf } from '../../../effects/Hash.ts'
import { catalogue } from '../catalogue.ts'
import type { Draft, Slot } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import type { Mistake, Rare, Variation } from '../Mistake.ts'
import { type Attempts, formsOf } from './attempts.ts'
import { sameCause, vague } from './sameCause.ts'

export interface Step {
  readonly mistake: Mistake
  /** Where this form of it lies. */
  readonly slot: Slot
  readonly detail: string
  /** By one of many forms of the mistake. */
  readonly rare?: Rare | undefined
}

/** Mistakes that together lead to a text. */
export type Explanation = ReadonlyArray<Step>

/** In the order in which choices are made of them. */
export const slots = ['body', 'layout', 'digested', 'method', 'target', 'nonce', 'timestamp'] as const

/** A value of one slot, and the mistakes that lead to it, no two of them the same. */
export interface Value {
  readonly value: Draft[Slot]
  /** Of a text, its UTF-8. */
  readonly bytes: Bytes.Bytes
  readonly explanations: ReadonlyArray<Explanation>
}

/** The values of a slot by their keys, which are equal for equal values. */
export type Level = ReadonlyMap<string, Value>

/** By the number of mistakes. */
export type Levels = ReadonlyArray<Level>

/** By slot, then by the number of mistakes. */
export type Space = ReadonlyArray<Levels>

/** A body of more bytes gets no values for two mistakes and more, which would fill the memory. */
export const maxBytes = 65_536

/** Nobody reads more. */
const maxWays = 12

export const workOfMistake = 5000
const workOfForm = 1000
/** Of each byte of a text that is written anew. */
export const workOfWriting = 50

const bytesOf = (value: string | Bytes.Bytes): Bytes.Bytes => (typeof value === 'string' ? utf8(value) : value)

const hasBytes = (value: Draft[Slot]): value is string | Bytes.Bytes =>
  typeof value === 'string' || value instanceof Uint8Array

const valued = (value: Draft[Slot], explanations: ReadonlyArray<Explanation>): Value => ({
  value,
  bytes: hasBytes(value) ? bytesOf(value) : Bytes.empty,
  explanations,
})

export const firstLevel = (slot: Slot, expected: ReadonlyArray<Draft>, hash: Hash): Map<string, Value> =>
  new Map(expected.map((draft) => [keyOf(draft[slot], hash), valued(draft[slot], [[]])]))

const add = (level: Map<string, Value>, key: string, value: Value): void => {
  const known = level.get(key)
  if (known === undefined && value.explanations.length === 1) level.set(key, value)
  else {
    const explanations = distinct([...(known?.explanations ?? []), ...value.explanations])
    level.set(key, { ...(known ?? value), explanations })
  }
}

/** The draft that a mistake in this slot changes. Layouts that depend on an empty body are left to the products. */
const draftWith = (right: Draft, slot: Slot, value: Draft[Slot]): Draft => ({
  ...right,
  ...(slot === 'layout' ? { body: Bytes.empty } : {}),
  [slot]: value,
})

/**
 * The mistakes with many rare forms, those with the fewest texts first: a form is met the sooner, the fewer stand before it. JSON
 * written anew is the commonest of all, so it comes before others with as few. The other mistakes have a dozen forms, or forms for
 * bodies of one kind alone, and come before these.
 */
const manyRareForms: ReadonlyArray<string> = [
  'separator-other',
  'lines-indented',
  'target-reencoded',
  'body-printed',
  'body-reserialized',
  'text-encoded',
  'body-other',
  'timestamp-drift',
  'parts-labelled',
  'timestamp-fraction',
  'parts-reordered',
  'timestamp-format',
  'body-quoted',
  'target-other',
  'body-encoding',
  'part-unfilled',
  'part-missing',
]

const turnOf = ({ id }: Mistake): number => manyRareForms.indexOf(id)

/** The mistakes in the order in which their rare forms are tried. */
export const rareOrder: ReadonlyArray<Mistake> = catalogue.toSorted((a, b) => turnOf(a) - turnOf(b))

/** The rare forms of mistakes, behind the others that were tried before. */
export type Pending = Map<Mistake, Iterator<Variation>>

/**
 * The values that one mistake makes by its rare forms. Those that do not stand alone join the values of one mistake; of the others
 * there are thousands, so none is kept. Every form was left `pending`, or is made now; a form that is not rare was tried.
 */
export function* rareValues(
  space: ReadonlyArray<ReadonlyArray<Map<string, Value>>>,
  right: Draft,
  pending: Pending,
  attempts: Attempts,
): Generator<readonly [at: number, value: Value] | number, void, void> {
  const further = slots.flatMap((slot, at) =>
    [...(space[at]?.[0]?.values() ?? [])].slice(1).map(({ value }) => [slot, draftWith(right, slot, value)] as const),
  )
  for (const [slot, draft] of [[undefined, right] as const, ...further])
    for (const mistake of rareOrder) {
      if (slot !== undefined && !mistake.slots.includes(slot)) continue
      const forms = (slot === undefined ? pending.get(mistake) : undefined) ?? formsOf(mistake, draft, attempts)
      for (let step = forms.next(); step.done !== true; step = forms.next()) {
        const { detail, signed, rare } = step.value
        for (const changed of slot === undefined ? mistake.slots : [slot]) {
          const next = signed._tag === 'Draft' ? signed.change[changed] : undefined
          if (next === undefined) continue
          const at = slots.indexOf(changed)
          const value = valued(next, [[{ mistake, slot: changed, detail, rare }]])
          if (rare === undefined) yield workOfWriting * value.bytes.length
          else yield [at, value]
          if (rare === true) {
            const [known, one] = space[at] as readonly [Level, Map<string, Value>]
            const key = keyOf(next, attempts.hash)
            if (!known.has(key)) add(one, key, value)
          }
        }
      }
    }
}

function* resumed(first: Variation, forms: Iterator<Variation>): Generator<Variation, void, void> {
  yield first
  for (let step = forms.next(); step.done !== true; step = forms.next()) yield step.value
}

/** Which values nextLevel makes. */
export interface Filter {
  /** Those with these bytes; all if absent. */
  readonly only?: Bytes.Bytes | undefined
  /** Gets the rare forms, which are not made. */
  readonly pending?: Pending
}

/** The values that need one mistake more, by forms that are not rare. Yields the cost of each form. */
export function* nextLevel(
  slot: Slot,
  levels: Levels,
  right: Draft,
  attempts: Attempts,
  { only, pending }: Filter = {},
): Generator<number, Map<string, Value>, void> {
  const found = new Map<string, Value>()
  const mistakes = catalogue.filter((each) => each.slots.includes(slot) && !each.rarely)
  for (const { value, bytes, explanations } of levels.at(-1)?.values() ?? []) {
    // The decompressed body of a small request may be large.
    if (levels.length > 1 && bytes.length > maxBytes) continue
    // A rare form stands alone.
    if (explanations.every(isRare)) continue
    const draft = draftWith(right, slot, value)
    for (const mistake of mistakes) {
      const before = explanations.filter((steps) => mayFollow(steps, mistake))
      if (before.length === 0) continue
      const forms = formsOf(mistake, draft, attempts, only)
      let step = forms.next()
      for (; step.done !== true && step.value.rare === undefined; step = forms.next()) {
        const { detail, signed } = step.value
        const next = signed._tag === 'Draft' ? signed.change[slot] : undefined
        yield workOfForm + (next instanceof Uint8Array ? workOfWriting * next.length : 0)
        if (next === undefined) continue
        if (only !== undefined && !(hasBytes(next) && Bytes.Eq.equals(bytesOf(next), only))) continue
        const key = keyOf(next, attempts.hash)
        if (levels.some((level) => level.has(key))) continue
        const ways = before.map((steps) => [...steps, { mistake, slot, detail }])
        add(found, key, valued(next, ways))
      }
      // Of several slots the first one has all rare forms.
      if (value === right[slot] && slot === mistake.slots[0])
        pending?.set(mistake, step.done === true ? forms : resumed(step.value, forms))
    }
  }
  return found
}

const mayFollow = (steps: Explanation, { id, undoes }: Mistake): boolean =>
  !steps.some((step) => step.mistake.id === id || undoes.includes(step.mistake.id))

/** The same for the same mistakes, whatever their order. */
const causeOf = (ids: ReadonlyArray<string>): string => ids.toSorted().join()

/** The first explanation by each cause. */
export const distinct = (ways: ReadonlyArray<Explanation>): Array<Explanation> => {
  if (ways.length === 1) return [...ways]
  const byCause = new Map<string, Explanation>()
  for (const steps of ways) {
    const cause = causeOf(steps.map(({ mistake }) => mistake.id))
    if (!byCause.has(cause)) byCause.set(cause, steps)
  }
  if (byCause.size === 1) return [...byCause.values()]
  return [...byCause.values()].filter((steps) => !meansAnother(steps, byCause)).slice(0, maxWays)
}

/** Whether one of the other explanations differs only in an id that means the same and says less, or that says more than `vague`. */
const meansAnother = (steps: Explanation, byCause: ReadonlyMap<string, Explanation>): boolean => {
  const ids = steps.map(({ mistake }) => mistake.id)
  const isCause = (at: number, id: string): boolean => at >= 0 && byCause.has(causeOf(ids.with(at, id)))
  return (
    sameCause.some(([said, alsoLedTo]) => isCause(ids.indexOf(alsoLedTo), said)) ||
    catalogue.some(({ id }) => id !== vague && isCause(ids.indexOf(vague), id))
  )
}

/** Whether only mistakes of many forms, or their rare forms, lead to it. */
export const isWide = ({ explanations }: Value): boolean =>
  explanations.every((steps) => isRare(steps) || steps.some(({ mistake }) => mistake.wide))

/** Whether it holds one of many forms of a mistake. */
export const isRare = (steps: Explanation): boolean => steps.some(({ rare }) => rare !== undefined)

const keyOf = (value: Draft[Slot], hash: Hash): string =>
  typeof value === 'string' ? value : value instanceof Uint8Array ? hexOf(hash)('sha256', value) : keyOfObject(value)

/** Most layouts are those of every search. */
const keys = new WeakMap<object, string>()

const keyOfObject = (value: object): string => {
  const key = keys.get(value) ?? JSON.stringify(value)
  keys.set(value, key)
  return key
}
