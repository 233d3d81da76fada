/**
 * Finds state that a port keeps between runs, for the cases and the generated runs. A run that failed then passes alone in a fresh
 * process, and fails again after an earlier run.
 */
import { type Driver, isNoHello, type Reply } from './Driver.ts'
import { ask, restart, type Work } from './work.ts'

/** A run that was put to the port. */
export interface Put {
  readonly op: string
  readonly input: unknown
  /** For `--preceded-by`: the id of a case or of a canary, or the path of a generated run. */
  readonly ref: string
}

export const keptWords = 'it passes alone: the port keeps state between runs'

/** A run that failed, and what was put to the port before it. */
export interface Suspect {
  readonly driver: Driver
  readonly work: Work
  readonly limitMs: number
  readonly failed: Pick<Put, 'op' | 'input'>
  readonly earlier: ReadonlyArray<Put>
  readonly isRight: (reply: Reply) => Promise<boolean>
}

/** The work for finding one earlier run: twice what was put to the port, but at least and at most so many answers. */
const leastSearch = 1000
const mostSearch = 10_000

const searchFor = ({ earlier }: Suspect): number => Math.min(mostSearch, Math.max(leastSearch, 2 * earlier.length))

/** Whether the run fails in a fresh process, after these runs. False if the work does not suffice to find out. */
const failsAfter = async (suspect: Suspect, before: ReadonlyArray<Put>, limit: number): Promise<boolean> => {
  const { driver, work, limitMs, failed, isRight } = suspect
  const hello = await restart(work, driver)
  if (hello === undefined || isNoHello(hello)) return true
  for (const each of before) {
    if (work.done > limit) return false
    await ask(work, driver, each, limitMs)
  }
  return !(await isRight(await ask(work, driver, failed, limitMs)))
}

/** Whether the run passes in a fresh process. False if that cannot be found out. */
export const passesAlone = async (suspect: Suspect): Promise<boolean> => {
  // A port draws new nonces each time, so their signatures differ each time.
  const isRandom = (suspect.failed.input as { readonly times?: number }).times !== undefined
  return suspect.driver.fresh !== undefined && !isRandom && !(await failsAfter(suspect, [], Number.POSITIVE_INFINITY))
}

/** The earlier run that this failure needs. Empty if finding it takes too much work. */
export const findCause = async (suspect: Suspect): Promise<ReadonlyArray<Put>> => {
  const { work, earlier, failed } = suspect
  const limit = work.done + searchFor(suspect)
  const alike = earlier.filter(({ op }) => op === failed.op)
  const runs = (await failsAfter(suspect, alike, limit)) ? alike : earlier
  // By bisection, the last run of the shortest start that makes the run fail. It passes after the first `passing` runs, and fails after
  // the first `failing` runs.
  let passing = 0
  let failing = runs.length
  while (failing - passing > 1 && work.done < limit) {
    const half = (passing + failing) >> 1
    if (await failsAfter(suspect, runs.slice(0, half), limit)) failing = half
    else passing = half
  }
  const last = runs.slice(failing - 1, failing)
  return (await failsAfter(suspect, last, limit)) ? last : []
}
