/**
 * The result of a run: the median round of each variant.
 */
import { median } from '../measure.ts'
import type { Outcome } from './generator.ts'
import type { Turn } from './turns.ts'

export interface Round {
  readonly outcome: Outcome
  readonly turn: Turn
}

const rateOf = ({ outcome }: Round): number => outcome.answers / (outcome.micros / 1e6)

/**
 * How many answers of a round were not 200. wrk counts statuses of 400 and above and lost connections. Answers that wrk
 * counts as good and no handler gave are added, so that neither side is trusted alone.
 */
export const not200 = ({ outcome, turn }: Round): number => {
  const good = outcome.answers - outcome.refused
  return outcome.refused + outcome.lost + Math.max(0, good - turn.handled)
}

type Median = 'requestsPerSecond' | 'p50' | 'p99' | 'loopDelayMean' | 'loopDelayP99' | 'loopDelayMax' | 'cpuMicros'

/** Of each round, in milliseconds except the rate; their medians count. NaN where nothing was measured. */
const medians: Readonly<Record<Median, (round: Round) => number>> = {
  requestsPerSecond: rateOf,
  p50: ({ outcome }) => outcome.p50 / 1000,
  p99: ({ outcome }) => outcome.p99 / 1000,
  loopDelayMean: ({ turn }) => turn.delay.mean ?? Number.NaN,
  loopDelayP99: ({ turn }) => turn.delay.p99 ?? Number.NaN,
  loopDelayMax: ({ turn }) => turn.delay.max ?? Number.NaN,
  /** The server's CPU time per request, in microseconds. */
  cpuMicros: ({ outcome, turn }) => (turn.cpu * 1000) / Math.max(1, outcome.answers),
}

export interface Figures extends Readonly<Record<Median, number>> {
  /** Half the difference between the slowest and the fastest round, as a share of the median. */
  readonly spread: number
  readonly answers: number
  readonly not200: number
  readonly rounds: number
}

export const figuresOf = (rounds: ReadonlyArray<Round>): Figures => {
  const each = Object.entries(medians).map(([name, figure]) => [name, median(rounds.map(figure))])
  const sum = (figure: (round: Round) => number): number => rounds.reduce((total, round) => total + figure(round), 0)
  const rates = rounds.map(rateOf)
  return {
    ...(Object.fromEntries(each) as Record<Median, number>),
    spread: (Math.max(...rates) - Math.min(...rates)) / 2 / median(rates),
    answers: sum(({ outcome }) => outcome.answers),
    not200: sum(not200),
    rounds: rounds.length,
  }
}

/** A larger `spread` says more about the machine than about the server. */
export const quiet = 0.25
