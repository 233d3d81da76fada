/**
 * How a language prints the value of a JSON text, as a record with one function for each kind of value. `{"a":[true]}` becomes
 * `{'a': [True]}` with the printing of Python:
 *
 *   printNode(treeOf('{"a":[true]}'), pythonPrinting)
 */
import { isString, textOfString } from './jsonLiterals.ts'
import { isNumber, type Node } from './jsonText.ts'
import { pythonText } from './pythonText.ts'

/** How a language prints each kind of value. */
export interface Printing {
  readonly text: (literal: string) => string
  /** Prints the name of a member. Like any other string if absent. */
  readonly name?: (literal: string) => string
  /** How `true`, `false` and `null` are printed, if not so. */
  readonly words: Readonly<Record<string, string>>
  readonly number: (literal: string) => string
  readonly array: (printedItems: ReadonlyArray<string>) => string
  readonly object: (members: ReadonlyArray<readonly [name: string, value: string]>) => string
}

export const printNode = (node: Node, printing: Printing): string => {
  switch (node._tag) {
    case 'Array':
      return printing.array(node.items.map((child) => printNode(child, printing)))
    case 'Object':
      return printing.object(
        node.members.map(
          ([nameLiteral, child]) =>
            [(printing.name ?? printing.text)(nameLiteral), printNode(child, printing)] as const,
        ),
      )
    case 'Scalar':
      if (isString(node.literal)) return printing.text(node.literal)
      return isNumber(node.literal) ? printing.number(node.literal) : (printing.words[node.literal] ?? node.literal)
  }
}

/** For literals that a language prints as JSON has them. */
export const same = (literal: string): string => literal

export const joinItems =
  (opening: string, separator: string, closing: string): Printing['array'] =>
  (printedItems) =>
    opening + printedItems.join(separator) + closing

export const joinMembers =
  (sign: string, opening: string, separator: string, closing: string): Printing['object'] =>
  (printedMembers) =>
    opening + printedMembers.map(([memberName, memberText]) => memberName + sign + memberText).join(separator) + closing

/** The `repr` of a string. */
export const pythonString = (literal: string): string => pythonText(textOfString(literal))

/** The `repr` of a value. Numbers keep their spelling. */
export const pythonPrinting: Printing = {
  text: pythonString,
  words: { true: 'True', false: 'False', null: 'None' },
  number: same,
  array: joinItems('[', ', ', ']'),
  object: joinMembers(': ', '{', ', ', '}'),
}

export const pythonRepr = (node: Node): string => printNode(node, pythonPrinting)

/** `{:?}` of a value of serde_json in Rust. */
export const serdeDebug: Printing = {
  text: (literal) => `String(${literal})`,
  name: same,
  words: { true: 'Bool(true)', false: 'Bool(false)', null: 'Null' },
  number: (literal) => `Number(${literal})`,
  array: joinItems('Array [', ', ', ']'),
  object: joinMembers(': ', 'Object {', ', ', '}'),
}
