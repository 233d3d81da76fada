/**
 * The search for what a caller signed: every text that no mistake, one, two or three make of the right one, the fewest
 * first, until one meets what was recovered from the signature.
 *
 * A mistake changes one slot of a draft. So each slot has short lists of values, one for each number of mistakes, and the
 * texts are the products of these lists. Where several mistakes lead to the same value they are kept side by side.
 */
import * as Bytes from '../core/Bytes.ts'
import { assembler } from './assembler.ts'
import { catalogue } from './catalogue.ts'
import { binary, type Draft, digestedOf, type Hash, type Mistake, mostRewritten, type Slot, textOf } from './Mistake.ts'
import type { Progress } from './Report.ts'

export interface Step {
  readonly mistake: Mistake
  readonly detail: string
}

/** Mistakes that together make one text of another. */
export type Explanation = ReadonlyArray<Step>

export interface Found {
  readonly draft: Draft
  /** Before any hashing of the caller's own. */
  readonly text: Bytes.Bytes
  /** Each of as few mistakes as are needed: at least one explanation, and one without steps if nothing is wrong. */
  readonly explanations: ReadonlyArray<Explanation>
}

export interface Searched {
  readonly found?: Found
  readonly tried: number
  readonly work: number
  /** Whether everything was tried. */
  readonly complete: boolean
}

export interface Quest {
  /** The right text: one draft, or several where the header leaves timestamp or nonce open. */
  readonly rights: readonly [Draft, ...ReadonlyArray<Draft>]
  readonly meets: (message: Bytes.Bytes) => boolean
  readonly hash: Hash
  /** How many mistakes at once. */
  readonly most: number
}

/** Bytes of a body of which the values for two mistakes and more would fill the memory. */
const mostBytes = 65_536

/** What a text costs beside its bytes, and after how much to pause: about nanoseconds, where hashing is native. */
const workOfText = 1000
const workOfMistake = 5000
const workOfWriting = 50
const pause = 1_000_000

const slots = ['body', 'layout', 'digested', 'method', 'target', 'nonce', 'timestamp'] as const
const timestamps = 6

/** A value of one slot, and how one comes to it. */
interface Value {
  readonly value: Draft[Slot]
  /** The same for the same value. */
  readonly key: string
  readonly explanations: Array<Explanation>
  readonly wide: boolean
}

/** By slot, then by the number of mistakes. */
type Space = ReadonlyArray<Array<ReadonlyArray<Value>>>
type Lists = ReadonlyArray<ReadonlyArray<Value>>

/** More ways to one text than anyone reads. */
const mostWays = 12

/** Searches; pauses about every millisecond, and ends when it is told that this is enough. */
export function* search({ rights, meets, hash, most }: Quest): Generator<Progress, Searched, 'enough' | undefined> {
  const [right] = rights
  const assemble = assembler()
  const space: Space = slots.map((slot) => [firstLevel(slot, rights, hash)])
  let tried = 0
  let work = 0
  let paused = 0
  let complete = right.body.length <= mostRewritten

  for (let mistakes = 0; mistakes <= most; mistakes++) {
    // Mistakes of different slots need no new values, and are the likeliest; to make these takes longer than to try those.
    for (const which of mistakes < 2 ? (['all'] as const) : (['shared', 'other'] as const)) {
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
          if ((yield { tried, work, mistakes, share: 0 }) === 'enough') return { tried, work, complete: false }
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
            const share = (tried - before) / total
            if ((yield { tried, work, mistakes, share }) === 'enough') return { tried, work, complete: false }
          }
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

/** The values that one mistake more leads to, without those that fewer lead to. Tells what each mistake has cost. */
function* nextLevel(
  slot: Slot,
  levels: Lists,
  right: Draft,
  hash: Hash,
): Generator<number, ReadonlyArray<Value>, void> {
  const fewer = new Set(levels.flat().map(({ key }) => key))
  const found = new Map<string, Value>()
  for (const { value, explanations } of levels.at(-1) ?? []) {
    // What depends on an empty body is left to the products.
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

/** As much of a text as is the same in every encoding. */
const asciiStart = (text: string): string => /^[^\u0080-\uffff]*/.exec(text)?.[0] ?? ''

/** How much of either end is looked for, where many values are large. */
const ends = 16

const mayHold = (whole: string, bytes: Bytes.Bytes): boolean =>
  bytes.length <= whole.length &&
  whole.includes(binary(bytes.subarray(0, ends))) &&
  whole.includes(binary(bytes.subarray(-ends)))

/**
 * For each way to spread so many mistakes over the slots, the lists of values; what has a thousand forms comes last. `shared`
 * are those that leave no slot all the mistakes, and have no thousand forms.
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
      // The last line feed is left out because nothing follows it, or together with what follows it.
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

/** All that leads to a text that has been found, with as many mistakes. */
const explain = (
  space: Space,
  right: Draft,
  { digested }: Draft,
  text: Bytes.Bytes,
  mistakes: number,
): ReadonlyArray<Explanation> => {
  const whole = binary(text)
  const form = JSON.stringify(digested)
  // Only what may stand in the text can have led to it, but for what is left out: that is as it should be.
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
