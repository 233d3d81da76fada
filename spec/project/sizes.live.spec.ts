// What the package weighs. What grows beyond its target is either worth it, and the bound is raised there, or a mistake, such as
// a library that came in by an import.
import * as assert from 'uvu/assert'
import { bundleRows } from '../../scripts/bench/bundle.ts'
import { sizes } from '../../scripts/build/sizes.ts'
import { suite } from '../support/suite.ts'

const weights = suite('sizes')

for (const { what, value, most, held = most, unit } of await sizes())
  weights(`${what}: at most ${held} ${unit}`.trimEnd(), () => assert.ok(value <= held, `${value.toFixed(2)} ${unit}`))

weights('a page that verifies accepts what is signed, and refuses what was altered', async () => {
  assert.is((await bundleRows()).length, 2)
})

weights.run()
