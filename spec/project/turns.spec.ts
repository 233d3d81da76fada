// What turns test:all takes.

import { turnsOf } from '../../scripts/evidence/shareOf.ts'
import { steps } from '../../scripts/test/allSteps.ts'
import { assert, suite } from '../support/suite.ts'

const test = suite('project/turns')

test('each step of test:all that takes turns names a number of turns that is accepted', () => {
  const shares = Object.values(steps).flatMap((step) =>
    [...step.matchAll(/--every (\S+)/g)].map((found) => found[1] ?? ''),
  )
  assert.ok(shares.length >= 2)
  assert.equal(
    shares.filter((every) => turnsOf(every) === undefined),
    [],
  )
})

test('a number of turns is whole, at least 1 and at most 999', () => {
  assert.equal(['1', '99', '192', '999'].map(turnsOf), [1, 99, 192, 999])
  assert.equal(
    ['', '0', '-1', '01', '1.5', '1000', '1e2', 'two'].filter((every) => turnsOf(every) !== undefined),
    [],
  )
})
