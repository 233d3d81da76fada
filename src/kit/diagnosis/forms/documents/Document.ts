/** The value of a JSON body that a program prints: as it was sent, and with sorted members. */
import { byName } from '../jsonLiterals.ts'
import type { Node } from '../jsonText.ts'

export interface Document {
  readonly tree: Node
  /** The same value. The members of each object are sorted by their names. */
  readonly sorted: Node
}

export const documentOf = (tree: Node): Document => ({ tree, sorted: sortMembers(tree) })

const sortMembers = (node: Node): Node => {
  switch (node._tag) {
    case 'Scalar':
      return node
    case 'Array':
      return { ...node, items: node.items.map(sortMembers) }
    case 'Object':
      return {
        ...node,
        members: node.members.toSorted(byName).map(([name, child]) => [name, sortMembers(child)] as const),
      }
  }
}

/** A list or an object without anything in it. */
export const isEmpty = (node: Node): boolean =>
  (node._tag === 'Array' && node.items.length === 0) || (node._tag === 'Object' && node.members.length === 0)
