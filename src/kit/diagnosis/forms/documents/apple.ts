/**
 * The value of a JSON body as an NSDictionary of Apple describes itself. `{"a":[1,"x y"]}` becomes
 *
 *     {
 *         a =     (
 *             1,
 *             "x y"
 *         );
 *     }
 */
import { isString, textOfString } from '../jsonLiterals.ts'
import type { Node } from '../jsonText.ts'
import type { Form } from '../Respelling.ts'
import { type Document, isEmpty } from './Document.ts'

export function* appleForms({ tree, sorted }: Document): Generator<Form> {
  yield ['its value (NSDictionary of Apple)', describe(tree, '')]
  yield ['its value (NSDictionary of Apple), sorted', describe(sorted, '')]
}

/** The description, with no spaces before its first line. */
const describe = (node: Node, indentation: string): string => {
  const inner = `${indentation}    `
  switch (node._tag) {
    case 'Scalar':
      return describeScalar(node.literal)
    case 'Array': {
      const items = node.items.map((child) => inner + describe(child, inner))
      return `(\n${items.join(',\n')}${isEmpty(node) ? '' : '\n'}${indentation})`
    }
    case 'Object': {
      const members = node.members.map(([name, child]) => {
        // The opening bracket is indented too, though the name stands before it.
        const beforeBracket = child._tag === 'Scalar' ? '' : inner
        return `${inner}${quoteIfNeeded(textOfString(name))} = ${beforeBracket}${describe(child, inner)};\n`
      })
      return `{\n${members.join('')}${indentation}}`
    }
  }
}

const words: Readonly<Record<string, string>> = { true: '1', false: '0', null: '"<null>"' }

const describeScalar = (literal: string): string =>
  isString(literal) ? quoteIfNeeded(textOfString(literal)) : (words[literal] ?? quoteIfNeeded(literal))

/** A word needs no quotation marks. A decimal does: `"1.5"`. */
const quoteIfNeeded = (text: string): string => (/^[0-9A-Za-z$/:]+$/.test(text) ? text : JSON.stringify(text))
