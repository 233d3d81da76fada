/** State that a port keeps between runs: what failed passes alone, and fails again behind some of what came before it. */
import { type Driver, isNoHello, type Reply } from './Driver.ts'

/** What was put to the port. */
export interface Put {
  readonly op: string
  readonly input: unknown
  /** For `--preceded-by`: the id of a case or of a canary, or the path of a generated run. */
  readonly ref: string
}

export const keptWords = 'it passes alone: the port keeps state between runs'

/**
 * Undefined if the run fails in a fresh process as well. Else the fewest earlier runs that were found to make it fail: one,
 * or none where that takes longer than `searchMs`.
 */
export const keptBy = async (
  driver: Driver,
  earlier: ReadonlyArray<Put>,
  { op, input }: Put,
  isRight: (reply: Reply) => Promise<boolean>,
  searchMs: number,
  limitMs: number,
): Promise<ReadonlyArray<Put> | undefined> => {
  const { fresh } = driver
  // Nonces of the port's own are others each time, and so are their signatures.
  if (fresh === undefined || (input as { readonly times?: number }).times !== undefined) return undefined
  const until = performance.now() + searchMs
  const failsBehind = async (some: ReadonlyArray<Put>): Promise<boolean> => {
    if (isNoHello(await fresh())) return true
    for (const one of some) {
      if (performance.now() > until) return false
      await driver.run(one.op, one.input, limitMs)
    }
    return !(await isRight(await driver.run(op, input, limitMs)))
  }
  if (await failsBehind([])) return undefined
  if (searchMs === 0) return []
  const alike = earlier.filter((one) => one.op === op)
  const all = (await failsBehind(alike)) ? alike : earlier
  // The last of the shortest start that makes it fail.
  let passes = 0
  let fails = all.length
  while (fails - passes > 1 && performance.now() < until) {
    const half = (passes + fails) >> 1
    if (await failsBehind(all.slice(0, half))) fails = half
    else passes = half
  }
  const last = all.slice(fails - 1, fails)
  return (await failsBehind(last)) ? last : []
}
