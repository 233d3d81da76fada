import { generateKeyPairSync } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import type { AppId } from '../../src/core/AppId.ts'
import * as Signature from '../../src/core/Signature.ts'
import * as CheckQueue from '../../src/effects/CheckQueue.ts'
import { type CheckAnswer, type KeyRing, ofKeys } from '../../src/effects/KeyRing.ts'
import { timer } from '../../src/platform/common/timer.ts'
import { verificationKey } from '../../src/platform/node/verificationKey.ts'
import { suite } from '../support/suite.ts'

const app = (name: string | number): AppId => `app-${name}` as AppId

/** No check holds the event loop. */
const still = { ...timer, elapsed: () => 0 }

/** A queue whose checks end when the spec says so, one after the other. */
const held = (atOnce: number) => {
  const queue = CheckQueue.make({ timer: still, atOnce, nextTurn: (then) => void setImmediate().then(then) })
  const running: Array<{ readonly appId: AppId; readonly end: (answer: CheckAnswer) => void }> = []
  const ask = (appId: AppId, isLast = true): ReturnType<CheckQueue.CheckQueue> =>
    queue({
      appId,
      isLast,
      cost: 1,
      timeoutMs: 60_000,
      run: () => new Promise((end) => void running.push({ appId, end })),
    })
  const answer = async (right: CheckAnswer) => {
    running.shift()?.end(right)
    for (let i = 0; i < 8; i++) await undefined
  }
  return { ask, answer, running: () => running.map(({ appId }) => appId) }
}

/** Answers that make an app suspect. */
const suspected = async ({ ask, answer }: ReturnType<typeof held>, appId: AppId) => {
  for (let i = 0; i < CheckQueue.mostWrong; i++) {
    void ask(appId)
    await answer(false)
  }
}

const queueing = suite('CheckQueue')

queueing('one check of all suspect apps runs at once, and leaves the other places to the others', async () => {
  const queue = held(3)
  for (const i of [1, 2, 3]) await suspected(queue, app(i))
  for (const i of [1, 2, 3, 1, 2, 3]) void queue.ask(app(i))
  assert.is(queue.running().length, 1)
  for (const i of [7, 8, 9]) void queue.ask(app(i))
  assert.equal(queue.running(), [app(1), app(7), app(8)])
})

queueing('for all answers: an app is suspect after eight wrong ones in a row, and until a right one', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<CheckAnswer>(true, false, false, false, undefined), { maxLength: 40, size: 'max' }),
      async (answers) => {
        const queue = held(2)
        for (const each of answers) {
          void queue.ask(app(1))
          await queue.answer(each)
        }
        // The lane of suspects is busy with another app: a check of this one runs only if it is not suspect.
        await suspected(queue, app(2))
        void queue.ask(app(2))
        void queue.ask(app(1))
        const known = answers.filter((each) => each !== undefined)
        const isSuspect = known.length - 1 - known.lastIndexOf(true) >= CheckQueue.mostWrong
        assert.is(queue.running().includes(app(1)), !isSuspect)
      },
    ),
  ),
)

queueing('a wrong answer of a key counts only where no further key is tried', async () => {
  const queue = held(2)
  for (let i = 0; i < 100; i++) {
    void queue.ask(app(1), false)
    await queue.answer(false)
  }
  await suspected(queue, app(2))
  void queue.ask(app(2))
  void queue.ask(app(1))
  assert.equal(queue.running(), [app(2), app(1)])
})

queueing('an answer that comes at once counts as well', () => {
  const queue = CheckQueue.make({ timer: still, atOnce: 2, nextTurn: () => {} })
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

queueing('few checks of suspect apps wait: the others are refused at once', async () => {
  const queue = held(2)
  await suspected(queue, app(1))
  const answers = Array.from({ length: 1000 }, () => queue.ask(app(1)))
  assert.is(answers.filter((answer) => answer !== undefined).length, 1 + CheckQueue.mostSuspectsWaiting / 2)
  const trusted = Array.from({ length: 1000 }, () => queue.ask(app(2)))
  assert.ok(trusted.every((answer) => answer !== undefined))
})

const inTurn = suite('CheckQueue.inTurn')

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ringOf = async (where: 'loop' | 'pool'): Promise<KeyRing> => {
  const key = await verificationKey(publicKey.export({ type: 'spki', format: 'pem' }) as string, { where })()
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
  assert.is(await key?.verify(message, signature), false)
  assert.is(await key?.begin?.(message.head).end(signature), false)
  assert.equal(asked, [
    { appId: app(1), isLast: true, cost: 3, timeoutMs: 77 },
    { appId: app(1), isLast: true, cost: 1, timeoutMs: 77 },
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

queueing.run()
inTurn.run()
