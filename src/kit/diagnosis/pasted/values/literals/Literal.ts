/**
 * The tree of the literals in a text. `headers: { Accept: '*\/*' }` is an item with the name `headers`, whose value is a group; the group
 * has one item with the name `Accept`, whose value is a text. literalTree.ts makes the tree.
 */

/** A text in quotes, or a bare word or value. */
export interface Text {
  readonly _tag: 'Text'
  /** What the literal may mean, the likeliest first: languages differ in what a backslash does. */
  readonly readings: readonly [string, ...ReadonlyArray<string>]
  readonly isQuoted: boolean
  /** The program has left out the end. */
  readonly isCut?: true
  /** The notation shows each byte: a line end inside was sent so. */
  readonly isExact?: true
  /** The offset of the literal, quotation marks included. */
  readonly from: number
  /** The offset after the literal. */
  readonly to: number
}

/** What is between two brackets; the root holds the whole text. */
export interface Group {
  readonly _tag: 'Group'
  readonly items: Array<Item>
  readonly from: number
  /** After the closing bracket. */
  to: number
  /** The text ends before the closing bracket. */
  isOpen?: true
}

/** A value of a group, with its name if it has one. */
export interface Item {
  readonly key: string | undefined
  value: Text | Group
}
