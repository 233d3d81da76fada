/**
 * The search for what a caller signed: every text that up to three mistakes make of the right one, the fewest mistakes first,
 * until one meets what was recovered from the signature.
 */

import type * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { type Draft, digestedOf, maxRewritten, type Slot } from '../Draft.ts'
import type { Progress } from '../Report.ts'
import { assembler } from './assembler.ts'
import { completed, explanationsOf, type Match } from './explain.ts'
import { type Choice, choicesOf, draftFrom, productsOf, sizeOf } from './products.ts'
import {
  type Candidate,
  type Explanation,
  firstLevel,
  type Levels,
  nextLevel,
  rareSlots,
  rareValues,
  type Space,
  slots,
  workOfWriting,
} from './values.ts'

export interface Found {
  readonly draft: Draft
  /** Before the caller hashed it. */
  readonly text: Bytes.Bytes
  /** At least one, each of the fewest mistakes possible; without steps if nothing is wrong. */
  readonly explanations: ReadonlyArray<Explanation>
  /** Whether every explanation by as few mistakes was looked for. */
  readonly exhaustive: boolean
}

type Excluded = Readonly<Record<Slot, number>>

export interface Searched {
  readonly found?: Found
  readonly tried: number
  /** How many other values of each slot were tried with all others right; undefined if not all of one mistake were. */
  readonly values?: Excluded | undefined
  readonly complete: boolean
}

export interface Query {
  /** What should have been signed: several drafts if the header leaves timestamp or nonce open. */
  readonly expected: readonly [Draft, ...ReadonlyArray<Draft>]
  readonly meets: (message: Bytes.Bytes) => boolean
  readonly hash: Hash
  /** How many mistakes at once. */
  readonly maxMistakes: number
}

/** A body of more bytes gets no values for two mistakes and more, which would fill the memory. */
const maxBytes = 65_536

/** The cost of a text beside its bytes, and the work between two pauses: about nanoseconds with native hashing. */
const workOfText = 1000
const pause = 1_000_000

/**
 * The order of the search. Mistakes in different slots are the likeliest and need no new values, which take longer to make
 * than texts to try. `makes`: the values that are made before, those of one mistake more or the rare ones of one mistake.
 * The weights are the shares of time that were measured.
 */
const phases = [
  { mistakes: 0, which: 'all', makes: 'none', weight: 0 },
  { mistakes: 1, which: 'all', makes: 'next', weight: 1 },
  { mistakes: 1, which: 'rare', makes: 'none', weight: 2 },
  { mistakes: 2, which: 'shared', makes: 'rare', weight: 1 },
  { mistakes: 2, which: 'other', makes: 'next', weight: 6 },
  { mistakes: 3, which: 'shared', makes: 'none', weight: 12 },
  { mistakes: 3, which: 'other', makes: 'next', weight: 80 },
] as const

type Phase = (typeof phases)[number]

/** Such a text takes as long as a body that is written anew. */
const isRewritten = ({ layout: { pieces, whole } }: Draft): boolean => pieces !== undefined || whole !== undefined

/** Pauses about every millisecond, and ends when it is given `enough`. */
export function* search(query: Query): Generator<Progress, Searched, 'enough' | undefined> {
  const { expected, hash, maxMistakes } = query
  const meter: Meter = { tried: 0, work: 0, mistakes: 0, share: 0 }
  const space = slots.map((slot) => [firstLevel(slot, expected, hash)])
  const matched = yield* metered(matching(query, space, meter), meter)
  const { tried } = meter
  const values = valuesOf(space, tried)
  if (matched === undefined) return { tried, values, complete: false }
  if (matched === 'none') {
    const { length } = expected[0].body
    return { tried, values, complete: length <= maxRewritten && (maxMistakes < 2 || length <= maxBytes) }
  }
  const whole = yield* metered(completed(space, matched, hash), meter)
  const exhaustive = whole !== undefined
  const { draft, text } = matched
  const explanations = explanationsOf(whole ?? space, matched)
  return { found: { draft, text, explanations, exhaustive }, tried, complete: exhaustive }
}

const valuesOf = (space: Space, tried: number): Excluded | undefined => {
  const counts = slots.map((slot, i) => [slot, space[i]?.[1]?.length ?? 0] as const)
  // The right text was tried first, then one text for each value.
  return tried > counts.reduce((sum, [, count]) => sum + count, 0)
    ? (Object.fromEntries(counts) as Excluded)
    : undefined
}

type Meter = { -readonly [K in keyof Progress]: Progress[K] }

/** Counts the costs that the steps yield and pauses after each; undefined if it was given `enough`. */
function* metered<A>(
  steps: Generator<number, A, void>,
  meter: Meter,
): Generator<Progress, A | undefined, 'enough' | undefined> {
  let step = steps.next()
  while (step.done !== true) {
    meter.work += step.value
    if ((yield { ...meter }) === 'enough') return undefined
    step = steps.next()
  }
  return step.value
}

/** The first text that meets, phase by phase. Makes the values of the space on its way. */
function* matching(query: Query, space: Array<Array<Levels[number]>>, meter: Meter): Generator<number, Match | 'none'> {
  const planned = phases.filter(({ mistakes }) => mistakes <= query.maxMistakes)
  const all = planned.reduce((sum, { weight }) => sum + weight, 0)
  let before = 0
  for (const phase of planned) {
    meter.mistakes = phase.mistakes
    const shareOf = (part: number): number => (before + phase.weight * part) / Math.max(all, 1)
    meter.share = shareOf(0)
    yield* making(query, space, phase)
    const match = yield* trying(query, space, phase, meter, shareOf)
    if (match !== undefined) return match
    before += phase.weight
  }
  return 'none'
}

/** The values that a phase needs. */
function* making({ expected: [first], hash }: Query, space: Array<Array<Levels[number]>>, { mistakes, makes }: Phase) {
  if (makes === 'none') return
  const rarely = makes === 'rare'
  for (const [i, slot] of slots.entries()) {
    if (rarely && !rareSlots.includes(slot)) continue
    const levels = space[i] as (typeof space)[number]
    if (rarely) levels[1] = yield* nextLevel(slot, levels, first, hash, { rarely })
    else if (slot === 'body' && mistakes > 1 && first.body.length > maxBytes) levels.push([])
    else levels.push(yield* nextLevel(slot, levels, first, hash))
  }
}

/** Every text of a phase, until one meets. */
function* trying(
  { expected, meets, hash }: Query,
  space: Space,
  { mistakes, which }: Phase,
  meter: Meter,
  shareOf: (part: number) => number,
): Generator<number, Match | undefined> {
  const [first] = expected
  const assemble = assembler()
  const products = which === 'rare' ? [] : [...productsOf(space, mistakes, which)]
  const total = products.reduce((sum, lists) => sum + sizeOf(lists), 0)
  const before = meter.tried
  let work = 0
  for (const choice of which === 'rare' ? rareChoices(space, first, hash) : everyChoice(products)) {
    if (typeof choice === 'number') work += choice
    else {
      const draft = draftFrom(choice, first)
      const text = assemble(draft)
      meter.tried++
      const isWritten = isRewritten(draft) || (which === 'rare' && draft.body !== first.body)
      work += workOfText + text.length * (1 + draft.digested.length + (isWritten ? workOfWriting : 0))
      if (meets(digestedOf(text, draft.digested, hash)))
        return { expected, draft, text: text.slice(), mistakes, choice }
    }
    if (work > pause) {
      meter.share = shareOf(total === 0 ? 0 : (meter.tried - before) / total)
      yield work
      work = 0
    }
  }
  yield work
  return undefined
}

function* everyChoice(products: ReadonlyArray<Levels>): Generator<Choice> {
  for (const lists of products) yield* choicesOf(lists)
}

/** One value by a rare form, and all others right; or the work on a form that is not rare. */
function* rareChoices(space: Space, first: Draft, hash: Hash): Generator<Choice | number> {
  const own = space.map(([values = []]): ReadonlyArray<Candidate> => values)
  for (const slot of rareSlots) {
    const at = slots.indexOf(slot)
    for (const value of rareValues(slot, space[at]?.[0] ?? [], first, hash))
      if (typeof value === 'number') yield value
      else yield* choicesOf(own.with(at, [value]))
  }
}
