// The floor of a database is its own: whoever opens it later, and whatever is asked for, does not lower it.
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import { suite } from '../support/suite.ts'
import { newFolder, open, remove } from './lmdbFolder.ts'

const begin = 1_700_000_000
const clock = { now: () => begin as Timestamp }
const claimOf = (timestamp: number): NonceClaim =>
  ({ fingerprint: 'a'.repeat(64), unique: `n-${timestamp}`, timestamp }) as NonceClaim

const floor = suite('lmdb: the floor')

floor('stays where it is when a process asks for a longer life, as it does for any other', async () => {
  const path = await newFolder()
  try {
    const first = await open({ path, maxAge: 300, floor: begin as Timestamp }, clock)
    await first.close()
    for (const maxAge of [300, 900, 60]) {
      const guard = await open({ path, maxAge, floor: 0 as Timestamp }, clock)
      assert.is(guard.stats().floor, begin)
      assert.is(guard.floor(), begin)
      assert.is(guard.stats().life, maxAge === 300 ? 420 : 1020)
      assert.equal(await guard.claim(claimOf(begin - 1))(), E.right('forgotten'))
      await guard.close()
      assert.is(guard.floor(), begin)
    }
  } finally {
    await remove(path)
  }
})

floor.run()
