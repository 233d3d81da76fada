/**
 * Checks an LMDB data file page by page, by reading it as a file. lmdb maps the file and trusts every number in it: a
 * damaged one would end the process by SIGSEGV or SIGBUS, or lose claims.
 *
 * The layout is that of `mdb.c` in lmdb 3: a header of 24 bytes on every page, two meta pages, and B+ trees of branch and
 * leaf pages. A page that a transaction changes is written elsewhere, so a snapshot that a reader holds stays as it is
 * while other processes write.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'

const little = endianness() === 'LE'

/** Where the contents of a page begin; offsets within a page count from here. */
const base = 24
const kinds = { branch: 0x01, leaf: 0x02, overflow: 0x04, meta: 0x08, fixedLeaf: 0x22, fixedSubPage: 0x62 }
const flags = { big: 0x01, tree: 0x02, many: 0x04 }
const magic = 0xbeefc0de
const formatVersion = 2
/** The root of an empty tree. */
const none = 2 ** 64
const deepest = 32

interface Tree {
  /** The size of the values in a tree of values, or of the file's pages. */
  readonly pad: number
  readonly flags: number
  readonly depth: number
  readonly branches: number
  readonly leaves: number
  readonly overflows: number
  readonly entries: number
  readonly root: number
}

interface Meta {
  readonly pageSize: number
  readonly free: Tree
  readonly main: Tree
  readonly lastPage: number
  readonly txnid: number
}

/** Some bytes of a page. */
export interface Slice {
  page: DataView
  at: number
  length: number
}

const tableFlags = { one: 0, versioned: 0x100, many: 0x14 }

/** How a table of the database is made, and who looks at its entries. */
export interface Table {
  /** The length of each key and value; `undefined`: any. */
  readonly key?: number
  readonly value?: number
  /** `many`: a key has several values of one length. `versioned`: lmdb-js keeps a version with each value. */
  readonly kind: keyof typeof tableFlags
  readonly visit: (key: Slice, value: Slice) => void
}

/** `undefined` for a table that is not ours. */
export type Tables = (name: string) => Table | undefined

export const damaged = (what: string): Error =>
  new Error(`its data.mdb is damaged (${what}): stop every process that uses it, and give the guard another folder`)

const ensure = (sound: boolean, what: string, page?: number): void => {
  if (!sound) throw damaged(page === undefined ? what : `page ${page}: ${what}`)
}

const cutShort = 'it is cut short'

const wholeAt = (page: DataView, at: number): number =>
  little
    ? page.getUint32(at + 4, true) * 2 ** 32 + page.getUint32(at, true)
    : page.getUint32(at) * 2 ** 32 + page.getUint32(at + 4)
const shortAt = (page: DataView, at: number): number => page.getUint16(at, little)
const wordAt = (page: DataView, at: number): number => page.getUint32(at, little)
/** Half of a node's size or page number; its order depends on the machine. */
const lowHigh = (page: DataView, at: number): number =>
  little ? shortAt(page, at) + shortAt(page, at + 2) * 2 ** 16 : shortAt(page, at) * 2 ** 16 + shortAt(page, at + 2)

const treeAt = (page: DataView, at: number): Tree => ({
  pad: wordAt(page, at),
  flags: shortAt(page, at + 4),
  depth: shortAt(page, at + 6),
  branches: wholeAt(page, at + 8),
  leaves: wholeAt(page, at + 16),
  overflows: wholeAt(page, at + 24),
  entries: wholeAt(page, at + 32),
  root: wholeAt(page, at + 40),
})
const treeBytes = 48

const compare = (a: Slice, b: Slice): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const difference = a.page.getUint8(a.at + i) - b.page.getUint8(b.at + i)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** The keys of LMDB's list of free pages are transaction numbers. */
const compareWhole = (a: Slice, b: Slice): number =>
  a.length === 8 && b.length === 8 ? wholeAt(a.page, a.at) - wholeAt(b.page, b.at) : a.length - b.length

const readAt = (file: number, at: number, length: number): DataView => {
  const bytes = new Uint8Array(length)
  if (readSync(file, bytes, 0, length, at) < length) throw new Error(cutShort)
  return new DataView(bytes.buffer)
}

const metaAt = (file: number, at: number): Meta => {
  const page = readAt(file, at, 168)
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
const newest = (file: number): Meta => {
  const even = metaAt(file, 0)
  const odd = metaAt(file, even.pageSize)
  const [newer, older] = odd.txnid > even.txnid ? [odd, even] : [even, odd]
  const isNew = newer.txnid === 0 && older.txnid === 0
  const isSound = newer.txnid === older.txnid + 1 && even.txnid % 2 === 0 && odd.txnid % 2 === 1
  ensure(isNew || isSound || (newer === odd && newer.txnid === 1), 'its two headers do not fit together')
  return newer
}

/** A header may be read while another process writes it. */
const settled = (file: number): Meta => {
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

/**
 * Throws if a page that the newest snapshot uses is not as lmdb wrote it. A reader must hold that snapshot or an earlier
 * one meanwhile.
 */
export const refuseDamaged = (path: string, tables: Tables): void =>
  withFile(path, (file) => checkSnapshot(file, settled(file), tables))

const checkSnapshot = (file: number, { pageSize, free, main, lastPage, txnid }: Meta, tables: Tables): void => {
  const pages = Math.floor(fstatSync(file).size / pageSize)
  // A sound file may lack pages at its end: those that a transaction allocated and freed again are never written.
  const missing = lastPage + 1 - pages
  if (missing > 64 && missing > pages) throw new Error(cutShort)
  const taken = new Uint8Array(lastPage + 1).fill(1, 0, 2)
  const room = pageSize - base
  /** A page for each level, because a branch is still needed after its children. */
  const levels: Array<Uint8Array> = []

  const take = (first: number, count: number): void => {
    ensure(first >= 2 && first + count <= lastPage + 1, 'it uses a page that it does not have')
    for (let page = first; page < first + count; page++) {
      ensure(taken[page] === 0, 'it is used twice', page)
      taken[page] = 1
    }
  }

  const read = (page: number, level: number): DataView => {
    take(page, 1)
    levels[level] ??= new Uint8Array(pageSize)
    const bytes = levels[level] as Uint8Array
    if (readSync(file, bytes, 0, pageSize, page * pageSize) < pageSize) throw new Error(cutShort)
    const view = new DataView(bytes.buffer)
    ensure(wholeAt(view, 0) === page && wholeAt(view, 8) <= txnid, 'it is another page', page)
    return view
  }

  /** The bytes of a value that has pages of its own. */
  const overflowing = (
    node: DataView,
    at: number,
    length: number,
  ): { readonly value: Slice; readonly count: number } => {
    const [first, count] = [wholeAt(node, at), wholeAt(node, at + 16)]
    ensure(count === Math.ceil((base + length) / pageSize), 'a long value has a wrong length')
    take(first, count)
    const page = readAt(file, first * pageSize, base + length)
    ensure(
      wholeAt(page, 0) === first && shortAt(page, 18) === kinds.overflow && wordAt(page, 20) === count,
      'it is another page',
      first,
    )
    return { value: { page, at: base, length }, count }
  }

  const walk = (
    tree: Tree,
    top: number,
    isFixed: boolean,
    order: typeof compare,
    entry: (key: Slice, node: DataView, at: number, length: number, kind: number) => number,
  ): void => {
    if (tree.root >= none - 1) {
      ensure(tree.depth === 0 && tree.entries === 0, 'an empty tree has entries')
      return
    }
    ensure(tree.depth > 0 && top + tree.depth <= 2 * deepest, 'a tree is too deep')
    let [branches, leaves, overflows, entries] = [0, 0, 0, 0]
    // The last key, or the branch's key in front of this page; keys rise from page to page.
    const last: Slice = { page: new DataView(new ArrayBuffer(pageSize)), at: 0, length: -1 }
    let mayEqual = false
    const key: Slice = { page: last.page, at: 0, length: 0 }
    const previous: Slice = { ...key }

    const rises = (): boolean => {
      if (last.length < 0) return true
      const difference = order(last, key)
      return difference < 0 || (mayEqual && difference === 0)
    }
    const keep = (): void => {
      for (let i = 0; i < key.length; i++) last.page.setUint8(i, key.page.getUint8(key.at + i))
      last.length = key.length
    }

    const visit = (number: number, depth: number): void => {
      const page = read(number, top + depth)
      const isLeaf = depth + 1 === tree.depth
      ensure(
        shortAt(page, 18) === (isLeaf ? (isFixed ? kinds.fixedLeaf : kinds.leaf) : kinds.branch),
        'it is of another kind',
        number,
      )
      const [lower, upper] = [shortAt(page, 20), shortAt(page, 22)]
      const count = lower >> 1
      ensure(
        lower % 2 === 0 && lower <= upper && upper <= room && count > (isLeaf ? 0 : 1),
        'its bounds are wrong',
        number,
      )
      if (isLeaf) leaves++
      else branches++
      key.page = page
      previous.page = page
      if (isLeaf && isFixed) {
        ensure(
          shortAt(page, 16) === tree.pad && upper === room - count * (tree.pad - 2),
          'its bounds are wrong',
          number,
        )
        key.length = tree.pad
        previous.length = tree.pad
        for (let i = 0; i < count; i++) {
          key.at = base + i * tree.pad
          ensure(i === 0 ? rises() : order(previous, key) < 0, 'its keys are out of order', number)
          previous.at = key.at
          entries += entry(key, page, key.at, 0, 0)
        }
        mayEqual = false
        keep()
        return
      }
      let used = 0
      for (let i = 0; i < count; i++) {
        const at = base + shortAt(page, base + 2 * i)
        ensure(at >= base + upper && at + 8 <= pageSize, 'an entry is outside of it', number)
        const [size, kind, length] = [lowHigh(page, at), shortAt(page, at + 4), shortAt(page, at + 6)]
        const value = at + 8 + length
        const bytes = isLeaf ? (kind === flags.big ? 24 : size) : 0
        ensure(value + bytes <= pageSize, 'an entry is outside of it', number)
        used += (8 + length + bytes + 1) & ~1
        key.page = page
        key.at = at + 8
        key.length = length
        // The first key of a branch says nothing.
        if (isLeaf || i > 0)
          ensure(i === 0 || !isLeaf ? rises() : order(previous, key) < 0, 'its keys are out of order', number)
        if (isLeaf) {
          previous.page = page
          previous.at = key.at
          previous.length = length
          if (kind === flags.big) {
            const { value: long, count } = overflowing(page, value, size)
            overflows += count
            entries += entry(key, long.page, long.at, long.length, kind)
          } else entries += entry(key, page, value, size, kind)
          continue
        }
        if (i > 0) {
          keep()
          mayEqual = true
        }
        visit(size + kind * 2 ** 32, depth + 1)
      }
      ensure(used === room - upper, 'its entries do not fill it', number)
      if (!isLeaf) return
      mayEqual = false
      keep()
    }
    visit(tree.root, 0)
    ensure(
      branches === tree.branches && leaves === tree.leaves && overflows === tree.overflows && entries === tree.entries,
      'a tree has lost some of its pages',
    )
  }

  /** The values of one key, which are a page within the node, a tree of their own, or a single one. */
  const visitMany =
    (table: Table, level: number) => (key: Slice, node: DataView, at: number, size: number, kind: number) => {
      const value: Slice = { page: node, at, length: table.value as number }
      const each = (): void => table.visit(key, value)
      if (kind === 0) {
        ensure(size === value.length, 'a value has a wrong length')
        each()
        return 1
      }
      if (kind === flags.many) {
        ensure(size >= base && shortAt(node, at + 18) === kinds.fixedSubPage, 'the values of a key are of another kind')
        const [length, lower, upper] = [shortAt(node, at + 16), shortAt(node, at + 20), shortAt(node, at + 22)]
        const count = lower >> 1
        ensure(
          length === value.length &&
            count > 0 &&
            lower === 2 * count &&
            lower <= upper &&
            upper === size - base - count * (length - 2),
          'the values of a key have wrong bounds',
        )
        const previous: Slice = { ...value }
        for (let i = 0; i < count; i++) {
          value.at = at + base + i * length
          ensure(i === 0 || compare(previous, value) < 0, 'the values of a key are out of order')
          previous.at = value.at
          each()
        }
        return count
      }
      ensure(kind === (flags.many | flags.tree) && size === treeBytes, 'the values of a key are of another kind')
      const tree = treeAt(node, at)
      ensure(
        tree.pad === value.length && tree.flags === 0x10 && tree.entries > 0,
        'the values of a key are of another kind',
      )
      walk(tree, level + 1, true, compare, (member) => {
        value.page = member.page
        value.at = member.at
        each()
        return 1
      })
      return tree.entries
    }

  const visitOne = (table: Table) => (key: Slice, page: DataView, at: number, length: number, kind: number) => {
    ensure(kind === 0 && length === (table.value ?? length), 'a value has a wrong length')
    table.visit(key, { page, at, length })
    return 1
  }

  const visitTable = (key: Slice, node: DataView, at: number, size: number, kind: number) => {
    const name = Buffer.from(node.buffer as ArrayBuffer, key.at, key.length)
      .toString('latin1')
      .replace(/\0$/, '')
    const table = kind === flags.tree ? tables(name) : undefined
    if (table === undefined) throw new Error("it holds another program's database")
    ensure(size === treeBytes, 'a table has no root')
    const tree = treeAt(node, at)
    ensure(tree.flags === tableFlags[table.kind], 'a table is of another kind')
    const inner = table.kind === 'many' ? visitMany(table, main.depth + tree.depth) : visitOne(table)
    walk(tree, main.depth, false, compare, (key, ...rest) => {
      ensure(key.length === (table.key ?? key.length), 'a key has a wrong length')
      return inner(key, ...rest)
    })
    return 1
  }

  /** A list of free pages: its length, then page numbers. A negative number is the length of the run at the next one. */
  const visitFree = (key: Slice, page: DataView, at: number, length: number) => {
    ensure(
      key.length === 8 && wholeAt(key.page, key.at) <= txnid && length % 8 === 0 && length > 0,
      'a list of free pages',
    )
    const count = wholeAt(page, at)
    ensure(count < length / 8, 'a list of free pages is too long')
    for (let i = 1; i <= count; i++) {
      const entry = Number(page.getBigInt64(at + 8 * i, little))
      if (entry > 0) take(entry, 1)
      if (entry < 0) {
        ensure(++i <= count && -entry <= lastPage, 'a list of free pages ends within a run')
        take(wholeAt(page, at + 8 * i), -entry)
      }
    }
    return 1
  }

  walk(main, 0, false, compare, visitTable)
  walk(free, 0, false, compareWhole, visitFree)
}
