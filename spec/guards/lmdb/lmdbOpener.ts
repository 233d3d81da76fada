/**
 * `lmdbOpener PATH` reads one file name a line: a damaged `data.mdb`. It opens a copy of it in the folder PATH, repeats
 * the claims that were made before the damage, makes new ones, and writes one line of JSON. The line `pristine` makes
 * those earlier claims in PATH.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Fingerprint } from '../../../src/core/Fingerprint.ts'
import { type LmdbGuard, lmdbGuard } from '../../../src/guards/lmdb/lmdb.ts'
import { answer, begin, claimOf, clockAt } from '../claims.ts'
import { open } from './lmdbFolder.ts'

export interface Opened {
  /** The message of a guard that could not be opened. */
  readonly refused?: string
  /** How many of the earlier claims were first again. */
  readonly again: number
  /** How many claims failed. */
  readonly failed: number
}

/** Longer than the clock can step here: nothing expires. */
const margin = 10_000_000_000

/** A database that has forgotten 100 claims and remembers about 1,400, over thirty readings of the clock. */
const makePristine = async (path: string): Promise<Opened> => {
  const at = { now: begin }
  const guard = await open({ path, margin, floor: 0, cap: 1_500, quota: 1_500 }, clockAt(at))
  for (let from = 0; from < claims; from += 50) {
    await claimAll(guard, from, from + 50)
    at.now++
  }
  await guard.close()
  return { again: 0, failed: 0 }
}

const claims = 1_500
const timestamp = (n: number): number => begin + Math.floor(n / 50)

const claimAll = (guard: LmdbGuard, from: number, to: number): Promise<Array<string>> =>
  Promise.all(
    Array.from({ length: to - from }, (_, i) => {
      const n = from + i
      return answer(guard, claimOf(n, timestamp(n), `${n % 5}`.repeat(64) as Fingerprint))
    }),
  )

const opened = async (path: string, file: string): Promise<Opened> => {
  await rm(path, { recursive: true, force: true })
  await mkdir(path)
  await copyFile(file, join(path, 'data.mdb'))
  try {
    const guard = await lmdbGuard({ path, margin, floor: 0, deadlineMs: 60_000 })
    const earlier = await claimAll(guard, 0, claims)
    const later = await claimAll(guard, claims, claims + 300)
    await guard.close()
    return {
      again: earlier.filter((a) => a === 'first').length,
      failed: [...earlier, ...later].filter((a) => a === 'guard_unavailable').length,
    }
  } catch (e) {
    return { refused: (e as Error).message, again: 0, failed: 0 }
  }
}

const path = process.argv[2] as string
process.stdout.write('ready\n')
for await (const file of createInterface(process.stdin))
  process.stdout.write(`${JSON.stringify(file === 'pristine' ? await makePristine(path) : await opened(path, file))}\n`)
