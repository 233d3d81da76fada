/**
 * The values that a search tries. A mistake changes one slot of a draft, so each slot has a list of values for each number of
 * mistakes. If several mistakes lead to one value, all are kept.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { type Hash, hexOf } from '../../../effects/Hash.ts'
import { catalogue } from '../catalogue.ts'
import type { Draft, Slot } from '../Draft.ts'
import type { Mistake, Rare } from '../Mistake.ts'
import { sameCause, vague } from './sameCause.ts'

export interface Step {
  readonly mistake: Mistake
  readonly detail: string
  /** By one of many forms of the mistake. */
  readonly rare?: Rare | undefined
}

/** Mistakes that together lead to a text. */
export type Explanation = ReadonlyArray<Step>

/** In the order in which choices are made of them. */
export const slots = ['body', 'layout', 'digested', 'method', 'target', 'nonce', 'timestamp'] as const

/** A value of one slot, and the mistakes that lead to it. */
export interface Candidate {
  readonly value: Draft[Slot]
  readonly explanations: ReadonlyArray<Explanation>
}

/** A value that is kept for the search; no other has the same key. */
export interface Value extends Candidate {
  /** Equal for equal values. */
  readonly key: string
  /** No two of the same mistakes. */
  readonly explanations: Array<Explanation>
}

/** By the number of mistakes. */
export type Levels = ReadonlyArray<ReadonlyArray<Value>>

/** By slot, then by the number of mistakes. */
export type Space = ReadonlyArray<Levels>

/** Nobody reads more. */
const maxWays = 12

const workOfMistake = 5000
/** Of each byte of a text that is written anew. */
export const workOfWriting = 50

export const firstLevel = (slot: Slot, expected: ReadonlyArray<Draft>, hash: Hash): ReadonlyArray<Value> => {
  const values = new Set(expected.map((draft) => draft[slot]))
  return [...values].map((value) => ({ value, key: keyOf(value, hash), explanations: [[]] }))
}

/** The slots that mistakes with rare forms change; those of which fewer or shorter texts are made come first. */
export const rareSlots: ReadonlyArray<Slot> = ['method', 'nonce', 'timestamp', 'target', 'body', 'layout']

/** Which values nextLevel makes. */
export interface Filter {
  /** Those with these bytes; all if absent. */
  readonly only?: Bytes.Bytes | undefined
  /** Those of one mistake, with those of its rare forms among them, which are left out otherwise. */
  readonly rarely?: boolean
  /** Of the rare forms also those that stand alone. */
  readonly alone?: boolean
}

/** The draft that a mistake in this slot changes. Layouts that depend on an empty body are left to the products. */
const draftWith = (right: Draft, slot: Slot, value: Draft[Slot]): Draft => ({
  ...right,
  ...(slot === 'layout' ? { body: Bytes.empty } : {}),
  [slot]: value,
})

/**
 * The values that one mistake makes by its rare forms, and the work on each of its other forms. There are thousands, so none is
 * kept or looked for among the others.
 */
export function* rareValues(
  slot: Slot,
  own: ReadonlyArray<Value>,
  right: Draft,
  hash: Hash,
): Generator<Candidate | number, void, void> {
  for (const { value } of own) {
    const draft = draftWith(right, slot, value)
    for (const mistake of catalogue.filter((each) => each.slots.includes(slot)))
      for (const { detail, signed, rare } of mistake.variations(draft, hash)) {
        const next = signed._tag === 'Draft' ? signed.change[slot] : undefined
        if (next === undefined) continue
        yield rare === undefined
          ? workOfWriting * sizeOf(next)
          : { value: next, explanations: [[{ mistake, detail, rare }]] }
      }
  }
}

/** Whether a value has these bytes. */
const withBytes = (bytes: Bytes.Bytes): ((value: Draft[Slot]) => boolean) => {
  const text = Bytes.toText(bytes)
  return (value) =>
    typeof value === 'string'
      ? E.isRight(text) && value === text.right
      : value instanceof Uint8Array && Bytes.Eq.equals(value, bytes)
}

/** The values that need one mistake more. Yields the cost of each mistake. */
export function* nextLevel(
  slot: Slot,
  levels: Levels,
  right: Draft,
  hash: Hash,
  { only, rarely = false, alone = false }: Filter = {},
): Generator<number, ReadonlyArray<Value>, void> {
  const [own = [], known = []] = rarely ? levels : [levels.at(-1)]
  const fewer = new Set((rarely ? own : levels.flat()).map(({ key }) => key))
  const found = new Map(known.map((value) => [value.key, { ...value, explanations: [...value.explanations] }]))
  const isWanted = only === undefined ? () => true : withBytes(only)
  const told = only === undefined ? undefined : known.find(({ value }) => isWanted(value))
  const toldCauses = new Set(told?.explanations.map(causeOf))
  const mistakes = catalogue.filter((each) => each.slots.includes(slot) && (rarely || !each.rarely))
  for (const { value, explanations } of own) {
    // A rare form stands alone.
    if (explanations.every(isRare)) continue
    const draft = draftWith(right, slot, value)
    for (const mistake of mistakes) {
      const before = explanations.filter(
        (steps) => mayFollow(steps, mistake) && !toldCauses.has(causeOf([...steps, { mistake }])),
      )
      if (before.length === 0) continue
      let [work, isTried] = [workOfMistake, false]
      for (const { detail, signed, rare } of mistake.variations(draft, hash, only)) {
        // Rare forms come last. A mistake that has no others costs nothing.
        if (rare !== undefined && !rarely) {
          if (!isTried) work = 0
          break
        }
        isTried = true
        if ((rare === undefined && rarely) || (rare === 'alone' && !alone)) continue
        const next = signed._tag === 'Draft' ? signed.change[slot] : undefined
        if (next === undefined) continue
        if (next instanceof Uint8Array) yield workOfWriting * next.length
        if (!isWanted(next)) continue
        const key = keyOf(next, hash)
        if (fewer.has(key)) continue
        const ways = before.map((steps) => [...steps, { mistake, detail, rare }])
        const known = found.get(key)
        if (known === undefined) found.set(key, { value: next, key, explanations: distinct(ways) })
        else known.explanations.splice(0, maxWays, ...distinct([...known.explanations, ...ways]))
      }
      yield work
    }
  }
  return [...found.values()]
}

const mayFollow = (steps: Explanation, { id, undoes }: Mistake): boolean =>
  !steps.some((step) => step.mistake.id === id || undoes.includes(step.mistake.id))

/** The same for the same mistakes, whatever their order. */
const causeOfIds = (ids: ReadonlyArray<string>): string => ids.toSorted().join()

const causeOf = (steps: ReadonlyArray<Pick<Step, 'mistake'>>): string =>
  causeOfIds(steps.map(({ mistake }) => mistake.id))

/** The first explanation by each cause. */
export const distinct = (ways: ReadonlyArray<Explanation>): Array<Explanation> => {
  const byCause = new Map<string, Explanation>()
  for (const steps of ways) {
    const cause = causeOf(steps)
    if (!byCause.has(cause)) byCause.set(cause, steps)
  }
  if (byCause.size === 1) return [...byCause.values()]
  return [...byCause.values()].filter((steps) => !meansAnother(steps, byCause)).slice(0, maxWays)
}

/** Whether one of the other explanations differs only in an id that means the same and says less, or that says more than `vague`. */
const meansAnother = (steps: Explanation, byCause: ReadonlyMap<string, Explanation>): boolean => {
  const ids = steps.map(({ mistake }) => mistake.id)
  const isCause = (at: number, id: string): boolean => at >= 0 && byCause.has(causeOfIds(ids.with(at, id)))
  return (
    sameCause.some(([said, alsoLedTo]) => isCause(ids.indexOf(alsoLedTo), said)) ||
    catalogue.some(({ id }) => id !== vague && isCause(ids.indexOf(vague), id))
  )
}

/** Whether only mistakes of many forms, or their rare forms, lead to it. */
export const isWide = ({ explanations }: Candidate): boolean =>
  explanations.every((steps) => isRare(steps) || steps.some(({ mistake }) => mistake.wide))

const sizeOf = (value: Draft[Slot]): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 0

const isRare = (steps: Explanation): boolean => steps.some(({ rare }) => rare !== undefined)

const keyOf = (value: Draft[Slot], hash: Hash): string =>
  typeof value === 'string' ? value : value instanceof Uint8Array ? hexOf(hash)('sha256', value) : keyOfObject(value)

/** Most layouts are those of every search. */
const keys = new WeakMap<object, string>()

const keyOfObject = (value: object): string => {
  const key = keys.get(value) ?? JSON.stringify(value)
  keys.set(value, key)
  return key
}
