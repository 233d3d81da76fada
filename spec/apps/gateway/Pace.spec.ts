import * as fc from 'fast-check'
import * as Pace from '../../../src/apps/gateway/Pace.ts'
import { virtualTimer } from '../../server/virtualTimer.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const settle = async (): Promise<void> => {
  for (let i = 0; i < 6; i++) await undefined
}

const keeping = suite('Pace')

keeping(
  'for all histories: late when it is behind the rate for the grace; being faster saves nothing; no timer stays',
  () =>
    forAll(
      [
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 20, max: 200 }),
        fc.array(fc.record({ wait: fc.nat(150), units: fc.nat(100), which: fc.nat(2) }, { noNullPrototype: true })),
      ],
      async (perSecond, graceMs, steps) => {
        const timer = virtualTimer(settle)
        const paces = Pace.make({ timer, perSecond, graceMs })
        const all = [0, 1, 2].map(() => {
          const one = { kept: timer.elapsed(), late: undefined as number | undefined }
          const onLate = () => {
            assert.is(one.late, undefined)
            one.late = timer.elapsed()
          }
          return Object.assign(one, { pace: paces.begin(onLate) })
        })
        for (const { wait, units, which } of steps) {
          await timer.pass(wait)
          const now = timer.elapsed()
          for (const { kept, late, pace } of all) {
            assert.is(paces.behind(pace), now - kept)
            if (late === undefined) assert.ok(now - kept < graceMs * 1.05 + 1e-6, 'it is late')
            else assert.ok(late - kept >= graceMs - 1e-6, 'it is in time')
          }
          const one = all[which] as (typeof all)[number]
          if (one.late !== undefined) continue
          paces.advance(one.pace, units)
          one.kept = Math.min(now, one.kept + (units * 1000) / perSecond)
        }
        for (const { pace } of all) paces.end(pace)
        await timer.pass(1 + graceMs / 20)
        assert.is(timer.pending(), 0)
      },
    ),
)
