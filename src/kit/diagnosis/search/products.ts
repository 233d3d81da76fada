/**
 * The choices that a search tries: one value of each slot, in every way to spread the mistakes over the slots.
 *
 * Two mistakes at once are, for example, one in the body and one in the target, or two in the body. A product is one such way: for
 * each slot the list of the values with its number of mistakes. `choicesOf` walks through all choices of a product.
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { memoized } from '../../values/memoized.ts'
import type { Draft } from '../Draft.ts'
import { isRare } from './Explanation.ts'
import { isWide, type Space, slots, type Value } from './values.ts'

/** For each slot, the values to choose from: a product of as many choices as the lengths multiplied. */
export type Product = ReadonlyArray<ReadonlyArray<Value>>

/**
 * Which ways to spread the mistakes over the slots. A value is wide if only mistakes of many forms lead to it.
 *
 *   all     every way
 *   shared  no slot has all mistakes, and no value is wide
 *   wide    no slot has all mistakes, and one value is wide
 *   rare    two wide values in two slots
 */
export type ProductKind = 'all' | 'shared' | 'wide' | 'rare'

/** The products of a kind, those with wide values last. Two wide values come together only where there is no third mistake. */
export function* productsOf(space: Space, mistakes: number, kind: ProductKind): Generator<Product> {
  if (kind !== 'rare') yield* productsOfOneWide(space, mistakes, kind)
  if (mistakes === 2 && (kind === 'all' || kind === 'rare')) yield* productsOfTwoWide(space)
}

/** The milliseconds of a clock that has whole seconds alone. */
const isWholeSeconds = ({ value }: Value): boolean => typeof value === 'string' && /^\d+000$/.test(value)

const isChoosable = (product: Product): boolean => product.every((slotValues) => slotValues.length > 0)

/**
 * Two wide values in different slots, all others right. The products with the fewest texts come first, for long lists hold the rarest
 * forms. The milliseconds of a timestamp are left out but for 000: they would be most of the texts.
 */
const productsOfTwoWide = (space: Space): ReadonlyArray<Product> => {
  const rightValues = space.map(([rightLevel]) => [...(rightLevel?.values() ?? [])])
  const isTried = (slotIndex: number, value: Value): boolean =>
    isWide(value) && (slots[slotIndex] !== 'timestamp' || value.explanations.some(isRare) || isWholeSeconds(value))
  const wideValues = space.map(([, level], slotIndex) =>
    [...(level?.values() ?? [])].filter((value) => isTried(slotIndex, value)),
  )
  const products: Array<Product> = []
  for (let a = 0; a < slots.length; a++)
    for (let b = a + 1; b < slots.length; b++) {
      const product = rightValues.with(a, wideValues[a] ?? []).with(b, wideValues[b] ?? [])
      if (isChoosable(product)) products.push(product)
    }
  return products.toSorted((a, b) => sizeOf(a) - sizeOf(b))
}

/** The products of at most one wide value. */
function* productsOfOneWide(space: Space, mistakes: number, kind: Exclude<ProductKind, 'rare'>): Generator<Product> {
  const valuesBySlot = space.map((levels) => levels.map((level) => [...level.values()]))
  const wideValues = valuesBySlot.map((levels) => levels.map((values) => values.filter(isWide)))
  const narrowValues = valuesBySlot.map((levels) => levels.map((values) => values.filter((value) => !isWide(value))))
  const spreads = spreadsOf(mistakes).filter((counts) => kind === 'all' || !counts.includes(mistakes))
  if (kind !== 'wide') {
    for (const counts of spreads) {
      const product = counts.map((count, slotIndex) => narrowValues[slotIndex]?.[count] ?? [])
      if (isChoosable(product)) yield product
    }
  }
  if (kind === 'shared') return
  for (const [wideIndex, levels] of wideValues.entries()) {
    if (levels.every((values) => values.length === 0)) continue
    // There are hundreds of rare bodies, and each takes long to hash.
    if (slots[wideIndex] === 'body' && mistakes > 2) continue
    for (const counts of spreads) {
      const product = counts.map(
        (count, slotIndex) => (slotIndex === wideIndex ? wideValues : narrowValues)[slotIndex]?.[count] ?? [],
      )
      if (isChoosable(product)) yield product
    }
  }
}

/** The ways to spread so many mistakes over the slots: for each slot, how many it has. */
const spreadsOf = memoized((mistakes: number) => sumsOf(mistakes, slots.length))

/** Every way to write `total` as a sum of `terms` numbers, in order. */
const sumsOf = (total: number, terms: number): ReadonlyArray<ReadonlyArray<number>> => {
  if (terms === 1) return [[total]]
  return Array.from({ length: total + 1 }, (_, term) =>
    sumsOf(total - term, terms - 1).map((otherTerms) => [term, ...otherTerms]),
  ).flat()
}

/** The number of choices of a product. */
export const sizeOf = (product: Product): number => product.reduce((size, slotValues) => size * slotValues.length, 1)

/** One value of each slot, in the order of `slots`. */
export type Choice = [
  body: Value,
  layout: Value,
  digested: Value,
  method: Value,
  target: Value,
  nonce: Value,
  timestamp: Value,
]

/**
 * The slots in the order in which their values change, the fastest first. A text is written from its end to its start, so the parts
 * at its start change fastest, and what follows them stays.
 */
const slotsByPace = (['method', 'target', 'timestamp', 'nonce', 'digested', 'layout', 'body'] as const).map((slot) =>
  slots.indexOf(slot),
)

/** A walk through the choices of a product. There are millions, so each step changes the same array. */
interface Walk {
  /** The first choice at the beginning. `advance` changes it to the next one. */
  readonly choice: Choice
  /** Goes to the next choice. False after the last one. */
  readonly advance: () => boolean
}

/** Every choice of one value from each list. */
export const choicesOf = (product: Product): Walk => {
  const indexes = slots.map(() => 0)
  const choice = product.map((slotValues) => slotValues[0]) as Choice
  const advance = (): boolean => {
    for (const slotIndex of slotsByPace) {
      const slotValues = product[slotIndex] as Product[number]
      const index = (indexes[slotIndex] as number) + 1
      const hasNext = index < slotValues.length
      indexes[slotIndex] = hasNext ? index : 0
      choice[slotIndex as 0] = slotValues[hasNext ? index : 0] as Value
      if (hasNext) return true
    }
    return false
  }
  return { choice, advance }
}

/** The same choices, each in an array of its own. */
export const everyChoice = (product: Product): ReadonlyArray<Choice> => {
  const { choice, advance } = choicesOf(product)
  const choices: Array<Choice> = []
  do choices.push([...choice])
  while (advance())
  return choices
}

/**
 * Whether a caller may have meant this layout for a request with this body. A layout without the body has one of two meanings: the
 * caller left a body out that it sent (`bodiless`), or nothing followed the last line feed, and the caller left that out.
 */
export const isMeant = ({ order, bodiless, bodied }: Draft['layout'], body: Bytes.Bytes): boolean => {
  if (bodied === true) return body.length > 0
  // The last piece is looked at first, for most layouts end with the body.
  if (bodiless === 'any' || order[order.length - 1] === 'body' || order.includes('body')) return true
  return bodiless === true ? body.length > 0 : body.length === 0
}

/** The draft of a choice. The members that no mistake changes are those of the right draft. */
export const draftFrom = (choice: Choice, rightDraft: Draft): Draft => ({
  ...rightDraft,
  ...Object.fromEntries(slots.map((slot, i) => [slot, choice[i as 0].value])),
})
