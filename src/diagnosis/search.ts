/**
 * The search for what a caller signed: every text that up to three mistakes make of the right one, the fewest mistakes first,
 * until one meets what was recovered from the signature.
 *
 * A mistake changes one slot of a draft. So each slot has a short list of values for each number of mistakes, and the texts are
 * the products of these lists. If several mistakes lead to one value, all are kept.
 */
import * as Bytes from '../core/Bytes.ts'
import { assembler } from './assembler.ts'
import { catalogue } from './catalogue.ts'
import { type Draft, digestedOf, type Hash, type Mistake, mostRewritten, type Slot, textOf } from './Mistake.ts'
import { latin1 } from './Received.ts'
import type { Progress } from './Report.ts'

export interface Step {
  readonly mistake: Mistake
  readonly detail: string
}

/** Mistakes that together lead to a text. */
export type Explanation = ReadonlyArray<Step>

export interface Found {
  readonly draft: Draft
  /** Before the caller hashed it. */
  readonly text: Bytes.Bytes
  /** At least one, each of the fewest mistakes possible; without steps if nothing is wrong. */
  readonly explanations: ReadonlyArray<Explanation>
}

export interface Searched {
  readonly found?: Found
  readonly tried: number
  readonly work: number
  readonly complete: boolean
}

export interface Quest {
  /** What should have been signed: several drafts if the header leaves timestamp or nonce open. */
  readonly rights: readonly [Draft, ...ReadonlyArray<Draft>]
  readonly meets: (message: Bytes.Bytes) => boolean
  readonly hash: Hash
  /** How many mistakes at once. */
  readonly most: number
}

/** A body of more bytes gets no values for two mistakes and more, which would fill the memory. */
const mostBytes = 65_536

/** The cost of a text beside its bytes, and the work between two pauses: about nanoseconds with native hashing. */
const workOfText = 1000
const workOfMistake = 5000
const workOfWriting = 50
const pause = 1_000_000

const slots = ['body', 'layout', 'digested', 'method', 'target', 'nonce', 'timestamp'] as const
const timestamps = 6

/** A value of one slot, and the mistakes that lead to it. */
interface Value {
  readonly value: Draft[Slot]
  /** Equal for equal values. */
  readonly key: string
  readonly explanations: Array<Explanation>
  readonly wide: boolean
}

/** By slot, then by the number of mistakes. */
type Space = ReadonlyArray<Array<ReadonlyArray<Value>>>
type Lists = ReadonlyArray<ReadonlyArray<Value>>

/** Nobody reads more. */
const mostWays = 12

/**
 * The order of the search. Mistakes in different slots are the likeliest and need no new values, which take longer to make
 * than texts to try. The weights are the shares of time that were measured.
 */
const phases = [
  { mistakes: 0, which: 'all', weight: 0 },
  { mistakes: 1, which: 'all', weight: 1 },
  { mistakes: 2, which: 'shared', weight: 1 },
  { mistakes: 2, which: 'other', weight: 6 },
  { mistakes: 3, which: 'shared', weight: 12 },
  { mistakes: 3, which: 'other', weight: 80 },
] as const

const weightOf = (some: ReadonlyArray<{ readonly weight: number }>): number =>
  some.reduce((sum, { weight }) => sum + weight, 0)

/** Pauses about every millisecond, and ends when it is given `enough`. */
export function* search({ rights, meets, hash, most }: Quest): Generator<Progress, Searched, 'enough' | undefined> {
  const [right] = rights
  const assemble = assembler()
  const space: Space = slots.map((slot) => [firstLevel(slot, rights, hash)])
  let tried = 0
  let work = 0
  let paused = 0
  let complete = right.body.length <= mostRewritten

  const planned = phases.filter(({ mistakes }) => mistakes <= most)
  for (const [phase, { mistakes, which, weight }] of planned.entries()) {
    const shareAt = (part: number): number => (weightOf(planned.slice(0, phase)) + weight * part) / weightOf(planned)
    for (const [i, slot] of which === 'shared' || mistakes === 0 ? [] : slots.entries()) {
      const below = space[i] as Space[number]
      if (slot === 'body' && mistakes > 1 && right.body.length > mostBytes) {
        below.push([])
        complete = false
        continue
      }
      const level = nextLevel(slot, below, right, hash)
      let step = level.next()
      while (step.done !== true) {
        work += step.value
        if ((yield { tried, work, mistakes, share: shareAt(0) }) === 'enough') return { tried, work, complete: false }
        step = level.next()
      }
      below.push(step.value)
    }
    const products = [...productsOf(space, mistakes, which)]
    const total = products.reduce((sum, lists) => sum + sizeOf(lists), 0)
    const before = tried
    for (const lists of products) {
      for (const choice of choicesOf(lists)) {
        const draft = draftFrom(choice, right)
        const text = assemble(draft)
        tried++
        work += workOfText + text.length * (1 + draft.digested.length)
        if (meets(digestedOf(text, draft.digested, hash))) {
          const own = text.slice()
          const explanations = explain(space, right, draft, own, mistakes)
          return { found: { draft, text: own, explanations }, tried, work, complete: true }
        }
        if (work - paused > pause) {
          paused = work
          const share = shareAt((tried - before) / total)
          if ((yield { tried, work, mistakes, share }) === 'enough') return { tried, work, complete: false }
        }
      }
    }
  }
  return { tried, work, complete }
}

const firstLevel = (slot: Slot, rights: Quest['rights'], hash: Hash): ReadonlyArray<Value> => {
  const values = new Set(rights.map((right) => right[slot]))
  return [...values].map((value) => ({ value, key: keyOf(value, hash), explanations: [[]], wide: false }))
}

/** The values that need one mistake more. Yields the cost of each mistake. */
function* nextLevel(
  slot: Slot,
  levels: Lists,
  right: Draft,
  hash: Hash,
): Generator<number, ReadonlyArray<Value>, void> {
  const fewer = new Set(levels.flat().map(({ key }) => key))
  const found = new Map<string, Value>()
  for (const { value, explanations } of levels.at(-1) ?? []) {
    // Layouts that depend on an empty body are left to the products.
    const draft: Draft = { ...right, ...(slot === 'layout' ? { body: Bytes.empty } : {}), [slot]: value }
    for (const mistake of catalogue.filter(({ slots: own }) => own.includes(slot))) {
      const before = explanations.filter((steps) => mayFollow(steps, mistake))
      if (before.length === 0) continue
      for (const { detail, signed } of mistake.variations(draft, hash)) {
        const next = signed._tag === 'Draft' ? signed.change[slot] : undefined
        if (next === undefined) continue
        if (next instanceof Uint8Array) yield workOfWriting * next.length
        const key = keyOf(next, hash)
        if (fewer.has(key)) continue
        const ways = before.map((steps) => [...steps, { mistake, detail }])
        const known = found.get(key)
        if (known === undefined) found.set(key, { value: next, key, explanations: ways, wide: ways.every(isWide) })
        else if (!mistake.vague && known.explanations.length < mostWays) known.explanations.push(...ways)
      }
      yield workOfMistake
    }
  }
  return [...found.values()]
}

const mayFollow = (steps: Explanation, { id, undoes }: Mistake): boolean =>
  !steps.some((step) => step.mistake.id === id || undoes.includes(step.mistake.id))

const isWide = (steps: Explanation): boolean => steps.some(({ mistake }) => mistake.wide)

const keyOf = (value: Draft[Slot], hash: Hash): string =>
  typeof value === 'string'
    ? value
    : value instanceof Uint8Array
      ? Bytes.toHex(hash('sha256', value))
      : JSON.stringify(value)

/** The beginning of a text that is the same in every encoding. */
const asciiStart = (text: string): string => /^[^\u0080-\uffff]*/.exec(text)?.[0] ?? ''

/** The bytes of either end that are looked for, because many values are large. */
const ends = 16

const mayHold = (whole: string, bytes: Bytes.Bytes): boolean =>
  bytes.length <= whole.length &&
  whole.includes(latin1(bytes.subarray(0, ends))) &&
  whole.includes(latin1(bytes.subarray(-ends)))

/**
 * The lists of values for each way to spread the mistakes over the slots, the wide ones last. `shared`: no slot has all the
 * mistakes, and none is wide.
 */
function* productsOf(space: Space, mistakes: number, which: 'all' | 'shared' | 'other'): Generator<Lists> {
  for (const wide of [false, true]) {
    for (const counts of spread(mistakes, space.length)) {
      const isShared = !wide && !counts.includes(mistakes)
      if (which !== 'all' && isShared !== (which === 'shared')) continue
      const lists = counts.map((count, i) => {
        const list = space[i]?.[count] ?? []
        return i === timestamps ? list.filter((value) => value.wide === wide) : list
      })
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

const sizeOf = (lists: Lists): number => lists.reduce((size, list) => size * list.length, 1)

/** One value of each slot, in their order. */
type Choice = readonly [Value, Value, Value, Value, Value, Value, Value]

/** Every choice of one value from each list, the timestamps innermost. */
function* choicesOf(lists: Lists): Generator<Choice> {
  const [bodies = [], layouts = [], digests = [], methods = [], targets = [], nonces = [], times = []] = lists
  for (const body of bodies)
    for (const layout of layouts) {
      // Callers leave the last line feed out because nothing follows it, or together with the body.
      const { order, bodiless } = layout.value as Draft['layout']
      const isEmpty = (body.value as Bytes.Bytes).length === 0
      if (!order.includes('body') && isEmpty === (bodiless === true)) continue
      for (const digested of digests)
        for (const method of methods)
          for (const target of targets)
            for (const nonce of nonces)
              for (const timestamp of times) yield [body, layout, digested, method, target, nonce, timestamp]
    }
}

const draftFrom = (
  [body, layout, digested, method, target, nonce, timestamp]: Choice,
  { sent, appId, host, url, decoded, file }: Draft,
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
  decoded,
  file,
  layout: layout.value as Draft['layout'],
  digested: digested.value as Draft['digested'],
})

/** All explanations of a text that was found, with as many mistakes. */
const explain = (
  space: Space,
  right: Draft,
  { digested }: Draft,
  text: Bytes.Bytes,
  mistakes: number,
): ReadonlyArray<Explanation> => {
  const whole = latin1(text)
  const form = JSON.stringify(digested)
  // Only values that the text may contain can have led to it.
  const near = space.map((levels, i) =>
    levels.map((values, count) =>
      values.filter(({ value, key }) => {
        if (slots[i] === 'digested') return key === form
        if (slots[i] === 'layout' || count === 0) return true
        return value instanceof Uint8Array ? mayHold(whole, value) : whole.includes(asciiStart(value as string))
      }),
    ),
  )
  const ways: Array<Explanation> = []
  const seen = new Set<string>()
  for (const lists of productsOf(near, mistakes, 'all')) {
    for (const choice of choicesOf(lists)) {
      if (!Bytes.Eq.equals(textOf(draftFrom(choice, right)), text)) continue
      for (const way of waysOf(choice)) {
        const ids = way
          .map(({ mistake }) => mistake.id)
          .toSorted()
          .join()
        if (seen.has(ids) || ways.length === mostWays) continue
        seen.add(ids)
        ways.push(way)
      }
    }
  }
  return ways
}

/** One explanation of each value, joined, in every way. */
const waysOf = (choice: Choice): ReadonlyArray<Explanation> =>
  choice.reduce<ReadonlyArray<Explanation>>(
    (ways, { explanations }) => ways.flatMap((way) => explanations.map((steps) => [...way, ...steps])),
    [[]],
  )
