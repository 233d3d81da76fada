/**
 * The lmdb guard's messages when it cannot open its database, and when the disk is full.
 */
import { mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import * as lmdb from 'lmdb'
import { idOf } from '../../../src/guards/lmdb/LmdbStore.ts'
import { type LmdbGuard, lmdbGuard, type Settings } from '../../../src/guards/lmdb/lmdb.ts'
import { inFolder } from '../../support/folder.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { bundled, type Limits, run } from '../child.ts'
import { answer, begin, claimOf, clockAt, rejection, seconds } from '../claims.ts'
import { open } from './lmdbFolder.ts'

const refusal = suite('lmdb: what cannot be used')

const refused = async (options: unknown): Promise<string> => (await rejection(lmdbGuard(options as Settings))).message

/** What lmdbFiller writes, which fills the database in a new folder. */
const filled = (limits: Limits, withLmdb = true) =>
  inFolder(async (folder) => {
    const program = await bundled(new URL('lmdbFiller.ts', import.meta.url), withLmdb)
    try {
      return JSON.parse(await run(program, limits, join(folder, 'nonces')).ended)
    } finally {
      await program.remove()
    }
  })

refusal('names the wrong option', async () => {
  const path = '/nowhere'
  assert.match(await refused({}), /path must be the path of a folder/)
  assert.match(await refused({ path, maxAge: -1 }), /maxAge/)
  assert.match(await refused({ path, deadlineMs: 0 }), /deadlineMs/)
  assert.match(await refused({ path, deadlineMs: 60_001 }), /deadlineMs/)
  assert.match(await refused({ path, floor: -1 }), /floor/)
  assert.match(await refused({ path, maxage: 300 }), /"maxage" is not an option here/)
  assert.match(await refused(undefined), /the options must be a record of path/)
})

refusal('refuses a path that is a file or lies inside one, and says why', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'file')
    await writeFile(file, 'text')
    for (const path of [file, join(file, 'nonces')]) {
      const result = await refused({ path })
      assert.match(result, new RegExp(`the folder ${path} cannot be used: .*(it is a file|not a directory)`))
    }
    assert.is(await readFile(file, 'utf8'), 'text')
  }),
)

refusal('says that data.mdb is not an LMDB database', () =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'data.mdb'), 'not a database '.repeat(2_000))
    assert.match(await refused({ path: folder }), /cannot be used: its data.mdb is not an LMDB database/)
  }),
)

refusal('says that a database is cut short', () =>
  inFolder(async (folder) => {
    const guard = await lmdbGuard({ path: folder, floor: 0, deadlineMs: 10_000 })
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => guard.claim(claimOf(n, 1))()))
    await guard.close()
    const file = join(folder, 'data.mdb')
    await truncate(file, Math.floor((await stat(file)).size / 5))
    assert.match(await refused({ path: folder }), /cannot be used: it is cut short/)
  }),
)

refusal('takes a folder that was in use for no new one, whatever is left of its files', () =>
  inFolder(async (folder) => {
    const ahead = claimOf('ahead', seconds() + 30)
    for (const [n, loss] of [
      (path: string) => truncate(join(path, 'data.mdb'), 0),
      (path: string) => rm(join(path, 'data.mdb')),
      (path: string) => Promise.all(['data.mdb', 'lock.mdb'].map((name) => rm(join(path, name)))),
      (path: string) => Promise.all([truncate(join(path, 'data.mdb'), 0), rm(join(path, 'lock.mdb'))]),
    ].entries()) {
      const path = join(folder, `${n}`)
      const guard = await lmdbGuard({ path, deadlineMs: 10_000 })
      assert.is(await answer(guard, ahead), 'first')
      await guard.close()
      await loss(path)
      // Also the next time, when lmdb has made a file.
      for (let tries = 0; tries < 2; tries++)
        assert.match(
          await refused({ path }),
          /cannot be used: its data.mdb is damaged \(it is empty, .* another folder/,
        )
    }
  }),
)

refusal('takes a folder for new where a first start was killed', () =>
  inFolder(async (folder) => {
    for (const name of ['data.mdb', 'lock.mdb']) await writeFile(join(folder, name), '')
    const guard = await lmdbGuard({ path: folder, deadlineMs: 10_000 })
    assert.is(await answer(guard, claimOf('n-1', seconds() + 1)), 'first')
    await guard.close()
  }),
)

refusal("says that the database is another program's, has another format, or is corrupt", () =>
  inFolder(async (folder) => {
    const other = join(folder, 'other')
    await mkdir(other)
    const root = lmdb.open({ path: other, noSubdir: false, overlappingSync: false })
    await root.put('key', 'value')
    await root.close()
    assert.match(await refused({ path: other }), /cannot be used: it is the database of another program/)

    const newer = join(folder, 'newer')
    await (await lmdbGuard({ path: newer })).close()
    const ours = lmdb.open({ path: newer, noSubdir: false, overlappingSync: false })
    const guard = ours.openDB('guard', { encoding: 'binary', keyEncoding: 'binary', useVersions: true })
    await guard.put(Buffer.from('state'), Buffer.from('{"format":1,"life":420,"floor":0}'), 2)
    assert.match(await refused({ path: newer }), /cannot be used: it has format 1, .* reads format 2/)
    await guard.put(Buffer.from('state'), Buffer.from('{'), 3)
    assert.match(await refused({ path: newer }), /cannot be used: its state cannot be read/)
    await ours.close()
  }),
)

refusal('finds one changed digit of the floor, and one changed bit of a claim in each table', () =>
  inFolder(async (folder) => {
    const guard = await lmdbGuard({ path: folder, floor: 0 })
    assert.is((await guard.claim(claimOf('n-1', 1))())._tag, 'Right')
    await guard.close()
    const file = join(folder, 'data.mdb')
    const sound = await readFile(file)
    const changed = async (place: Uint8Array, offset: number, isMeant: (at: number) => boolean): Promise<string> => {
      const bytes = Buffer.from(sound)
      for (let at = sound.indexOf(place); at >= 0; at = sound.indexOf(place, at + 1))
        if (isMeant(at)) bytes[at + offset] = (bytes[at + offset] as number) ^ 1
      assert.is.not(bytes.compare(sound), 0)
      await writeFile(file, bytes)
      return refused({ path: folder })
    }
    assert.match(await changed(Buffer.from('"floor":0'), 8, () => true), /cannot be used: its state cannot be read/)
    const id = idOf(claimOf('n-1', 1))
    const isStamp = (at: number): boolean => sound.readBigUInt64BE(at) === 1n
    const tables = {
      claims: (at: number) => isStamp(at + id.length),
      order: (at: number) => isStamp(at - 8),
      holders: (at: number) => !isStamp(at + id.length) && !isStamp(at - 8),
    }
    for (const [table, isMeant] of Object.entries(tables))
      for (const offset of [0, 7, 8, 19])
        assert.match(
          await changed(id, offset, isMeant),
          /damaged \(its tables hold different claims\)/,
          `byte ${offset} in ${table}`,
        )
  }),
)

// Several values of one key are a page within the entry. lmdb trusts its header.
refusal('for all changes of a number in the header of a page within an entry: is refused', () =>
  inFolder(async (path) => {
    const start = (): Promise<LmdbGuard> => open({ path, floor: 0 }, clockAt({ now: begin }))
    const guard = await start()
    for (let n = 0; n < 3; n++) assert.is(await answer(guard, claimOf(n, begin)), 'first')
    await guard.close()
    const file = join(path, 'data.mdb')
    const sound = await readFile(file)
    const little = endianness() === 'LE'
    const short = (at: number): number => (little ? sound.readUInt16LE(at) : sound.readUInt16BE(at))
    // The tables `order` and `holders` have values of 28 and of 12 bytes.
    const headersOf = (length: number): ReadonlyArray<number> =>
      Array.from({ length: sound.length / 2 - 4 }, (_, i) => 2 * i).filter(
        (at) => short(at) === length && short(at + 2) === 0x62,
      )
    const headers = { order: headersOf(28), holders: headersOf(12) }
    await forAll(
      [
        fc.constantFrom('order' as const, 'holders' as const),
        fc.constantFrom('length', 'kind', 'lower', 'upper'),
        fc.oneof(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 0xffff })),
        fc.constantFrom(1, -1),
      ],
      {
        // Half a value more.
        examples: [
          ['order', 'lower', 1, 1],
          ['holders', 'lower', 1, 1],
        ],
      },
      async (table, field, distance, sign) => {
        const bytes = Buffer.from(sound)
        for (const header of headers[table]) {
          const at = header + 2 * ['length', 'kind', 'lower', 'upper'].indexOf(field)
          const value = (short(at) + sign * distance) & 0xffff
          if (little) bytes.writeUInt16LE(value, at)
          else bytes.writeUInt16BE(value, at)
        }
        assert.is.not(bytes.compare(sound), 0)
        await writeFile(file, bytes)
        const outcome = await start().then(
          (guard) => guard.close().then(() => 'opened'),
          (e) => e.message,
        )
        assert.match(outcome, /data.mdb is damaged \(the values of a key /)
      },
    )
  }),
)

refusal('says that a folder is read-only', async () => {
  // Root may write anywhere, so root runs the program as another user.
  const { refused } = await filled({ uid: process.getuid?.() === 0 ? 65_534 : undefined })
  assert.match(refused, /cannot be used: .*(permission denied|EACCES)/i)
})

refusal('says that lmdb is not installed, and how to install it', async () => {
  const { refused } = await filled({}, false)
  assert.match(refused, /npm install lmdb/)
})

refusal('fails claims on a full disk, throws nothing, and still knows earlier claims', async () => {
  // A file may grow to 300 blocks of 1 KiB, as if the disk were full then.
  const { firsts, failures, repetition, thrown } = await filled({ blocks: 300 })
  assert.ok(firsts > 500, `${firsts} claims were first`)
  assert.ok(failures.length > 0)
  // lmdb says "Input/output error" after a partial write; otherwise, it says what the system says.
  for (const failure of failures)
    assert.match(failure, /nonces failed: (Input\/output error|File too large|No space left on device)$/)
  assert.is(repetition, 'repeated')
  assert.equal(thrown, [])
})
