/**
 * The value of a JSON body in XML. `{"a":[1,"x"],"b":null}` becomes `<root><a>1</a><a>x</a><b/></root>`, or with an element for each
 * item `<root><a><item>1</item><item>x</item></a><b/></root>`.
 */
import { isString, textOfString } from '../jsonLiterals.ts'
import type { Node } from '../jsonText.ts'
import type { Form } from '../Respelling.ts'
import type { Document } from './Document.ts'

/** What is round the value. */
interface Frame {
  /** The name of the outermost element. If empty, there is none. */
  readonly root: string
  readonly declaration: string
}

interface Style extends Frame {
  /** `<a/>` for an empty element. Else `<a></a>`. */
  readonly isShort: boolean
  /** The name of an element for each item of a list. If absent, the element of the list is repeated. */
  readonly item?: string
  /** Written for null. If absent, nothing. */
  readonly nullText?: string
}

const frames: ReadonlyArray<Frame> = [
  { root: 'root', declaration: '' },
  { root: 'xml', declaration: '' },
  { root: 'request', declaration: '' },
  { root: 'Request', declaration: '' },
  { root: 'data', declaration: '' },
  // The types of Java for an object, as Jackson writes them.
  { root: 'LinkedHashMap', declaration: '' },
  { root: 'ObjectNode', declaration: '' },
  { root: '', declaration: '' },
  { root: 'root', declaration: '<?xml version="1.0" encoding="utf-8"?>\n' },
  { root: 'root', declaration: '<?xml version="1.0" encoding="UTF-8"?>\n' },
  { root: 'root', declaration: '<?xml version="1.0" encoding="UTF-8"?>' },
  { root: 'root', declaration: "<?xml version='1.0' encoding='UTF-8'?>" },
]

const stylesIn = (frame: Frame): ReadonlyArray<Style> => {
  const usualStyles = [
    { ...frame, isShort: true },
    { ...frame, isShort: false },
  ]
  switch (frame.root) {
    case '':
      // org.json writes null so.
      return [...usualStyles, { ...frame, isShort: true, nullText: 'null' }]
    case 'root':
      return [...usualStyles, ...usualStyles.map((style) => ({ ...style, item: 'item' }))]
    default:
      return usualStyles
  }
}

const styles: ReadonlyArray<Style> = frames.flatMap(stylesIn)

export function* xmlForms({ tree }: Document): Generator<Form> {
  for (const [i, style] of styles.entries())
    yield [`its value as XML, ${i + 1}`, style.declaration + element(style.root, contentOf(tree, style), style)]
}

/** The element with this content. Without a name, the content alone. */
const element = (name: string, content: string, { isShort }: Style): string => {
  if (name === '') return content
  return content === '' && isShort ? `<${name}/>` : `<${name}>${content}</${name}>`
}

const contentOf = (node: Node, style: Style): string => {
  switch (node._tag) {
    case 'Object':
      return node.members.map(([name, child]) => elementsOf(textOfString(name), child, style)).join('')
    case 'Array':
      return repeatedElement(style.item ?? 'item', node.items, style)
    case 'Scalar':
      return scalarText(node.literal, style)
  }
}

/** The element of a member. A list may be one element for each item. */
const elementsOf = (name: string, node: Node, style: Style): string =>
  node._tag === 'Array' && style.item === undefined
    ? repeatedElement(name, node.items, style)
    : element(name, contentOf(node, style), style)

const repeatedElement = (name: string, items: ReadonlyArray<Node>, style: Style): string =>
  items.map((child) => element(name, contentOf(child, style), style)).join('')

const scalarText = (literal: string, { nullText = '' }: Style): string => {
  if (isString(literal)) return escapeMarks(textOfString(literal))
  return literal === 'null' ? nullText : literal
}

const escapeMarks = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
