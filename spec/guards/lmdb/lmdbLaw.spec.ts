/**
 * The lmdb guard's law in simulated worlds: two guards on one database, each with its own stepping clock, restarts,
 * callers, and an attacker who kept every request. A record that is independent of the guard judges the answers.
 */
import fc from 'fast-check'
import type { NonceClaim } from '../../../src/effects/ReplayGuard.ts'
import type { LmdbGuard, Settings } from '../../../src/guards/lmdb/lmdb.ts'
import { fastPlace, inFolder } from '../../support/folder.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { answer as answerOf, begin, claimOf, clockAt } from '../claims.ts'
import { open } from './lmdbFolder.ts'

type Step =
  /** Simultaneous copies of a new request at these guards, stamped `offset` seconds from the first guard's clock. */
  | { readonly do: 'claim'; readonly at: ReadonlyArray<number>; readonly offset: number }
  /** Requests that were accepted before, unchanged, all at once. */
  | { readonly do: 'replay'; readonly at: ReadonlyArray<number>; readonly back: number }
  /** A nonce that was accepted before, with a new timestamp. */
  | { readonly do: 'reuse'; readonly at: number; readonly back: number; readonly offset: number }
  | { readonly do: 'clock'; readonly at: number; readonly seconds: number }
  | { readonly do: 'restart'; readonly at: number }

const handles = 2

const live = (settings: ReadonlyArray<Omit<Settings, 'path'>>, steps: Iterable<Step>) =>
  inFolder(async (path) => {
    const clocks = Array.from({ length: handles }, () => ({ now: begin }))
    const clock = (at: number) => clocks[at] as { now: number }
    const start = (at: number): Promise<LmdbGuard> => open({ ...settings[at], path }, clockAt(clock(at)))
    const guards = [await start(0), await start(1)]

    const counts = { first: 0, repeated: 0, forgotten: 0, guard_full: 0 }
    const repeats: Array<NonceClaim> = []
    const accepted: Array<NonceClaim> = []
    /** The newest timestamp with which each nonce was accepted. */
    const newest = new Map<string, number>()

    const claimAt = async (at: number, claim: NonceClaim): Promise<void> => {
      const answer = await answerOf(guards[at] as LmdbGuard, claim)
      assert.is.not(answer, 'guard_unavailable')
      counts[answer as keyof typeof counts]++
      if (answer !== 'first') return
      const earlier = newest.get(claim.unique)
      if (earlier !== undefined && earlier >= claim.timestamp) repeats.push(claim)
      newest.set(claim.unique, Math.max(earlier ?? 0, claim.timestamp))
      accepted.push(claim)
    }

    const stamp = (at: number, offset: number): number => Math.max(0, clock(at).now + offset)

    let serial = 0
    for (const step of steps) {
      switch (step.do) {
        case 'claim': {
          const claim = claimOf(serial++, stamp(step.at[0] as number, step.offset))
          await Promise.all(step.at.map((at) => claimAt(at, claim)))
          break
        }
        case 'replay': {
          const claims = accepted.slice(-1 - step.back)
          await Promise.all(step.at.flatMap((at) => claims.map((claim) => claimAt(at, claim))))
          break
        }
        case 'reuse': {
          const claim = accepted.at(-1 - step.back)
          if (claim !== undefined) await claimAt(step.at, claimOf(claim.unique, stamp(step.at, step.offset)))
          break
        }
        case 'clock':
          clock(step.at).now = stamp(step.at, step.seconds)
          break
        case 'restart':
          await (guards[step.at] as LmdbGuard).close()
          guards[step.at] = await start(step.at)
          break
      }
    }
    // Finally the attacker replays every accepted request.
    await Promise.all([...accepted].map((claim, i) => claimAt(i % handles, claim)))
    await Promise.all(guards.map((guard) => guard.close()))
    return { repeats, counts }
  }, fastPlace)

const handle = (): fc.Arbitrary<number> => fc.nat(handles - 1)
const someHandles = (): fc.Arbitrary<Array<number>> => fc.array(handle(), { minLength: 1, maxLength: 4 })

// Small values, so that the quota, the cap and the end of a life are reached often.
const settings = (): fc.Arbitrary<Omit<Settings, 'path'>> =>
  fc
    .record(
      {
        maxAge: fc.constantFrom(0, 5, 300),
        maxSkew: fc.constantFrom(0, 2, 60),
        margin: fc.constantFrom(0, 60),
        cap: fc.constantFrom(1, 2, 3, 10, 1000),
        quota: fc.constantFrom(undefined, 1, 2, 1000),
        floor: fc.constantFrom(undefined, 0),
      },
      { noNullPrototype: true },
    )
    .map(({ quota, ...settings }) => ({ ...settings, quota: quota && Math.min(quota, settings.cap) }))

/** The floor starts at the clock and only rises, so timestamps of now and later are drawn more often. */
const offset = (): fc.Arbitrary<number> => fc.oneof(fc.integer({ min: -300, max: 60 }), fc.nat(60))

const step = (): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        do: fc.constant('claim' as const),
        at: someHandles(),
        offset: offset(),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('replay' as const), at: someHandles(), back: fc.nat(10) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('reuse' as const),
        at: handle(),
        back: fc.nat(20),
        offset: offset(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('clock' as const),
        at: handle(),
        seconds: fc.oneof(
          fc.constantFrom(0, 1, 1, 2, 5),
          fc.integer({ min: -1000, max: 1000 }),
          fc.integer({ min: -(10 ** 6), max: 10 ** 6 }),
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), at: handle() }) },
  )

const law = suite('the law of the lmdb guard')

law('for all worlds: no request is accepted twice, whatever the clocks do', async () => {
  const sums = { first: 0, repeated: 0, forgotten: 0, guard_full: 0 }
  await forAll(
    [fc.tuple(settings(), settings()), fc.array(step(), { size: 'large', maxLength: 60 })],
    { numRuns: 60 },
    async (settings, steps) => {
      const { repeats, counts } = await live(settings, steps)
      assert.equal(repeats, [])
      sums.first += counts.first
      sums.repeated += counts.repeated
      sums.forgotten += counts.forgotten
      sums.guard_full += counts.guard_full
    },
  )
  // All answers occurred often enough to mean something.
  assert.ok(Math.min(...Object.values(sums)) > 100, JSON.stringify(sums))
})
