import { setImmediate } from 'node:timers/promises'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../../src/core/AppId.ts'
import * as Signature from '../../src/core/Signature.ts'
import { type CheckAnswer, type KeyRing, ofKeys } from '../../src/effects/KeyRing.ts'
import type { Timer } from '../../src/effects/Timer.ts'
import { timer } from '../../src/platform/common/system.ts'
import { verificationKey } from '../../src/platform/node/verificationKey.ts'
import * as CheckQueue from '../../src/queue/CheckQueue.ts'
import { rsa } from '../support/keys.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const app = (name: string | number): AppId => `app-${name}` as AppId

const turn = (then: () => void): void => void setImmediate().then(then)

/** No check holds the event loop, and the pause of suspects is a turn of it. */
const still: Timer = {
  ...timer,
  elapsed: () => 0,
  after: (ms, then) => {
    if (ms > 1) return timer.after(ms, then)
    turn(then)
    return () => {}
  },
}

type Caller = readonly [appId: AppId, client?: string]

/** A queue whose checks fill a thread each, and end when the spec says so, one after the other. */
const held = (atOnce: number) => {
  const queue = CheckQueue.make({ timer: still, atOnce, nextTurn: turn })()
  const begun: Array<string> = []
  const running: Array<(answer: CheckAnswer) => void> = []
  const ask = ([appId, client]: Caller, { isLast = true, cost = 1000 } = {}): ReturnType<CheckQueue.CheckQueue> =>
    queue({
      appId,
      callerAddress: client,
      isLast,
      cost,
      timeoutMs: 60_000,
      run: () => {
        begun.push(client ?? appId)
        return new Promise((end) => void running.push(end))
      },
    })
  const answer = async (given: CheckAnswer) => {
    running.shift()?.(given)
    // A turn of the event loop ends, in which a lane may have used its slice.
    await setImmediate()
    await setImmediate()
  }
  /** Who of these begins, where the lanes of all callers are free. */
  const asked = (callers: ReadonlyArray<Caller>): ReadonlyArray<string> => {
    const before = begun.length
    for (const each of callers) void ask(each)
    return begun.slice(before)
  }
  return { ask, answer, asked, running: () => running.length, begun: () => begun }
}

type Held = ReturnType<typeof held>

const proven = async ({ ask, answer }: Held, caller: Caller) => {
  void ask(caller)
  await answer(true)
}

const suspected = async ({ ask, answer }: Held, caller: Caller) => {
  for (let i = 0; i < CheckQueue.mostWrong; i++) {
    void ask(caller)
    await answer(false)
  }
}

const times = <A>(count: number, value: A): ReadonlyArray<A> => Array.from({ length: count }, () => value)

const queueing = suite('CheckQueue')

queueing('proven callers have all threads but one, unknown ones a thread, suspects one check', async () => {
  const queue = held(4)
  await proven(queue, [app(1)])
  await suspected(queue, [app(2)])
  await suspected(queue, [app(3)])
  assert.equal(queue.asked(times<Caller>(5, [app(1)])), times(3, app(1)))
  assert.equal(queue.asked([[app(4)], [app(5)], [app(4)]]), [app(4)])
  assert.equal(queue.asked([[app(2)], [app(3)], [app(2)]]), [app(2)])
})

queueing('checks that cost little are many at once', async () => {
  const queue = held(4)
  await proven(queue, [app(1)])
  await suspected(queue, [app(3)])
  const begun = (caller: Caller): number => {
    const before = queue.running()
    for (let i = 0; i < 1000; i++) void queue.ask(caller, { cost: 1 })
    return queue.running() - before
  }
  assert.equal([begun([app(1)]), begun([app(2)]), begun([app(3)])], [3 * 28, 28, 1])
})

queueing(
  'for all answers: a caller is proven by a right one until a wrong one, and suspect after eight wrong ones',
  () =>
    forAll(
      [fc.array(fc.constantFrom<CheckAnswer>(true, false, false, false, undefined), { maxLength: 40, size: 'max' })],
      async (answers) => {
        const queue = held(2)
        for (const each of answers) {
          void queue.ask([app(1), 'here'])
          await queue.answer(each)
        }
        const said = answers.filter((each) => each !== undefined)
        const wrong = said.length - 1 - said.lastIndexOf(true)
        const lane = wrong >= CheckQueue.mostWrong ? 'suspect' : wrong === 0 && said.length > 0 ? 'proven' : 'unknown'
        // Each lane is busy with another caller: a check begins only if it is in none of those.
        await proven(queue, [app(7)])
        await suspected(queue, [app(8)])
        const busy = { proven: app(7), suspect: app(8), unknown: app(9) }
        const others = Object.entries(busy).filter(([name]) => name !== lane)
        for (const [, each] of others) void queue.ask([each])
        assert.equal(queue.asked([[app(1), 'here']]), ['here'], lane)
      },
    ),
)

queueing('a wrong answer of a key counts only where no further key is tried', async () => {
  const queue = held(2)
  for (let i = 0; i < 100; i++) {
    void queue.ask([app(1)], { isLast: false })
    await queue.answer(false)
  }
  await suspected(queue, [app(2)])
  assert.equal(queue.asked([[app(2)], [app(1)]]), [app(2), app(1)])
})

queueing('from one check of a suspect to the next passes a millisecond, in which others are checked', () => {
  const pauses: Array<() => void> = []
  const after: Timer['after'] = (ms, then) => {
    if (ms === 1) pauses.push(then)
    return () => {}
  }
  const queue = CheckQueue.make({ timer: { ...still, after }, atOnce: 2, nextTurn: () => {} })()
  const begun: Array<AppId> = []
  const ask = (appId: AppId) =>
    void queue({ appId, isLast: true, cost: 1, timeoutMs: 60_000, run: () => begun.push(appId) < 0 })
  for (let i = 0; i < CheckQueue.mostWrong + 3; i++) ask(app(1))
  ask(app(2))
  assert.equal(begun, [...times(CheckQueue.mostWrong + 1, app(1)), app(2)])
  assert.is(queue.waiting?.(), 2)
  pauses.shift()?.()
  assert.equal(begun.slice(-2), [app(2), app(1)])
  assert.is(queue.waiting?.(), 1)
})

queueing('an answer that comes at once counts as well', () => {
  const queue = CheckQueue.make({ timer: still, atOnce: 2, nextTurn: () => {} })()
  const isLast = true
  const ask = (appId: AppId, run: () => ReturnType<CheckQueue.CheckQueue>) =>
    queue({ appId, isLast, cost: 1, timeoutMs: 60_000, run })
  const never = () => new Promise<CheckAnswer>(() => {})
  for (let i = 0; i < CheckQueue.mostWrong; i++) for (const each of [1, 2]) ask(app(each), () => false)
  void ask(app(1), never)
  let ran = false
  void ask(app(2), () => {
    ran = true
    return true
  })
  assert.not(ran)
})

queueing(
  'on the event loop one check of a suspect runs in a turn, and as many of others as a slice of time takes',
  () => {
    const queue = CheckQueue.make({ timer: still, atOnce: 2, nextTurn: () => {} })()
    const ask = (appId: AppId, answer: boolean) =>
      queue({ appId, isLast: true, cost: 1, timeoutMs: 60_000, run: () => answer })
    for (let i = 0; i < CheckQueue.mostWrong; i++) ask(app(1), false)
    const shown = times(3, app(1)).map((each) => typeof ask(each, false))
    assert.equal(shown, ['boolean', 'object', 'object'])
    assert.ok(times(100, app(2)).every((each) => ask(each, true) === true))
  },
)

queueing('few checks of suspects wait: the others are refused at once', async () => {
  const queue = held(2)
  await suspected(queue, [app(1)])
  const answers = times(1000, app(1)).map((each) => queue.ask([each]))
  assert.is(answers.filter((answer) => answer !== undefined).length, 1 + CheckQueue.mostSuspectsWaiting / 2)
  assert.ok(times(1000, app(2)).every((each) => queue.ask([each]) !== undefined))
})

queueing('a flood in the name of an app makes its senders suspect, and no other client of the app', async () => {
  const queue = held(3)
  const [one, other] = ['203.0.113.1', '203.0.113.2'].map((client): Caller => [app(1), client]) as [Caller, Caller]
  await suspected(queue, one)
  await suspected(queue, other)
  assert.equal(queue.asked([one, other, [app(1), '198.51.100.7']]), ['203.0.113.1', '198.51.100.7'])
})

queueing('proven callers share by their apps, unknown ones by app and client', async () => {
  const queue = held(2)
  for (const client of ['a', 'b']) await proven(queue, [app(1), client])
  await proven(queue, [app(2), 'c'])
  await proven(queue, [app(0)])
  const order = async (first: Caller, callers: ReadonlyArray<Caller>) => {
    void queue.ask(first)
    for (const each of callers) void queue.ask(each)
    const before = queue.begun().length
    for (const _ of callers) await queue.answer(undefined)
    return queue.begun().slice(before)
  }
  const mine: Caller = [app(1), 'a']
  assert.equal((await order([app(0)], [mine, mine, [app(1), 'b'], [app(2), 'c']])).slice(0, 2), ['a', 'c'])
  const theirs: Caller = [app(1), 'x']
  assert.equal((await order([app(0), 'z'], [theirs, theirs, [app(1), 'y']])).slice(0, 2), ['x', 'y'])
})

queueing('who was right does not wait behind a flood from ever new clients', async () => {
  const queue = held(2)
  await proven(queue, [app(1), 'mine'])
  for (let i = 0; i < 100; i++) void queue.ask([app(1), `stranger-${i}`])
  assert.equal(queue.asked([[app(1), 'mine']]), ['mine'])
})

const inTurn = suite('CheckQueue.inTurn')

const ringOf = async (where: 'loop' | 'pool'): Promise<KeyRing> => {
  const key = await verificationKey(rsa().publicPem, { cryptoOn: where })()
  assert.ok(E.isRight(key))
  const ring = ofKeys([[app(1), [key.right]]])
  assert.ok(E.isRight(ring))
  return ring.right
}
const someKey = { validity: {}, verify: () => false }
const message = { head: 'GET\n/\n0\nn-1\n', body: new Uint8Array(80_000) }
const signature = Signature.ofBytes(new Uint8Array(256))

inTurn('each check of a key, kept or in parts, asks the queue with its app, its cost and the timeout', async () => {
  const asked: Array<Omit<CheckQueue.Check, 'run'>> = []
  const queue: CheckQueue.CheckQueue = ({ run, ...check }) => {
    asked.push(check)
    return run()
  }
  const { keysOf } = CheckQueue.inTurn(queue, 77)(await ringOf('loop'))
  const found = keysOf.atOnce?.(app(1))
  assert.ok(found !== undefined && E.isRight(found))
  const [key] = found.right
  assert.is(await key?.verify(message, signature, 'here'), false)
  assert.is(await key?.begin?.(message.head).end(signature), false)
  assert.equal(asked, [
    { appId: app(1), callerAddress: 'here', isLast: true, cost: 3, timeoutMs: 77 },
    { appId: app(1), callerAddress: undefined, isLast: true, cost: 1, timeoutMs: 77 },
  ])
})

inTurn('the last key of each length is the last that is tried', async () => {
  const lasts: Array<boolean> = []
  const queue: CheckQueue.CheckQueue = ({ isLast }) => {
    lasts.push(isLast)
    return false
  }
  const key = (signatureLength: number, name: string) => ({ ...someKey, signatureLength, fingerprint: name as never })
  const keys = [key(256, 'a'), key(512, 'b'), key(256, 'c')]
  const found = await CheckQueue.inTurn(queue, 1)({ keysOf: () => async () => E.right(keys) }).keysOf(app(1))()
  assert.ok(E.isRight(found))
  for (const each of found.right) void each.verify(message, signature)
  assert.equal(lasts, [false, true, true])
})

inTurn('a key that gets no turn answers undefined', async () => {
  const found = await CheckQueue.inTurn(() => undefined, 1)(await ringOf('pool')).keysOf(app(1))()
  assert.ok(E.isRight(found))
  assert.is(await found.right[0]?.verify(message, signature), undefined)
})

inTurn('the same keys are wrapped once, an unknown app and a failure stay what they are', async () => {
  const ring = await ringOf('pool')
  const { keysOf } = CheckQueue.inTurn(() => true, 1)(ring)
  assert.is(keysOf.atOnce?.(app(1)), await keysOf(app(1))())
  assert.is(keysOf.atOnce?.(app(2)), ring.keysOf.atOnce?.(app(2)))
  const failure = E.left({ _tag: 'key_source_unavailable', detail: 'away' } as const)
  const away = CheckQueue.inTurn(() => true, 1)({ keysOf: () => async () => failure })
  assert.is(away.keysOf.atOnce?.(app(1)), undefined)
  assert.is(await away.keysOf(app(1))(), failure)
})
