/**
 * The lmdb guard among processes that are killed, stopped, or race each other.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { type LmdbGuard, lmdbGuard } from '../../../src/guards/lmdb/lmdb.ts'
import { inFolder } from '../../support/folder.ts'
import { assert, byTurns, suite, until } from '../../support/suite.ts'
import { bundled, killed, killsByTest, type Program, run } from '../child.ts'
import { type Answer, answer as claimed, claimOf, seconds as now } from '../claims.ts'
import type { Race } from './lmdbRacer.ts'

const answer = (guard: LmdbGuard, unique: string, timestamp: number): Promise<Answer> =>
  claimed(guard, claimOf(unique, timestamp))

const using = (name: string, use: (program: Program, path: string) => Promise<void>): Promise<void> =>
  inFolder(async (path) => {
    const program = await bundled(new URL(name, import.meta.url))
    try {
      await use(program, path)
    } finally {
      await program.remove()
    }
  })

const crash = suite('lmdb: a process is killed')

interface Acknowledged {
  readonly unique: string
  readonly timestamp: number
}

/** The acknowledged claims that are first again. */
const repeats = async (guard: LmdbGuard, acknowledged: ReadonlyArray<Acknowledged>): Promise<ReadonlyArray<string>> => {
  const answers = await Promise.all(
    acknowledged.map(async ({ unique, timestamp }) => ({ unique, got: await answer(guard, unique, timestamp) })),
  )
  assert.ok(answers.every(({ got }) => got !== 'guard_unavailable'))
  return answers.filter(({ got }) => got === 'first').map(({ unique }) => unique)
}

/** Kills a process as often in a folder of its own. */
const killedOften = (rounds: number): Promise<void> =>
  using('lmdbClaimer.ts', async (program, path) => {
    const all: Array<Acknowledged> = []
    const settings = { path, floor: 0, deadlineMs: 60_000 }
    for (let round = 0; round < rounds; round++) {
      // In every other round, no other process has the database open at the kill.
      const watching = round % 2 === 0 ? await lmdbGuard(settings) : undefined
      const lines = await killed(run(program, {}, path, `r${round}`), Math.random() * 30)
      const ours = lines.map((line) => {
        const [unique = '', timestamp] = line.split(' ')
        return { unique, timestamp: Number(timestamp) }
      })
      assert.ok(ours.length > 0)
      all.push(...ours)

      const guard = watching ?? (await lmdbGuard(settings))
      assert.equal(await repeats(guard, ours), [])
      assert.is(await answer(guard, `new-${round}`, now()), 'first')
      await guard.close()
    }
    const guard = await lmdbGuard(settings)
    for (let at = 0; at < all.length; at += 1_000) assert.equal(await repeats(guard, all.slice(at, at + 1_000)), [])
    await guard.close()
  })

for (const { first, last } of killsByTest) {
  const rounds = Math.ceil((last - first + 1) / 2)
  crash(
    `at any moment, kills ${first} to ${last}: no acknowledged claim is first again, and new ones are`,
    async () => {
      await Promise.all([killedOften(rounds), killedOften(rounds)])
    },
  )
}

const race = byTurns(2, suite('lmdb: many processes claim the same'))

/** How often each nonce was first, over all processes. */
const raced = async (
  program: Program,
  path: string,
  processes: number,
  settings: Race,
): Promise<ReadonlyArray<number>> => {
  const racers = Array.from({ length: processes }, () => run(program, {}, path, JSON.stringify(settings)))
  await Promise.all(racers.map(({ spoken }) => spoken))
  for (const { child } of racers) child.stdin?.write('go\n')
  const texts = await Promise.all(racers.map(({ ended }) => ended))
  const firsts: Array<number> = Array(settings.nonces).fill(0)
  for (const text of texts) {
    for (const n of JSON.parse(text.split('\n')[1] as string) as Array<number>) firsts[n] = (firsts[n] as number) + 1
  }
  return firsts
}

race('8 processes, 104,000 copies of 1,000 requests: each is first exactly once', () =>
  using('lmdbRacer.ts', async (program, path) => {
    const base = now()
    const firsts = await raced(program, path, 8, {
      nonces: 1_000,
      times: 13,
      inFlight: 64,
      spread: 500,
      base,
      cap: 10_000_000,
    })
    assert.is(firsts.filter((times) => times !== 1).length, 0)
  }),
)

// At so small a cap, each claim evicts another, mostly in another process and often between a copy's insertion and its
// answer.
race('4 processes forget what the others are claiming: no nonce is first twice', () =>
  using('lmdbRacer.ts', async (program, path) => {
    const firsts = await raced(program, path, 4, {
      nonces: 2_000,
      times: 4,
      inFlight: 16,
      spread: 40,
      base: now(),
      cap: 4,
    })
    assert.is(firsts.filter((times) => times > 1).length, 0)
    assert.ok(firsts.filter((times) => times === 1).length > 500)
  }),
)

const hold = suite('lmdb: another process holds the write lock')

hold('and is stopped: claims fail in time, the event loop goes on, and later claims succeed again', () =>
  using('lmdbHolder.ts', async (program, path) => {
    const guard = await lmdbGuard({ path, floor: 0, deadlineMs: 500 })
    assert.is(await answer(guard, 'before', now()), 'first')
    const { child, spoken, ended } = run(program, {}, path, '300')
    try {
      await spoken
      child.kill('SIGSTOP')
      let longestTurn = 0
      let turnedAt = performance.now()
      const turns = setInterval(() => {
        longestTurn = Math.max(longestTurn, performance.now() - turnedAt)
        turnedAt = performance.now()
      }, 1)
      for (let i = 0; i < 5; i++) {
        const begun = performance.now()
        assert.is(await answer(guard, `meanwhile-${i}`, now()), 'guard_unavailable')
        const ms = performance.now() - begun
        assert.ok(ms < 2_000, `answered after ${ms} ms`)
      }
      clearInterval(turns)
      assert.ok(longestTurn < 1_000, `the event loop was blocked for ${longestTurn} ms`)
      child.kill('SIGCONT')
      await ended
      let after = 0
      await until(async () => (await answer(guard, `after-${after++}`, now())) === 'first')
      // On a busy machine an answer may be late; then it is asked for again.
      await until(async () => {
        const given = await answer(guard, 'before', now())
        assert.ok(given !== 'first')
        return given === 'repeated'
      })
    } finally {
      child.kill('SIGKILL')
      await ended
      await guard.close()
    }
  }),
)

hold('and is killed: pending and later claims succeed', () =>
  using('lmdbHolder.ts', async (program, path) => {
    const guard = await lmdbGuard({ path, floor: 0, deadlineMs: 2_000 })
    assert.is(await answer(guard, 'before', now()), 'first')
    const { child, spoken, ended } = run(program, {}, path)
    await spoken
    const waiting = answer(guard, 'meanwhile', now())
    await setTimeout(20)
    child.kill('SIGKILL')
    await ended
    assert.is(await waiting, 'first')
    assert.is(await answer(guard, 'after', now()), 'first')
    assert.is(await answer(guard, 'before', now()), 'repeated')
    await guard.close()
  }),
)
