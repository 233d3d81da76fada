// The arithmetic of `npm run bench`, without measuring, and that no documented row is missing.

import { groups } from '../../scripts/bench/groups.ts'
import { groups as loads } from '../../scripts/bench/load/variants.ts'
import { interleaved, median, rateOf } from '../../scripts/bench/measure.ts'
import { comparisons, fastestOf } from '../../scripts/bench/peers/compare.ts'
import { met, targets } from '../../scripts/bench/targets.ts'
import { assert, suite } from '../support/suite.ts'

const figures = suite('a figure')

figures('is the median of all rounds, in any order', () => {
  assert.is(median([9, 1, 5]), 5)
  assert.is(median([100, 2, 1, 3, 2]), 2, 'one round in which the machine was busy changes nothing')
})

figures('relative to another: the median of the ratios within each round; higher is faster', () => {
  assert.is(rateOf([10, 10, 10], [5, 5, 5]), 0.5, 'twice the time is half the rate')
  // Rounds two and three were slow for both: the ratio of the medians would differ.
  assert.is(rateOf([10, 100, 300], [20, 200, 150]), 2)
})

figures('comes from rounds in balanced order, without the warm-up rounds', async () => {
  const turns: Array<string> = []
  const turn = (name: string) => () => {
    turns.push(name)
    return 10
  }
  const ns = await interleaved({ a: turn('a'), b: turn('b') }, 4, 2)
  assert.is(turns.join(''), 'abbaabbaabba')
  assert.is(ns.a.length, 4)
  assert.is(ns.b.length, 4)
})

figures('meets its target on the correct side and at equality; one without a target is for comparison', () => {
  const shown = [0.91, 0.92, 0.93].map((value) => met(value, { least: 0.92 }))
  assert.equal(shown, [false, true, true])
  const told = [5.9, 6, 6.1].map((value) => met(value, { most: 6 }))
  assert.equal(told, [true, true, false])
  assert.is(met(1, undefined), undefined)
  assert.is(met(Number.NaN, { most: 6 }), false, 'what is no number meets nothing')
})

const peers = suite('the peers')

const all = ['fast', 'jsonwebtoken', 'jose', 'http-message-signatures'].map((name) => ({ name }))
const measured = {
  program: [20, 20, 22],
  fast: [30, 30, 33],
  jsonwebtoken: [40, 40, 20],
  jose: [80, 80, 88],
  'http-message-signatures': [100, 100, 110],
}

peers('the leader is the fastest of those that were measured', () => {
  assert.is(fastestOf(measured, all), 'fast')
  assert.is(fastestOf(measured, all.slice(1)), 'jsonwebtoken', 'by the median round and not by the best')
  assert.throws(() => fastestOf(measured, [{ name: 'unmeasured' }]), 'no peer')
})

peers('are compared with the program, and each row names its peer', () => {
  const rows = Object.fromEntries(comparisons('verify', measured, all).map((each) => [each.id, each]))
  assert.is(rows['verify-vs-fastest-peer']?.value, 1.5)
  assert.match(rows['verify-vs-fastest-peer']?.unit ?? '', 'fast')
  assert.is(rows['verify-vs-jsonwebtoken']?.value, 2)
  assert.is(rows['verify-vs-jose']?.value, 4)
  assert.is(rows['verify-vs-http-message-signatures']?.value, 5)
  const shown = comparisons('sign', measured, all).map(({ id, value }) => [id, value])
  assert.equal(shown, [['sign-vs-fastest-peer', 1.5]])
})

const rows = suite('the rows')

const ids = groups.flatMap((group) => group.ids)

rows('are distinct, and each target has its row', () => {
  assert.is(new Set(ids).size, ids.length)
  const ofLoad = [
    ...loads.flatMap(({ name, variants }) => [name, ...variants.map(({ id }) => id)]),
    'forged',
    'forged-own',
  ]
  const known = ofLoad.flatMap((name) => ['rate', 'p99', 'answered'].map((figure) => `${name}-${figure}`))
  const unknown = Object.keys(targets).filter((id) => !ids.includes(id) && !known.includes(id))
  assert.equal(unknown, [])
})
