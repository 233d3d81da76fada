/**
 * The value of a JSON body as functions of PHP print it. `{"a":["x"]}` becomes
 *
 *     array (                array(1) {                  a:1:{s:1:"a";a:1:{i:0;s:1:"x";}}
 *       'a' =>                 ["a"]=>
 *       array (                array(1) {
 *         0 => 'x',              [0]=>
 *       ),                       string(1) "x"
 *     )                        }
 *                            }
 *
 *     var_export             var_dump                    serialize
 */
import { utf8 } from '../charsets.ts'
import { isString, textOfString } from '../jsonLiterals.ts'
import type { Node } from '../jsonText.ts'
import type { Form } from '../Respelling.ts'
import type { Document } from './Document.ts'
import { singleQuoted } from './singleQuoted.ts'

export function* phpForms({ tree }: Document): Generator<Form> {
  yield ['its value (var_export of PHP)', varExport(tree, '')]
  yield ['its value (var_dump of PHP)', varDump(tree, '')]
  yield ['its value (serialize of PHP)', serialize(tree)]
}

/** An entry of an array of PHP. The key is the index of an item, or the literal of a name. */
interface Entry {
  readonly key: number | string
  readonly child: Node
}

const entriesOf = (node: Exclude<Node, { readonly _tag: 'Scalar' }>): ReadonlyArray<Entry> =>
  node._tag === 'Array'
    ? node.items.map((child, key) => ({ key, child }))
    : node.members.map(([key, child]) => ({ key, child }))

/** The number has a fraction or an exponent, so it is no integer of PHP. */
const isFloat = (literal: string): boolean => /[.eE]/.test(literal)

const byteCount = (text: string): number => utf8(text).length

const varExport = (node: Node, indentation: string): string => {
  if (node._tag === 'Scalar') return varExportScalar(node.literal)
  const inner = `${indentation}  `
  const entries = entriesOf(node).map(({ key, child }) => {
    const keyText = typeof key === 'number' ? key : singleQuoted(key)
    const lineEnd = child._tag === 'Scalar' ? '' : `\n${inner}`
    return `${inner}${keyText} => ${lineEnd}${varExport(child, inner)},\n`
  })
  return `array (\n${entries.join('')}${indentation})`
}

const varExportScalar = (literal: string): string => {
  if (isString(literal)) return singleQuoted(literal)
  return literal === 'null' ? 'NULL' : literal
}

const varDump = (node: Node, indentation: string): string => {
  if (node._tag === 'Scalar') return `${indentation}${varDumpScalar(node.literal)}\n`
  const inner = `${indentation}  `
  const entries = entriesOf(node).map(({ key, child }) => {
    const keyText = typeof key === 'number' ? key : JSON.stringify(textOfString(key))
    return `${inner}[${keyText}]=>\n${varDump(child, inner)}`
  })
  return `${indentation}array(${entries.length}) {\n${entries.join('')}${indentation}}\n`
}

const varDumpScalar = (literal: string): string => {
  if (isString(literal)) {
    const text = textOfString(literal)
    return `string(${byteCount(text)}) "${text}"`
  }
  if (literal === 'null') return 'NULL'
  if (literal === 'true' || literal === 'false') return `bool(${literal})`
  return `${isFloat(literal) ? 'float' : 'int'}(${literal})`
}

const serialize = (node: Node): string => {
  if (node._tag === 'Scalar') return serializeScalar(node.literal)
  const entries = entriesOf(node).map(({ key, child }) => {
    const keyText = typeof key === 'number' ? `i:${key};` : serializeText(textOfString(key))
    return keyText + serialize(child)
  })
  return `a:${entries.length}:{${entries.join('')}}`
}

const serializeScalar = (literal: string): string => {
  if (isString(literal)) return serializeText(textOfString(literal))
  if (literal === 'null') return 'N;'
  if (literal === 'true') return 'b:1;'
  if (literal === 'false') return 'b:0;'
  return `${isFloat(literal) ? 'd' : 'i'}:${literal};`
}

const serializeText = (text: string): string => `s:${byteCount(text)}:"${text}";`
