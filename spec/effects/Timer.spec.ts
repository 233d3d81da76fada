// Deadlines: of tasks by a real timer and a virtual one, and on an event loop that is blocked for as long as a law draws.
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { deadlineIn, within } from '../../src/effects/Timer.ts'
import { timer } from '../../src/platform/common/system.ts'
import { virtualTimer } from '../server/virtualTimer.ts'
import { slowLoop } from '../support/slowLoop.ts'
import { assert, forAll, suite } from '../support/suite.ts'

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

deadline('is one for tasks that come one after the other', async () => {
  const { pass, pending, ...timer } = virtualTimer()
  const { within, end } = deadlineIn(timer, 100)
  const late = () => 'late'
  const answered = (ms: number) =>
    within(
      () =>
        timer
          .wait(ms)()
          .then(() => 'done'),
      late,
    )()
  const first = answered(60)
  await pass(60)
  assert.is(await first, 'done')
  const second = answered(60)
  await pass(40)
  assert.is(await second, 'late')
  const ready = within(() => Promise.resolve('ready'), late)()
  await pass(1)
  assert.is(await ready, 'ready', 'an answer that is there')
  end()
  await pass(1000)
  assert.is(pending(), 0)
})

const blocked = suite('deadlines on an event loop that is blocked')

/** How long each turn of the loop takes; it goes on with the last. */
const turns = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 60 })
/** How long the other side takes for each step; it begins one when the loop has seen the end of the one before. */
const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 8 })
const deadlines = fc.integer({ min: 1, max: 5000 })
/** What a turn counts at most, and by what a timer is inexact. */
const turnMs = 50 + 10

/** Whether somebody who takes these steps answers in time, by the loop. */
const played = async (ms: number, taken: ReadonlyArray<number>, turnsMs: ReadonlyArray<number>) => {
  const { timer, turn, now } = slowLoop()
  const began = now()
  let answer = (_: string): void => {}
  const asked = within(timer, ms)(
    () =>
      new Promise<string>((resolve) => {
        answer = resolve
      }),
    () => 'late',
  )().then((outcome) => ({ outcome, tookMs: now() - began }))
  let ended: { readonly outcome: string; readonly tookMs: number } | undefined
  void asked.then((end) => {
    ended = end
  })
  let step = 0
  let since = now()
  for (let i = 0; ended === undefined && i < 100_000; i++) {
    turn(turnsMs[Math.min(i, turnsMs.length - 1)] as number)
    await setImmediate()
    // Input is read after the timeouts: what the other side has done by now is seen.
    if (step < taken.length && now() - since >= (taken[step] as number)) {
      step++
      since = now()
      if (step === taken.length) answer('done')
      await setImmediate()
    }
  }
  return asked
}

blocked('for all turns: who takes less than the deadline is never late, however late the loop sees it', () =>
  forAll([deadlines, steps, turns], { numRuns: 200 }, async (ms, taken, turnsMs) => {
    const took = taken.reduce((sum, each) => sum + each + turnMs, 0)
    fc.pre(took < ms)
    assert.is((await played(ms, taken, turnsMs)).outcome, 'done')
  }),
)

blocked('for all turns of at most 10 ms: who does not answer is late at the deadline, and never earlier', () =>
  forAll(
    [deadlines, fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1 })],
    { numRuns: 50 },
    async (ms, turnsMs) => {
      const { outcome, tookMs } = await played(ms, [], turnsMs)
      assert.is(outcome, 'late')
      assert.ok(tookMs >= ms && tookMs <= ms + 30, `${tookMs} ms`)
    },
  ),
)

blocked('a pause is no deadline: it ends with the turn in which its time is over', async () => {
  const { timer, turn } = slowLoop()
  let isOver = false
  void timer
    .wait(5000)()
    .then(() => {
      isOver = true
    })
  turn(4999)
  await setImmediate()
  assert.not(isOver)
  turn(1)
  await setImmediate()
  assert.ok(isOver)
})
