/**
 * The result of a run: the median round of each variant, and whether loop or pool is better.
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
  /** The server's resident memory, in MB of 1,048,576 bytes. */
  readonly rss: number
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
    rss: middle(({ turn }) => turn.rss),
    answers: sum(({ outcome }) => outcome.answers),
    not200: sum(not200),
    rounds: rounds.length,
  }
}

/** A smaller difference is noise, and so is one on which fewer rounds agree. */
const margin = 1.1
const agreement = 3 / 4

export interface Comparison {
  /** Pool relative to loop: the median of their ratios in the same round. */
  readonly rate: number
  readonly p99: number
  /**
   * The one that is better in rate or in p99 latency, and worse in neither. `trade`: each is better in one. `alike`: there
   * is no difference.
   */
  readonly better: 'loop' | 'pool' | 'trade' | 'alike'
}

/** Whether these ratios are above one by more than noise. */
const above = (ratios: ReadonlyArray<number>): boolean =>
  median(ratios) > margin && ratios.filter((ratio) => ratio > 1).length >= ratios.length * agreement

/** Compares round with round: the two took turns, so that other load on the machine affected both. */
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

/** A larger `spread` says more about the machine than about the server. */
export const quiet = 0.25
