/**
 * The laws of every replay guard, for everyone who writes one: which claims are `first`, and which never are, at any reading of the
 * clock. Each law opens a guard of its own, whose clock the law moves.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type { Fingerprint } from '../../../core/Fingerprint.ts'
import type { Window } from '../../../core/Freshness.ts'
import { ofMillis, type Timestamp } from '../../../core/Timestamp.ts'
import type { Clock } from '../../../effects/Clock.ts'
import type { Claimed, NonceClaim, ReplayGuard } from '../../../effects/ReplayGuard.ts'
import { fingerprint, nonce, timestamp } from '../arbitraries.ts'
import { expectSame, expectThat, type Law, law, lawForAll } from './Law.ts'

/** The settings of a guard that a law opens. */
export interface GuardStart {
  /** Shows the real second at first; the law moves it. A store with a clock of its own may ignore it. */
  readonly clock: Clock
  readonly window: Window
  /** The first timestamp that the guard accepts. Absent: the second of the clock. */
  readonly floor?: Timestamp
  /** How many claims of one key the guard remembers. Absent: the guard's own number. */
  readonly quota?: number
}

export interface OpenedGuard {
  readonly guard: Pick<ReplayGuard, 'claim'>
  /** Called at the end of the law, whether it held or not. */
  readonly close?: () => Promise<void>
}

/** Opens a guard that remembers nothing and shares nothing with earlier ones. */
export type OpenGuard = (start: GuardStart) => Promise<OpenedGuard>

export interface ReplayGuardLawsOptions {
  /** Settings that the guard does not have, or does not obey exactly. The laws about them are left out. */
  readonly without?: ReadonlyArray<'floor' | 'quota'>
}

const window: Window = { maxAge: 300, maxSkew: 60 }

const keyA = 'a'.repeat(64) as Fingerprint
const keyB = 'b'.repeat(64) as Fingerprint

/** One word for each answer: the answer, or the refusal's tag. */
type Word = 'first' | 'repeated' | 'forgotten' | 'guard_full' | 'guard_unavailable'

/** A guard, and the clock that it reads. */
interface Scene {
  readonly guard: OpenedGuard['guard']
  /** The clock's reading, and `offset` seconds more. */
  readonly now: (offset?: number) => Timestamp
  readonly step: (seconds: number) => void
  readonly answer: (unique: string, timestamp: number, key?: Fingerprint) => Promise<Word>
  /** Throws unless the guard answers this. */
  readonly expect: (expected: Word, unique: string, timestamp: number, key?: Fingerprint) => Promise<void>
}

const claimOf = (unique: string, timestamp: number, key: Fingerprint = keyA): NonceClaim => ({
  fingerprint: key,
  unique,
  timestamp: timestamp as Timestamp,
})

const wordOf = (claimed: Claimed): Word => (E.isLeft(claimed) ? claimed.left._tag : claimed.right)

const sceneOf = (guard: OpenedGuard['guard'], at: { now: number }): Scene => {
  const answer: Scene['answer'] = async (unique, timestamp, key) =>
    wordOf(await guard.claim(claimOf(unique, timestamp, key))())
  return {
    guard,
    now: (offset = 0) => (at.now + offset) as Timestamp,
    step: (seconds) => {
      at.now += seconds
    },
    answer,
    expect: async (expected, unique, timestamp, key) =>
      expectSame({
        given: { claim: claimOf(unique, timestamp, key), clock: at.now },
        expected,
        seen: await answer(unique, timestamp, key),
      }),
  }
}

type WithGuard = (use: (scene: Scene) => Promise<void>, settings?: Pick<GuardStart, 'floor' | 'quota'>) => Promise<void>

const withGuardOf =
  (open: OpenGuard): WithGuard =>
  async (use, settings = {}) => {
    // The real second, because a store may have a clock of its own.
    const at = { now: ofMillis(Date.now()) as number }
    const { guard, close } = await open({ clock: { now: () => at.now as Timestamp }, window, ...settings })
    try {
      await use(sceneOf(guard, at))
    } finally {
      await close?.()
    }
  }

/** Expects so many claims to be `first`. */
const expectFirst = (given: string, words: ReadonlyArray<Word>): void =>
  expectSame({ given, expected: 1, seen: words.filter((word) => word === 'first').length })

const firstThenRepeated = (withGuard: WithGuard, uniques: ReadonlyArray<string>) => (): Promise<void> =>
  withGuard(async ({ expect, now }) => {
    for (const unique of uniques) await expect('first', unique, now())
    for (const unique of uniques) await expect('repeated', unique, now())
  })

const zeros = '0'.repeat(127)
const similarNonces = ['a', 'A', 'b', '-', '--', '0', '00', zeros, `${zeros}0`, `${zeros}1`, 'abcdefgh', 'abcdefgh0']
const controls = ['aaa\0', '\u0100\0', '\0\u0001']
const halves = ['\ud800', '\udc00', '\ufffd']
const accents = ['aaa\u0100', 'aaa\u8000', 'é', 'e\u0301', '\xff']

const exampleLaws = (withGuard: WithGuard): ReadonlyArray<Law> => [
  law('a claim is made at each run of the task, not when the task is made', () =>
    withGuard(async ({ guard, expect, now }) => {
      const claim = claimOf('n-1', now())
      const task = guard.claim(claim)
      await expect('first', 'n-1', now())
      for (const given of ['first run of the older task', 'second run'])
        expectSame({ given: { claim, given }, expected: E.right('repeated'), seen: await task() })
    }),
  ),
  law(
    'a claim differs from one whose nonce differs only in a letter, in case or in length',
    firstThenRepeated(withGuard, similarNonces),
  ),
  law(
    'a claim differs from one with another non-ASCII text, even halves of surrogate pairs',
    firstThenRepeated(withGuard, controls.concat(halves, accents)),
  ),
  law('exactly one of many copies in one tick is first', () =>
    withGuard(async ({ answer, now }) => {
      const words = await Promise.all(Array.from({ length: 100 }, () => answer('n-1', now())))
      expectFirst('100 copies of one claim; how many are first', words)
      const repeated = words.filter((word) => word === 'repeated').length
      expectSame({ given: '100 copies of one claim; how many are repeated', expected: 99, seen: repeated })
    }),
  ),
  law('exactly one of many copies with rising timestamps is first', () =>
    withGuard(async ({ answer, now }) => {
      const words = await Promise.all(Array.from({ length: 60 }, (_, i) => answer('n-1', now(i))))
      expectFirst('60 claims of one nonce with rising timestamps; how many are first', words)
    }),
  ),
  law('a claim is repeated even in the last second in which its timestamp is accepted', () =>
    withGuard(async ({ expect, now, step }) => {
      const timestamp = now(window.maxSkew)
      await expect('first', 'n-1', timestamp)
      step(window.maxSkew + window.maxAge)
      await expect('repeated', 'n-1', timestamp)
    }),
  ),
  law('a claim is never first again, however far the clock steps forth and back', () =>
    withGuard(async ({ answer, expect, now, step }) => {
      const timestamp = now(5)
      await expect('first', 'n-1', timestamp)
      for (const seconds of [-1, 1, -1000, 1000, 10_000, -10_000, 86_400 * 365, -86_400 * 365]) {
        step(seconds)
        await answer(`another after ${seconds}`, now())
        const seen = await answer('n-1', timestamp)
        const given = `the first claim again, after a step of ${seconds} s`
        expectThat(seen !== 'first', { given, expected: 'anything but first', seen })
      }
    }),
  ),
]

const anyText = (): fc.Arbitrary<string> =>
  fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) })

/** The unique part of a claim: a nonce, alone or with a timestamp or digest. Any text, often one that comes again. */
const uniqueText = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: nonce() },
    { weight: 1, arbitrary: fc.tuple(timestamp(), nonce()).map(([seconds, text]) => `${seconds}:${text}`) },
    { weight: 1, arbitrary: fc.tuple(nonce(), fingerprint()).map(([text, digest]) => `${text}:${digest}`) },
    { weight: 1, arbitrary: anyText() },
    { weight: 5, arbitrary: fc.constantFrom('n-1', 'n-2') },
  )

const anyKey = (): fc.Arbitrary<Fingerprint> => fc.constantFrom(keyA, keyB)

const exactlyTheNewOnes = (withGuard: WithGuard): Law =>
  lawForAll(
    'for all claims: one is first exactly if no earlier one had the same key and unique text',
    fc.array(fc.record({ key: anyKey(), unique: uniqueText(), offset: fc.nat(60) })),
    50,
    (claims) =>
      withGuard(async ({ expect, now }) => {
        const seen = new Set<string>()
        for (const { key, unique, offset } of claims.concat(claims)) {
          const id = `${key} ${unique}`
          await expect(seen.has(id) ? 'repeated' : 'first', unique, now(offset), key)
          seen.add(id)
        }
      }),
  )

const floorLaws = (withGuard: WithGuard): ReadonlyArray<Law> => [
  law('a claim is accepted if its timestamp is at or above the setting floor, and refused if it is below', () => {
    const floor = (ofMillis(Date.now()) - 200) as Timestamp
    return withGuard(
      async ({ expect }) => {
        await expect('forgotten', 'n-1', floor - 1)
        await expect('first', 'n-1', floor)
        await expect('repeated', 'n-1', floor)
      },
      { floor },
    )
  }),
  law('a claim below the floor leaves no trace', () =>
    withGuard(async ({ expect, now }) => {
      await expect('forgotten', 'n-1', now(-1))
      await expect('forgotten', 'n-1', now(-1))
      await expect('first', 'n-1', now())
    }),
  ),
]

const quotaLaws = (withGuard: WithGuard): ReadonlyArray<Law> => [
  lawForAll(
    'for all claims: a key at its quota is refused what is new, and nothing else; other keys are not touched',
    fc.record({
      quota: fc.integer({ min: 1, max: 5 }),
      claims: fc.array(fc.record({ key: anyKey(), unique: fc.nat(9) }), { maxLength: 40 }),
    }),
    12,
    ({ quota, claims }) =>
      withGuard(
        async ({ expect, now }) => {
          const uniquesOf = new Map([keyA, keyB].map((key) => [key, new Set<number>()]))
          for (const { key, unique } of claims) {
            const uniques = uniquesOf.get(key) as Set<number>
            const isFull = uniques.size >= quota
            const wordOnNew = isFull ? 'guard_full' : 'first'
            await expect(uniques.has(unique) ? 'repeated' : wordOnNew, `${unique}`, now(), key)
            if (!isFull) uniques.add(unique)
          }
        },
        { quota },
      ),
  ),
  law('the refusal of a full guard names the quota', () =>
    withGuard(
      async ({ guard, expect, now }) => {
        await expect('first', 'n-1', now())
        const claim = claimOf('n-2', now())
        const expected = E.left({ _tag: 'guard_full', quota: 1 })
        expectSame({ given: { quota: 1, claim }, expected, seen: await guard.claim(claim)() })
      },
      { quota: 1 },
    ),
  ),
]

/**
 * The laws of `ReplayGuard`. Each law opens guards by `open`, one after the other.
 *
 * @example
 * ```ts
 * import { memoryGuard } from 'countersign/guards/memory'
 * import { replayGuardLaws } from 'countersign/testing/laws'
 *
 * const laws = replayGuardLaws(async ({ clock, window, floor, quota }) => ({
 *   guard: await memoryGuard({ ...window, floor, quota, clock: clock.now }),
 * }))
 * for (const law of laws) await law.check()
 * assert.ok(laws.length > 10)
 * ```
 */
export const replayGuardLaws = (open: OpenGuard, { without = [] }: ReplayGuardLawsOptions = {}): ReadonlyArray<Law> => {
  const withGuard = withGuardOf(open)
  return exampleLaws(withGuard).concat(
    exactlyTheNewOnes(withGuard),
    without.includes('floor') ? [] : floorLaws(withGuard),
    without.includes('quota') ? [] : quotaLaws(withGuard),
  )
}
