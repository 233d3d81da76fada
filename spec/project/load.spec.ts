// The evaluation of `npm run load`; the measuring itself is too slow for a spec.
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import * as cores from '../../scripts/bench/load/cores.ts'
import { compare, figuresOf, not200, type Round } from '../../scripts/bench/load/figures.ts'
import { type Outcome, parse } from '../../scripts/bench/load/generator.ts'
import type { Scheme } from '../../scripts/bench/load/peerVariants.ts'
import { verdictOf } from '../../scripts/bench/load/peerVerdict.ts'
import { groups } from '../../scripts/bench/load/variants.ts'
import { suite } from '../support/suite.ts'

const outcome: Outcome = {
  sent: 20_064,
  answers: 20_000,
  micros: 2_000_000,
  p50: 5000,
  p99: 9000,
  max: 30_000,
  refused: 0,
  lost: 0,
}
const turn = { handled: 20_000, delay: { mean: 1, p99: 4, max: 8 }, cpu: 1600, rss: 90 }

/** A default round with some members replaced. */
const round = (differs: Partial<Outcome>, more: Partial<typeof turn> = {}): Round => ({
  outcome: { ...outcome, ...differs },
  turn: { ...turn, ...more },
})

const said = (text: string): string => `Running 2s test @ http://127.0.0.1:1/v1/jobs
  1 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     5.10ms    1.00ms  30.00ms   90.00%
  20000 requests in 2.10s, 2.40MB read
Requests/sec:   9523.80
${text}
`

const reading = suite('the output of wrk')

reading('is read from our own line, whatever precedes it', () => {
  assert.equal(parse(said(`replayed ${JSON.stringify(outcome)}`)), outcome)
})

reading('is undefined if wrk did not finish', () => {
  for (const text of ['', 'replayed', `replayed ${JSON.stringify(outcome).slice(0, -9)}`, 'replayed {]}'])
    assert.is(parse(said(text)), undefined, text)
})

reading('is undefined if a figure is missing or not a whole number', () => {
  for (const name of Object.keys(outcome)) {
    for (const wrong of [undefined, null, 1.5, '7']) {
      const text = JSON.stringify({ ...outcome, [name]: wrong })
      assert.is(parse(said(`replayed ${text}`)), undefined, text)
    }
  }
  assert.is(parse(said('replayed {"sent":-nan}')), undefined)
})

reading.run()

const counting = suite('answers other than 200')

counting('are none if all succeeded, even with some in progress at the end', () => {
  assert.is(not200(round({})), 0)
  assert.is(not200(round({}, { handled: 20_064 })), 0)
})

counting('are the refused and the lost requests', () => {
  assert.is(not200(round({ refused: 3 }, { handled: 19_997 })), 3)
  assert.is(not200(round({ lost: 2 })), 2)
})

counting('include those that no handler has seen, however wrk counts them', () => {
  assert.is(not200(round({}, { handled: 19_990 })), 10)
  assert.is(not200(round({ refused: 4, lost: 1 }, { handled: 19_990 })), 4 + 1 + 6)
})

counting.run()

const middle = suite('the figures of a variant')

middle('are medians over the rounds, each figure separately', () => {
  const figures = figuresOf([
    round({ answers: 10_000, p50: 1000, p99: 90_000 }, { delay: { mean: 3, p99: 1, max: 9 } }),
    round({ answers: 30_000, p50: 3000, p99: 70_000 }, { delay: { mean: 2, p99: 3, max: 7 }, handled: 30_000 }),
    round({ answers: 20_000, p50: 2000, p99: 80_000 }, { delay: { mean: 1, p99: 2, max: 8 } }),
  ])
  assert.is(figures.requestsPerSecond, 10_000)
  assert.is(figures.p50, 2)
  assert.is(figures.p99, 80)
  assert.is(figures.loopDelayMean, 2)
  assert.is(figures.loopDelayP99, 2)
  assert.is(figures.loopDelayMax, 8)
  assert.is(figures.spread, 0.5)
  assert.is(figures.cpuMicros, 80)
})

middle('are sums for counts, so one bad round is not lost', () => {
  const rounds = [round({}), round({ refused: 1 }), round({}), round({}), round({})]
  const figures = figuresOf(rounds)
  assert.is(figures.not200, 1)
  assert.is(figures.answers, 100_000)
  assert.is(figures.rounds, 5)
})

middle.run()

const comparing = suite('compare')

/** Rounds with the given requests in two seconds and the given 99th percentile in milliseconds. */
const served = (...all: ReadonlyArray<readonly [answers: number, p99: number]>): ReadonlyArray<Round> =>
  all.map(([answers, p99]) => round({ answers, p99: p99 * 1000 }))

comparing('picks the one better in rate or 99th percentile, and worse in neither', () => {
  assert.is(compare(served([1000, 10]), served([1500, 10])).better, 'pool')
  assert.is(compare(served([1000, 20]), served([1000, 10])).better, 'pool')
  assert.is(compare(served([1000, 10]), served([800, 10])).better, 'loop')
  assert.is(compare(served([1000, 10]), served([1000, 15])).better, 'loop')
})

comparing('picks none if each is better in one', () => {
  assert.is(compare(served([1000, 10]), served([1500, 20])).better, 'trade')
  assert.is(compare(served([1500, 20]), served([1000, 10])).better, 'trade')
})

comparing('treats less than a tenth as noise', () => {
  assert.is(compare(served([1000, 10]), served([1090, 10.9])).better, 'alike')
  assert.is(compare(served([1000, 10.9]), served([920, 10])).better, 'alike')
})

comparing('treats a difference as noise if little more than half of the rounds agree', () => {
  const loop = served([1000, 10], [1000, 10], [1000, 10], [1000, 10], [1000, 10])
  assert.is(compare(loop, served([1500, 10], [1500, 10], [1500, 10], [500, 10], [500, 10])).better, 'alike')
  assert.is(compare(loop, served([1500, 10], [1500, 10], [1500, 10], [1500, 10], [500, 10])).better, 'pool')
})

comparing('compares round by round, so a slowdown of both is ignored', () => {
  const loop = served([1000, 10], [100, 100], [2000, 5])
  const pool = served([1500, 8], [150, 80], [3000, 4])
  assert.equal(compare(loop, pool), { rate: 1.5, p99: 0.8, better: 'pool' })
})

comparing('for all rounds: symmetric in loop and pool', () => {
  const one = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }))
  const pairs = fc.integer({ min: 0, max: 4 }).chain((half) => {
    // An odd number, as by default: the median of an even number is the upper of two.
    const rounds = fc.array(one, { minLength: 2 * half + 1, maxLength: 2 * half + 1 }).map((all) => served(...all))
    return fc.tuple(rounds, rounds)
  })
  const mirrored = { loop: 'pool', pool: 'loop', trade: 'trade', alike: 'alike' } as const
  fc.assert(fc.property(pairs, ([a, b]) => assert.is(compare(a, b).better, mirrored[compare(b, a).better])))
})

comparing.run()

const listing = suite('the cores of a process')

listing('are listed singly or as ranges', () => {
  assert.equal(cores.parse('0'), [0])
  assert.equal(cores.parse('0-1'), [0, 1])
  assert.equal(cores.parse('0-2,5,7-8'), [0, 1, 2, 5, 7, 8])
})

listing('are none if the file cannot be read', () => {
  for (const list of ['', 'x', '3-1', '1-x']) assert.equal(cores.parse(list), [], list)
})

listing.run()

const rows = suite('the rows')

rows('have distinct names', () => {
  const ids = groups.flatMap(({ variants }) => variants.map(({ id }) => id))
  assert.is(new Set(ids).size, ids.length)
})

rows('include loop and pool in each group, for comparison', () => {
  for (const { name, variants } of groups) {
    const wheres = variants.flatMap(({ task }) => ('where' in task ? [task.where] : []))
    assert.equal(wheres, ['loop', 'pool'], name)
  }
})

rows.run()

const peers = suite('countersign beside its peers')

const measured = (scheme: Scheme, requestsPerSecond: number, p99: number) => ({ scheme, requestsPerSecond, p99 })

peers('its better place is compared with the fastest peer, without a guard on either side', () => {
  const all = [
    measured('none', 50_000, 2),
    measured('countersign-guard', 30_000, 1),
    measured('countersign-loop', 10_000, 9),
    measured('countersign-pool', 13_000, 8),
    measured('jose', 10_000, 8),
    measured('fast-jwt', 9000, 1),
  ]
  const verdict = verdictOf(all)
  assert.is(verdict?.isMet, true, 'equality is enough for both')
  assert.match(verdict?.words ?? '', 'countersign-pool has 1.30 × the rate of jose')
  const slower = verdictOf([...all, measured('jsonwebtoken', 10_001, 8)])
  assert.is(slower?.isMet, false, 'the lead is too small')
  const later = verdictOf([...all, measured('jsonwebtoken', 10_000, 7.9)].filter(({ scheme }) => scheme !== 'jose'))
  assert.is(later?.isMet, false)
})

peers('there is no verdict without either side', () => {
  assert.is(verdictOf([measured('countersign-loop', 1, 1)]), undefined)
  assert.is(verdictOf([measured('none', 1, 1), measured('jose', 1, 1)]), undefined)
})

peers.run()
