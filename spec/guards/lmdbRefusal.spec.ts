/**
 * What the lmdb guard says when it cannot be opened, and when its disk is full.
 */
import { mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as lmdb from 'lmdb'
import * as assert from 'uvu/assert'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import { lmdbGuard, type Settings } from '../../src/guards/lmdb.ts'
import { suite } from '../support/suite.ts'
import { bundled, run } from './lmdbChild.ts'
import { newFolder, remove } from './lmdbFolder.ts'

const refusal = suite('lmdb: what cannot be used')

const refused = (options: unknown): Promise<string> =>
  lmdbGuard(options as Settings).then(
    async (guard) => {
      await guard.close()
      return 'opened'
    },
    (e: Error) => e.message,
  )

refusal('names the option that makes no sense', async () => {
  const path = '/nowhere'
  assert.match(await refused({}), /path must be the path of a folder/)
  assert.match(await refused({ path: '' }), /path must be the path of a folder/)
  assert.match(await refused({ path, maxAge: -1 }), /maxAge/)
  assert.match(await refused({ path, maxSkew: 1.5 }), /maxSkew/)
  assert.match(await refused({ path, margin: Number.NaN }), /margin/)
  assert.match(await refused({ path, deadlineMs: 0 }), /deadlineMs/)
  assert.match(await refused({ path, deadlineMs: 60_001 }), /deadlineMs/)
  assert.match(await refused({ path, cap: 0 }), /cap/)
  assert.match(await refused({ path, floor: -1 }), /floor/)
  assert.match(await refused({ path, maxage: 300 }), /there is no "maxage"/)
  assert.match(await refused(undefined), /the options must be a record of path/)
})

const inNewFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await newFolder()
  try {
    await use(folder)
  } finally {
    await remove(folder)
  }
}

refusal('says why a path that is a file, or lies in one, cannot be used', () =>
  inNewFolder(async (folder) => {
    const file = join(folder, 'file')
    await writeFile(file, 'text')
    for (const path of [file, join(file, 'nonces')]) {
      assert.match(
        await refused({ path }),
        new RegExp(`the folder ${path} cannot be used: .*(it is a file|not a directory)`),
      )
    }
    assert.is(await readFile(file, 'utf8'), 'text')
  }),
)

refusal('says that a file is not such a database', () =>
  inNewFolder(async (folder) => {
    await writeFile(join(folder, 'data.mdb'), 'not a database '.repeat(2_000))
    assert.match(await refused({ path: folder }), /cannot be used: its data.mdb is not an LMDB database/)
  }),
)

refusal('says that a database is cut short', () =>
  inNewFolder(async (folder) => {
    const guard = await lmdbGuard({ path: folder, floor: 0, deadlineMs: 10_000 })
    const claimOf = (n: number) => ({ fingerprint: 'a'.repeat(64), unique: `n-${n}`, timestamp: 1 }) as NonceClaim
    await Promise.all(Array.from({ length: 10_000 }, (_, n) => guard.claim(claimOf(n))()))
    await guard.close()
    const file = join(folder, 'data.mdb')
    await truncate(file, Math.floor((await stat(file)).size / 5))
    assert.match(await refused({ path: folder }), /cannot be used: it is cut short/)
  }),
)

refusal("says that a folder holds another program's database, or one of another format", () =>
  inNewFolder(async (folder) => {
    const other = join(folder, 'other')
    await mkdir(other)
    const root = lmdb.open({ path: other, noSubdir: false, overlappingSync: false })
    await root.put('key', 'value')
    await root.close()
    assert.match(await refused({ path: other }), /cannot be used: it holds another program's database/)

    const newer = join(folder, 'newer')
    await (await lmdbGuard({ path: newer })).close()
    const ours = lmdb.open({ path: newer, noSubdir: false, overlappingSync: false })
    const guard = ours.openDB('guard', { encoding: 'binary', keyEncoding: 'binary', useVersions: true })
    await guard.put(Buffer.from('state'), Buffer.from('{"format":2,"life":420,"floor":0}'), 2)
    assert.match(await refused({ path: newer }), /cannot be used: it is of format 2, .* reads format 1/)
    await guard.put(Buffer.from('state'), Buffer.from('{'), 3)
    assert.match(await refused({ path: newer }), /cannot be used: it holds a state that makes no sense/)
    await ours.close()
  }),
)

refusal('says that a folder is read-only', () =>
  inNewFolder(async (folder) => {
    const program = await bundled('lmdbFiller.ts')
    try {
      // Root may write anywhere.
      const { ended } = run(program, { uid: process.getuid?.() === 0 ? 65_534 : undefined }, join(folder, 'nonces'))
      assert.match(JSON.parse(await ended).refused, /cannot be used: .*(permission denied|EACCES)/i)
    } finally {
      await program.remove()
    }
  }),
)

refusal('says that lmdb is not installed, and how to install it', () =>
  inNewFolder(async (folder) => {
    const program = await bundled('lmdbFiller.ts', false)
    try {
      const { ended } = run(program, {}, folder)
      assert.match(JSON.parse(await ended).refused, /npm install lmdb/)
    } finally {
      await program.remove()
    }
  }),
)

refusal('answers GuardUnavailable when the disk is full, throws nothing, and still knows what it took', () =>
  inNewFolder(async (folder) => {
    const program = await bundled('lmdbFiller.ts')
    try {
      // A file may grow to 300 blocks of 1 KiB, which stands for a disk that is no larger.
      const { ended } = run(program, { blocks: 300 }, join(folder, 'nonces'))
      const { firsts, failure, repetition, thrown } = JSON.parse(await ended)
      assert.ok(firsts > 500, `${firsts} claims were first`)
      assert.is(failure._tag, 'guard_unavailable')
      assert.match(failure.detail, /nonces failed: (input\/output error|no space)/i)
      assert.is(repetition, 'repeated')
      assert.equal(thrown, [])
    } finally {
      await program.remove()
    }
  }),
)

refusal.run()
