/**
 * The search for what a caller signed: every text that up to three mistakes make of the right one, the fewest mistakes first,
 * until one meets what was recovered from the signature.
 */

import type * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { type Draft, digestedOf, mostRewritten } from '../Mistake.ts'
import type { Progress } from '../Report.ts'
import { assembler } from './assembler.ts'
import { completed, explanationsOf, type Met } from './explain.ts'
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

const weightOf = (some: ReadonlyArray<{ readonly weight: number }>): number =>
  some.reduce((sum, { weight }) => sum + weight, 0)

/** Such a text takes as long as a body that is written anew. */
const isRewritten = ({ layout: { pieces, whole } }: Draft): boolean => pieces !== undefined || whole !== undefined

/** Pauses about every millisecond, and ends when it is given `enough`. */
export function* search({ rights, meets, hash, most }: Quest): Generator<Progress, Searched, 'enough' | undefined> {
  const [right] = rights
  const assemble = assembler()
  const space = slots.map((slot) => [firstLevel(slot, rights, hash)])
  let tried = 0
  let work = 0
  let paused = 0
  let complete = right.body.length <= mostRewritten

  const planned = phases.filter(({ mistakes }) => mistakes <= most)
  for (const [phase, { mistakes, which, makes, weight }] of planned.entries()) {
    const progress = (part: number): Progress => {
      const share = (weightOf(planned.slice(0, phase)) + weight * part) / weightOf(planned)
      return { tried, work, mistakes, share }
    }
    for (const [i, slot] of makes === 'none' ? [] : slots.entries()) {
      const rarely = makes === 'rare'
      if (rarely && !rareSlots.includes(slot)) continue
      const below = space[i] as (typeof space)[number]
      if (slot === 'body' && mistakes > 1 && !rarely && right.body.length > mostBytes) {
        below.push([])
        complete = false
        continue
      }
      const level = nextLevel(slot, below, right, hash, { rarely })
      let step = level.next()
      while (step.done !== true) {
        work += step.value
        if ((yield progress(0)) === 'enough') return { tried, work, complete: false }
        step = level.next()
      }
      if (rarely) below[1] = step.value
      else below.push(step.value)
    }
    const products = which === 'rare' ? [] : [...productsOf(space, mistakes, which)]
    const total = products.reduce((sum, lists) => sum + sizeOf(lists), 0)
    const before = tried
    for (const choice of which === 'rare' ? rareChoices(space, right, hash) : everyChoice(products)) {
      if (typeof choice === 'number') {
        work += choice
        if (work - paused > pause) {
          paused = work
          if ((yield progress(0)) === 'enough') return { tried, work, complete: false }
        }
        continue
      }
      const draft = draftFrom(choice, right)
      const text = assemble(draft)
      tried++
      const isWritten = isRewritten(draft) || (which === 'rare' && draft.body !== right.body)
      work += workOfText + text.length * (1 + draft.digested.length + (isWritten ? workOfWriting : 0))
      if (meets(digestedOf(text, draft.digested, hash))) {
        const met: Met = { rights, draft, text: text.slice(), mistakes, choice }
        const completing = completed(space, met, hash)
        let step = completing.next()
        while (step.done !== true) {
          work += step.value
          if ((yield progress(0)) === 'enough') break
          step = completing.next()
        }
        const exhaustive = step.done === true
        const explanations = explanationsOf(step.done === true ? step.value : space, met)
        return { found: { draft, text: met.text, explanations, exhaustive }, tried, work, complete: exhaustive }
      }
      if (work - paused > pause) {
        paused = work
        if ((yield progress(total === 0 ? 0 : (tried - before) / total)) === 'enough')
          return { tried, work, complete: false }
      }
    }
  }
  return { tried, work, complete }
}

function* everyChoice(products: ReadonlyArray<Levels>): Generator<Choice> {
  for (const lists of products) yield* choicesOf(lists)
}

/** One value by a rare form, and all others right; or the work on a form that is not rare. */
function* rareChoices(space: Space, right: Draft, hash: Hash): Generator<Choice | number> {
  const own = space.map(([first = []]): ReadonlyArray<Candidate> => first)
  for (const slot of rareSlots) {
    const at = slots.indexOf(slot)
    for (const value of rareValues(slot, space[at]?.[0] ?? [], right, hash))
      if (typeof value === 'number') yield value
      else yield* choicesOf(own.with(at, [value]))
  }
}
