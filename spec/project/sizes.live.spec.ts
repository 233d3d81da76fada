// What the package weighs. What grows beyond its target is either worth it, and the target is raised there, or a mistake, such as
// a library that came in by an import.
import * as assert from 'uvu/assert'
import { bundleRows } from '../../scripts/bench/bundle.ts'
import { sizes } from '../../scripts/build/sizes.ts'
import { suite } from '../support/suite.ts'

const weights = suite('sizes')

// The load of the machine counts in a start: it has some room.
for (const { what, value, most, unit } of await sizes())
  weights(`${what}: at most ${most} ${unit}`.trimEnd(), () =>
    assert.ok(value <= (unit.startsWith('×') ? most * 1.1 : most), `${value.toFixed(2)} ${unit}`),
  )

weights('a page that verifies accepts what is signed, and refuses what was altered', async () => {
  assert.is((await bundleRows()).length, 2)
})

weights.run()
