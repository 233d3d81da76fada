/**
 * Checks an LMDB data file page by page, by reading it as a file. lmdb maps the file and trusts every number in it: a
 * damaged one would end the process by SIGSEGV or SIGBUS, or lose claims.
 */
import {
  base,
  ensure,
  flags,
  headAt,
  kinds,
  type Pages,
  type Slice,
  signedAt,
  treeAt,
  treeBytes,
  wholeAt,
  withPages,
} from './LmdbPage.ts'
import { byBytes, byNumber, type Visitor, walk } from './LmdbTree.ts'

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

/**
 * Throws if a page that the newest snapshot uses is not as lmdb wrote it. A reader must hold that snapshot or an earlier
 * one meanwhile.
 */
export const refuseDamaged = (path: string, tables: Tables): void =>
  withPages(path, (pages) => {
    walk(pages, pages.main, 0, { order: byBytes, entry: visitTable(pages, tables) })
    walk(pages, pages.free, 0, { order: byNumber, entry: visitFree(pages) })
  })

type Entry = Visitor['entry']

const visitTable =
  (pages: Pages, tables: Tables): Entry =>
  ({ page, at, length }, root, kind) => {
    const name = Buffer.from(page.buffer as ArrayBuffer, at, length)
      .toString('latin1')
      .replace(/\0$/, '')
    const table = kind === flags.tree ? tables(name) : undefined
    if (table === undefined) throw new Error("it holds another program's database")
    ensure(root.length === treeBytes, 'a table has no root')
    const tree = treeAt(root.page, root.at)
    ensure(tree.flags === tableFlags[table.kind], 'a table is of another kind')
    const top = pages.main.depth
    const values = table.kind === 'many' ? visitMany(pages, table, top + tree.depth + 1) : visitOne(table)
    walk(pages, tree, top, {
      order: byBytes,
      entry: (key, value, kind) => {
        ensure(key.length === (table.key ?? key.length), 'a key has a wrong length')
        return values(key, value, kind)
      },
    })
    return 1
  }

const visitOne =
  (table: Table): Entry =>
  (key, value, kind) => {
    ensure(kind === 0 && value.length === (table.value ?? value.length), 'a value has a wrong length')
    table.visit(key, value)
    return 1
  }

/** The values of one key, which are a page within the node, a tree of their own, or a single one. */
const visitMany =
  (pages: Pages, table: Table, top: number): Entry =>
  (key, value, kind) => {
    const length = table.value as number
    if (kind === 0) {
      ensure(value.length === length, 'a value has a wrong length')
      table.visit(key, value)
      return 1
    }
    if (kind === flags.many) return visitSubPage(table, length, key, value)
    const isTree = kind === (flags.many | flags.tree) && value.length === treeBytes
    ensure(isTree, 'the values of a key are of another kind')
    const tree = treeAt(value.page, value.at)
    const isFixed = tree.pad === length && tree.flags === 0x10 && tree.entries > 0
    ensure(isFixed, 'the values of a key are of another kind')
    walk(pages, tree, top, {
      order: byBytes,
      isFixed,
      entry: (member) => {
        table.visit(key, member)
        return 1
      },
    })
    return tree.entries
  }

const visitSubPage = (table: Table, length: number, key: Slice, { page, at, length: size }: Slice): number => {
  ensure(size >= base && headAt(page, at).kind === kinds.fixedSubPage, 'the values of a key are of another kind')
  const { pad, lower, upper } = headAt(page, at)
  const count = lower >> 1
  ensure(
    pad === length &&
      count > 0 &&
      lower === 2 * count &&
      lower <= upper &&
      upper === size - base - count * (length - 2),
    'the values of a key have wrong bounds',
  )
  const value: Slice = { page, at: at + base, length }
  const previous: Slice = { ...value }
  for (let i = 0; i < count; i++) {
    value.at = at + base + i * length
    ensure(i === 0 || byBytes(previous, value) < 0, 'the values of a key are out of order')
    previous.at = value.at
    table.visit(key, value)
  }
  return count
}

/** A list of free pages: its length, then page numbers. A negative number is the length of the run at the next one. */
const visitFree =
  ({ txnid, lastPage, take }: Pages): Entry =>
  (key, { page, at, length }) => {
    const isList = key.length === 8 && wholeAt(key.page, key.at) <= txnid && length % 8 === 0 && length > 0
    ensure(isList, 'a list of free pages')
    const count = wholeAt(page, at)
    ensure(count < length / 8, 'a list of free pages is too long')
    for (let i = 1; i <= count; i++) {
      const entry = signedAt(page, at + 8 * i)
      if (entry > 0) take(entry, 1)
      if (entry < 0) {
        ensure(++i <= count && -entry <= lastPage, 'a list of free pages ends within a run')
        take(wholeAt(page, at + 8 * i), -entry)
      }
    }
    return 1
  }
