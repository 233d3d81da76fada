/**
 * The law of every replay guard. A guard's spec calls `contract` with a function that opens one.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { Window } from '../../src/core/Freshness.ts'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { Clock } from '../../src/effects/Clock.ts'
import type { ReplayGuard } from '../../src/effects/ReplayGuard.ts'
import * as like from '../support/lookalikes.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { answer as claimed, claimOf, clockAt, count, keyA, keyB, seconds } from './claims.ts'

export interface Start {
  readonly clock: Clock
  readonly window: Window
  /** The first timestamp that the guard accepts. Default: the guard's own. */
  readonly floor?: Timestamp
  readonly quota?: number
}

export interface Opened {
  readonly guard: ReplayGuard
  readonly close: () => Promise<void>
}

/** Opens a guard that remembers nothing and shares nothing with earlier ones. */
export type Open = (start: Start) => Promise<Opened>

const window: Window = { maxAge: 300, maxSkew: 60 }

interface World {
  readonly guard: ReplayGuard
  /** The clock's reading, and `offset` seconds more. */
  readonly now: (offset?: number) => Timestamp
  readonly step: (seconds: number) => void
  readonly answer: (unique: string, timestamp: number, fingerprint?: typeof keyA) => ReturnType<typeof claimed>
}

/** `sharesQuota`: whether the guard gives each part of its store a part of the quota, and so counts none exactly. */
export const contract = (name: string, open: Open, sharesQuota = false): void => {
  const claim = suite(`${name}: claim`)

  const withGuard = async (
    use: (world: World) => Promise<void>,
    more: { readonly floor?: number; readonly quota?: number } = {},
  ): Promise<void> => {
    // The real second, because Redis has a clock of its own.
    const at = { now: seconds() }
    const { guard, close } = await open({ clock: clockAt(at), window, ...(more as Pick<Start, 'floor' | 'quota'>) })
    try {
      await use({
        guard,
        now: (offset = 0) => (at.now + offset) as Timestamp,
        step: (seconds) => {
          at.now += seconds
        },
        answer: (unique, timestamp, fingerprint = keyA) => claimed(guard, claimOf(unique, timestamp, fingerprint)),
      })
    } finally {
      await close()
    }
  }

  claim('is made at each run of the task, not when the task is made', () =>
    withGuard(async ({ guard, answer, now }) => {
      const task = guard.claim(claimOf('n-1', now()))
      assert.is(await answer('n-1', now()), 'first')
      assert.equal(await task(), E.right('repeated'))
      assert.equal(await task(), E.right('repeated'))
    }),
  )

  claim('distinguishes nonces that differ only in a letter, in case or in length', () =>
    withGuard(async ({ answer, now }) => {
      const zeros = '0'.repeat(127)
      const nonces = ['a', 'A', 'b', '-', '--', '0', '00', zeros, `${zeros}0`, `${zeros}1`, 'abcdefgh', 'abcdefgh0']
      for (const nonce of nonces) assert.is(await answer(nonce, now()), 'first', nonce)
      for (const nonce of nonces) assert.is(await answer(nonce, now()), 'repeated', nonce)
    }),
  )

  claim('distinguishes non-ASCII texts, even halves of surrogate pairs', () =>
    withGuard(async ({ answer, now }) => {
      const controls = ['aaa\0', '\u0100\0', '\0\u0001']
      const halves = ['\ud800', '\udc00', '\ufffd']
      const texts = [...controls, ...halves, 'aaa\u0100', 'aaa\u8000', 'é', 'e\u0301', '\xff']
      for (const text of texts) assert.is(await answer(text, now()), 'first', JSON.stringify(text))
      for (const text of texts) assert.is(await answer(text, now()), 'repeated', JSON.stringify(text))
    }),
  )

  claim('is accepted from the floor setting on, and forgotten below it', () => {
    const floor = Math.floor(Date.now() / 1000) - 200
    return withGuard(
      async ({ answer }) => {
        assert.is(await answer('n-1', floor - 1), 'forgotten')
        assert.is(await answer('n-1', floor), 'first')
        assert.is(await answer('n-1', floor), 'repeated')
      },
      { floor },
    )
  })

  claim('below the floor leaves no trace', () =>
    withGuard(async ({ answer, now }) => {
      assert.is(await answer('n-1', now(-1)), 'forgotten')
      assert.is(await answer('n-1', now(-1)), 'forgotten')
      assert.is(await answer('n-1', now()), 'first')
    }),
  )

  claim('is first for exactly one of many copies in one tick', () =>
    withGuard(async ({ answer, now }) => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => answer('n-1', now())))
      assert.is(count(answers, 'first'), 1)
      assert.is(count(answers, 'repeated'), 99)
    }),
  )

  claim('is first for exactly one of many copies with rising timestamps', () =>
    withGuard(async ({ answer, now }) => {
      const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => answer('n-1', now(i))))
      assert.is(count(answers, 'first'), 1)
    }),
  )

  claim('is repeated even in the last second in which its timestamp is accepted', () =>
    withGuard(async ({ answer, now, step }) => {
      const timestamp = now(window.maxSkew)
      assert.is(await answer('n-1', timestamp), 'first')
      step(window.maxSkew + window.maxAge)
      assert.is(await answer('n-1', timestamp), 'repeated')
    }),
  )

  claim('is never first again, however far the clock steps forth and back', () =>
    withGuard(async ({ answer, now, step }) => {
      const timestamp = now(5)
      assert.is(await answer('n-1', timestamp), 'first')
      for (const seconds of [-1, 1, -1000, 1000, 10_000, -10_000, 86_400 * 365, -86_400 * 365]) {
        step(seconds)
        await answer(`another after ${seconds}`, now())
        assert.is.not(await answer('n-1', timestamp), 'first', `after a step of ${seconds} s`)
      }
    }),
  )

  claim('for all claims: is first exactly if no earlier one had the same key and unique text', () =>
    forAll(
      [
        fc.array(
          fc.record({
            fingerprint: fc.constantFrom(keyA, keyB),
            unique: fc.oneof(like.unique(), fc.constantFrom('n-1', 'n-2')),
            offset: fc.nat(60),
          }),
        ),
      ],
      { numRuns: 50 },
      (claims) =>
        withGuard(
          async ({ answer, now }) => {
            const seen = new Set<string>()
            for (const { fingerprint, unique, offset } of [...claims, ...claims]) {
              const id = `${fingerprint} ${unique}`
              assert.is(await answer(unique, now(offset), fingerprint), seen.has(id) ? 'repeated' : 'first')
              seen.add(id)
            }
          },
          { floor: 0 },
        ),
    ),
  )

  if (sharesQuota) return
  const quotas = suite(`${name}: the quota`)

  quotas(
    'for all claims: a key at its quota is refused what is new, and nothing else; other keys are not touched',
    () =>
      forAll(
        [
          fc.integer({ min: 1, max: 5 }),
          fc.array(fc.record({ fingerprint: fc.constantFrom(keyA, keyB), unique: fc.nat(9) }), { maxLength: 40 }),
        ],
        { numRuns: 12 },
        (quota, claims) =>
          withGuard(
            async ({ answer, now }) => {
              const seen = new Map([keyA, keyB].map((key) => [key, new Set<number>()]))
              for (const { fingerprint, unique } of claims) {
                const mine = seen.get(fingerprint) as Set<number>
                const expected = mine.has(unique) ? 'repeated' : mine.size < quota ? 'first' : 'guard_full'
                assert.is(await answer(`${unique}`, now(), fingerprint), expected)
                if (mine.size < quota) mine.add(unique)
              }
            },
            { quota },
          ),
      ),
  )

  quotas('is named by the refusal', () =>
    withGuard(
      async ({ guard, answer, now }) => {
        assert.is(await answer('n-1', now()), 'first')
        assert.equal(await guard.claim(claimOf('n-2', now()))(), E.left({ _tag: 'guard_full', quota: 1 }))
      },
      { quota: 1 },
    ),
  )
}
