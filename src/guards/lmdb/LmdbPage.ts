/**
 * The pages of an LMDB data file, as `mdb.c` of lmdb 3 lays them out: a header of 24 bytes on every page, two meta pages, and B+
 * trees of branch and leaf pages. A page that a transaction changes is written elsewhere, so a snapshot that a reader holds
 * stays as it is while other processes write.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'

const little = endianness() === 'LE'

/** Where the contents of a page begin; offsets within a page count from here. */
export const base = 24
export const kinds = { branch: 0x01, leaf: 0x02, overflow: 0x04, meta: 0x08, fixedLeaf: 0x22, fixedSubPage: 0x62 }
export const flags = { big: 0x01, tree: 0x02, many: 0x04 }
const magic = 0xbeefc0de
const formatVersion = 2

/** Some bytes of a page. */
export interface Slice {
  page: DataView
  at: number
  length: number
}

/** `pad`: the size of the values in a tree of values, or of the file's pages. */
export type Tree = Readonly<
  Record<'pad' | 'flags' | 'depth' | 'branches' | 'leaves' | 'overflows' | 'entries' | 'root', number>
>

/** The newest transaction that has ended. */
export interface Snapshot {
  readonly pageSize: number
  readonly free: Tree
  readonly main: Tree
  readonly lastPage: number
  readonly txnid: number
}

export const damaged = (what: string): Error =>
  new Error(
    `its data.mdb is damaged (${what}): stop every process that uses the folder, and give the guard another folder`,
  )

export const ensure = (sound: boolean, what: string, page?: number): void => {
  if (!sound) throw damaged(page === undefined ? what : `page ${page}: ${what}`)
}

const cutShort = 'it is cut short'

export const wholeAt = (page: DataView, at: number): number =>
  little
    ? page.getUint32(at + 4, true) * 2 ** 32 + page.getUint32(at, true)
    : page.getUint32(at) * 2 ** 32 + page.getUint32(at + 4)
export const signedAt = (page: DataView, at: number): number => Number(page.getBigInt64(at, little))
export const shortAt = (page: DataView, at: number): number => page.getUint16(at, little)
const wordAt = (page: DataView, at: number): number => page.getUint32(at, little)
/** Half of a node's size or page number; its order depends on the machine. */
export const lowHigh = (page: DataView, at: number): number =>
  little ? shortAt(page, at) + shortAt(page, at + 2) * 2 ** 16 : shortAt(page, at) * 2 ** 16 + shortAt(page, at + 2)

/** How the entries of a page lie, or the values of one key within it. */
type Head = Readonly<Record<'pad' | 'kind' | 'lower' | 'upper', number>>

export const headAt = (page: DataView, at: number): Head => ({
  pad: shortAt(page, at + 16),
  kind: shortAt(page, at + 18),
  lower: shortAt(page, at + 20),
  upper: shortAt(page, at + 22),
})

export const treeBytes = 48

export const treeAt = (page: DataView, at: number): Tree => ({
  pad: wordAt(page, at),
  flags: shortAt(page, at + 4),
  depth: shortAt(page, at + 6),
  branches: wholeAt(page, at + 8),
  leaves: wholeAt(page, at + 16),
  overflows: wholeAt(page, at + 24),
  entries: wholeAt(page, at + 32),
  root: wholeAt(page, at + 40),
})

const readAt = (file: number, at: number, into: Uint8Array<ArrayBuffer>): DataView => {
  if (readSync(file, into, 0, into.length, at) < into.length) throw new Error(cutShort)
  return new DataView(into.buffer)
}

const metaAt = (file: number, at: number): Snapshot => {
  const page = readAt(file, at, new Uint8Array(168))
  if (wordAt(page, 24) !== magic) throw new Error('its data.mdb is not an LMDB database')
  if (wordAt(page, 28) !== formatVersion) throw new Error('its data.mdb has a format that lmdb 3 does not read')
  const pageSize = wordAt(page, 48)
  const meta = { pageSize, free: treeAt(page, 48), main: treeAt(page, 96), lastPage: wholeAt(page, 144) }
  const mapSize = wholeAt(page, 40)
  const isSound =
    wholeAt(page, 0) * pageSize === at &&
    shortAt(page, 18) === kinds.meta &&
    (pageSize === 4096 || pageSize === 8192 || pageSize === 16384 || pageSize === 32768) &&
    meta.free.flags === 8 &&
    meta.main.flags === 0 &&
    meta.main.pad === 0 &&
    wholeAt(page, 32) === 0 &&
    mapSize < 2 ** 46 &&
    mapSize % 4096 === 0 &&
    meta.lastPage < 2 ** 34
  ensure(isSound, 'its header makes no sense')
  return { ...meta, txnid: wholeAt(page, 152) }
}

/** The newer of the two headers. Each transaction writes the other one, and counts by one. */
const newest = (file: number): Snapshot => {
  const even = metaAt(file, 0)
  const odd = metaAt(file, even.pageSize)
  const [newer, older] = odd.txnid > even.txnid ? [odd, even] : [even, odd]
  const isNew = newer.txnid === 0 && older.txnid === 0
  const isSound = newer.txnid === older.txnid + 1 && even.txnid % 2 === 0 && odd.txnid % 2 === 1
  ensure(isNew || isSound || (newer === odd && newer.txnid === 1), 'its two headers do not fit together')
  return newer
}

/** A header may be read while another process writes it. */
const settled = (file: number): Snapshot => {
  for (let left = 20; ; left--) {
    try {
      return newest(file)
    } catch (e) {
      if (left === 0) throw e
    }
  }
}

const withFile = <A>(path: string, use: (file: number) => A): A => {
  const file = openSync(path, 'r')
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}

/** Throws if the file's headers would lead lmdb astray. lmdb accepts an empty file as a new database. */
export const refuseUnsoundHeader = (path: string): void =>
  withFile(path, (file) => {
    if (fstatSync(file).size > 0) settled(file)
  })

export interface Pages extends Snapshot {
  /** Notes that these pages are in use. Throws if one is already. */
  readonly take: (first: number, count: number) => void
  /** Takes and reads a page, over the one of this level that was read before: a branch is still needed after its children. */
  readonly read: (page: number, level: number) => DataView
  /** Moves a value that names pages of its own to its bytes there, `length` of them. Answers how many pages. */
  readonly follow: (value: Slice) => number
}

/** The pages of the newest snapshot, as long as `use` runs. A reader must hold that snapshot or an earlier one meanwhile. */
export const withPages = (path: string, use: (pages: Pages) => void): void =>
  withFile(path, (file) => use(pagesOf(file, settled(file))))

const pagesOf = (file: number, snapshot: Snapshot): Pages => {
  const { pageSize, lastPage, txnid } = snapshot
  const pages = Math.floor(fstatSync(file).size / pageSize)
  // A sound file may lack pages at its end: those that a transaction allocated and freed again are never written.
  const missing = lastPage + 1 - pages
  if (missing > 64 && missing > pages) throw new Error(cutShort)
  const taken = new Uint8Array(lastPage + 1).fill(1, 0, 2)
  const levels: Array<Uint8Array<ArrayBuffer>> = []

  const take = (first: number, count: number): void => {
    ensure(first >= 2 && first + count <= lastPage + 1, 'it uses a page that it does not have')
    for (let page = first; page < first + count; page++) {
      ensure(taken[page] === 0, 'it is used twice', page)
      taken[page] = 1
    }
  }

  const read = (number: number, level: number): DataView => {
    take(number, 1)
    levels[level] ??= new Uint8Array(pageSize)
    const page = readAt(file, number * pageSize, levels[level])
    ensure(wholeAt(page, 0) === number && wholeAt(page, 8) <= txnid, 'it is another page', number)
    return page
  }

  const follow = (value: Slice): number => {
    const first = wholeAt(value.page, value.at)
    const count = wholeAt(value.page, value.at + 16)
    ensure(count === Math.ceil((base + value.length) / pageSize), 'a long value has a wrong length')
    take(first, count)
    const page = readAt(file, first * pageSize, new Uint8Array(base + value.length))
    const isSound = wholeAt(page, 0) === first && headAt(page, 0).kind === kinds.overflow && wordAt(page, 20) === count
    ensure(isSound, 'it is another page', first)
    value.page = page
    value.at = base
    return count
  }

  return { ...snapshot, take, read, follow }
}
