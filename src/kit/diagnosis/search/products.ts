/**
 * The drafts that a search tries: one value of each slot, in every way to spread the mistakes over the slots.
 */
import type * as Bytes from '../../../core/Bytes.ts'
import type { Draft } from '../Draft.ts'
import { type Candidate, isWide, type Levels, type Space, slots } from './values.ts'

export type Which = 'all' | 'shared' | 'other'

/**
 * The lists of values for each way to spread the mistakes over the slots, the wide ones last, and never two of these
 * together. `shared`: no slot has all the mistakes, and none is wide.
 */
export function* productsOf(space: Space, mistakes: number, which: Which): Generator<Levels> {
  const wide = space.map((levels) => levels.map((list) => list.filter(isWide)))
  const narrow = space.map((levels) => levels.map((list) => list.filter((value) => !isWide(value))))
  const everyCounts = spread(mistakes, space.length)
  for (const wideAt of [undefined, ...wide.keys()]) {
    if (wideAt !== undefined && (wide[wideAt] as Levels).every((list) => list.length === 0)) continue
    for (const counts of everyCounts) {
      // There are hundreds of rare bodies, and each takes long to hash.
      if (wideAt !== undefined && slots[wideAt] === 'body' && mistakes > 2) continue
      const isShared = wideAt === undefined && !counts.includes(mistakes)
      if ((which === 'shared' || which === 'other') && isShared !== (which === 'shared')) continue
      const lists = counts.map((count, i) => (i === wideAt ? wide : narrow)[i]?.[count] ?? [])
      if (lists.every((list) => list.length > 0)) yield lists
    }
  }
}

/** Every way to write `total` as a sum of `terms` numbers, in order. */
const spread = (total: number, terms: number): ReadonlyArray<ReadonlyArray<number>> =>
  terms === 1
    ? [[total]]
    : Array.from({ length: total + 1 }, (_, first) =>
        spread(total - first, terms - 1).map((rest) => [first, ...rest]),
      ).flat()

export const sizeOf = (lists: Levels): number => lists.reduce((size, list) => size * list.length, 1)

/** One value of each slot, in their order. */
export type Choice = readonly [Candidate, Candidate, Candidate, Candidate, Candidate, Candidate, Candidate]

/** Every choice of one value from each list: the parts that stand left in a text innermost, which is written to the left. */
export function* choicesOf(lists: ReadonlyArray<ReadonlyArray<Candidate>>): Generator<Choice> {
  const [bodies = [], layouts = [], digests = [], methods = [], targets = [], nonces = [], times = []] = lists
  for (const body of bodies)
    for (const layout of layouts) {
      if (!isMeant(layout.value as Draft['layout'], body.value as Bytes.Bytes)) continue
      for (const digested of digests)
        for (const nonce of nonces)
          for (const timestamp of times)
            for (const target of targets)
              for (const method of methods) yield [body, layout, digested, method, target, nonce, timestamp]
    }
}

/** Callers leave the last line feed out because nothing follows it, or together with the body. */
const isMeant = ({ order, bodiless }: Draft['layout'], body: Bytes.Bytes): boolean =>
  order.includes('body') || bodiless === 'any' || (body.length === 0) !== (bodiless === true)

/** The draft of a choice; what no mistake changes is that of the right one. */
export const draftFrom = (
  [body, layout, digested, method, target, nonce, timestamp]: Choice,
  { sent, appId, host, url, paths, decoded, file }: Draft,
): Draft => ({
  method: method.value as string,
  target: target.value as string,
  timestamp: timestamp.value as string,
  nonce: nonce.value as string,
  body: body.value as Bytes.Bytes,
  sent,
  appId,
  host,
  url,
  paths,
  decoded,
  file,
  layout: layout.value as Draft['layout'],
  digested: digested.value as Draft['digested'],
})
