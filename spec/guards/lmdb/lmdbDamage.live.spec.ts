/**
 * Damaged databases, each opened in a child process: none ends the process by a signal, and none loses a claim silently.
 * `COUNTERSIGN_ALL=1 npm test -- --limit=1800 lmdbDamage` takes 10,000 damages.
 */
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { inFolder } from '../../support/folder.ts'
import { assert, drawn, forAll, suite } from '../../support/suite.ts'
import { bundled, type Program, run } from '../child.ts'
import type { Opened } from './lmdbOpener.ts'

type Damage =
  | { readonly do: 'cut'; readonly at: number }
  | { readonly do: 'zero'; readonly page: number; readonly pages: number }
  | { readonly do: 'write'; readonly at: number; readonly bytes: Uint8Array }
  | {
      readonly do: 'number'
      readonly page: number
      readonly at: number
      readonly value: bigint
      readonly width: number
    }
  | { readonly do: 'copy'; readonly from: number; readonly to: number }

const pageSize = 4096

/** A position as a part of the file's length; the headers are hit more often than their size says. */
const place = (): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }) },
    { weight: 1, arbitrary: fc.nat(2 * pageSize).map((at) => at / 2 ** 19) },
  )
const part = (): fc.Arbitrary<number> => fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

const damage = (): fc.Arbitrary<Damage> =>
  fc.oneof(
    fc.record({ do: fc.constant('cut' as const), at: place() }),
    fc.record({ do: fc.constant('zero' as const), page: part(), pages: fc.integer({ min: 1, max: 4 }) }),
    fc.record({
      do: fc.constant('write' as const),
      at: place(),
      bytes: fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 8 }), fc.uint8Array({ minLength: 64, maxLength: 8192 })),
    }),
    fc.record({
      do: fc.constant('number' as const),
      page: part(),
      // In a page's header, in a file's header, or anywhere in a page.
      at: fc.oneof(fc.nat(12), fc.nat(84), fc.nat(2044)).map((n) => 2 * n),
      value: fc.oneof(
        fc.constantFrom(0n, 1n, 2n, 2n ** 63n, 2n ** 64n - 1n),
        fc.bigInt({ min: 0n, max: 200n }),
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      ),
      width: fc.constantFrom(2, 4, 8),
    }),
    fc.record({ do: fc.constant('copy' as const), from: part(), to: part() }),
  )

const damaged = (sound: Buffer, d: Damage): Buffer => {
  const bytes = Buffer.from(sound)
  const pages = Math.floor(bytes.length / pageSize)
  const at = (part: number): number => Math.floor(part * pages) * pageSize
  switch (d.do) {
    case 'cut':
      return bytes.subarray(0, Math.floor(d.at * bytes.length))
    case 'zero':
      return bytes.fill(0, at(d.page), Math.min(bytes.length, at(d.page) + d.pages * pageSize))
    case 'write':
      bytes.set(d.bytes.subarray(0, bytes.length - Math.floor(d.at * bytes.length)), Math.floor(d.at * bytes.length))
      return bytes
    case 'number': {
      const number = Buffer.alloc(8)
      number.writeBigUInt64LE(d.value)
      bytes.set(number.subarray(0, Math.min(d.width, pageSize - d.at)), at(d.page) + d.at)
      return bytes
    }
    case 'copy':
      bytes.copyWithin(at(d.to), at(d.from), at(d.from) + pageSize)
      return bytes
  }
}

/** A child that opens one database after the other; after its death, another takes its place. */
const opener = (program: Program, path: string) => {
  const begin = () => {
    const running = run(program, {}, path)
    const lines = createInterface(running.child.stdout as NodeJS.ReadableStream)[Symbol.asyncIterator]()
    return { ...running, lines, ready: lines.next() }
  }
  let current = begin()
  const ask = async (line: string): Promise<Opened | NodeJS.Signals> => {
    await current.ready
    current.child.stdin?.write(`${line}\n`)
    const { value } = await current.lines.next()
    if (value !== undefined) return JSON.parse(value)
    if (current.child.exitCode === null && current.child.signalCode === null) await once(current.child, 'exit')
    const { signalCode, exitCode } = current.child
    current = begin()
    return signalCode ?? (`exit ${exitCode}` as NodeJS.Signals)
  }
  const end = async (): Promise<void> => {
    current.child.stdin?.end()
    await current.ended
  }
  return { ask, end }
}

const runs = drawn(10_000, 300)

const opening = suite('lmdb: a damaged database')

opening(`is refused in words, or has all its claims: ${runs} damages`, () =>
  inFolder(async (folder) => {
    const program = await bundled(new URL('lmdbOpener.ts', import.meta.url))
    const { ask, end } = opener(program, join(folder, 'nonces'))
    try {
      await ask('pristine')
      const sound = await readFile(join(folder, 'nonces', 'data.mdb'))
      const file = join(folder, 'damaged')
      const counts = { refused: 0, opened: 0 }
      const open = async (bytes: Buffer): Promise<Opened> => {
        await writeFile(file, bytes)
        const outcome = await ask(file)
        assert.type(outcome, 'object', `the process ended by ${outcome}`)
        return outcome as Opened
      }
      assert.equal(await open(sound), { again: 0, failed: 0 })
      await forAll([damage()], { numRuns: runs }, async (d) => {
        const bytes = damaged(sound, d)
        const { refused, again, failed } = await open(bytes)
        if (refused !== undefined) {
          counts.refused++
          assert.match(refused, /cannot be used: (it is cut short|its |it holds another)/)
          return
        }
        counts.opened++
        // An empty file is a new database.
        if (bytes.length > 0) assert.equal({ again, failed }, { again: 0, failed: 0 })
      })
      assert.ok(Math.min(counts.refused, counts.opened) > runs / 50, JSON.stringify(counts))
    } finally {
      await end()
      await program.remove()
    }
  }),
)
