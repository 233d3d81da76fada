/**
 * Searches the smallest input that still fails, for `run`, in three stages:
 * 1. fast-check shrinks the input as it was drawn
 * 2. steps, keys and tokens that the fault of a history does not need are left out
 * 3. `simplify` changes the input itself.
 * The search ends after a number of answers of the port, and never after a time. So one seed gives one report on every machine.
 */
import * as fc from 'fast-check'
import type { Op } from '../Vector.ts'
import type { Place } from './draws.ts'
import type { GeneratedInput, Generator } from './Generator.ts'
import { type Wrong, wrongWith } from './judge.ts'
import { canShrink, hasGivenUp, type Session } from './Session.ts'
import { simplify } from './simplify.ts'

/** The work limits for shrinking one failure, in answers. */
const maxWork = 2000
const minWork = 200

/** Shrinking all failures takes at most as much work as the runs. */
export const workToShrink = ({ work, workOnFailures }: Session): number =>
  Math.min(maxWork, Math.max(minWork, work.done - 2 * workOnFailures))

/** The lists of a history that may hold more than its fault needs. */
const shrinkableLists = ['steps', 'keys', 'tokens'] as const

/** The history without `count` items of one list. A step also has an entry in `passes` and in `changes`, which goes with it. */
const without = (
  history: GeneratedInput<'verify'>,
  list: (typeof shrinkableLists)[number],
  start: number,
  count: number,
): GeneratedInput<'verify'> => {
  const isKept = (_: unknown, index: number): boolean => index < start || index >= start + count
  const items: ReadonlyArray<unknown> = history.input[list] ?? []
  const smaller: GeneratedInput<'verify'> = { ...history, input: { ...history.input, [list]: items.filter(isKept) } }
  if (list !== 'steps') return smaller
  const passes = [history.passes].flat().filter(isKept)
  const { changes } = history
  return changes === undefined ? { ...smaller, passes } : { ...smaller, passes, changes: changes.filter(isKept) }
}

/** Delta debugging: leaves out half of a list, then quarters, and at last single items, as long as the port still fails. */
const shrinkHistory = async (
  history: GeneratedInput<'verify'>,
  stillFails: (smaller: GeneratedInput<Op>) => Promise<boolean>,
): Promise<void> => {
  let smallest = history
  for (const list of shrinkableLists) {
    const length = (): number => smallest.input[list]?.length ?? 0
    for (let count = Math.floor(length() / 2); count >= 1; count = Math.floor(count / 2)) {
      // The list never becomes empty.
      for (let start = 0; start < length() && count < length(); ) {
        const smaller = without(smallest, list, start, count)
        if (await stillFails(smaller)) smallest = smaller
        else start += count
      }
    }
  }
}

/** A signer that draws nonces gives another answer each time. */
const isOfOwnNonces = ({ input }: GeneratedInput<Op>): boolean =>
  (input as { readonly times?: number }).times !== undefined

export interface Shrunk {
  readonly smallest: Wrong
  /** The members that the failure needs; see `simplify`. */
  readonly needs: ReadonlyArray<string>
  /** Where it was drawn, and how it shrinks: `header:17:0:2`. */
  readonly path: string
}

/** Shrinks a failure until `session.work.done` reaches `limit`. */
export const shrink = async (
  session: Session,
  generator: Generator,
  found: { readonly wrong: Wrong; readonly place: Place },
  limit: number,
): Promise<Shrunk> => {
  const { settings, work } = session
  const { arbitrary, parameters, run } = found.place
  let smallest = found.wrong
  // The last quarter of the work is for `simplify`.
  let limitNow = limit - Math.floor((limit - work.done) / 4)
  const isOver = (): boolean => hasGivenUp(session) || work.done >= limitNow
  const wrongAgain = async (smaller: GeneratedInput<Op>): Promise<Wrong | undefined> => {
    if (isOver()) return undefined
    settings.onRun(session.runs, session.failures.length + 1, true)
    return wrongWith(session, generator, smaller)
  }
  const stillFails = async (smaller: GeneratedInput<Op>): Promise<boolean> => {
    const again = await wrongAgain(smaller)
    smallest = again ?? smallest
    return again !== undefined
  }

  // fast-check begins with the input that has just failed. This input is not put to the port again.
  let isFirst = true
  const property = fc.asyncProperty(arbitrary, async (smaller) => {
    if (!isFirst) return !(await stillFails(smaller))
    isFirst = false
    return false
  })
  const endOnFailure = settings.path !== undefined || !canShrink(settings) || generator.kind !== undefined
  const { counterexamplePath } = await fc.check(property, { ...parameters, endOnFailure })

  const isHistory = generator.op === 'verify' && generator.kind !== 'order'
  if (isHistory && canShrink(settings)) await shrinkHistory(smallest.drawn as GeneratedInput<'verify'>, stillFails)
  limitNow = limit
  const canSimplify = canShrink(settings) && generator.kind !== 'order' && !isOfOwnNonces(smallest.drawn)
  const simplified = canSimplify ? await simplify(generator.op, smallest, wrongAgain) : { smallest, needs: [] }
  // If the work did not suffice, `needs` may name members that the failure does not need.
  const needs = isOver() ? [] : simplified.needs
  return { smallest: simplified.smallest, needs, path: `${generator.name}:${run}${counterexamplePath?.slice(1)}` }
}
