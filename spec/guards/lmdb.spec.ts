import { performance } from 'node:perf_hooks'
import * as lmdb from 'lmdb'
import * as assert from 'uvu/assert'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import * as LmdbStore from '../../src/guards/LmdbStore.ts'
import type { LmdbGuard, Settings } from '../../src/guards/lmdb.ts'
import { suite } from '../support/suite.ts'
import { contract } from './contract.ts'
import { newFolder, open, opened, remove } from './lmdbFolder.ts'

contract('the lmdb guard', async ({ clock, window, floor }) => opened({ ...window, floor }, clock))

const begin = 1_700_000_000

const claimOf = (unique: string | number, timestamp: number): NonceClaim =>
  ({ fingerprint: 'a'.repeat(64), unique: String(unique), timestamp }) as NonceClaim

type Answer = 'first' | 'repeated' | 'forgotten' | 'guard_full' | 'guard_unavailable'

const answer = async (guard: LmdbGuard, unique: string | number, timestamp: number): Promise<Answer> => {
  const outcome = await guard.claim(claimOf(unique, timestamp))()
  return outcome._tag === 'Left' ? outcome.left._tag : outcome.right
}

/** Handles on one database, whose clocks show `at.now`; all of it goes in the end. */
const inFolder = async (
  use: (world: {
    readonly path: string
    readonly at: { now: number }
    readonly start: (settings?: Omit<Settings, 'path'>) => Promise<LmdbGuard>
  }) => Promise<void>,
): Promise<void> => {
  const path = await newFolder()
  const at = { now: begin }
  const guards: Array<LmdbGuard> = []
  const start = async (settings: Omit<Settings, 'path'> = {}) => {
    const guard = await open({ deadlineMs: 10_000, ...settings, path }, { now: () => at.now as Timestamp })
    guards.push(guard)
    return guard
  }
  try {
    await use({ path, at, start })
  } finally {
    await Promise.all(guards.map((guard) => guard.close()))
    await remove(path)
  }
}

/** Sweeping goes on after a claim has been answered. */
const until = async (guard: LmdbGuard, claims: number, most = claims): Promise<void> => {
  const deadline = performance.now() + 3_000
  const isThere = (n: number) => n >= claims && n <= most
  while (!isThere(guard.stats().claims)) {
    assert.ok(performance.now() < deadline, `${guard.stats().claims} claims are remembered, not ${claims}`)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

const life = suite('lmdb: how long a claim lives')

life('is remembered for max age, max skew and margin after the claim, and forgotten in the second after', () =>
  inFolder(async ({ at, start }) => {
    const guard = await start()
    await answer(guard, 'n-1', begin + 60)
    at.now = begin + 420
    await answer(guard, 'n-2', at.now)
    await until(guard, 2)
    assert.is(await answer(guard, 'n-1', begin + 60), 'repeated')
    at.now = begin + 421
    await answer(guard, 'n-3', at.now)
    await until(guard, 2)
    assert.is(await answer(guard, 'n-1', begin + 60), 'forgotten')
  }),
)

life('raises the floor just above the newest timestamp that is forgotten, not to the time', () =>
  inFolder(async ({ at, start }) => {
    const guard = await start()
    await answer(guard, 'n-1', begin + 7)
    await answer(guard, 'n-2', begin + 3)
    assert.is(guard.stats().floor, begin)
    at.now = begin + 10_000
    await answer(guard, 'n-3', at.now)
    await until(guard, 1)
    assert.is(guard.stats().floor, begin + 8)
    assert.is(await answer(guard, 'n-4', begin + 7), 'forgotten')
    assert.is(guard.floor(), begin + 8, 'who is refused can be told')
    assert.is(await answer(guard, 'n-4', begin + 8), 'first')
  }),
)

life('counts from the reading at the claim, wherever the clock stood before and after', () =>
  inFolder(async ({ at, start }) => {
    const guard = await start({ floor: 0 })
    at.now = begin - 5_000
    await answer(guard, 'early', begin - 5_000)
    at.now = begin
    await answer(guard, 'n-1', begin)
    await until(guard, 1)
    at.now = begin - 300
    assert.is(await answer(guard, 'n-1', begin), 'repeated')
    at.now = begin + 420
    assert.is(await answer(guard, 'n-1', begin), 'repeated')
  }),
)

life('is over for good: ten thousand claims over hours, and no more are kept than live', () =>
  inFolder(async ({ at, start }) => {
    const guard = await start()
    for (let n = 0; n < 100; n++) {
      at.now += 100
      const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => answer(guard, `${n % 7}-${i}`, at.now)))
      assert.ok(answers.every((a) => a === 'first'))
      await until(guard, Math.min(n + 1, 5) * 100)
    }
    assert.ok(guard.stats().bytes < 1_000_000, 'room is used again')
  }),
)

life('is as long as the longest that any process has asked for, before and after', () =>
  inFolder(async ({ at, start }) => {
    const short = await start({ maxAge: 5, maxSkew: 0, margin: 0 })
    await answer(short, 'n-1', begin)
    const long = await start({ maxAge: 100, maxSkew: 0, margin: 0 })
    assert.is(long.stats().life, 100)
    at.now = begin + 100
    await answer(short, 'n-2', at.now)
    await until(short, 2)
    assert.is(await answer(long, 'n-1', begin), 'repeated')
    await long.close()
    const again = await start({ maxAge: 5, maxSkew: 0, margin: 0 })
    assert.is(again.stats().life, 100)
  }),
)

life.run()

const cap = suite('lmdb: the cap')

cap('forgets the oldest and raises the floor, and what is left is still known', () =>
  inFolder(async ({ at, start }) => {
    const guard = await start({ cap: 10 })
    for (let n = 0; n < 15; n++) {
      at.now = begin + n
      assert.is(await answer(guard, n, at.now), 'first')
    }
    await until(guard, 10)
    assert.is(guard.stats().floor, begin + 5)
    for (let n = 0; n < 15; n++) assert.is(await answer(guard, n, begin + n), n < 5 ? 'forgotten' : 'repeated')
  }),
)

cap('is kept to when another process has claimed in between', () =>
  inFolder(async ({ at, start }) => {
    const one = await start({ cap: 10 })
    const other = await start({ cap: 10 })
    for (let n = 0; n < 40; n++) {
      at.now = begin + n
      await answer(n % 2 === 0 ? one : other, n, at.now)
    }
    // A sweep that looks before the other process's claim is in leaves one too many, to the next claim.
    await until(one, 10, 11)
  }),
)

cap('lets a 64th go at once, in portions', () =>
  inFolder(async ({ start }) => {
    const guard = await start({ cap: 6_400 })
    const claimAll = (from: number, to: number) =>
      Promise.all(Array.from({ length: to - from }, (_, i) => answer(guard, from + i, begin)))
    await claimAll(0, 6_400)
    assert.is(guard.stats().claims, 6_400)
    assert.is(await answer(guard, 'one more', begin + 1), 'first')
    await until(guard, 6_301)
  }),
)

cap.run()

const database = suite('lmdb: the database')

database('remembers over a restart, and keeps its floor whatever is asked for then', () =>
  inFolder(async ({ at, start }) => {
    const guard = await start({ floor: begin - 50 })
    assert.is(await answer(guard, 'n-1', begin - 50), 'first')
    await guard.close()
    at.now = begin + 100
    const again = await start({ floor: 0 })
    assert.is(again.stats().floor, begin - 50)
    assert.is(await answer(again, 'n-1', begin - 50), 'repeated')
    assert.is(await answer(again, 'n-2', begin - 51), 'forgotten')
  }),
)

database('that is opened after a long time is swept without any claim, and the floor rises', () =>
  inFolder(async ({ at, start }) => {
    const guard = await start()
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => answer(guard, n, begin + (n % 60))))
    await guard.close()
    at.now = begin + 421
    const again = await start()
    await until(again, 0)
    assert.is(again.stats().floor, begin + 60)
  }),
)

database('is one for all who open it', () =>
  inFolder(async ({ start }) => {
    const guards = await Promise.all([start(), start(), start()])
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) => answer(guards[i % 3] as LmdbGuard, Math.floor(i / 30), begin)),
    )
    assert.is(answers.filter((a) => a === 'first').length, 10)
    assert.is(answers.filter((a) => a === 'repeated').length, 290)
  }),
)

database('is looked at as it is now, not as it was when this turn of the event loop began', async () => {
  const path = await newFolder()
  const store = await LmdbStore.open(lmdb, path, { life: 10, floor: 1 })
  assert.is(store.state().floor, 1)
  const root = lmdb.open({ path, noSubdir: false, overlappingSync: false })
  const guard = root.openDB('guard', { encoding: 'binary', keyEncoding: 'binary', useVersions: true })
  assert.is(store.state().floor, 1)
  guard.putSync(Buffer.from('state'), Buffer.from('{"format":1,"life":10,"floor":7}'), 2)
  assert.is(store.state().floor, 7)
  await root.close()
  await store.close()
  await remove(path)
})

database('forgets nothing on what was found before another has swept', async () => {
  const path = await newFolder()
  const store = await LmdbStore.open(lmdb, path, { life: 10, floor: 1 })
  const claim = { id: Buffer.alloc(16, 1), timestamp: 5, reading: 100 }
  assert.is(await store.insert(claim), true)
  const [state, found] = [store.state(), store.oldest(() => true)]
  assert.equal(found, [claim])
  assert.is(await store.forget(state, found), true)
  assert.is(store.state().floor, 6)
  // It comes again, and is not taken away by someone who had found it before.
  assert.is(await store.insert({ ...claim, timestamp: 9 }), true)
  assert.is(await store.forget(state, found), false)
  assert.is(store.size().claims, 1)
  assert.is(store.state().floor, 6)
  await store.close()
  await remove(path)
})

database.run()

const ends = suite('lmdb: close')

ends('waits for what is in flight, and takes no claim afterwards', () =>
  inFolder(async ({ start }) => {
    const guard = await start()
    const claims = Array.from({ length: 100 }, (_, n) => answer(guard, n, begin))
    const closing = guard.close()
    assert.is(await answer(guard, 'late', begin), 'guard_unavailable')
    await closing
    assert.ok((await Promise.all(claims)).every((a) => a === 'first'))
    assert.is(await answer(guard, 'later', begin), 'guard_unavailable')
    assert.is(guard.stats().claims, 100)
    await guard.close()
    const again = await start()
    assert.is(again.stats().claims, 100)
  }),
)

ends.run()
