/**
 * The processes that have an LMDB folder open: each holds a lock there whose name says its number and its pid namespace.
 *
 * LMDB tells processes apart by their numbers. Two containers may both have a process 1, and then LMDB takes one for the
 * other. So a process does not open a folder that another one with its number has open. The locks also show that a folder is
 * in use whose `lock.mdb` was removed.
 */
import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import * as FileLock from '../memory/fileLock.ts'

const prefix = 'process-'

/** By this name, a process has the folder open: `process-1.4026531836`. */
const nameOf = (number: number, namespace: string): string => `${prefix}${number}.${namespace}`

/** The pid namespace, which every container has of its own. `0` where the platform has none, or does not say. */
const namespace = (): Promise<string> =>
  readlink('/proc/self/ns/pid').then(
    (text) => /\d+/.exec(text)?.[0] ?? '0',
    () => '0',
  )

/** Whether a process has this folder open. */
export const isOpen = async (folder: string): Promise<boolean> =>
  (await FileLock.living(folder, prefix).catch(() => [])).length > 0

const sameNumber = (): Error =>
  new Error(
    `a process in another container has the same process id, ${process.pid}, and has this folder open; LMDB cannot distinguish the two processes: start all containers in one pid namespace (docker run --pid), or use another guard`,
  )

interface Held {
  readonly lock: Promise<FileLock.FileLock | undefined>
  guards: number
}

/** The guards of one thread share a lock. Another thread of this process finds its lock taken, which is as good. */
const held = new Map<string, Held>()

/** Of processes that start at once, one may withdraw for the other. So each tries again, after a random pause. */
const tries = 4
const longestPauseMs = 300

const enter = async (folder: string): Promise<FileLock.FileLock | undefined> => {
  const own = nameOf(process.pid, await namespace())
  for (let left = tries; ; left--) {
    // Some file systems have no sockets, and Deno asks for a permission: then nobody looks.
    const lock = await FileLock.acquire(join(folder, own)).catch(() => undefined)
    const living = await FileLock.living(folder, `${prefix}${process.pid}.`).catch(() => [])
    if (living.every((name) => name.startsWith(`${own}.`))) return lock
    await lock?.release()
    if (left === 1) throw sameNumber()
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longestPauseMs))
  }
}

/** Notes that this process has the folder open, until the returned function is called. Rejects if it cannot share the folder. */
export const begin = async (folder: string): Promise<() => Promise<void>> => {
  const before = held.get(folder)
  const one = before ?? { lock: enter(folder), guards: 0 }
  held.set(folder, one)
  one.guards++
  const end = async (): Promise<void> => {
    if (--one.guards > 0) return
    held.delete(folder)
    await (await one.lock.catch(() => undefined))?.release()
  }
  await one.lock.catch(async (error) => {
    await end()
    throw error
  })
  return end
}
