/**
 * Databases for the lmdb guard's specs, each in a folder of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { timer } from '../../src/ambient/timer.ts'
import type { Clock } from '../../src/effects/Clock.ts'
import { type LmdbGuard, make, type Settings } from '../../src/guards/lmdb.ts'

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'countersign-lmdb-'))

export const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

export const open = async (settings: Settings, clock: Clock): Promise<LmdbGuard> => {
  const made = await make(settings, { clock, timer })()
  if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
  return made.right
}

/** A guard on a new database, which goes when it is closed. */
export const opened = async (
  settings: Omit<Settings, 'path'>,
  clock: Clock,
): Promise<{ readonly guard: LmdbGuard; readonly path: string; readonly close: () => Promise<void> }> => {
  const path = await newFolder()
  const guard = await open({ deadlineMs: 10_000, ...settings, path }, clock)
  const close = async (): Promise<void> => {
    await guard.close()
    await remove(path)
  }
  return { guard, path, close }
}
