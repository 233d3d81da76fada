/**
 * The lmdb guard's database: what is in it, and the three things that happen to it.
 *
 * - `claims`: the id of each claim that is remembered, 16 bytes, with nothing behind it.
 * - `order`: the same by the reading of the clock at which they were made, so that the oldest are found: the reading,
 *   8 bytes, and under it for each claim its timestamp, 8 bytes, and its id.
 * - `guard`: one record, the state. Its version counts its changes.
 *
 * Every write is made in lmdb's own thread, which waits for the write lock and holds it, so that neither a process that
 * stands still nor a busy event loop is waited for by the others. A transaction is on the disk when its promise resolves.
 * Measured on an SSD, that costs nothing under load and a third of a millisecond for a claim that comes alone; so a loss
 * of power forgets no more than a killed process does, which is nothing.
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
  /** The smallest timestamp that is remembered in full. It only rises. */
  readonly floor: number
  /** Counts what was done to the state; each sweep does something to it. */
  readonly version: number
}

export interface Claim {
  readonly id: Buffer
  readonly timestamp: number
  /** Of the clock, when it was made. */
  readonly reading: number
}

export interface Store {
  /** As of now: what other processes have committed is seen. */
  readonly state: () => State
  /** How many claims are remembered, and how many bytes the database takes on the disk, as of the last `state`. */
  readonly size: () => { readonly claims: number; readonly bytes: number }
  /** Whether the claim was new; then it is remembered. */
  readonly insert: (claim: Claim) => Promise<boolean>
  /** Claims from the oldest on, as long as `wanted` says so of one's reading and its place in the row. */
  readonly oldest: (wanted: (reading: number, place: number) => boolean) => ReadonlyArray<Claim>
  /**
   * Forgets claims that were found under this state, and raises the floor above their timestamps, all in one transaction.
   * Answers false and does nothing if the state has changed since: someone else has swept, and what was found may be gone
   * and have come again.
   */
  readonly forget: (found: State, claims: ReadonlyArray<Claim>) => Promise<boolean>
  /** When everything that was begun has ended. */
  readonly close: () => Promise<void>
}

export interface Beginning {
  readonly life: number
  readonly floor: number
}

const format = 1
const stateKey = Buffer.from('state')
const nothing = Buffer.alloc(0)

const whole = (n: number): Buffer => {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeUInt32BE(Math.floor(n / 2 ** 32), 0)
  bytes.writeUInt32BE(n % 2 ** 32, 4)
  return bytes
}

const wholeAt = (bytes: Buffer, at: number): number => bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)

const serialize = ({ life, floor }: Beginning): Buffer => Buffer.from(JSON.stringify({ format, life, floor }))

const decoded = (text: string): Partial<Record<'format' | 'life' | 'floor', number>> => {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new Error('it holds a state that makes no sense')
  }
}

const isWhole = (n: number | undefined): n is number => n !== undefined && Timestamp.isTimestamp(n)

const parse = (bytes: Buffer, version: number): State => {
  const { format: found, life, floor } = decoded(bytes.toString('latin1'))
  if (found !== format) {
    throw new Error(
      `it is of format ${JSON.stringify(found)?.slice(0, 20)}, and this version of countersign reads format ${format}: give the guard another folder`,
    )
  }
  if (!isWhole(life) || !isWhole(floor)) throw new Error('it holds a state that makes no sense')
  return { life, floor, version }
}

/**
 * Reading a page that the file lacks ends the process. Some may be lacking at the end of a sound one: what a transaction
 * has taken and given back is never written.
 */
const refuseIfCutShort = (root: RootDatabase, folder: string): void => {
  const { lastPageNumber, pageSize } = root.getStats() as { readonly lastPageNumber: number; readonly pageSize: number }
  const pages = statSync(join(folder, 'data.mdb')).size / pageSize
  const lacking = lastPageNumber + 1 - pages
  if (lacking > 64 && lacking > pages) throw new Error('it is cut short')
}

/**
 * Opens the database in a folder, or makes one that begins so. Rejects with an Error that says what is wrong with it.
 *
 * This waits for the write lock, on the event loop: lmdb opens no other way.
 */
export const open = async (lmdb: Lmdb, path: string, beginning: Beginning): Promise<Store> => {
  // The working folder may be another one later.
  const folder = resolve(path)
  await LmdbFolder.prepare(folder)
  const binary = { encoding: 'binary', keyEncoding: 'binary' } as const
  const root = lmdb.open<Buffer, Buffer>({ ...binary, path: folder, noSubdir: false, overlappingSync: false })
  try {
    return opened(root, folder, beginning)
  } catch (e) {
    await root.close()
    throw e
  }
}

const opened = (root: RootDatabase<Buffer, Buffer>, folder: string, beginning: Beginning): Store => {
  const binary = { encoding: 'binary', keyEncoding: 'binary' } as const
  refuseIfCutShort(root, folder)
  // `guard` is the first to be made. lmdb ends the name of a database within with a zero.
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
  // Every member is of one size; lmdb's declarations do not know that it can be told so.
  const members = { ...binary, dupSort: true, dupFixed: true }
  const order: Database<Buffer, Buffer> = root.openDB('order', members)

  // A transaction that fails also fails a promise that lmdb keeps to itself, and that would end the process.
  const ignore = (): void => {}
  root.on('beforecommit', () => queueMicrotask(() => void root.committed.then(ignore, ignore)))

  const state = (): State => {
    // Without this, lmdb would go on reading what was there when this turn of the event loop began.
    root.resetReadTxn()
    const stored = read()
    if (stored === undefined) throw new Error('it holds no state')
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
