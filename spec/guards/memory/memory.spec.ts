import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { Fingerprint } from '../../../src/core/Fingerprint.ts'
import type { Timestamp } from '../../../src/core/Timestamp.ts'
import type { HighWater } from '../../../src/effects/HighWater.ts'
import { type MemoryGuard, make, memoryGuard, type Settings } from '../../../src/guards/memory/memory.ts'
import { entropy } from '../../../src/platform/common/system.ts'
import { inFolder } from '../../support/folder.ts'
import { assert, forAll, right, suite } from '../../support/suite.ts'
import { type Answer, answer, begin, claimOf, clockAt, keyA, keyB, rejection } from '../claims.ts'
import { contract } from '../contract.ts'

contract('the memory guard', async ({ clock, window, floor, quota }) => {
  const guard = right(await make({ ...window, floor, quota }, { clock, entropy })())
  return { guard, close: async () => {} }
})

contract('the memory guard, asked at once', async ({ clock, window, floor, quota }) => {
  const guard = right(await make({ ...window, floor, quota }, { clock, entropy })())
  const { atOnce } = guard.claim
  const claim: MemoryGuard['claim'] = (c) => async () => atOnce?.(c) ?? E.left({ _tag: 'guard_full', quota: -1 })
  return { guard: { ...guard, claim }, close: async () => {} }
})

const clock = clockAt({ now: begin })

/** A guard whose clock shows `at.now`. */
const started = async (settings: Settings = {}, highWater?: HighWater) => {
  const at = { now: begin }
  const guard = right(await make(settings, { clock: clockAt(at), entropy, highWater })())
  const claim = (unique: string | number, timestamp: number = at.now, fingerprint = keyA): Promise<Answer> =>
    answer(guard, claimOf(unique, timestamp, fingerprint))
  return { at, guard, claim, stats: guard.stats }
}

const life = suite('memory: how long a claim lives')

life('lasts for max age, max skew and margin, and ends some seconds later', async () => {
  const { at, claim, stats } = await started()
  await claim('n-1', begin + 60)
  at.now = begin + 420
  await claim('n-2')
  assert.is(stats().claims, 2)
  at.now = begin + 421
  await claim('n-3')
  assert.is(stats().claims, 2)
})

life('ends with the floor just above the newest forgotten timestamp, not at the current time', async () => {
  const { at, guard, claim, stats } = await started()
  await claim('n-1', begin + 7)
  await claim('n-2', begin + 3)
  at.now = begin + 10_000
  assert.is(await claim('n-3', begin + 8), 'first', 'the first that is not forgotten')
  assert.is(stats().floor, begin + 8)
  assert.is(guard.floor(), begin + 8)
  assert.is(await claim('n-4', begin + 7), 'forgotten')
})

life('ends for good: the nonce is first again, over hours and thousands of generations', async () => {
  const { at, claim, stats } = await started()
  for (let n = 0; n < 10_000; n++) {
    at.now += 8
    assert.is(await claim(n % 60), 'first')
    assert.ok(stats().claims <= 55)
  }
})

life('counts from the last claim of the generation', async () => {
  const { at, claim, stats } = await started()
  await claim('n-1')
  at.now = begin + 7
  await claim('n-2')
  at.now = begin + 421
  await claim('n-3')
  assert.is(stats().claims, 3, 'the first two are forgotten together')
  at.now = begin + 428
  await claim('n-4')
  assert.is(stats().claims, 2)
})

life('counts from the latest reading, also when the clock steps back by a second or two', async () => {
  const { at, claim } = await started({ margin: 0 })
  await claim('n-0')
  at.now = begin + 5
  await claim('n-1', begin + 65)
  at.now = begin + 3
  await claim('n-2')
  at.now = begin + 365
  assert.is(await claim('n-1', begin + 65), 'repeated')
  assert.is(await claim('n-1', begin + 66), 'repeated')
})

life('ends for claims after a step back, although earlier claims live on', async () => {
  const { at, claim, stats } = await started({ floor: 0 })
  at.now = begin + 86_400
  await claim('from tomorrow', begin + 86_400)
  at.now = begin
  await claim('from today', begin)
  at.now = begin + 1_000
  await claim('from later today')
  assert.is(stats().claims, 2)
  assert.is(stats().floor, begin + 1)
  at.now = begin + 86_400
  assert.is(await claim('from tomorrow', begin + 86_400), 'repeated')
})

life('needs few generations even when the clock jumps at every claim', async () => {
  const { at, claim, stats } = await started({ floor: 0 })
  for (let n = 0; n < 5_000; n++) {
    at.now = begin + (n % 2) * 200
    assert.is(await claim(n, begin), 'first')
  }
  assert.is(stats().claims, 5_000)
  for (let n = 0; n < 5_000; n++) assert.is(await claim(n, begin), 'repeated')
  at.now = begin + 621
  await claim('last')
  assert.is(stats().claims, 1)
  for (let n = 0; n < 5_000; n++) assert.is.not(await claim(n, begin), 'first')
})

const honest = suite('memory: honest traffic')

honest('for all rates and timestamps in the window: below the cap, with a steady clock, is never refused', () =>
  forAll(
    [
      fc.record(
        { maxAge: fc.constantFrom(0, 1, 20, 300), maxSkew: fc.constantFrom(0, 1, 60), margin: fc.constantFrom(0, 60) },
        { noNullPrototype: true },
      ),
      fc.array(fc.record({ wait: fc.constantFrom(0, 0, 0, 1, 2, 7, 30, 400), at: fc.nat(1000) }), { size: 'large' }),
    ],
    async (window, requests) => {
      const { at, claim, stats } = await started({ ...window, cap: 1_000_000 })
      let n = 0
      for (const request of [...requests, ...requests]) {
        at.now += request.wait
        const oldest = Math.max(begin, at.now - window.maxAge)
        const timestamp = oldest + (request.at % (at.now + window.maxSkew - oldest + 1))
        assert.is(await claim(n++, timestamp), 'first')
      }
      assert.ok(stats().floor <= Math.max(begin, at.now - window.maxAge))
    },
  ),
)

const cap = suite('memory: cap')

cap('forgets a 64th of the claims and raises the floor, instead of refusing', async () => {
  const { at, claim, stats } = await started({ cap: 640, quota: 640 })
  for (let n = 0; n < 640; n++) {
    at.now = begin + Math.floor(n / 10)
    assert.is(await claim(n), 'first')
  }
  assert.is(stats().claims, 640)
  assert.is(stats().floor, begin)
  at.now = begin + 64
  assert.is(await claim(640), 'first')
  assert.is(stats().claims, 631)
  assert.is(stats().floor, begin + 1)
  assert.is(await claim(0, begin), 'forgotten')
  assert.is(await claim(10, begin + 1), 'repeated')
})

cap('forgets the claims that raise the floor the least, not the oldest', async () => {
  const { at, claim, stats } = await started({ cap: 64, quota: 64, floor: 0 })
  for (let n = 0; n < 64; n++) assert.is(await claim(n, begin + ((n + 30) % 64)), 'first')
  at.now = begin + 1
  assert.is(await claim('more', begin + 50), 'first')
  assert.is(stats().floor, begin + 1)
})

cap('for all caps and claims: is never exceeded', () =>
  forAll([fc.integer({ min: 1, max: 300 }), fc.array(fc.nat(60))], async (limit, offsets) => {
    const { at, claim, stats } = await started({ cap: limit, quota: limit, floor: 0 })
    let n = 0
    for (let round = 0; round < 10; round++) {
      for (const offset of offsets) {
        at.now += offset % 2
        await claim(n++, at.now + offset)
        assert.ok(stats().claims <= limit)
      }
    }
  }),
)

const quota = suite('memory: quota')

quota('leaves no trace of a refused claim', async () => {
  const { at, claim, stats } = await started({ quota: 1 })
  await claim('n-1')
  assert.is(await claim('n-2', begin + 60), 'guard_full')
  assert.is(stats().claims, 1)
  at.now = begin + 421
  assert.is(await claim('n-2', begin + 421), 'first')
})

quota('is free again when claims are forgotten, by age or for the cap', async () => {
  const { at, claim } = await started({ quota: 2 })
  await claim('n-1')
  at.now = begin + 10
  await claim('n-2')
  at.now = begin + 421
  assert.is(await claim('n-3'), 'first', 'the first of two is forgotten')
  assert.is(await claim('n-4'), 'guard_full')

  const small = await started({ cap: 2, quota: 1 })
  assert.is(await small.claim('a-1', begin, keyA), 'first')
  assert.is(await small.claim('b-1', begin, keyB), 'first')
  assert.is(await small.claim('c-1', begin, 'c'.repeat(64) as Fingerprint), 'first')
  assert.is(await small.claim('a-2', begin + 1, keyA), 'first')
})

quota('for all keys and times: counts the living claims only', () =>
  forAll(
    [fc.integer({ min: 1, max: 5 }), fc.array(fc.tuple(fc.nat(2), fc.nat(200)), { size: 'large' })],
    async (limit, claims) => {
      const { at, claim, stats } = await started({ quota: limit, cap: 10_000, floor: 0 })
      const of = new Map<Fingerprint, number>()
      let n = 0
      for (const [key, wait] of claims) {
        at.now += wait
        const fingerprint = String(key).repeat(64) as Fingerprint
        if ((await claim(n++, at.now, fingerprint)) === 'first') of.set(fingerprint, (of.get(fingerprint) ?? 0) + 1)
        assert.ok(stats().claims <= 3 * limit)
      }
      // Once all claims have expired, each key has its whole quota again.
      at.now += 1_000
      for (const key of of.keys()) for (let i = 0; i < limit; i++) assert.is(await claim(n++, at.now, key), 'first')
      for (const key of of.keys()) assert.is(await claim(n++, at.now, key), 'guard_full')
    },
  ),
)

const restart = suite('memory: high-water mark')

const memoryDisk = (stored: O.Option<number> = O.none) => {
  const disk = { mark: stored, writes: 0, broken: false }
  const highWater: HighWater = {
    read: async () => E.right(disk.mark as O.Option<Timestamp>),
    write: (mark) => async () => {
      disk.writes++
      if (disk.broken) return E.left({ _tag: 'guard_unavailable', detail: 'no disk' })
      disk.mark = O.some(mark)
      return E.right(undefined)
    },
  }
  return { disk, highWater }
}

restart('sets the floor above the stored mark, or at the start second if that is later', async () => {
  for (const [stored, floor] of [
    [begin + 50, begin + 51],
    [begin, begin + 1],
    [begin - 1, begin],
    [begin - 50, begin],
  ] as const) {
    const { stats } = await started({}, memoryDisk(O.some(stored)).highWater)
    assert.is(stats().floor, floor)
  }
  assert.is((await started({ floor: 0 }, memoryDisk(O.some(7)).highWater)).stats().floor, 8)
})

restart('is on the disk before a claim is first, and is written once per timestamp', async () => {
  const { disk, highWater } = memoryDisk()
  const { claim } = await started({ floor: 0 }, highWater)
  assert.is(await claim('n-1', begin + 5), 'first')
  assert.equal(disk.mark, O.some(begin + 5))
  assert.is(await claim('n-2', begin + 5), 'first')
  assert.is(await claim('n-3', begin), 'first')
  assert.is(disk.writes, 1)
  assert.equal(disk.mark, O.some(begin + 5))
})

restart('is not written for a claim below the floor', async () => {
  const { disk, highWater } = memoryDisk()
  const { claim } = await started({}, highWater)
  assert.is(await claim('n-1', begin - 1), 'forgotten')
  assert.is(disk.writes, 0)
})

restart('must cover a claim that is answered at once; otherwise nothing happens', async () => {
  const { disk, highWater } = memoryDisk()
  const { claim, guard } = await started({}, highWater)
  const atOnce = (unique: string, timestamp: number) => guard.claim.atOnce?.(claimOf(unique, timestamp))
  assert.is(atOnce('n-1', begin + 5), undefined)
  assert.is(disk.writes, 0)
  assert.is(await claim('n-1', begin + 5), 'first')
  assert.equal(atOnce('n-1', begin + 5), E.right('repeated'))
  assert.equal(atOnce('n-2', begin + 5), E.right('first'))
  assert.is(await claim('n-2', begin + 5), 'repeated')
  assert.is(atOnce('n-3', begin + 6), undefined)
  assert.equal(atOnce('n-4', begin - 1), E.right('forgotten'))
  assert.is(disk.writes, 1)
})

restart('that cannot be read lets no guard start', async () => {
  const unreadable: HighWater = {
    ...memoryDisk().highWater,
    read: TE.left({ _tag: 'guard_unavailable', detail: 'no disk' }),
  }
  const made = await make({}, { clock, entropy, highWater: unreadable })()
  assert.equal(made, E.left({ _tag: 'guard_unavailable', detail: 'no disk' }))
})

const making = suite('memory: make')

making('makes a guard that fails claims, and does not throw, when its clock throws', async () => {
  let broken = false
  const now = () => {
    if (broken) throw new Error('no time')
    return begin as Timestamp
  }
  const guard = right(await make({}, { clock: { now }, entropy })())
  const claim = guard.claim(claimOf('n-1', begin))
  broken = true
  assert.equal(await claim(), E.left({ _tag: 'guard_unavailable', detail: 'the guard failed: Error: no time' }))
  broken = false
  assert.equal(await claim(), E.right('first'))
})

making('takes a hash key for each guard from the entropy', async () => {
  let asked = 0
  const counting = {
    nonce: () => {
      asked++
      return entropy.nonce()
    },
  }
  const description = make({}, { clock, entropy: counting })
  assert.is(asked, 0)
  await description()
  await description()
  assert.is(asked, 2)
})

const factory = suite('memoryGuard')

factory('rejects with the name of the wrong or unknown option', async () => {
  const message = (await rejection(memoryGuard({ cap: 0 }))).message
  assert.is(message, 'misconfigured: the guard: cap must be a whole number, 1 to 100000000')
  const misspelt = { highwater: 'mark' } as object
  assert.is(
    (await rejection(memoryGuard(misspelt))).message,
    'misconfigured: the guard: "highwater" is not an option here; the options are maxAge, maxSkew, margin, floor, cap, quota, clock, highWater, onWarning',
  )
  for (const highWater of ['', 7 as unknown as string]) {
    const shown = (await rejection(memoryGuard({ highWater }))).message
    assert.is(shown, 'misconfigured: the guard: highWater must be the path of a file')
  }
})

factory('takes the time of the program, and fails claims when that is no time', async () => {
  let seconds: number = begin
  const guard = await memoryGuard({ clock: () => seconds })
  assert.is(guard.floor(), begin)
  assert.is(await answer(guard, claimOf('n-1', begin)), 'first')
  seconds += 420
  assert.is(await answer(guard, claimOf('n-1', begin)), 'repeated')
  seconds += 1
  assert.is(await answer(guard, claimOf('n-1', begin)), 'forgotten')
  seconds = Number.NaN
  assert.match(JSON.stringify(await guard.claim(claimOf('n-2'))()), /clock must return the seconds since 1970/)
  const error = await rejection(memoryGuard({ clock: () => -1 }))
  assert.is(error.message, 'clock must return the seconds since 1970')
  const time = begin as unknown as () => number
  assert.match((await rejection(memoryGuard({ clock: time }))).message, 'clock must be a function')
})

factory('warns once of a floor that is ahead of every timestamp, at the start or later, with what to do', async () => {
  const told: Array<string> = []
  const onWarning = (text: string): void => void told.push(text)
  let now: number = begin
  const guard = await memoryGuard({ clock: () => now, onWarning })
  await guard.claim(claimOf('n-1', begin))()
  now += 3_600
  await guard.claim(claimOf('n-2', now))()
  now += 500
  await guard.claim(claimOf('n-3', now))()
  now = begin + 60
  for (const n of [4, 5]) assert.is(await answer(guard, claimOf(n, now)), 'forgotten')
  assert.equal(told, [
    'for the next 3541 s the guard refuses every request. The clock was ahead, up to 2023-11-14T23:13:21.000Z, and the guard has forgotten requests of that time. Correct the clock. If you cannot wait, start again with another high-water file; then a request with a timestamp ahead of the clock can be accepted a second time',
  ])
  now = guard.floor()
  assert.is(await answer(guard, claimOf('n-6', now)), 'first')
  await memoryGuard({ clock: () => now, floor: now + 60, onWarning })
  assert.is(told.length, 1)
  await memoryGuard({ clock: () => now, floor: now + 61, onWarning })
  await guard.claim(claimOf('n-7', 0))()
  assert.is(told.length, 2)
})

factory('keeps its mark in the file, and rejects with the file that it cannot use', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mark')
    const before = await memoryGuard({ highWater: file, floor: 0 })
    assert.is(await answer(before, claimOf('n-1', begin)), 'first')
    assert.is(await readFile(file, 'utf8'), `high-water ${begin}\n`)

    const second = await rejection(memoryGuard({ highWater: file }))
    assert.match(
      second.message,
      /the high-water file .*mark is in use: another guard uses it, and each .* its own file/,
    )
    await before.close()

    const after = await memoryGuard({ highWater: file, floor: 0 })
    assert.is(await answer(after, claimOf('n-1', begin)), 'forgotten')
    assert.is(await answer(after, claimOf('n-1', begin + 1)), 'first')

    await after.close()

    await writeFile(file, 'something else')
    const message = (await rejection(memoryGuard({ highWater: file }))).message
    assert.match(message, /^the replay guard cannot answer: the high-water file .*mark is damaged/)
  }),
)
