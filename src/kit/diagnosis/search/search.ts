/**
 * The search for what a caller signed: every text that up to three mistakes make of the right one, the fewest mistakes first,
 * until one meets what was recovered from the signature.
 */

import type * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { type Draft, digestedOf, maxRewritten } from '../Draft.ts'
import type { Progress } from '../Report.ts'
import { asOther, filterOf, type Match, otherWays, waysOf } from './explain.ts'
import { productsOf, rareLists, sizeOf, texts } from './texts.ts'
import {
  distinct,
  type Explanation,
  firstLevel,
  type Levels,
  nextLevel,
  rareSlots,
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

export interface Searched {
  readonly found?: Found
  readonly tried: number
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
const workOfText = 300
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

/** Pauses about every millisecond, and ends when it is given `enough`. */
export function* search(query: Query): Generator<Progress, Searched, 'enough' | undefined> {
  const { expected, hash, maxMistakes } = query
  const meter: Meter = { tried: 0, work: 0, mistakes: 0, share: 0 }
  const space = slots.map((slot) => [firstLevel(slot, expected, hash)])
  const matched = yield* metered(matching(query, space, meter), meter)
  const { tried } = meter
  if (matched === undefined) return { tried, complete: false }
  if (matched === 'none') {
    const { length } = expected[0].body
    return { tried, complete: length <= maxRewritten && (maxMistakes < 2 || length <= maxBytes) }
  }
  const { draft, text, choice } = matched
  const ways: Array<Explanation> = [...waysOf(choice)]
  const exhaustive = (yield* metered(otherWays(space, matched, hash, ways), meter)) !== undefined
  const explanations = asOther(distinct(ways), draft, expected[0])
  return { found: { draft, text, explanations, exhaustive }, tried, complete: exhaustive }
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
  const { open, next, isRewritten, digested, choice, draft } = texts(first)
  const products = which === 'rare' ? [] : [...productsOf(space, mistakes, which)]
  const total = products.reduce((sum, lists) => sum + sizeOf(lists), 0)
  const before = meter.tried
  let work = 0
  let match: Match | undefined
  const rest =
    which === 'rare'
      ? rareLists(space, first, hash, (slot) => (match === undefined ? {} : filterOf(slot, match)))
      : products.values()
  for (let { value: lists } = rest.next(); lists !== undefined; { value: lists } = rest.next()) {
    if (typeof lists === 'number') work += lists
    else {
      open(lists)
      for (let text = next(); text !== undefined; text = next()) {
        const forms = digested()
        const isWritten = isRewritten() || (which === 'rare' && lists[0] !== space[0]?.[0])
        work += workOfText + text.length * (1 + forms.length + (isWritten ? workOfWriting : 0))
        meter.tried++
        if (meets(forms.length === 0 ? text : digestedOf(text, forms, hash)))
          match = {
            expected,
            draft: draft(),
            text: text.slice(),
            mistakes,
            choice: choice(),
            rest: which === 'rare' ? rest : undefined,
          }
        if (match !== undefined) return match
        if (work > pause) {
          meter.share = shareOf(total === 0 ? 0 : (meter.tried - before) / total)
          yield work
          work = 0
        }
      }
    }
  }
  yield work
  return undefined
}
