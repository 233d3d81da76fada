/**
 * The child process of lmdbDamage.live.spec.ts. `lmdbOpener PATH` reads lines, and answers each with one line of JSON:
 *
 *     ready
 *     < pristine                   makes 1,500 claims in a new database in the folder PATH
 *     > {"again":0,"failed":0}
 *     < /tmp/damaged               copies this file to PATH/data.mdb, repeats the 1,500 claims, and makes 300 new ones
 *     > {"again":0,"failed":0}     no claim was lost
 *     < /tmp/damaged
 *     > {"refused":"PATH cannot be used: it is cut short …","again":0,"failed":0}
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
  /** How many of the earlier claims got the answer `first` again: claims that the guard has lost. It should be 0. */
  readonly again: number
  /** How many claims, earlier or later, got the answer `guard_unavailable`. */
  readonly failed: number
}

/** How many claims are made before the damage, each with a nonce of its own. */
const claims = 1_500
/** How many of them have the same timestamp. */
const claimsASecond = 50
/** How many new claims are made after the damage. */
const laterClaims = 300

/** In seconds: longer than the clock can step here, so nothing expires. */
const margin = 10_000_000_000

const timestamp = (n: number): number => begin + Math.floor(n / claimsASecond)

/** Makes the claims with the numbers `from` to `to - 1` at once. */
const claimAll = (guard: LmdbGuard, from: number, to: number): Promise<Array<string>> =>
  Promise.all(
    Array.from({ length: to - from }, (_, i) => {
      const n = from + i
      return answer(guard, claimOf(n, timestamp(n), `${n % 5}`.repeat(64) as Fingerprint))
    }),
  )

/**
 * A database with the earlier claims, made over thirty readings of the clock. They just fit under its cap, so the guard remembers all of
 * them: a sound copy answers `repeated` 1,500 times.
 */
const makePristine = async (path: string): Promise<Opened> => {
  const at = { now: begin }
  const guard = await open({ path, margin, floor: 0, cap: claims, quota: claims }, clockAt(at))
  for (let from = 0; from < claims; from += claimsASecond) {
    await claimAll(guard, from, from + claimsASecond)
    at.now++
  }
  await guard.close()
  return { again: 0, failed: 0 }
}

/** Opens a copy of the damaged file in the folder, and makes the claims. */
const openCopy = async (path: string, file: string): Promise<Opened> => {
  await rm(path, { recursive: true, force: true })
  await mkdir(path)
  await copyFile(file, join(path, 'data.mdb'))
  try {
    const guard = await lmdbGuard({ path, margin, floor: 0, deadlineMs: 60_000 })
    const earlier = await claimAll(guard, 0, claims)
    const later = await claimAll(guard, claims, claims + laterClaims)
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
for await (const line of createInterface(process.stdin)) {
  const outcome = line === 'pristine' ? await makePristine(path) : await openCopy(path, line)
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
}
