/**
 * The result of a run: the median round of each variant.
 */
import { median } from '../measure.ts'
import type { Outcome } from './generator.ts'
import type { Turn } from './turns.ts'

/** In milliseconds, except the rate, the shares and the counts. */
export interface Figures {
  readonly requestsPerSecond: number
  /** Half the difference between the slowest and the fastest round, as a share of the median. */
  readonly spread: number
  readonly p50: number
  readonly p99: number
  readonly loopDelayMean: number
  readonly loopDelayP99: number
  readonly loopDelayMax: number
  /** The server's CPU time per request, in microseconds. */
  readonly cpuMicros: number
  readonly answers: number
  readonly not200: number
  readonly rounds: number
}

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

export const figuresOf = (rounds: ReadonlyArray<Round>): Figures => {
  const middle = (figure: (round: Round) => number): number => median(rounds.map(figure))
  const sum = (figure: (round: Round) => number): number => rounds.reduce((total, round) => total + figure(round), 0)
  const rates = rounds.map(rateOf)
  return {
    requestsPerSecond: median(rates),
    spread: (Math.max(...rates) - Math.min(...rates)) / 2 / median(rates),
    p50: middle(({ outcome }) => outcome.p50 / 1000),
    p99: middle(({ outcome }) => outcome.p99 / 1000),
    loopDelayMean: middle(({ turn }) => turn.delay.mean),
    loopDelayP99: middle(({ turn }) => turn.delay.p99),
    loopDelayMax: middle(({ turn }) => turn.delay.max),
    cpuMicros: middle(({ outcome, turn }) => (turn.cpu * 1000) / Math.max(1, outcome.answers)),
    answers: sum(({ outcome }) => outcome.answers),
    not200: sum(not200),
    rounds: rounds.length,
  }
}

/** A larger `spread` says more about the machine than about the server. */
export const quiet = 0.25
