import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rename, rm, truncate, writeFile } from 'node:fs/promises'
import * as E from 'fp-ts/lib/Either.js'
import * as lmdb from 'lmdb'
import * as LmdbStore from '../../../src/guards/lmdb/LmdbStore.ts'
import { type LmdbGuard, lmdbGuard } from '../../../src/guards/lmdb/lmdb.ts'
import { inFolder } from '../../support/folder.ts'
import { assert, suite, until } from '../../support/suite.ts'
import { type Answer, begin, answer as claimed, claimOf, keyB } from '../claims.ts'
import { contract } from '../contract.ts'
import { inWorld, opened } from './lmdbFolder.ts'

contract('the lmdb guard', ({ clock, window, floor, quota }) => opened({ ...window, floor, quota }, clock))

const answer = (guard: LmdbGuard, unique: string | number, timestamp: number): Promise<Answer> =>
  claimed(guard, claimOf(unique, timestamp))

/** Waits for sweeping, which goes on after a claim is answered. */
const remembers = (guard: LmdbGuard, claims: number, most = claims): Promise<void> =>
  until(() => guard.stats().claims >= claims && guard.stats().claims <= most)

const life = suite('lmdb: how long a claim lives')

life('lasts for max age, max skew and margin, and ends one second later', () =>
  inWorld(async ({ at, start }) => {
    const guard = await start()
    await answer(guard, 'n-1', begin + 60)
    at.now = begin + 420
    await answer(guard, 'n-2', at.now)
    await remembers(guard, 2)
    assert.is(await answer(guard, 'n-1', begin + 60), 'repeated')
    at.now = begin + 421
    await answer(guard, 'n-3', at.now)
    await remembers(guard, 2)
    assert.is(await answer(guard, 'n-1', begin + 60), 'forgotten')
  }),
)

life('ends with the floor just above the newest forgotten timestamp, not at the current time', () =>
  inWorld(async ({ at, start }) => {
    const guard = await start()
    await answer(guard, 'n-1', begin + 7)
    await answer(guard, 'n-2', begin + 3)
    assert.is(guard.stats().floor, begin)
    at.now = begin + 10_000
    await answer(guard, 'n-3', at.now)
    await remembers(guard, 1)
    assert.is(guard.stats().floor, begin + 8)
    assert.is(await answer(guard, 'n-4', begin + 7), 'forgotten')
    assert.is(guard.floor(), begin + 8, 'a refused caller can be told')
    assert.is(await answer(guard, 'n-4', begin + 8), 'first')
  }),
)

life('starts at the clock reading of the claim, whatever the clock shows before and after', () =>
  inWorld(async ({ at, start }) => {
    const guard = await start({ floor: 0 })
    at.now = begin - 5_000
    await answer(guard, 'early', begin - 5_000)
    at.now = begin
    await answer(guard, 'n-1', begin)
    await remembers(guard, 1)
    at.now = begin - 300
    assert.is(await answer(guard, 'n-1', begin), 'repeated')
    at.now = begin + 420
    assert.is(await answer(guard, 'n-1', begin), 'repeated')
  }),
)

life('ends for good: of ten thousand claims over hours, only the living are kept', () =>
  inWorld(async ({ at, start }) => {
    const guard = await start()
    for (let n = 0; n < 100; n++) {
      at.now += 100
      const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => answer(guard, `${n % 7}-${i}`, at.now)))
      assert.ok(answers.every((a) => a === 'first'))
      await remembers(guard, Math.min(n + 1, 5) * 100)
    }
    assert.ok(guard.stats().bytes < 1_000_000, 'free space is reused')
  }),
)

life('is the longest that any process has asked for, before or after', () =>
  inWorld(async ({ at, start }) => {
    const short = await start({ maxAge: 5, maxSkew: 0, margin: 0 })
    await answer(short, 'n-1', begin)
    const long = await start({ maxAge: 100, maxSkew: 0, margin: 0 })
    assert.is(long.stats().life, 100)
    at.now = begin + 100
    await answer(short, 'n-2', at.now)
    await remembers(short, 2)
    assert.is(await answer(long, 'n-1', begin), 'repeated')
    await long.close()
    const again = await start({ maxAge: 5, maxSkew: 0, margin: 0 })
    assert.is(again.stats().life, 100)
  }),
)

const cap = suite('lmdb: the cap')

cap('forgets the oldest claims, raises the floor, and still knows the rest', () =>
  inWorld(async ({ at, start }) => {
    const guard = await start({ cap: 10, quota: 10 })
    for (let n = 0; n < 15; n++) {
      at.now = begin + n
      assert.is(await answer(guard, n, at.now), 'first')
    }
    await remembers(guard, 10)
    assert.is(guard.stats().floor, begin + 5)
    for (let n = 0; n < 15; n++) assert.is(await answer(guard, n, begin + n), n < 5 ? 'forgotten' : 'repeated')
  }),
)

cap('holds when another process claims in between', () =>
  inWorld(async ({ at, start }) => {
    const one = await start({ cap: 10, quota: 10 })
    const other = await start({ cap: 10, quota: 10 })
    for (let n = 0; n < 40; n++) {
      at.now = begin + n
      await answer(n % 2 === 0 ? one : other, n, at.now)
    }
    // A sweep that starts before the other process's claim leaves one too many until the next claim.
    await remembers(one, 10, 11)
  }),
)

cap('forgets a 64th at once, in portions', () =>
  inWorld(async ({ start }) => {
    const guard = await start({ cap: 6_400, quota: 6_400 })
    const claimAll = (from: number, to: number) =>
      Promise.all(Array.from({ length: to - from }, (_, i) => answer(guard, from + i, begin)))
    await claimAll(0, 6_400)
    assert.is(guard.stats().claims, 6_400)
    assert.is(await answer(guard, 'one more', begin + 1), 'first')
    await remembers(guard, 6_301)
  }),
)

const database = suite('lmdb: the database')

database('keeps its claims and its floor over a restart, whatever floor is asked for', () =>
  inWorld(async ({ at, start }) => {
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

database('opened after a long time, is swept without any claim, and the floor rises', () =>
  inWorld(async ({ at, start }) => {
    const guard = await start()
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => answer(guard, n, begin + (n % 60))))
    await guard.close()
    at.now = begin + 421
    const again = await start()
    await remembers(again, 0)
    assert.is(again.stats().floor, begin + 60)
  }),
)

database('keeps its floor when a process asks for a longer life, or any other', () =>
  inWorld(async ({ start }) => {
    await (await start({ maxAge: 300, floor: begin })).close()
    for (const maxAge of [300, 900, 60]) {
      const guard = await start({ maxAge, floor: 0 })
      assert.is(guard.stats().floor, begin)
      assert.is(guard.floor(), begin)
      assert.is(guard.stats().life, maxAge === 300 ? 420 : 1020)
      assert.is(await answer(guard, 'n-1', begin - 1), 'forgotten')
      await guard.close()
      assert.is(guard.floor(), begin)
    }
  }),
)

database('whose floor is ahead of every timestamp is warned of once by each guard, with what to do', () =>
  inFolder(async (path) => {
    const told: Array<string> = []
    let now: number = begin
    const options = { path, deadlineMs: 60_000, clock: () => now, onWarning: (text: string) => void told.push(text) }
    const guard = await lmdbGuard(options)
    assert.is(await answer(guard, 'n-1', begin), 'first')
    now += 3_600
    assert.is(await answer(guard, 'n-2', now), 'first')
    now += 500
    assert.is(await answer(guard, 'n-3', now), 'first')
    await until(() => guard.stats().floor > begin + 3_600)
    now = begin + 100
    for (const n of [4, 5]) assert.is(await answer(guard, n, now), 'forgotten')
    assert.is(told.length, 1)
    assert.match(
      told[0] as string,
      /for the next 3501 s the guard refuses every request.*start every process again with another folder; then a request/,
    )
    await guard.close()
    await (await lmdbGuard(options)).close()
    assert.is(told.length, 2)
  }),
)

database('is read as of now, not as of the beginning of this turn of the event loop', () =>
  inFolder(async (path) => {
    const store = await LmdbStore.open(lmdb, path, { life: 10, floor: 1 })
    assert.is(store.state().floor, 1)
    const root = lmdb.open({ path, noSubdir: false, overlappingSync: false })
    const guard = root.openDB('guard', { encoding: 'binary', keyEncoding: 'binary', useVersions: true })
    assert.is(store.state().floor, 1)
    const check = createHash('sha256').update('10 7').digest('hex').slice(0, 8)
    guard.putSync(Buffer.from('state'), Buffer.from(JSON.stringify({ format: 2, life: 10, floor: 7, check })), 2)
    assert.is(store.state().floor, 7)
    await root.close()
    await store.close()
  }),
)

database('forgets nothing that was found before another process swept', () =>
  inFolder(async (path) => {
    const store = await LmdbStore.open(lmdb, path, { life: 10, floor: 1 })
    const claim = { id: Buffer.alloc(20, 1), timestamp: 5, reading: 100 }
    assert.is(await store.insert(claim), true)
    const state = store.state()
    const found = store.oldest(() => true)
    assert.equal(found, [claim])
    assert.is(await store.forget(state, found), true)
    assert.is(store.state().floor, 6)
    // The claim is made again; a process that found it earlier must not remove it.
    assert.is(await store.insert({ ...claim, timestamp: 9 }), true)
    assert.is(await store.forget(state, found), false)
    assert.is(store.size().claims, 1)
    assert.is(store.state().floor, 6)
    await store.close()
  }),
)

const lost = suite('lmdb: a folder that is lost')

/** The words of the refusal in the next second. */
const refusedLater = async (guard: LmdbGuard, at: { now: number }): Promise<string> => {
  at.now++
  const outcome = await guard.claim(claimOf('later', at.now))()
  assert.ok(E.isLeft(outcome) && outcome.left._tag === 'guard_unavailable')
  return outcome.left.detail
}

for (const [what, change, words] of [
  ['removed', (path: string) => rm(path, { recursive: true }), /its files were removed while it was open/],
  [
    'moved away and back with another lock',
    (path: string) => writeFile(`${path}/new`, '').then(() => rename(`${path}/new`, `${path}/lock.mdb`)),
    /its files were replaced/,
  ],
  ['cut short', (path: string) => truncate(`${path}/data.mdb`, 8192), /its data.mdb was cut short/],
] as const) {
  lost(`is noticed when it is ${what}, and nothing is accepted from then on`, () =>
    inWorld(async ({ path, at, start }) => {
      const guard = await start()
      assert.is(await answer(guard, 'before', at.now), 'first')
      const { claims } = guard.stats()
      await change(path)
      assert.match(await refusedLater(guard, at), words)
      assert.match(await refusedLater(guard, at), /start again every process that uses it/)
      assert.is(guard.stats().claims, claims - 1)
      await guard.close()
    }),
  )
}

// Meanwhile, processes may have accepted requests in another database there.
lost('stays lost when it is moved away and back, and noticed while it is away', () =>
  inWorld(async ({ path, at, start }) => {
    const guard = await start()
    assert.is(await answer(guard, 'before', at.now), 'first')
    const away = `${path}-away`
    await rename(path, away)
    try {
      assert.match(await refusedLater(guard, at), /its files were removed while it was open/)
    } finally {
      await rename(away, path)
    }
    for (let i = 0; i < 3; i++) assert.match(await refusedLater(guard, at), /its files were removed while it was open/)
  }),
)

const quota = suite('lmdb: the quota')

quota('has room again when nonces have expired, over a restart, and is shared by all processes', () =>
  inWorld(async ({ at, start }) => {
    const one = await start({ quota: 2 })
    const other = await start({ quota: 2 })
    assert.is(await answer(one, 'n-1', at.now), 'first')
    at.now += 100
    assert.is(await answer(other, 'n-2', at.now), 'first')
    for (const guard of [one, other]) assert.is(await answer(guard, 'n-3', at.now), 'guard_full')
    await one.close()
    const again = await start({ quota: 2 })
    assert.is(await answer(again, 'n-3', at.now), 'guard_full')
    at.now += 321
    assert.is(await answer(again, 'n-2', at.now), 'repeated')
    await claimed(again, claimOf('sweeps', at.now, keyB))
    await remembers(again, 2)
    assert.is(await answer(again, 'n-4', at.now), 'first')
    assert.is(await answer(other, 'n-5', at.now), 'guard_full')
  }),
)

const ends = suite('lmdb: close')

ends('waits for pending claims, and refuses later ones', () =>
  inWorld(async ({ start }) => {
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

const held = suite('lmdb: while another process holds the write lock')

held('a claim fails at its deadline, and further claims fail at once', () =>
  inWorld(async ({ path, start }) => {
    const guard = await start({ deadlineMs: 100 })
    assert.is(await answer(guard, 'before', begin), 'first')
    // The holder would release the lock after a minute.
    const args = ['--import', './scripts/typescript.mjs', 'spec/guards/lmdb/lmdbHolder.ts', path, '60000']
    const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      await once(holder.stdout, 'data')
      assert.is(await answer(guard, 'late', begin), 'guard_unavailable')
      for (let i = 0; i < 20; i++) assert.is(await answer(guard, `meanwhile-${i}`, begin), 'guard_unavailable')
    } finally {
      holder.kill('SIGKILL')
      await once(holder, 'exit')
      await guard.close()
    }
    // The late claim was still written, although nothing was accepted for it.
    assert.is(guard.stats().claims, 2)
  }),
)
