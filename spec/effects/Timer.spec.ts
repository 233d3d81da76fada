import * as assert from 'uvu/assert'
import { timer } from '../../src/ambient/timer.ts'
import { within } from '../../src/effects/Timer.ts'
import { suite } from '../support/suite.ts'

const later =
  (ms: number, answer: string): (() => Promise<string>) =>
  () =>
    new Promise((resolve) => setTimeout(resolve, ms, answer))

const deadline = suite('within')

deadline('answers what the task answers in time, and then waits for nothing', async () => {
  const began = performance.now()
  assert.is(await within(timer, 10_000)(later(1, 'done'), () => 'late')(), 'done')
  assert.is(
    await within(timer, 10_000)(
      async () => 'at once',
      () => 'late',
    )(),
    'at once',
  )
  assert.ok(performance.now() - began < 1000)
})

deadline('answers for a task that is late, and for one that never answers', async () => {
  const began = performance.now()
  assert.is(await within(timer, 20)(later(100, 'done'), () => 'late')(), 'late')
  assert.is(
    await within(timer, 20)(
      () => new Promise(() => {}),
      () => 'late',
    )(),
    'late',
  )
  const took = performance.now() - began
  assert.ok(took >= 40 && took < 95, `${took}`)
})

deadline('passes on the failure of a task that fails in time, and no other', async () => {
  const fails = (ms: number) => () => later(ms, '')().then(() => Promise.reject(new RangeError('mine')))
  assert.instance(await within(timer, 1000)(fails(1), () => 'late')().catch((e) => e), RangeError)
  assert.is(await within(timer, 5)(fails(20), () => 'late')(), 'late')
  // If the second failure were lost, the process would end here for a rejection that nobody handles.
  await later(30, '')()
})

deadline('starts a task each time it is run, and not before', async () => {
  let runs = 0
  const task = within(timer, 1000)(
    async () => ++runs,
    () => 0,
  )
  assert.is(runs, 0)
  assert.equal([await task(), await task()], [1, 2])
})

deadline.run()
