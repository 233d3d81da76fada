import { known } from '../../src/effects/AtOnce.ts'
import { assert, suite } from '../support/suite.ts'

const knowing = suite('known')

knowing('answers synchronously and as a task, with one call for each', async () => {
  let asked = 0
  const double = known((n: number) => {
    asked++
    return 2 * n
  })
  assert.is(double.atOnce?.(21), 42)
  const task = double(4)
  assert.is(asked, 1)
  assert.is(await task(), 8)
  assert.is(asked, 2)
})
