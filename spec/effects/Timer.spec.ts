import { within } from '../../src/effects/Timer.ts'
import { timer } from '../../src/platform/common/system.ts'
import { virtualTimer } from '../server/virtualTimer.ts'
import { assert, suite } from '../support/suite.ts'

const later =
  (ms: number, answer: string): (() => Promise<string>) =>
  () =>
    new Promise((resolve) => setTimeout(resolve, ms, answer))

const deadline = suite('within')

deadline('returns the result of a task that ends in time, and clears its timer', async () => {
  const counted = virtualTimer()
  const done = () => Promise.resolve('done')
  assert.is(await within(counted, 10_000)(done, () => 'late')(), 'done')
  assert.is(counted.pending(), 0)
})

deadline('returns the fallback for a task that is late or never ends', async () => {
  const began = performance.now()
  assert.is(await within(timer, 20)(later(100, 'done'), () => 'late')(), 'late')
  assert.is(
    await within(timer, 20)(
      () => new Promise(() => {}),
      () => 'late',
    )(),
    'late',
  )
  assert.ok(performance.now() - began >= 40)
})

deadline('passes on a rejection within the time, and ignores a later one', async () => {
  const fails = (ms: number) => () => later(ms, '')().then(() => Promise.reject(new RangeError('mine')))
  assert.instance(await within(timer, 1000)(fails(1), () => 'late')().catch((e) => e), RangeError)
  assert.is(await within(timer, 5)(fails(20), () => 'late')(), 'late')
  // A second failure left unhandled would end the process here.
  await later(30, '')()
})

deadline('starts the task once per run, and not before', async () => {
  let runs = 0
  const task = within(timer, 1000)(
    async () => ++runs,
    () => 0,
  )
  assert.is(runs, 0)
  assert.equal([await task(), await task()], [1, 2])
})
