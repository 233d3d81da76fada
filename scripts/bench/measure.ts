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
  /** The rounds that the time left allowed, if they are fewer than planned. */
  readonly rounds?: number
}

/** Whether a row is on the right side of its target; `undefined` where it has none. */
export const met = ({ value, target, better }: Row): boolean | undefined =>
  target === undefined ? undefined : better === 'higher' ? value >= target : value <= target

export const median = (figures: ReadonlyArray<number>): number => {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] as number
}

/** Whatever else is measured, a figure is the median of so many rounds at least. */
const fewest = 9

/** When the time of the rows that are measured is over, and to how many rounds that has cut them. */
let share: { readonly end: number; cut?: number } = { end: Number.POSITIVE_INFINITY }

/** Measures rows until `end`, on the clock of `performance.now`. A row with fewer rounds than planned says how many. */
export const within = async (
  end: number,
  measure: () => Promise<Row | ReadonlyArray<Row>>,
): Promise<ReadonlyArray<Row>> => {
  share = { end }
  const rows = [await measure()].flat()
  return share.cut === undefined ? rows : rows.map((row) => ({ ...row, rounds: share.cut as number }))
}

/** 0, 1, … for as many rounds as were planned, or as the time allows. */
export function* rounds(planned: number): Generator<number> {
  for (let round = 0; round < planned; round++) {
    if (round >= fewest && performance.now() > share.end) {
      share.cut = Math.min(round, share.cut ?? round)
      return
    }
    yield round
  }
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
  planned = 15,
  warmUp = 3,
  clock: keyof typeof clocks = 'cpu',
): Promise<Record<K, ReadonlyArray<number>>> => {
  const names = Object.keys(candidates) as Array<K>
  const figures = Object.fromEntries(names.map((name) => [name, [] as Array<number>])) as Record<K, Array<number>>
  const play = async (round: number, counts: boolean): Promise<void> => {
    // Every other round the other way about: none is always the one that follows the garbage of another.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const start = clocks[clock]()
      const operations = await candidates[name]()
      const taken = (clocks[clock]() - start) / operations
      if (counts) figures[name].push(taken)
    }
  }
  for (let round = -warmUp; round < 0; round++) await play(round, false)
  for (const round of rounds(planned)) await play(round, true)
  return figures
}

/** The rate of one candidate relative to another: the median over the rounds of their ratio in the same round. */
export const rateOf = (mine: ReadonlyArray<number>, theirs: ReadonlyArray<number>): number =>
  median(mine.map((ns, round) => (theirs[round] as number) / ns))
