/**
 * The law of the lmdb guard in whole worlds: several handles on one database, each with a clock of its own that steps,
 * restarts, callers, and an attacker who kept every request. It is judged by a record that knows nothing of the guard.
 */
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import type { LmdbGuard, Settings } from '../../src/guards/lmdb.ts'
import { suite } from '../support/suite.ts'
import { newFolder, open, remove } from './lmdbFolder.ts'

type Step =
  /** Copies of a new request at once, each at the handle named, stamped `offset` seconds from the first one's clock. */
  | { readonly do: 'claim'; readonly at: ReadonlyArray<number>; readonly offset: number }
  /** Requests accepted before, as they were, at once. */
  | { readonly do: 'replay'; readonly at: ReadonlyArray<number>; readonly back: number }
  /** A nonce accepted before under a fresh timestamp. */
  | { readonly do: 'reuse'; readonly at: number; readonly back: number; readonly offset: number }
  | { readonly do: 'clock'; readonly at: number; readonly seconds: number }
  | { readonly do: 'restart'; readonly at: number }

const handles = 2
const begin = 1_700_000_000

const live = async (settings: ReadonlyArray<Omit<Settings, 'path'>>, steps: Iterable<Step>) => {
  const path = await newFolder()
  const clocks = Array.from({ length: handles }, () => begin)
  const start = (at: number): Promise<LmdbGuard> =>
    open({ deadlineMs: 60_000, ...settings[at], path }, { now: () => clocks[at] as Timestamp })
  const guards = [await start(0), await start(1)]

  const counts = { first: 0, repeated: 0, forgotten: 0 }
  const repeats: Array<NonceClaim> = []
  const accepted: Array<NonceClaim> = []
  /** The newest timestamp with which each nonce was accepted. */
  const newest = new Map<string, number>()

  const claimAt = async (at: number, claim: NonceClaim): Promise<void> => {
    const outcome = await (guards[at] as LmdbGuard).claim(claim)()
    if (outcome._tag === 'Left') throw new Error(JSON.stringify(outcome.left))
    counts[outcome.right]++
    if (outcome.right !== 'first') return
    const earlier = newest.get(claim.unique)
    if (earlier !== undefined && earlier >= claim.timestamp) repeats.push(claim)
    newest.set(claim.unique, Math.max(earlier ?? 0, claim.timestamp))
    accepted.push(claim)
  }

  const claimOf = (unique: string, timestamp: number): NonceClaim =>
    ({ fingerprint: 'a'.repeat(64), unique, timestamp: Math.max(0, timestamp) }) as NonceClaim

  let serial = 0
  for (const step of steps) {
    switch (step.do) {
      case 'claim': {
        const claim = claimOf(`n-${serial++}`, (clocks[step.at[0] as number] as number) + step.offset)
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
        if (claim !== undefined)
          await claimAt(step.at, claimOf(claim.unique, (clocks[step.at] as number) + step.offset))
        break
      }
      case 'clock':
        clocks[step.at] = Math.max(0, (clocks[step.at] as number) + step.seconds)
        break
      case 'restart':
        await (guards[step.at] as LmdbGuard).close()
        guards[step.at] = await start(step.at)
        break
    }
  }
  // At last the attacker sends everything that was ever accepted.
  await Promise.all([...accepted].map((claim, i) => claimAt(i % handles, claim)))
  await Promise.all(guards.map((guard) => guard.close()))
  await remove(path)
  return { repeats, counts }
}

const handle = (): fc.Arbitrary<number> => fc.nat(handles - 1)
const someHandles = (): fc.Arbitrary<Array<number>> => fc.array(handle(), { minLength: 1, maxLength: 4 })

// Small ones come to their cap and to the end of a life all the time.
const settings = (): fc.Arbitrary<Omit<Settings, 'path'>> =>
  fc.record(
    {
      maxAge: fc.constantFrom(0, 5, 300),
      maxSkew: fc.constantFrom(0, 2, 60),
      margin: fc.constantFrom(0, 60),
      cap: fc.constantFrom(1, 2, 3, 10, 1000),
      floor: fc.constantFrom(undefined, 0),
    },
    { noNullPrototype: true },
  )

const step = (): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        do: fc.constant('claim' as const),
        at: someHandles(),
        offset: fc.integer({ min: -300, max: 60 }),
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
        offset: fc.integer({ min: -300, max: 60 }),
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

law('for all worlds: nothing is accepted twice, whatever the clocks do', async () => {
  const sums = { first: 0, repeated: 0, forgotten: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(settings(), settings()),
      fc.array(step(), { size: 'large', maxLength: 60 }),
      async (settings, steps) => {
        const { repeats, counts } = await live(settings, steps)
        assert.equal(repeats, [])
        sums.first += counts.first
        sums.repeated += counts.repeated
        sums.forgotten += counts.forgotten
      },
    ),
    { numRuns: 40 },
  )
  // And everything happened that could have gone wrong.
  assert.ok(Math.min(sums.first, sums.repeated, sums.forgotten) > 100, JSON.stringify(sums))
})

law.run()
