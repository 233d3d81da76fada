import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as MemorySettings from '../../../src/guards/memory/MemorySettings.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const parse = suite('MemorySettings.parse')

parse('has a default for everything', () => {
  assert.equal(
    MemorySettings.parse({}),
    E.right({
      maxAge: 300,
      maxSkew: 60,
      margin: 60,
      life: 300 + 60 + 60,
      cap: 1_000_000,
      quota: 200_000,
      floor: undefined,
    }),
  )
})

parse('gives a key a fifth of the cap, rounded up, so that four keys cannot fill it', () => {
  for (const [cap, quota] of [
    [1, 1],
    [4, 1],
    [5, 1],
    [6, 2],
    [1000, 200],
  ]) {
    const rules = MemorySettings.parse({ cap })
    assert.is(E.isRight(rules) && rules.right.quota, quota)
  }
})

parse('takes each setting at its limits', () => {
  const limits = [{ maxAge: 0, maxSkew: 0, margin: 0 }, { cap: 1 }, { cap: 100_000_000 }, { cap: 9, quota: 9 }]
  for (const settings of [...limits, { quota: 1 }, { floor: 0 }])
    assert.ok(E.isRight(MemorySettings.parse(settings)), JSON.stringify(settings))
})

parse('names the wrong setting', () => {
  const nonsense: ReadonlyArray<readonly [string, MemorySettings.Settings]> = [
    ['maxAge', { maxAge: -1 }],
    ['maxSkew', { maxSkew: 0.5 }],
    ['margin', { margin: Number.NaN }],
    ['maxAge', { maxAge: '300' as unknown as number }],
    ['cap', { cap: 0 }],
    ['cap', { cap: 100_000_001 }],
    ['quota', { cap: 10, quota: 11 }],
    ['floor', { floor: -1 }],
    ['floor', { floor: 2 ** 53 }],
  ]
  for (const [name, settings] of nonsense) {
    const rules = MemorySettings.parse(settings)
    assert.ok(E.isLeft(rules), JSON.stringify(settings))
    assert.is(rules.left._tag, 'misconfigured')
    assert.match(rules.left.detail, new RegExp(`^the guard: ${name} must be `))
  }
})

parse('for all numbers: answers, and never throws', () =>
  forAll(
    [
      fc.dictionary(fc.constantFrom('maxAge', 'maxSkew', 'margin', 'cap', 'quota', 'floor'), fc.double(), {
        noNullPrototype: true,
      }),
    ],
    (settings) => {
      const rules = MemorySettings.parse(settings)
      assert.ok(
        E.isLeft(rules) || (rules.right.quota >= 1 && rules.right.quota <= rules.right.cap && rules.right.life >= 0),
      )
    },
  ),
)
