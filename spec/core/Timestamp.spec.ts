import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Timestamp from '../../src/core/Timestamp.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { timestamps } from '../../src/kit/values/parts.ts'
import * as like from '../support/lookalikes.ts'
import { keepsRoundTrip } from '../support/roundTrips.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { keepsItsGrammar } from './grammarContract.ts'

const malformed = E.left({ _tag: 'timestamp_malformed' })

// Each near miss has this one error.
keepsItsGrammar('Timestamp', timestamps, Timestamp.parse, { '': 'timestamp_malformed' }, Number)

const parse = suite('Timestamp.parse')

keepsRoundTrip(parse, 'Timestamp.parse')

const ofSeconds = suite('Timestamp.ofSeconds')

ofSeconds('for all numbers: answers a timestamp, and each timestamp as it is', () =>
  forAll([fc.double(), arb.timestamp()], (seconds, timestamp) => {
    assert.ok(Timestamp.isTimestamp(Timestamp.ofSeconds(seconds)), `${seconds}`)
    assert.is(Timestamp.ofSeconds(timestamp), timestamp)
  }),
)

ofSeconds('takes the whole second, and stays in the range', () => {
  assert.is(Timestamp.ofSeconds(1.9), 1)
  assert.is(Timestamp.ofSeconds(-1), 0)
  assert.is(Timestamp.ofSeconds(Number.NaN), 0)
  assert.is(Timestamp.ofSeconds(Number.POSITIVE_INFINITY), Number.MAX_SAFE_INTEGER)
})

parse('for all texts: takes exactly the output of serialize', () =>
  forAll(
    [
      fc.oneof(
        like.anyText(),
        like.mutated(arb.timestamp().map(Timestamp.serialize)),
        fc.bigInt().map(String),
        fc.double().map(String),
      ),
    ],
    { numRuns: 1000, examples: [['1e5'], ['1\n']] },
    (text) => {
      const t = Timestamp.parse(text)
      const spelled = Timestamp.isTimestamp(Number(text)) && String(Number(text)) === text
      assert.equal(t, spelled ? E.right(Number(text)) : malformed)
    },
  ),
)

const isTimestamp = suite('Timestamp.isTimestamp')

isTimestamp('takes whole seconds from 0 to 2^53 − 1', () => {
  for (const n of [0, 1, 1_700_000_000, Number.MAX_SAFE_INTEGER]) assert.ok(Timestamp.isTimestamp(n))
})

isTimestamp('refuses smaller and larger numbers, fractions, and other types', () => {
  for (const n of [-1, 0.5, 2 ** 53, 1e30, Number.NaN, Number.POSITIVE_INFINITY])
    assert.not(Timestamp.isTimestamp(n), String(n))
})

const ofMillis = suite('Timestamp.ofMillis')

ofMillis('reads 0 from a clock before 1970', () => {
  assert.is(Timestamp.ofMillis(-1), 0)
  assert.is(Timestamp.ofMillis(-1e15), 0)
})

ofMillis('for all Dates: a timestamp at most one second earlier', () =>
  forAll([fc.double({ min: 0, max: 8.64e15, noNaN: true })], (ms) => {
    const t = Timestamp.ofMillis(ms)
    assert.ok(Timestamp.isTimestamp(t))
    assert.ok(t * 1000 <= ms && ms < (t + 1) * 1000)
  }),
)

const add = suite('Timestamp.add')

add('for all timestamps and differences: a timestamp, clamped to the range', () =>
  forAll([arb.timestamp(), fc.maxSafeInteger()], (t, seconds) => {
    const moved = Timestamp.add(seconds)(t)
    const exact = BigInt(t) + BigInt(seconds)
    const end = BigInt(Number.MAX_SAFE_INTEGER)
    assert.ok(Timestamp.isTimestamp(moved))
    assert.is(BigInt(moved), exact < 0n ? 0n : exact > end ? end : exact)
  }),
)
