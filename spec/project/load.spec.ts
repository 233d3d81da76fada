// The evaluation of `npm run load`; the measuring itself is too slow for a spec.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { figuresOf, not200, type Round } from '../../scripts/bench/load/figures.ts'
import { type Outcome, parse } from '../../scripts/bench/load/generator.ts'
import { row } from '../../scripts/bench/load/table.ts'
import type { Turn } from '../../scripts/bench/load/turns.ts'
import { variants } from '../../scripts/bench/load/variants.ts'
import { verdictsOn } from '../../scripts/bench/load/verdicts.ts'
import { assert, suite } from '../support/suite.ts'

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
const turn: Turn = { handled: 20_000, delay: { mean: 1, p99: 4, max: 8 }, cpu: 1600 }

/** A default round with some members replaced. */
const round = (differs: Partial<Outcome>, more: Partial<Turn> = {}): Round => ({
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

reading('is undefined if a figure is missing or not a whole number', () => {
  for (const name of Object.keys(outcome)) {
    for (const wrong of [undefined, null, 1.5, '7']) {
      const text = JSON.stringify({ ...outcome, [name]: wrong })
      assert.is(parse(said(`replayed ${text}`)), undefined, text)
    }
  }
  assert.is(parse(said('replayed {"sent":-nan}')), undefined)
})

const showing = suite('a row of figures')

showing('has a dash where nothing was measured', () => {
  const figures = figuresOf([round({}, { delay: { mean: null, p99: null, max: null } })])
  assert.equal(row('bare', figures).match(/–/g)?.length, 3)
  assert.not.match(row('bare', figuresOf([round({})])), '–')
})

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

const middle = suite('the figures of a variant')

middle('are medians over the rounds, each figure separately', () => {
  const figures = figuresOf([
    round({ answers: 10_000, p50: 1000, p99: 90_000 }, { delay: { mean: 3, p99: 1, max: 9 } }),
    round({ answers: 30_000, p50: 3000, p99: 70_000 }, { delay: { mean: 2, p99: 3, max: 7 }, handled: 30_000 }),
    round({ answers: 20_000, p50: 2000, p99: 80_000 }, { delay: { mean: 1, p99: 2, max: 8 } }),
  ])
  const { requestsPerSecond, p50, p99, loopDelayMean, loopDelayP99, loopDelayMax, spread, cpuMicros } = figures
  assert.equal([requestsPerSecond, p50, p99, spread, cpuMicros], [10_000, 2, 80, 0.5, 80])
  assert.equal([loopDelayMean, loopDelayP99, loopDelayMax], [2, 2, 8])
})

middle('are sums for counts, so one bad round is not lost', () => {
  const rounds = [round({}), round({ refused: 1 }), round({}), round({}), round({})]
  const figures = figuresOf(rounds)
  assert.equal([figures.not200, figures.answers, figures.rounds], [1, 100_000, 5])
})

const verdicts = suite('the verdicts on a run')

/** Rows by their ids, each with a rate and a p99 in milliseconds. */
const verdictsOf = (measured: Readonly<Record<string, readonly [requestsPerSecond: number, p99: number]>>) =>
  verdictsOn(
    variants.flatMap((variant) => {
      const [requestsPerSecond, p99] = measured[variant.id] ?? []
      return requestsPerSecond === undefined || p99 === undefined
        ? []
        : [[variant, { requestsPerSecond, p99 }] as const]
    }),
  )

/** The targets that were met, and those that were missed. */
const judged = (measured: Parameters<typeof verdictsOf>[0]) =>
  verdictsOf(measured).map(({ id, isMet }) => `${isMet ? 'met' : 'missed'} ${id}`)

for (const stand of ['', '-fastify'])
  verdicts(`the better place is compared with the fastest library of the same stand: peers${stand}`, () => {
    const all = {
      bare: [50_000, 2],
      'verify-loop': [30_000, 1],
      [`alone-loop${stand}`]: [10_000, 9],
      [`alone-pool${stand}`]: [11_000, 8],
      [`peer-jose${stand}`]: [10_000, 8],
      [`peer-fast-jwt${stand}`]: [9000, 1],
    } as const
    const rate = `peers${stand}-rate`
    const p99 = `peers${stand}-p99`
    assert.equal(judged(all), [`met ${rate}`, `met ${p99}`], 'equality is enough for both')
    assert.match(verdictsOf(all)[0]?.words ?? '', `alone-pool${stand} has 1.10 × the rate of peer-jose${stand}`)
    const faster = { ...all, [`peer-fast-jwt${stand}`]: [11_001, 8] } as const
    assert.equal(judged(faster), [`missed ${rate}`, `met ${p99}`], 'the lead is too small')
    assert.equal(judged({ ...all, [`peer-jose${stand}`]: [10_000, 7.9] }), [`met ${rate}`, `missed ${p99}`])
  })

verdicts('a gateway is compared with the bare proxy', () => {
  assert.equal(judged({ proxy: [1000, 5], 'gateway-loop': [800, 15], 'gateway-pool': [749, 15.1] }), [
    'met gateway-loop-rate',
    'met gateway-loop-p99',
    'missed gateway-pool-rate',
    'missed gateway-pool-p99',
  ])
})

verdicts('there is none without both sides', () =>
  assert.equal(verdictsOf({ 'alone-loop': [1, 1], bare: [1, 1], 'gateway-loop': [1, 1] }), []),
)

const turns = suite('the turns of a measured server')

turns('a turn counts the answer that was under way when the client ended', async () => {
  const child = fork(fileURLToPath(new URL('lateTurn.ts', import.meta.url)))
  const [port] = await once(child, 'message')
  const sent = request({ host: '127.0.0.1', port: Number(port) }).end()
  const [answer] = await once(sent, 'response')
  child.send('end')
  const [{ handled }] = await once(child, 'message')
  answer.resume()
  child.disconnect()
  assert.is(handled, 1)
})
