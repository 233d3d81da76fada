import * as fc from 'fast-check'
import * as Allowance from '../../src/queue/Allowance.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const allowing = suite('Allowance')

allowing('for all moments: in any minute at most twice the allowance, and after a quiet minute all of it', () =>
  forAll(
    [fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(20_000), { maxLength: 100, size: 'max' })],
    (most, pauses) => {
      let now = 0
      const permitted = Allowance.perMinute({ elapsed: () => now }, most)
      const taken: Array<number> = []
      for (const pause of pauses) {
        now += pause
        if (permitted()) taken.push(now)
      }
      for (const start of taken)
        assert.ok(taken.filter((moment) => start <= moment && moment - start <= 60_000).length <= 2 * most)
      now += 60_000
      assert.is(Array.from({ length: 2 * most }, permitted).filter((isAllowed) => isAllowed).length, most)
    },
  ),
)
