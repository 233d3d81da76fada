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
  lowHigh,
  type Pages,
  type Slice,
  shortAt,
  signedAt,
  type Tree,
  treeAt,
  treeBytes,
  wholeAt,
  withPages,
} from './LmdbPage.ts'

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
    if (table === undefined) throw new Error('it is the database of another program')
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

/** The root of an empty tree. */
const none = 2 ** 64
const deepest = 32

type Order = (a: Slice, b: Slice) => number

const byBytes: Order = (a, b) => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const difference = a.page.getUint8(a.at + i) - b.page.getUint8(b.at + i)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** The keys of LMDB's list of free pages are transaction numbers. */
const byNumber: Order = (a, b) =>
  a.length === 8 && b.length === 8 ? wholeAt(a.page, a.at) - wholeAt(b.page, b.at) : a.length - b.length

interface Visitor {
  readonly order: Order
  /** The leaves hold keys of one length, and no values. */
  readonly isFixed?: boolean
  /** Answers as how many entries this one counts. The slices are those of the next entry, too. */
  readonly entry: (key: Slice, value: Slice, kind: number) => number
}

interface Walk {
  readonly pages: Pages
  readonly tree: Tree
  /** How many levels of other trees are above. */
  readonly top: number
  readonly visitor: Visitor
  readonly found: { branches: number; leaves: number; overflows: number; entries: number }
  readonly key: Slice
  readonly value: Slice
  /** The last key, or the branch's key in front of this page; keys rise from page to page. Of length -1 before the first one. */
  readonly last: Slice
  /** Room for the last key while its page is read over. */
  readonly kept: DataView
  /** The first key of a page may be the branch's key in front of it. */
  mayEqual: boolean
}

const walk = (pages: Pages, tree: Tree, top: number, visitor: Visitor): void => {
  if (tree.root >= none - 1) {
    ensure(tree.depth === 0 && tree.entries === 0, 'an empty tree has entries')
    return
  }
  ensure(tree.depth > 0 && top + tree.depth <= 2 * deepest, 'a tree is too deep')
  const found = { branches: 0, leaves: 0, overflows: 0, entries: 0 }
  const kept = new DataView(new ArrayBuffer(pages.pageSize))
  const [key, value, last] = [0, 0, -1].map((length): Slice => ({ page: kept, at: 0, length })) as [Slice, Slice, Slice]
  visitPage({ pages, tree, top, visitor, found, key, value, last, kept, mayEqual: false }, tree.root, 0)
  const counts = ['branches', 'leaves', 'overflows', 'entries'] as const
  const isWhole = counts.every((each) => found[each] === tree[each])
  ensure(isWhole, 'a tree has lost some of its pages')
}

const visitPage = (walk: Walk, number: number, depth: number): void => {
  const { pages, tree, top, visitor, found } = walk
  const page = pages.read(number, top + depth)
  const isLeaf = depth + 1 === tree.depth
  const { pad, kind, lower, upper } = headAt(page, 0)
  const expected = isLeaf ? (visitor.isFixed ? kinds.fixedLeaf : kinds.leaf) : kinds.branch
  ensure(kind === expected, 'it is of another kind', number)
  const room = pages.pageSize - base
  const count = lower >> 1
  const fits = lower % 2 === 0 && lower <= upper && upper <= room && count > (isLeaf ? 0 : 1)
  ensure(fits, 'its bounds are wrong', number)
  found[isLeaf ? 'leaves' : 'branches']++
  if (kind === kinds.fixedLeaf) {
    ensure(pad === tree.pad && upper === room - count * (pad - 2), 'its bounds are wrong', number)
    for (let i = 0; i < count; i++) {
      move(walk.key, page, base + i * pad, pad)
      visitEntry(walk, number, 0, 0)
    }
  } else {
    ensure(visitNodes(walk, page, number, depth, isLeaf) === room - upper, 'its entries do not fill it', number)
  }
  if (isLeaf) keep(walk)
}

/** Answers how many bytes the entries of the page take. */
const visitNodes = (walk: Walk, page: DataView, number: number, depth: number, isLeaf: boolean): number => {
  const { lower, upper } = headAt(page, 0)
  let used = 0
  for (let i = 0; i < lower >> 1; i++) {
    const at = base + shortAt(page, base + 2 * i)
    ensure(at >= base + upper && at + 8 <= walk.pages.pageSize, 'an entry is outside of it', number)
    const size = lowHigh(page, at)
    const kind = shortAt(page, at + 4)
    const length = shortAt(page, at + 6)
    const bytes = 8 + length + (isLeaf ? (kind === flags.big ? 24 : size) : 0)
    ensure(at + bytes <= walk.pages.pageSize, 'an entry is outside of it', number)
    used += (bytes + 1) & ~1
    move(walk.key, page, at + 8, length)
    if (isLeaf) {
      visitEntry(walk, number, size, kind)
      continue
    }
    // The first key of a branch says nothing.
    if (i > 0) {
      ensure(rises(walk), 'its keys are out of order', number)
      pass(walk, true)
      keep(walk)
    }
    visitPage(walk, size + kind * 2 ** 32, depth + 1)
  }
  return used
}

const visitEntry = (walk: Walk, number: number, size: number, kind: number): void => {
  const { pages, visitor, found, key, value } = walk
  ensure(rises(walk), 'its keys are out of order', number)
  move(value, key.page, key.at + key.length, size)
  if (kind === flags.big) found.overflows += pages.follow(value)
  found.entries += visitor.entry(key, value, kind)
  pass(walk, false)
}

const rises = ({ visitor, last, key, mayEqual }: Walk): boolean => {
  if (last.length < 0) return true
  const difference = visitor.order(last, key)
  return difference < 0 || (mayEqual && difference === 0)
}

const pass = (walk: Walk, mayEqual: boolean): void => {
  const { key, last } = walk
  move(last, key.page, key.at, key.length)
  walk.mayEqual = mayEqual
}

/** Copies the last key out of its page. */
const keep = ({ last, kept }: Walk): void => {
  for (let i = 0; i < last.length; i++) kept.setUint8(i, last.page.getUint8(last.at + i))
  move(last, kept, 0, last.length)
}

const move = (slice: Slice, page: DataView, at: number, length: number): void => {
  slice.page = page
  slice.at = at
  slice.length = length
}
