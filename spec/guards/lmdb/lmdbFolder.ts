/**
 * lmdb guards for the specs.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../../src/effects/Clock.ts'
import { type LmdbGuard, make, type Settings } from '../../../src/guards/lmdb/lmdb.ts'
import { timer } from '../../../src/platform/common/system.ts'
import { fastPlace, inFolder } from '../../support/folder.ts'
import { right } from '../../support/suite.ts'
import { begin, clockAt } from '../claims.ts'

/** The specs wait for nothing but the disk, and the machine may be busy. */
export const open = async (settings: Settings, clock: Clock): Promise<LmdbGuard> =>
  right(await make({ deadlineMs: 60_000, ...settings }, { clock, timer })())

/** A guard on a new database, which `close` removes. */
export const opened = async (
  settings: Omit<Settings, 'path'>,
  clock: Clock,
): Promise<{ readonly guard: LmdbGuard; readonly close: () => Promise<void> }> => {
  const path = await mkdtemp(join(fastPlace, 'countersign-lmdb-'))
  const guard = await open({ ...settings, path }, clock)
  const close = async (): Promise<void> => {
    await guard.close()
    await rm(path, { recursive: true, force: true })
  }
  return { guard, close }
}

export interface World {
  readonly path: string
  readonly at: { now: number }
  readonly start: (settings?: Omit<Settings, 'path'>) => Promise<LmdbGuard>
}

/** Guards on one database, whose clocks show `at.now`. */
export const inWorld = (use: (world: World) => Promise<void>): Promise<void> =>
  inFolder(async (path) => {
    const at = { now: begin }
    const guards: Array<LmdbGuard> = []
    const start = async (settings: Omit<Settings, 'path'> = {}) => {
      const guard = await open({ ...settings, path }, clockAt(at))
      guards.push(guard)
      return guard
    }
    try {
      await use({ path, at, start })
    } finally {
      await Promise.all(guards.map((guard) => guard.close()))
    }
  }, fastPlace)
