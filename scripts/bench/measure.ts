/**
 * How rows are measured: candidates take turns, so that other load on the machine affects all of them, and the median round
 * counts.
 */
import { readFileSync } from 'node:fs'
import { processorMs } from '../processorMs.ts'

export interface Row {
  readonly id: string
  readonly value: number
  readonly unit: string
}

export const median = (figures: ReadonlyArray<number>): number => {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] as number
}

/** What the quickest tenth of the rounds took at most: for a work that other load on the machine only ever lengthens. */
export const quickest = (figures: ReadonlyArray<number>): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 10)] as number

/** One turn of a candidate; answers its number of operations. */
export type Turn = () => number | Promise<number>

/**
 * The clock of a turn, in nanoseconds. CPU time measures the work of one thread and does not grow under other load. Wall
 * time is for work that waits or runs elsewhere. A measured process of its own tells its time itself.
 */
const clocks = {
  cpu: (): number => processorMs() * 1e6,
  wall: (): number => performance.now() * 1e6,
}

/**
 * The processor time of the main thread, in nanoseconds: `process.cpuUsage` counts all threads, and with them the pool's.
 * `process.threadCpuUsage` came with Node 23.9; before it only Linux tells, in the first number of `schedstat`.
 */
export const mainThreadTime = (): number => {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { readonly user: number; readonly system: number } }
  if (threadCpuUsage !== undefined) {
    const { user, system } = threadCpuUsage.call(process)
    return (user + system) * 1000
  }
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0])
}

/** Nanoseconds per operation, for each candidate and round, after some rounds to warm up. */
export const interleaved = async <K extends string>(
  candidates: Record<K, Turn>,
  rounds = 15,
  warmUp = 3,
  clock: keyof typeof clocks | (() => Promise<number>) = 'cpu',
): Promise<Record<K, ReadonlyArray<number>>> => {
  const elapsed = typeof clock === 'string' ? clocks[clock] : clock
  const names = Object.keys(candidates) as Array<K>
  const figures = Object.fromEntries(names.map((name) => [name, [] as Array<number>])) as Record<K, Array<number>>
  const play = async (round: number, counts: boolean): Promise<void> => {
    // Alternate the order, so that no candidate always pays for another one's garbage.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const start = await elapsed()
      const operations = await candidates[name]()
      const taken = ((await elapsed()) - start) / operations
      if (counts) figures[name].push(taken)
    }
  }
  for (let round = -warmUp; round < 0; round++) await play(round, false)
  for (let round = 0; round < rounds; round++) await play(round, true)
  return figures
}

/** By how much one candidate takes longer than another, in microseconds: the median over the rounds. */
export const above = (mine: ReadonlyArray<number>, theirs: ReadonlyArray<number>): number =>
  median(mine.map((ns, round) => ns - (theirs[round] as number))) / 1000

/** The rate of one candidate relative to another: the median over the rounds of their ratio in the same round. */
export const rateOf = (mine: ReadonlyArray<number>, theirs: ReadonlyArray<number>): number =>
  median(mine.map((ns, round) => (theirs[round] as number) / ns))
