/**
 * The search for what a caller signed: every text that up to three mistakes make of the right one, the fewest mistakes first,
 * until one meets what was recovered from the signature.
 */
import type * as Bytes from '../../core/Bytes.ts'
import { type Draft, digestedOf, type Hash, mostRewritten } from '../Mistake.ts'
import type { Progress } from '../Report.ts'
import { assembler } from './assembler.ts'
import { completed, explanationsOf, type Met } from './explain.ts'
import { choicesOf, draftFrom, productsOf, sizeOf } from './products.ts'
import { type Explanation, firstLevel, nextLevel, rareSlots, type Space, slots, workOfWriting } from './values.ts'

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
 * than texts to try. The weights are the shares of time that were measured.
 */
const phases = [
  { mistakes: 0, which: 'all', weight: 0 },
  { mistakes: 1, which: 'all', weight: 1 },
  { mistakes: 1, which: 'rare', weight: 1 },
  { mistakes: 1, which: 'layout', weight: 1 },
  { mistakes: 2, which: 'shared', weight: 1 },
  { mistakes: 2, which: 'other', weight: 6 },
  { mistakes: 3, which: 'shared', weight: 12 },
  { mistakes: 3, which: 'other', weight: 80 },
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
  for (const [phase, { mistakes, which, weight }] of planned.entries()) {
    const shareAt = (part: number): number => (weightOf(planned.slice(0, phase)) + weight * part) / weightOf(planned)
    for (const [i, slot] of which === 'shared' || mistakes === 0 ? [] : slots.entries()) {
      const below = space[i] as (typeof space)[number]
      if (slot === 'body' && mistakes > 1 && right.body.length > mostBytes) {
        below.push([])
        complete = false
        continue
      }
      const isRare = which === 'rare' || which === 'layout'
      if (isRare && (!rareSlots.includes(slot) || (slot === 'layout') !== (which === 'layout'))) continue
      const level = nextLevel(slot, below, right, hash, { rarely: isRare })
      let step = level.next()
      while (step.done !== true) {
        work += step.value
        if ((yield { tried, work, mistakes, share: shareAt(0) }) === 'enough') return { tried, work, complete: false }
        step = level.next()
      }
      if (isRare) below[1] = step.value
      else below.push(step.value)
    }
    const products = [...productsOf(space, mistakes, which)]
    const total = products.reduce((sum, lists) => sum + sizeOf(lists), 0)
    const before = tried
    for (const lists of products) {
      for (const choice of choicesOf(lists)) {
        const draft = draftFrom(choice, right)
        const text = assemble(draft)
        tried++
        work += workOfText + text.length * (1 + draft.digested.length + (isRewritten(draft) ? workOfWriting : 0))
        if (meets(digestedOf(text, draft.digested, hash))) {
          const met: Met = { right, draft, text: text.slice(), mistakes }
          let whole: Space | undefined = space
          if (which === 'shared' || which === 'rare' || (which === 'all' && mistakes === 1)) {
            const completing = completed(space, met, hash, which === 'rare')
            let step = completing.next()
            while (step.done !== true) {
              work += step.value
              if ((yield { tried, work, mistakes, share: shareAt(0) }) === 'enough') break
              step = completing.next()
            }
            whole = step.done === true ? step.value : undefined
          }
          const explanations = explanationsOf(whole ?? space, met)
          const exhaustive = whole !== undefined
          return { found: { draft, text: met.text, explanations, exhaustive }, tried, work, complete: exhaustive }
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
