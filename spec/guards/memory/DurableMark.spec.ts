import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { Timestamp } from '../../../src/core/Timestamp.ts'
import type { GuardUnavailable } from '../../../src/core/VerifyError.ts'
import * as DurableMark from '../../../src/guards/memory/DurableMark.ts'
import { assert, suite } from '../../support/suite.ts'

const at = (n: number): Timestamp => n as Timestamp
const broken: GuardUnavailable = { _tag: 'guard_unavailable', detail: 'no disk' }

/** A disk whose writes end on command. */
const slowDisk = () => {
  const begun: Array<number> = []
  const open: Array<(outcome: E.Either<GuardUnavailable, void>) => void> = []
  const highWater = {
    read: TE.right(O.none),
    write: (mark: Timestamp) => () => {
      begun.push(mark)
      return new Promise<E.Either<GuardUnavailable, void>>((resolve) => open.push(resolve))
    },
  }
  const end = async (outcome: E.Either<GuardUnavailable, void>): Promise<void> => {
    open.shift()?.(outcome)
    for (let i = 0; i < 10; i++) await Promise.resolve()
  }
  return {
    highWater,
    begun,
    lands: () => end(E.right(undefined)),
    fails: () => end(E.left(broken)),
    running: () => open.length,
  }
}

/** A promise's outcome so far. */
const watched = (promise: Promise<E.Either<GuardUnavailable, void>>) => {
  const seen: { is: 'waiting' | 'durable' | 'failed' } = { is: 'waiting' }
  void promise.then((outcome) => {
    seen.is = E.isRight(outcome) ? 'durable' : 'failed'
  })
  return seen
}

const raise = suite('DurableMark.raise')

raise('covers the stored mark, and no more until a higher mark is durable', async () => {
  const disk = slowDisk()
  const mark = DurableMark.make(disk.highWater, 100)
  assert.ok(mark.covers(at(100)))
  assert.not.ok(mark.covers(at(101)))
  const raised = watched(mark.raise(at(101))())
  assert.not.ok(mark.covers(at(101)))
  assert.is(raised.is, 'waiting')
  await disk.lands()
  assert.ok(mark.covers(at(101)))
  assert.not.ok(mark.covers(at(102)))
  assert.is(raised.is, 'durable')
})

raise('shares a pending write that is high enough', async () => {
  const disk = slowDisk()
  const mark = DurableMark.make(disk.highWater, -1)
  const all = [5, 4, 5, 0].map((n) => watched(mark.raise(at(n))()))
  await disk.lands()
  assert.equal(disk.begun, [5])
  assert.equal(all, Array(4).fill({ is: 'durable' }))
})

raise('then writes once, the highest mark, for all that came during a write', async () => {
  const disk = slowDisk()
  const mark = DurableMark.make(disk.highWater, -1)
  const early = watched(mark.raise(at(5))())
  const late = [7, 9, 8].map((n) => watched(mark.raise(at(n))()))
  assert.is(disk.running(), 1)
  await disk.lands()
  assert.is(early.is, 'durable')
  assert.equal(late, Array(3).fill({ is: 'waiting' }))
  assert.is(disk.running(), 1)
  await disk.lands()
  assert.equal(disk.begun, [5, 9])
  assert.equal(late, Array(3).fill({ is: 'durable' }))
})

raise('between two writes joins the next one', async () => {
  const disk = slowDisk()
  const mark = DurableMark.make(disk.highWater, -1)
  const between: Array<{ is: string }> = []
  void mark
    .raise(at(5))()
    .then(() => between.push(watched(mark.raise(at(12))())))
  const late = watched(mark.raise(at(9))())
  await disk.lands()
  assert.is(disk.running(), 1, 'never two at once')
  await disk.lands()
  await disk.lands()
  assert.is(late.is, 'durable')
  assert.equal(between, [{ is: 'durable' }])
  assert.ok(mark.covers(at(12)))
})

raise('fails only the claims whose write fails, does not cover them, and tries again for the next', async () => {
  const disk = slowDisk()
  const mark = DurableMark.make(disk.highWater, -1)
  const early = watched(mark.raise(at(5))())
  const late = watched(mark.raise(at(6))())
  await disk.fails()
  assert.is(early.is, 'failed')
  assert.not.ok(mark.covers(at(5)))
  assert.is(late.is, 'waiting')
  await disk.lands()
  assert.is(late.is, 'durable')

  const failed = watched(mark.raise(at(9))())
  await disk.fails()
  assert.is(failed.is, 'failed')
  const again = watched(mark.raise(at(8))())
  await disk.lands()
  assert.is(again.is, 'durable')
  assert.ok(mark.covers(at(8)))
  assert.not.ok(mark.covers(at(9)))
})
