/**
 * The choices that a search tries: one value of each slot, in every way to spread the mistakes over the slots.
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { memoized } from '../../values/memoized.ts'
import type { Draft } from '../Draft.ts'
import { isRare, isWide, type Space, slots, type Value } from './values.ts'

/** Of each slot, the values to choose from. */
export type Lists = ReadonlyArray<ReadonlyArray<Value>>

/**
 * Of ways to spread mistakes over the slots, those in which no slot has all: `wide` if one of the values is wide, `rare` if both of
 * two are.
 */
export type Which = 'all' | 'shared' | 'wide' | 'rare'

/**
 * The lists of values for each way to spread the mistakes over the slots, the wide ones last; two of these are only together where
 * there is no third mistake.
 */
export function* productsOf(space: Space, mistakes: number, which: Which): Generator<Lists> {
  if (which !== 'rare') yield* oneWide(space, mistakes, which)
  if (mistakes === 2 && (which === 'all' || which === 'rare')) yield* twoWide(space)
}

/**
 * Two wide values in different slots, all others right: the fewest texts first, for long lists hold the rarest forms. The thousand
 * milliseconds are left out: they would be most of the texts.
 */
const twoWide = (space: Space): ReadonlyArray<Lists> => {
  const right = space.map(([level]) => [...(level?.values() ?? [])])
  const isTried = (slot: number, value: Value): boolean =>
    isWide(value) && (slots[slot] !== 'timestamp' || value.explanations.some(isRare))
  const wide = space.map(([, level], i) => [...(level?.values() ?? [])].filter((value) => isTried(i, value)))
  return slots
    .flatMap((_, a) => slots.flatMap((__, b) => (a < b ? [[a, b] as const] : [])))
    .map(([a, b]) => right.with(a, wide[a] ?? []).with(b, wide[b] ?? []))
    .filter((lists) => lists.every((list) => list.length > 0))
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))
}

function* oneWide(space: Space, mistakes: number, which: Exclude<Which, 'rare'>): Generator<Lists> {
  const all = space.map((levels) => levels.map((level) => [...level.values()]))
  const wide = all.map((levels) => levels.map((list) => list.filter(isWide)))
  const narrow = all.map((levels) => levels.map((list) => list.filter((value) => !isWide(value))))
  const everyCounts = countsOf(mistakes)
  for (const wideAt of [undefined, ...wide.keys()]) {
    if (wideAt !== undefined && wide[wideAt]?.every((list) => list.length === 0)) continue
    for (const counts of everyCounts) {
      // There are hundreds of rare bodies, and each takes long to hash.
      if (wideAt !== undefined && slots[wideAt] === 'body' && mistakes > 2) continue
      if (which !== 'all' && (counts.includes(mistakes) || (wideAt !== undefined) !== (which === 'wide'))) continue
      const lists = counts.map((count, i) => (i === wideAt ? wide : narrow)[i]?.[count] ?? [])
      if (lists.every((list) => list.length > 0)) yield lists
    }
  }
}

/** In how many ways so many mistakes are spread over the slots. */
const countsOf = memoized((mistakes: number) => spread(mistakes, slots.length))

/** Every way to write `total` as a sum of `terms` numbers, in order. */
const spread = (total: number, terms: number): ReadonlyArray<ReadonlyArray<number>> =>
  terms === 1
    ? [[total]]
    : Array.from({ length: total + 1 }, (_, first) =>
        spread(total - first, terms - 1).map((rest) => [first, ...rest]),
      ).flat()

export const sizeOf = (lists: Lists): number => lists.reduce((size, list) => size * list.length, 1)

/** One value of each slot, in their order. */
export type Choice = [body: Value, layout: Value, digested: Value, Value, target: Value, nonce: Value, time: Value]

/** The slots in the order in which their values change: the parts that stand left in a text first, for it is written to the left. */
const turns = (['method', 'target', 'timestamp', 'nonce', 'digested', 'layout', 'body'] as const).map((slot) =>
  slots.indexOf(slot),
)

/** Every choice of one value from each list. There are millions, so it is the same array each time. */
export const choicesOf = (lists: Lists): { readonly choice: Choice; readonly next: () => boolean } => {
  const at = slots.map(() => 0)
  const choice = lists.map(([first]) => first) as Choice
  const next = (): boolean => {
    for (const slot of turns) {
      const list = lists[slot] as Lists[number]
      const i = (at[slot] as number) + 1
      at[slot] = i < list.length ? i : 0
      choice[slot as 0] = list[i < list.length ? i : 0] as Value
      if (i < list.length) return true
    }
    return false
  }
  return { choice, next }
}

/** The same, each in an array of its own. */
export const everyChoice = (lists: Lists): ReadonlyArray<Choice> => {
  const { choice, next } = choicesOf(lists)
  const all: Array<Choice> = []
  do all.push([...choice])
  while (next())
  return all
}

/** Callers leave the last line feed out because nothing follows it, or together with the body. */
export const isMeant = ({ order, bodiless, bodied }: Draft['layout'], body: Bytes.Bytes): boolean =>
  bodied === true
    ? body.length > 0
    : bodiless === 'any' || order.includes('body') || (body.length === 0) !== (bodiless === true)

/** The draft of a choice; what no mistake changes is that of the right one. */
export const draftFrom = (choice: Choice, right: Draft): Draft => ({
  ...right,
  ...Object.fromEntries(slots.map((slot, i) => [slot, choice[i as 0].value])),
})
