/**
 * How a figure comes about: candidates take turns, round by round, so that whatever the machine does meanwhile happens to
 * all of them, and the median round counts.
 */

export interface Row {
  readonly id: string
  readonly value: number
  /** A peer's figure has none: it is there to be compared with. */
  readonly target?: number
  readonly better: 'higher' | 'lower'
  readonly unit: string
}

/** Whether a row is on the right side of its target; `undefined` where it has none. */
export const met = ({ value, target, better }: Row): boolean | undefined =>
  target === undefined ? undefined : better === 'higher' ? value >= target : value <= target

export const median = (figures: ReadonlyArray<number>): number => {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] as number
}

/** One turn of a candidate: how many operations it did. */
export type Turn = () => number | Promise<number>

/**
 * What is read before and after a turn, in nanoseconds. The processor's time is what the work of one thread costs, and does
 * not grow when others want the processor too; the wall's is for what waits, or runs elsewhere.
 */
const clocks = {
  cpu: (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) * 1000
  },
  wall: (): number => performance.now() * 1e6,
}

/** Nanoseconds an operation, for each candidate and round; the first rounds warm up and do not count. */
export const interleaved = async <K extends string>(
  candidates: Record<K, Turn>,
  rounds = 15,
  warmUp = 3,
  clock: keyof typeof clocks = 'cpu',
): Promise<Record<K, ReadonlyArray<number>>> => {
  const names = Object.keys(candidates) as Array<K>
  const figures = Object.fromEntries(names.map((name) => [name, [] as Array<number>])) as Record<K, Array<number>>
  for (let round = -warmUp; round < rounds; round++) {
    // Every other round the other way about: none is always the one that follows the garbage of another.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const start = clocks[clock]()
      const operations = await candidates[name]()
      const taken = (clocks[clock]() - start) / operations
      if (round >= 0) figures[name].push(taken)
    }
  }
  return figures
}

/** The rate of one candidate relative to another: the median over the rounds of their ratio in the same round. */
export const rateOf = (mine: ReadonlyArray<number>, theirs: ReadonlyArray<number>): number =>
  median(mine.map((ns, round) => (theirs[round] as number) / ns))
