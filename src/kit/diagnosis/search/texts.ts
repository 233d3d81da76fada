/**
 * The texts of a search: one value of each slot, in every way to spread the mistakes over the slots. They are written into one
 * buffer, because a search tries millions: what stands in front of the body ends where the body begins, so a change rewrites
 * only the changed part and what is left of it.
 */
import * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { type Draft, type Frame, frameOf, type Layout, type Slot, textOf } from '../Draft.ts'
import { utf8 } from '../forms/charsets.ts'
import { type Candidate, type Filter, isWide, type Levels, rareSlots, rareValues, type Space, slots } from './values.ts'

export type Which = 'all' | 'shared' | 'other'

/** A list of values for each slot. */
export type Lists = ReadonlyArray<ReadonlyArray<Candidate>>

/** One value of each slot, in their order. */
export type Choice = ReadonlyArray<Candidate>

/**
 * The lists of values for each way to spread the mistakes over the slots, the wide ones last, and never two of these
 * together. `shared`: no slot has all the mistakes, and none is wide.
 */
export function* productsOf(space: Space, mistakes: number, which: Which): Generator<Lists> {
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

/**
 * One value by a rare form, and all others right; or the work on a form that is not rare. Asks for the filter of a slot when it
 * comes to it, and leaves out those without.
 */
export function* rareLists(
  space: Space,
  right: Draft,
  hash: Hash,
  filterOf: (slot: Slot) => Filter | undefined,
): Generator<Lists | number, void, void> {
  const own: Lists = space.map(([values = []]) => values)
  for (const slot of rareSlots) {
    const filter = filterOf(slot)
    if (filter === undefined) continue
    const at = slots.indexOf(slot)
    for (const value of rareValues(slot, space[at]?.[0] ?? [], right, hash, filter.only))
      yield typeof value === 'number' ? value : own.with(at, [value])
  }
}

/** Every way to write `total` as a sum of `terms` numbers, in order. */
const spread = (total: number, terms: number): ReadonlyArray<ReadonlyArray<number>> =>
  terms === 1
    ? [[total]]
    : Array.from({ length: total + 1 }, (_, first) =>
        spread(total - first, terms - 1).map((rest) => [first, ...rest]),
      ).flat()

export const sizeOf = (lists: Lists): number => lists.reduce((size, list) => size * list.length, 1)

/** Callers leave the last line feed out because nothing follows it, or together with the body. */
const isMeant = ({ order, bodiless }: Layout, body: Bytes.Bytes): boolean =>
  order.includes('body') || bodiless === 'any' || (body.length === 0) !== (bodiless === true)

/** The draft of a choice; what no mistake changes is that of the right one. */
const draftFrom = (choice: Choice, right: Draft): Draft => ({
  ...right,
  ...Object.fromEntries(choice.map(({ value }, i) => [slots[i], value])),
})

/** A longer piece is copied by the platform. */
const short = 48

/** What stands between the values of a text at most. */
const room = 4096

const [bodyAt, layoutAt, digestedAt] = [0, 1, 2]

const longest = (list: ReadonlyArray<Candidate>): number =>
  list.reduce((most, { bytes }) => Math.max(most, bytes.length), 0)

export interface Texts {
  /** From now on the texts of these lists. */
  readonly open: (lists: Lists) => void
  /** The next text, which the one behind it overwrites; undefined behind the last. */
  readonly next: () => Bytes.Bytes | undefined
  /** Whether the text took long to write, as in Base64. */
  readonly isRewritten: () => boolean
  /** What the last text was made of. */
  readonly digested: () => Draft['digested']
  readonly choice: () => Choice
  readonly draft: () => Draft
}

export const texts = (right: Draft): Texts => {
  const appId = utf8(right.appId)
  let lists: Lists = []
  /** The digits of an odometer, by slot. */
  const at = new Int32Array(slots.length)
  let isOver = true
  let isFirst = true

  let buffer = new Uint8Array(0)
  /** Where the body begins. */
  let middle = 0
  let body: Bytes.Bytes | undefined
  let frame: Frame | undefined
  /** By piece of the layout, its slot; -1 for the app id. */
  let slotOf: ReadonlyArray<number> = []
  /** How many pieces stand in front of the body. */
  let ahead = 0
  /** Where each piece in front of the body begins, with what stands before it; at last, where the body begins. */
  const starts = new Int32Array(8)
  let end = 0
  /** Views of the buffer that end at `end`, by their start: a new one takes longer than to write a text. */
  let views: Array<Bytes.Bytes> = []

  const open: Texts['open'] = (given) => {
    lists = given
    at.fill(0)
    isOver = given.some((list) => list.length === 0)
    isFirst = true
    frame = undefined
    // A piece may stand on either side of the body.
    const head = room + given.reduce((sum, list, i) => (i > digestedAt ? sum + longest(list) : sum), appId.length)
    const size = 2 * head + longest(given[bodyAt] ?? [])
    if (middle >= head && buffer.length - middle >= size - head) return
    // Rare bodies are a little longer, one after the other.
    middle = 2 * head
    buffer = new Uint8Array(2 * middle + 2 * size)
    body = undefined
    views = []
  }

  const put = (bytes: Bytes.Bytes, to: number): void => {
    if (bytes.length > short) buffer.set(bytes, to)
    else for (let i = 0; i < bytes.length; i++) buffer[to + i] = bytes[i] as number
  }

  const pieceAt = (i: number): Bytes.Bytes => {
    const slot = slotOf[i] as number
    return slot < 0 ? appId : current(slot).bytes
  }

  /** Writes the pieces in front of the body, from this one to the left. */
  const writeHead = (from: number, { before }: Frame): void => {
    for (let i = from; i >= 0; i--) {
      const [value, mark] = [pieceAt(i), before[i] as Bytes.Bytes]
      const to = (starts[i + 1] as number) - value.length
      put(value, to)
      put(mark, to - mark.length)
      starts[i] = to - mark.length
    }
  }

  /** Writes the body with all that stands behind it. */
  const writeTail = ({ before, end: last }: Frame): void => {
    let to = middle
    for (let i = ahead; i < slotOf.length; i++) {
      const value = pieceAt(i)
      if (i > ahead) {
        put(before[i] as Bytes.Bytes, to)
        to += (before[i] as Bytes.Bytes).length
      }
      if (i > ahead || value !== body) put(value, to)
      if (i === ahead) body = value
      to += value.length
    }
    if (ahead === slotOf.length && last.length > 0) body = undefined
    put(last, to)
    to += last.length
    if (to !== end) views = []
    end = to
  }

  const layout = (): Layout => (lists[layoutAt] as Lists[number])[at[layoutAt] as number]?.value as Layout
  const current = (slot: number): Candidate => (lists[slot] as Lists[number])[at[slot] as number] as Candidate
  const choice = (): Choice => lists.map((_, slot) => current(slot))
  const draft = (): Draft => draftFrom(choice(), right)
  const isRewritten = (): boolean => frame === undefined

  /** The first text of a body and a layout; undefined if nobody means the two together. */
  const begin = (): Bytes.Bytes | undefined => {
    const made = layout()
    if (!isMeant(made, current(bodyAt).bytes)) return undefined
    frame = undefined
    if (made.pieces !== undefined || made.whole !== undefined) return textOf(draft())
    frame = frameOf(made)
    slotOf = made.order.map((piece) => slots.indexOf(piece as 'nonce'))
    ahead = made.order.includes('body') ? made.order.indexOf('body') : slotOf.length
    const mark = frame.before[ahead] ?? Bytes.empty
    starts[ahead] = middle - mark.length
    put(mark, middle - mark.length)
    writeTail(frame)
    writeHead(ahead - 1, frame)
    return written()
  }

  const written = (): Bytes.Bytes => {
    // The mark of the body stands in front of the body, also where no piece does.
    const start = starts[0] as number
    const view = views[start]
    if (view !== undefined) return view
    const made = buffer.subarray(start, end)
    views[start] = made
    return made
  }

  /** Turns one digit; whether it came round. */
  const turn = (slot: number): boolean => {
    const next = (at[slot] as number) + 1
    at[slot] = next < (lists[slot] as Lists[number]).length ? next : 0
    return at[slot] === 0
  }

  const next: Texts['next'] = () => {
    if (isOver) return undefined
    if (isFirst) isFirst = false
    else {
      // The pieces in front of the body turn from the left, then all others.
      for (let i = 0; i < (frame === undefined ? 0 : ahead); i++) {
        const slot = slotOf[i] as number
        if (slot >= 0 && !turn(slot)) {
          writeHead(i, frame as Frame)
          return written()
        }
      }
      if (turnOthers()) return undefined
    }
    let text = begin()
    while (text === undefined) {
      // No other value of another slot makes the two meant.
      at.fill(0, digestedAt)
      if (turn(layoutAt) && turn(bodyAt)) {
        isOver = true
        return undefined
      }
      text = begin()
    }
    return text
  }

  /** Turns the next digit that stands in no piece in front of the body; whether all came round. */
  const turnOthers = (): boolean => {
    for (let slot = slots.length - 1; slot >= 0; slot--) {
      const place = frame === undefined ? -1 : slotOf.indexOf(slot)
      if ((place < 0 || place >= ahead) && !turn(slot)) return false
    }
    isOver = true
    return true
  }

  return { open, next, isRewritten, digested: () => current(digestedAt).value as Draft['digested'], choice, draft }
}
