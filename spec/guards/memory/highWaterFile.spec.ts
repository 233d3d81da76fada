import { copyFile, link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { Timestamp } from '../../../src/core/Timestamp.ts'
import type { GuardUnavailable } from '../../../src/core/VerifyError.ts'
import * as highWaterFile from '../../../src/guards/memory/highWaterFile.ts'
import { memoryGuard } from '../../../src/guards/memory/memory.ts'
import { inFolder } from '../../support/folder.ts'
import { assert, suite } from '../../support/suite.ts'
import { answer, claimOf } from '../claims.ts'

const at = (n: number): Timestamp => n as Timestamp

/** Reads by a guard of its own, which ends. */
const readOnce = async (file: string): Promise<E.Either<GuardUnavailable, O.Option<Timestamp>>> => {
  const highWater = highWaterFile.open(file)
  const mark = await highWater.read()
  await highWater.close?.()
  return mark
}

const detailOf = (outcome: E.Either<{ readonly detail: string }, unknown>): string => {
  if (E.isRight(outcome)) throw new Error('expected a failure')
  return outcome.left.detail
}

const read = suite('highWaterFile.read')

read('finds no mark without a file', () =>
  inFolder(async (folder) => {
    assert.equal(await readOnce(join(folder, 'mark')), E.right(O.none))
    assert.equal(await readdir(folder), [], 'and makes none')
  }),
)

read('refuses a name that a guard of another file would take away, and a second name of one file', () =>
  inFolder(async (folder) => {
    for (const name of ['mark.new', 'mark.lock.1', '.new'])
      assert.match(detailOf(await readOnce(join(folder, name))), /cannot have a name that ends in \.new or \.lock\.N$/)
    const file = join(folder, 'mark')
    await highWaterFile.open(file).write(at(5))()
    await link(file, join(folder, 'other'))
    for (const name of ['mark', 'other'])
      assert.match(detailOf(await readOnce(join(folder, name))), /has a second name \(a hard link\)/)
  }),
)

read('finds the last written mark', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mark')
    for (const mark of [5, 1_700_000_000, 0, 2 ** 53 - 1]) {
      assert.equal(await highWaterFile.open(file).write(at(mark))(), E.right(undefined))
      assert.equal(await readOnce(file), E.right(O.some(mark)))
    }
  }),
)

read('refuses a mark that is truncated anywhere, and leaves the file unchanged', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mark')
    await highWaterFile.open(file).write(at(1_700_000_000))()
    const whole = await readFile(file, 'utf8')
    for (let length = 0; length < whole.length; length++) {
      await writeFile(file, whole.slice(0, length))
      assert.match(detailOf(await highWaterFile.open(file).read()), /is damaged, or is not a file of the guard/)
      assert.is(await readFile(file, 'utf8'), whole.slice(0, length))
    }
  }),
)

read('refuses a file of another program', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mark')
    for (const text of [
      '',
      '1700000000\n',
      '{"mark":1700000000}',
      'high-water 01\n',
      'high-water 9007199254740992\n',
      'high-water 1\n\n',
      ' high-water 1\n',
      'high-water -1\n',
    ]) {
      await writeFile(file, text)
      assert.match(detailOf(await highWaterFile.open(file).read()), /is damaged, or is not a file of the guard/, text)
    }
  }),
)

read('fails, and names the path, if there can be no file', () =>
  inFolder(async (folder) => {
    const shown = detailOf(await highWaterFile.open(join(folder, 'absent', 'mark')).read())
    assert.match(shown, /absent.mark cannot be read: E[A-Z]+$/)
    assert.match(detailOf(await highWaterFile.open(folder).read()), /cannot be read: EISDIR$/)
  }),
)

read('fails if the mark cannot be replaced later', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mark')
    await highWaterFile.open(file).write(at(7))()
    await mkdir(`${file}.new`)
    assert.match(detailOf(await highWaterFile.open(file).read()), /cannot be written: EISDIR$/)
    assert.is(await readFile(file, 'utf8'), 'high-water 7\n')
  }),
)

const lock = suite('highWaterFile: the lock')

const marked = async (folder: string): Promise<string> => {
  const file = join(folder, 'mark')
  await highWaterFile.open(file).write(at(7))()
  return file
}

const used = /mark is in use: another guard uses it, and each guard needs its own file$/

lock('refuses a second guard, also over a link, and lets it in when the first is closed', () =>
  inFolder(async (folder) => {
    const file = await marked(folder)
    await symlink(file, join(folder, 'link'))
    const first = highWaterFile.open(file)
    assert.equal(await first.read(), E.right(O.some(7)))
    for (const name of ['mark', 'link'])
      assert.match(detailOf(await readOnce(join(folder, name))), /(mark|link) is in use: another guard uses it/)
    assert.equal(await first.write(at(8))(), E.right(undefined))
    await first.close?.()
    assert.equal(await readdir(folder), ['link', 'mark'], 'and nothing is left of the lock')
    assert.equal(await readOnce(join(folder, 'link')), E.right(O.some(8)))
  }),
)

lock('is found under a path longer than the name of a socket', () =>
  inFolder(async (folder) => {
    const deep = join(folder, 'a'.repeat(80), 'b'.repeat(80))
    await mkdir(deep, { recursive: true })
    const file = await marked(deep)
    const first = highWaterFile.open(file)
    assert.equal(await first.read(), E.right(O.some(7)))
    assert.match(detailOf(await readOnce(file)), used)
    await first.close?.()
    assert.equal(await readdir(deep), ['mark'])
  }),
)

lock('that was removed lets the mark be written no more', () =>
  inFolder(async (folder) => {
    const file = await marked(folder)
    const first = highWaterFile.open(file)
    await first.read()
    await rm(`${file}.lock.1`)
    assert.match(detailOf(await first.write(at(8))()), used)
    const second = highWaterFile.open(file)
    assert.equal(await second.read(), E.right(O.some(7)))
    assert.match(detailOf(await first.write(at(9))()), used)
    await first.close?.()
    assert.equal(await second.write(at(10))(), E.right(undefined), "closing the first leaves the second's lock")
    await second.close?.()
  }),
)

const write = suite('highWaterFile.write')

write('leaves one file, even after an interrupted write', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mark')
    await writeFile(`${file}.new`, 'high-water 99999999999999')
    await highWaterFile.open(file).write(at(7))()
    assert.equal(await readdir(folder), ['mark'])
    assert.is(await readFile(file, 'utf8'), 'high-water 7\n')
  }),
)

write('keeps a symbolic link, and writes to its target', () =>
  inFolder(async (folder) => {
    await mkdir(join(folder, 'lasting'))
    await writeFile(join(folder, 'lasting', 'mark'), 'high-water 1\n')
    await symlink(join(folder, 'lasting', 'mark'), join(folder, 'link'))
    await highWaterFile.open(join(folder, 'link')).write(at(2))()
    assert.is(await readFile(join(folder, 'lasting', 'mark'), 'utf8'), 'high-water 2\n')
  }),
)

write('keeps its path when the working folder changes', () =>
  inFolder(async (folder) => {
    const before = process.cwd()
    process.chdir(folder)
    try {
      const file = highWaterFile.open('mark')
      process.chdir(before)
      await file.write(at(3))()
    } finally {
      process.chdir(before)
    }
    assert.is(await readFile(join(folder, 'mark'), 'utf8'), 'high-water 3\n')
  }),
)

write('fails, and keeps the old mark, if the new one cannot be written', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mark')
    await highWaterFile.open(file).write(at(1))()
    await mkdir(`${file}.new`)
    assert.match(detailOf(await highWaterFile.open(file).write(at(2))()), /cannot be written: EISDIR$/)
    assert.is(await readFile(file, 'utf8'), 'high-water 1\n')
  }),
)

const losing = suite('a high-water file that is in use')

for (const [what, change] of [
  ['removed', (file: string) => rm(file)],
  ['replaced by an older copy', (file: string, older: string) => copyFile(older, file)],
  ['replaced by an older copy that was moved there', (file: string, older: string) => rename(older, file)],
] as const) {
  losing(
    `and is ${what} is written again with the next claim of another second: after a crash nothing is first again`,
    () =>
      inFolder(async (folder) => {
        const clock = { now: 1_700_000_000 }
        const file = join(folder, 'mark')
        const older = join(folder, 'older')
        const guardOf = () => memoryGuard({ highWater: file, clock: () => clock.now })
        const guard = await guardOf()
        assert.is(await answer(guard, claimOf('n-0', clock.now)), 'first')
        await copyFile(file, older)
        assert.is(await answer(guard, claimOf('n-1', clock.now + 50)), 'first')
        await change(file, older)
        clock.now++
        // Below the mark that was lost: the claim alone would write a lower one.
        assert.is(await answer(guard, claimOf('n-2', clock.now)), 'first')
        assert.is(await readFile(file, 'utf8'), `high-water ${clock.now + 49}\n`)
        await guard.close()
        const next = await guardOf()
        for (const [nonce, timestamp] of [['n-1', clock.now + 49], ['n-2', clock.now]] as const) // biome-ignore format: one line
          assert.is(await answer(next, claimOf(nonce, timestamp)), 'forgotten')
        await next.close()
      }),
  )
}

losing('whose folder is removed refuses claims until it can be written again', () =>
  inFolder(async (folder) => {
    const clock = { now: 1_700_000_000 }
    const place = join(folder, 'place')
    await mkdir(place)
    const guard = await memoryGuard({ highWater: join(place, 'mark'), clock: () => clock.now })
    assert.is(await answer(guard, claimOf('n-0', clock.now)), 'first')
    await rm(place, { recursive: true })
    clock.now++
    assert.is(await answer(guard, claimOf('n-1', clock.now - 1)), 'guard_unavailable')
  }),
)
