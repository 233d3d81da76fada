/**
 * What every replay guard does, whatever it is built on. A guard's spec calls `contract` with a way to open one.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import type { Window } from '../../src/core/Freshness.ts'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { Clock } from '../../src/effects/Clock.ts'
import type { ClaimAnswer, NonceClaim, ReplayGuard } from '../../src/effects/ReplayGuard.ts'
import * as arb from '../support/arbitraries.ts'
import { suite } from '../support/suite.ts'

export interface Start {
  readonly clock: Clock
  readonly window: Window
  /** The first timestamp that is taken; without it, what the guard itself begins with. */
  readonly floor?: Timestamp
}

export interface Opened {
  readonly guard: ReplayGuard
  readonly close: () => Promise<void>
}

/** Opens a guard that remembers nothing yet, with no part of it shared with one that was opened before. */
export type Open = (start: Start) => Promise<Opened>

const window: Window = { maxAge: 300, maxSkew: 60 }
const keyA = 'a'.repeat(64) as NonceClaim['fingerprint']
const keyB = 'b'.repeat(64) as NonceClaim['fingerprint']

/** A clock that shows what it is set to. A guard on a store with a clock of its own sees the real second at first. */
const settable = () => {
  let now = Math.floor(Date.now() / 1000) as Timestamp
  return {
    clock: { now: () => now },
    now: (offset = 0) => (now + offset) as Timestamp,
    step: (seconds: number) => {
      now = (now + seconds) as Timestamp
    },
  }
}

export const contract = (name: string, open: Open): void => {
  const claim = suite(`${name}: claim`)

  const withGuard = async (
    use: (guard: ReplayGuard, time: ReturnType<typeof settable>) => Promise<void>,
    floor?: number,
  ) => {
    const time = settable()
    const { guard, close } = await open({
      clock: time.clock,
      window,
      ...(floor === undefined ? {} : { floor: floor as Timestamp }),
    })
    try {
      await use(guard, time)
    } finally {
      await close()
    }
  }

  const answer = async (
    guard: ReplayGuard,
    unique: string,
    timestamp: number,
    fingerprint = keyA,
  ): Promise<ClaimAnswer> => {
    const outcome = await guard.claim({ fingerprint, unique, timestamp: timestamp as Timestamp })()
    if (E.isLeft(outcome)) throw new Error(JSON.stringify(outcome.left))
    return outcome.right
  }

  claim('is first once and repeated from then on', () =>
    withGuard(async (guard, { now }) => {
      assert.is(await answer(guard, 'n-1', now()), 'first')
      assert.is(await answer(guard, 'n-1', now()), 'repeated')
      assert.is(await answer(guard, 'n-1', now()), 'repeated')
      assert.is(await answer(guard, 'n-2', now()), 'first')
    }),
  )

  claim('counts when the task is run and each time it is run, not when it is made', () =>
    withGuard(async (guard, { now }) => {
      const task = guard.claim({ fingerprint: keyA, unique: 'n-1', timestamp: now() })
      assert.is(await answer(guard, 'n-1', now()), 'first')
      assert.equal(await task(), E.right('repeated'))
      assert.equal(await task(), E.right('repeated'))
    }),
  )

  claim('finds the nonce of another key new', () =>
    withGuard(async (guard, { now }) => {
      assert.is(await answer(guard, 'n-1', now(), keyA), 'first')
      assert.is(await answer(guard, 'n-1', now(), keyB), 'first')
      assert.is(await answer(guard, 'n-1', now(), keyB), 'repeated')
    }),
  )

  claim('finds a nonce repeated under another timestamp, later or earlier', () =>
    withGuard(async (guard, { now }) => {
      assert.is(await answer(guard, 'n-1', now(10)), 'first')
      assert.is(await answer(guard, 'n-1', now(11)), 'repeated')
      assert.is(await answer(guard, 'n-1', now(9)), 'repeated')
    }),
  )

  claim('tells nonces apart that differ in one letter, in case, or in length alone', () =>
    withGuard(async (guard, { now }) => {
      const nonces = [
        'a',
        'A',
        'b',
        '-',
        '--',
        '0',
        '00',
        '0'.repeat(127),
        '0'.repeat(128),
        `${'0'.repeat(127)}1`,
        'abcdefgh',
        'abcdefgh0',
      ]
      for (const nonce of nonces) assert.is(await answer(guard, nonce, now()), 'first', nonce)
      for (const nonce of nonces) assert.is(await answer(guard, nonce, now()), 'repeated', nonce)
    }),
  )

  claim('tells texts apart that are not ASCII, down to half a surrogate pair', () =>
    withGuard(async (guard, { now }) => {
      const texts = [
        'aaa\0',
        'aaa\u0100',
        'aaa\u8000',
        '\u0100\0',
        '\0\u0001',
        'é',
        'e\u0301',
        '\xff',
        '\ud800',
        '\udc00',
        '\ufffd',
      ]
      for (const text of texts) assert.is(await answer(guard, text, now()), 'first', JSON.stringify(text))
      for (const text of texts) assert.is(await answer(guard, text, now()), 'repeated', JSON.stringify(text))
    }),
  )

  claim('begins with the second in which it starts', () =>
    withGuard(async (guard, { now }) => {
      assert.is(await answer(guard, 'n-1', now(-1)), 'forgotten')
      assert.is(await answer(guard, 'n-1', now()), 'first')
    }),
  )

  claim('takes earlier timestamps from a floor that is set: the floor itself and nothing below', () => {
    const floor = Math.floor(Date.now() / 1000) - 200
    return withGuard(async (guard) => {
      assert.is(await answer(guard, 'n-1', floor - 1), 'forgotten')
      assert.is(await answer(guard, 'n-1', floor), 'first')
      assert.is(await answer(guard, 'n-1', floor), 'repeated')
    }, floor)
  })

  claim('remembers nothing of a claim below the floor', () =>
    withGuard(async (guard, { now }) => {
      assert.is(await answer(guard, 'n-1', now(-1)), 'forgotten')
      assert.is(await answer(guard, 'n-1', now(-1)), 'forgotten')
      assert.is(await answer(guard, 'n-1', now()), 'first')
    }),
  )

  claim('of many at once in one tick, lets exactly one be first', () =>
    withGuard(async (guard, { now }) => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => answer(guard, 'n-1', now())))
      assert.is(answers.filter((a) => a === 'first').length, 1)
      assert.is(answers.filter((a) => a === 'repeated').length, 99)
    }),
  )

  claim('of many at once under rising timestamps, lets exactly one be first', () =>
    withGuard(async (guard, { now }) => {
      const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => answer(guard, 'n-1', now(i))))
      assert.is(answers.filter((a) => a === 'first').length, 1)
    }),
  )

  claim('still knows a nonce in the last second in which its timestamp is accepted', () =>
    withGuard(async (guard, { now, step }) => {
      const timestamp = now(window.maxSkew)
      assert.is(await answer(guard, 'n-1', timestamp), 'first')
      step(window.maxSkew + window.maxAge)
      assert.is(await answer(guard, 'n-1', timestamp), 'repeated')
    }),
  )

  claim('never accepts a request again, however far the clock steps and steps back', () =>
    withGuard(async (guard, { now, step }) => {
      const timestamp = now(5)
      assert.is(await answer(guard, 'n-1', timestamp), 'first')
      for (const seconds of [-1, 1, -1000, 1000, 10_000, -10_000, 86_400 * 365, -86_400 * 365]) {
        step(seconds)
        await answer(guard, `another after ${seconds}`, now())
        assert.is.not(await answer(guard, 'n-1', timestamp), 'first', `after a step of ${seconds} s`)
      }
    }),
  )

  claim('for all claims: is first exactly when no earlier one had the same key and unique text', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            fingerprint: fc.constantFrom(keyA, keyB),
            unique: fc.oneof(arb.unique(), fc.constantFrom('n-1', 'n-2')),
            offset: fc.nat(60),
          }),
        ),
        (claims) =>
          withGuard(async (guard, { now }) => {
            const seen = new Set<string>()
            for (const { fingerprint, unique, offset } of [...claims, ...claims]) {
              const id = `${fingerprint} ${unique}`
              assert.is(await answer(guard, unique, now(offset), fingerprint), seen.has(id) ? 'repeated' : 'first')
              seen.add(id)
            }
          }, 0),
      ),
      { numRuns: 50 },
    ),
  )

  claim.run()
}
