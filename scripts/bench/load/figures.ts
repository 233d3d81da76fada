/**
 * What a run comes to: the median round of each variant, and what speaks for the loop or the pool.
 */
import { median } from '../measure.ts'
import type { Outcome } from './generator.ts'
import type { Turn } from './server.ts'

/** Milliseconds, but for the rate, the shares and the counts. */
export interface Figures {
  readonly requestsPerSecond: number
  /** Half of what lies between the slowest and the quickest round, as a share of the median. */
  readonly spread: number
  readonly p50: number
  readonly p99: number
  readonly loopDelayMean: number
  readonly loopDelayP99: number
  readonly loopDelayMax: number
  /** Of the server's threads, in microseconds a request. */
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
 * Answers that were none of 200 in a round. wrk sees a status of 400 and above and lost connections; what it takes for good
 * and no handler has answered is counted too, so that neither side is trusted alone.
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

/** Less than this is noise, and so is what fewer of the rounds agree in. */
const margin = 1.1
const agreement = 3 / 4

export interface Comparison {
  /** The pool's beside the loop's: the median over the rounds of their ratio in the same round. */
  readonly rate: number
  readonly p99: number
  /**
   * The one that is better in rate or in the latency of the slowest hundredth, and worse in neither. `trade`: each is better
   * in one of them. `alike`: neither is in any.
   */
  readonly better: 'loop' | 'pool' | 'trade' | 'alike'
}

/** Whether these ratios are above one, by more than noise. */
const above = (ratios: ReadonlyArray<number>): boolean =>
  median(ratios) > margin && ratios.filter((ratio) => ratio > 1).length >= ratios.length * agreement

/** The two took turns, so that whatever the machine did meanwhile happened to both: round is compared with round. */
export const compare = (loop: ReadonlyArray<Round>, pool: ReadonlyArray<Round>): Comparison => {
  const ratios = (figure: (round: Round) => number): ReadonlyArray<number> =>
    pool.map((round, i) => figure(round) / figure(loop[i] as Round))
  const inverse = (all: ReadonlyArray<number>): ReadonlyArray<number> => all.map((ratio) => 1 / ratio)
  const rates = ratios(rateOf)
  const p99s = ratios(({ outcome }) => outcome.p99)
  const forPool = above(rates) || above(inverse(p99s))
  const forLoop = above(inverse(rates)) || above(p99s)
  const better = forPool && forLoop ? 'trade' : forPool ? 'pool' : forLoop ? 'loop' : 'alike'
  return { rate: median(rates), p99: median(p99s), better }
}

/** Rounds that lie farther apart than this, as `spread` counts, say more about the machine than about the server. */
export const quiet = 0.25
