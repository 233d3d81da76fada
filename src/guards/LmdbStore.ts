/**
 * The lmdb guard's database. It has three tables:
 *
 * - `claims`: the ids of the remembered claims, 16 bytes each, without values.
 * - `order`: the same claims by age. The key is the clock reading at the claim, 8 bytes; its values are the claims'
 *   timestamps, 8 bytes, and ids.
 * - `guard`: one record, the state. Its version counts its changes.
 *
 * lmdb's own thread waits for the write lock and holds it, so a busy event loop delays no other process. A transaction is
 * on the disk when its promise resolves, so not even a loss of power forgets a claim. Measured on an SSD, that costs
 * nothing under load and a third of a millisecond for a single claim.
 */
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Database, RootDatabase } from 'lmdb'
import * as Timestamp from '../core/Timestamp.ts'
import * as LmdbFolder from './LmdbFolder.ts'

type Lmdb = typeof import('lmdb')

export interface State {
  /** For how many seconds a claim is remembered: the most that any process has asked for. */
  readonly life: number
  /** The smallest timestamp of which no claim was forgotten. It only rises. */
  readonly floor: number
  /** Counts the changes of the state; each sweep makes one. */
  readonly version: number
}

export type Beginning = Pick<State, 'life' | 'floor'>

export interface Claim {
  readonly id: Buffer
  readonly timestamp: number
  /** The clock reading at the claim. */
  readonly reading: number
}

export interface Store {
  /** As of now, with what other processes have committed. */
  readonly state: () => State
  /** How many claims are remembered, and the size of the database on the disk, as of the last `state`. */
  readonly size: () => { readonly claims: number; readonly bytes: number }
  /** Remembers the claim if it is new; answers whether it was. */
  readonly insert: (claim: Claim) => Promise<boolean>
  /** The oldest claims, up to the first that is not `wanted`; `place` counts from 0. */
  readonly oldest: (wanted: (reading: number, place: number) => boolean) => ReadonlyArray<Claim>
  /**
   * Forgets claims that were found under this state and raises the floor above their timestamps, in one transaction.
   * Does nothing and answers false if the state has changed since: after another process's sweep, a claim that was found
   * may have been forgotten and made again.
   */
  readonly forget: (found: State, claims: ReadonlyArray<Claim>) => Promise<boolean>
  /** Resolves when all pending writes have ended. */
  readonly close: () => Promise<void>
}

const format = 1
const stateKey = Buffer.from('state')
const nothing = Buffer.alloc(0)
const binary = { encoding: 'binary', keyEncoding: 'binary' } as const

const whole = (n: number): Buffer => {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeUInt32BE(Math.floor(n / 2 ** 32), 0)
  bytes.writeUInt32BE(n % 2 ** 32, 4)
  return bytes
}

const wholeAt = (bytes: Buffer, at: number): number => bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)

const serialize = ({ life, floor }: Beginning): Buffer => Buffer.from(JSON.stringify({ format, life, floor }))

const corrupt = () => new Error('its state cannot be read')

const decoded = (text: string): Partial<Record<'format' | 'life' | 'floor', number>> => {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw corrupt()
  }
}

const isWhole = (n: number | undefined): n is number => n !== undefined && Timestamp.isTimestamp(n)

const parse = (bytes: Buffer, version: number): State => {
  const { format: found, life, floor } = decoded(bytes.toString('latin1'))
  if (found !== format) {
    throw new Error(
      `it has format ${JSON.stringify(found)?.slice(0, 20)}, and this version of countersign reads format ${format}: give the guard another folder`,
    )
  }
  if (!isWhole(life) || !isWhole(floor)) throw corrupt()
  return { life, floor, version }
}

/**
 * Reading a missing page would crash the process. A sound file may lack some pages at its end: those that a transaction
 * allocated and freed again are never written.
 */
const refuseIfCutShort = (root: RootDatabase, folder: string): void => {
  const { lastPageNumber, pageSize } = root.getStats() as { readonly lastPageNumber: number; readonly pageSize: number }
  const pages = statSync(join(folder, 'data.mdb')).size / pageSize
  const missing = lastPageNumber + 1 - pages
  if (missing > 64 && missing > pages) throw new Error('it is cut short')
}

/**
 * Opens the database in a folder, or makes a new one. Rejects with an Error that says what is wrong with it.
 *
 * Waits for the write lock and blocks the event loop meanwhile: lmdb cannot open a database in another way.
 */
export const open = async (lmdb: Lmdb, path: string, beginning: Beginning): Promise<Store> => {
  // Resolve now: the working folder may change later.
  const folder = resolve(path)
  await LmdbFolder.prepare(folder)
  const root = lmdb.open<Buffer, Buffer>({ ...binary, path: folder, noSubdir: false, overlappingSync: false })
  try {
    return opened(root, folder, beginning)
  } catch (e) {
    await root.close()
    throw e
  }
}

const opened = (root: RootDatabase<Buffer, Buffer>, folder: string, beginning: Beginning): Store => {
  refuseIfCutShort(root, folder)
  // A database of ours always has the table `guard`, which is made first. lmdb's names end in a zero byte.
  const within = Array.from(root.getKeys(), (name) => name.toString('latin1').replace('\0', ''))
  if (within.length > 0 && !within.includes('guard')) throw new Error("it holds another program's database")
  const guard: Database<Buffer, Buffer> = root.openDB('guard', { ...binary, useVersions: true })
  const read = (): State | undefined => {
    const entry = guard.getEntry(stateKey)
    return entry === undefined ? undefined : parse(entry.value, entry.version as number)
  }

  root.transactionSync(() => {
    const stored = read()
    if (stored === undefined) guard.put(stateKey, serialize(beginning), 1)
    else if (stored.life < beginning.life) {
      guard.put(stateKey, serialize({ ...stored, life: beginning.life }), stored.version + 1)
    }
  })
  const claims: Database<Buffer, Buffer> = root.openDB('claims', binary)
  // All values have one size. lmdb's declarations lack the option `dupFixed`.
  const members = { ...binary, dupSort: true, dupFixed: true }
  const order: Database<Buffer, Buffer> = root.openDB('order', members)

  // A failed transaction also rejects a promise inside lmdb. Listen to it: its unhandled rejection would end the process.
  const ignore = (): void => {}
  root.on('beforecommit', () => queueMicrotask(() => void root.committed.then(ignore, ignore)))

  const state = (): State => {
    // Otherwise lmdb reads a snapshot from the beginning of this turn of the event loop.
    root.resetReadTxn()
    const stored = read()
    if (stored === undefined) throw new Error('its state is missing')
    return stored
  }

  const size = (): { readonly claims: number; readonly bytes: number } => {
    const { entryCount } = claims.getStats() as { readonly entryCount: number }
    return { claims: entryCount, bytes: statSync(join(folder, 'data.mdb')).size }
  }

  const member = ({ id, timestamp }: Claim): Buffer => Buffer.concat([whole(timestamp), id])

  const insert = (claim: Claim): Promise<boolean> =>
    claims.ifNoExists(claim.id, () => {
      claims.put(claim.id, nothing)
      order.put(whole(claim.reading), member(claim))
    })

  const oldest = (wanted: (reading: number, place: number) => boolean): ReadonlyArray<Claim> => {
    const found: Array<Claim> = []
    for (const { key, value } of order.getRange({})) {
      const reading = wholeAt(key, 0)
      if (!wanted(reading, found.length)) break
      found.push({ id: Buffer.from(value.subarray(8)), timestamp: wholeAt(value, 0), reading })
    }
    return found
  }

  const forget = ({ life, floor, version }: State, gone: ReadonlyArray<Claim>): Promise<boolean> =>
    guard.ifVersion(stateKey, version, () => {
      for (const claim of gone) {
        claims.remove(claim.id)
        order.remove(whole(claim.reading), member(claim))
      }
      const raised = gone.reduce((highest, { timestamp }) => Math.max(highest, timestamp + 1), floor)
      guard.put(stateKey, serialize({ life, floor: raised }), version + 1)
    })

  return { state, size, insert, oldest, forget, close: () => root.close() }
}
