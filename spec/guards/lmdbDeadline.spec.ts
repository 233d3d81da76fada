// A claim while another process has the database's write lock and does not let go of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import type { LmdbGuard } from '../../src/guards/lmdb.ts'
import { suite } from '../support/suite.ts'
import { newFolder, open, remove } from './lmdbFolder.ts'

const now = 1_700_000_000 as Timestamp
const claimOf = (unique: string): NonceClaim => ({ fingerprint: 'a'.repeat(64), unique, timestamp: now }) as NonceClaim

const answer = async (guard: LmdbGuard, unique: string): Promise<string> => {
  const outcome = await guard.claim(claimOf(unique))()
  return E.isLeft(outcome) ? outcome.left._tag : outcome.right
}

const held = suite('lmdb: while another process holds the write lock')

held('a claim is given up at its deadline, and those that come meanwhile are not kept', async () => {
  const path = await newFolder()
  const guard = await open({ path, floor: 0 as Timestamp, deadlineMs: 100 }, { now: () => now })
  assert.is(await answer(guard, 'before'), 'first')
  // It would let go by itself after a minute.
  const args = ['--import', './scripts/typescript.mjs', 'spec/guards/lmdbHolder.ts', path, '60000']
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(holder.stdout, 'data')
    assert.is(await answer(guard, 'given up'), 'guard_unavailable')
    for (let i = 0; i < 20; i++) assert.is(await answer(guard, `meanwhile-${i}`), 'guard_unavailable')
  } finally {
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await guard.close()
    await remove(path)
  }
  // What was given up went on by itself, and nothing was accepted for it.
  assert.is(guard.stats().claims, 2)
})

held.run()
