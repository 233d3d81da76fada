/**
 * Draws runs of the next generators while the port works on a long answer, for `run`. Hundreds of signatures keep a port busy for seconds
 * in all, and the runner would be idle meanwhile. A draw depends on the seed and its place alone, so it may happen at any time.
 *
 *     const store = storeOf(shares, supports, expectedOf)
 *     await whileDrawing(store, replying)    the reply; until it comes, some runs are drawn into the store
 *     takeDrawn(store, share, '17')          { drawn, answering }, or undefined if this run is not in the store
 */
import type { Expectation, Op } from '../Vector.ts'
import { drawAt, placeFinder, type Share } from './draws.ts'
import type { GeneratedInput, Generator } from './Generator.ts'
import type { Oracle } from './oracle.ts'

/** A run, and what our own port answers. */
interface DrawnRun {
  readonly drawn: GeneratedInput<Op>
  readonly answering: Promise<Expectation>
}

/** Runs that were drawn before their turn. */
export interface DrawStore {
  /** By the name of the generator and the place. */
  readonly runs: Map<string, DrawnRun>
  /** Draws one run into the store at each step, up to the last that is drawn ahead. */
  readonly drawing: Iterator<void>
  /** The generators that had their turn. */
  readonly begun: Set<Generator>
}

/** Runs take some kilobytes each. */
const maxStored = 3_000

const nameOf = ({ name }: Generator, place: string): string => `${name}:${place}`

/** Histories are not drawn ahead: they may have thousands of requests. */
const isSmall = ({ op }: Generator): boolean => op !== 'verify'

/** A store for the runs of generators that `isRun` says are put to the port. */
export const storeOf = (
  shares: ReadonlyArray<Share>,
  isRun: (generator: Generator) => boolean,
  seed: string,
  expectedOf: Oracle,
): DrawStore => {
  const runs = new Map<string, DrawnRun>()
  const begun = new Set<Generator>()
  function* drawing(): Iterator<void> {
    for (const { generator, places } of shares) {
      if (!isRun(generator) || !isSmall(generator)) continue
      const placeOf = placeFinder(generator, seed)
      for (const place of places) {
        if (begun.has(generator)) break
        for (const drawn of drawAt(placeOf(place))) {
          const answering = expectedOf(generator.op, drawn.input)
          // Nobody awaits this before the run has its turn; keep a failure from being an unhandled rejection.
          answering.catch(() => {})
          runs.set(nameOf(generator, place), { drawn, answering })
        }
        yield
      }
    }
  }
  return { runs, drawing: drawing(), begun }
}

/** Notes that a generator has its turn: from now on its runs are drawn as they are needed. */
export const begin = ({ begun }: DrawStore, generator: Generator): void => {
  begun.add(generator)
}

/** The run of this place, out of the store. */
export const takeDrawn = ({ runs }: DrawStore, generator: Generator, place: string): DrawnRun | undefined => {
  const name = nameOf(generator, place)
  const run = runs.get(name)
  runs.delete(name)
  return run
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Waits for what the port does, which must not reject, and draws runs meanwhile. */
export const whileDrawing = async <A>(store: DrawStore, waiting: Promise<A>): Promise<A> => {
  let isWaiting = true
  const waited = waiting.then((result) => {
    isWaiting = false
    return result
  })
  await nextTurn()
  while (isWaiting && store.runs.size < maxStored && store.drawing.next().done !== true) await nextTurn()
  return waited
}
