/**
 * A tree of literals, looked through once: its texts with the names that they have, its groups, and the way from a group to the root.
 *
 *     { method: 'POST', headers: { Accept: '*\/*' } }      texts: method → POST, Accept → *\/*; groups: headers
 */
import type { Group, Text } from './literals/Literal.ts'
import { bodyNames, plainName } from './usualNames.ts'

export interface Leaf {
  /** The name of the text, or of the nearest group round it that has one. An open group gives none: its name is of more than this text. */
  readonly key: string | undefined
  /** How many groups are between the text and its name: 0 if the name is the text's own. */
  readonly levels: number
  readonly value: Text
  readonly parent: Group
  /** Whether its group has a name for any of its items, as an object has. Looked up once for each group. */
  readonly isAmongNames: boolean
}

/** A group in the tree. */
export interface PlacedGroup {
  /** The name of the group, or of the nearest group round it that has one. */
  readonly key: string | undefined
  readonly group: Group
  readonly parent: Group
}

/** A tree, looked through once. */
export interface LiteralIndex {
  readonly leaves: ReadonlyArray<Leaf>
  readonly groups: ReadonlyArray<PlacedGroup>
  /** The groups round a group, itself first. */
  readonly pathOf: (group: Group) => ReadonlyArray<Group>
}

/** Data::Printer of Perl prints names and values in two columns, and nothing between them: `body      "{}"`. */
const columnName = (preceding: Text | Group | undefined, node: Text | Group): string | undefined => {
  if (preceding?._tag !== 'Text' || preceding.isQuoted || node._tag !== 'Text' || !node.isQuoted) return undefined
  const width = node.from - preceding.to
  const [name] = preceding.readings
  return width >= 2 && width <= 64 && bodyNames.test(plainName(name)) ? name : undefined
}

export const indexLiterals = (root: Group): LiteralIndex => {
  const leaves: Array<Leaf> = []
  const groups: Array<PlacedGroup> = []
  const parents = new Map<Group, Group>()
  const visit = (parent: Group, inheritedKey: string | undefined, inheritedLevels: number): void => {
    const isAmongNames = parent.items.some(({ key }) => key !== undefined)
    for (const [i, { key: ownKey, value: node }] of parent.items.entries()) {
      // Code for libcurl names an option in the argument before its value.
      const precedingNode = parent.items[i - 1]?.value
      const option =
        precedingNode?._tag === 'Text' && precedingNode.readings[0].startsWith('CURLOPT_')
          ? precedingNode.readings[0]
          : columnName(precedingNode, node)
      const key = ownKey ?? option ?? inheritedKey
      const levels = ownKey === undefined && option === undefined ? inheritedLevels : 0
      if (node._tag === 'Text') leaves.push({ key, levels, value: node, parent, isAmongNames })
      else {
        groups.push({ key, group: node, parent })
        parents.set(node, parent)
        visit(node, node.isOpen ? undefined : key, levels + 1)
      }
    }
  }
  visit(root, undefined, 0)
  const pathOf = (group: Group): ReadonlyArray<Group> => {
    const path: Array<Group> = []
    for (let ancestor: Group | undefined = group; ancestor !== undefined; ancestor = parents.get(ancestor))
      path.push(ancestor)
    return path
  }
  return { leaves, groups, pathOf }
}
