/**
 * An XML text as another library writes it: with other white space between its tags, another declaration, or empty elements as one
 * tag or two. `<a><b></b></a>` becomes `<a><b/></a>`.
 */

import { distinct } from './distinct.ts'
import type { Form } from './Respelling.ts'

const maxLength = 65_536
/** Deeper elements are not indented. */
const maxDepth = 64

const isXml = (body: string): boolean => body.length <= maxLength && /^\ufeff?\s*<[?!A-Za-z][\s\S]*>\s*$/.test(body)

const declaration = /^\ufeff?\s*<\?xml[^>]*\?>\s*/

const declarations: ReadonlyArray<string> = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<?xml version="1.0" encoding="utf-8"?>',
  "<?xml version='1.0' encoding='UTF-8'?>",
  "<?xml version='1.0' encoding='utf-8'?>",
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
  '<?xml version="1.0"?>',
]

/** A tag up to its first `>`, or the text before the next tag. A comment, CDATA and an attribute may have a `<`. */
const tagOrText = /<[^>]*(?:>|$)|[^<]+/g

/** The pieces of an XML text. Joined, they are the text. */
export const piecesOf = (xml: string): ReadonlyArray<string> => xml.match(tagOrText) ?? []

const removeSpaces = (xml: string): string => xml.replace(/>\s+</g, '><').trim()

/** Puts each element that holds other elements on a line of its own. Undefined if elements are nested too deep or overlap. */
const indentElements = (xml: string, indent: string): string | undefined => {
  const tokens = piecesOf(removeSpaces(xml))
  const xmlLines: Array<string> = []
  let depth = 0
  let isOpen = false
  for (const xmlToken of tokens) {
    const isEnd = xmlToken.startsWith('</')
    if (isEnd) depth--
    if (depth > maxDepth || depth < 0) return undefined
    const isInline = !xmlToken.startsWith('<') || (isEnd && isOpen)
    if (isInline) xmlLines.push((xmlLines.pop() ?? '') + xmlToken)
    else xmlLines.push(indent.repeat(depth) + xmlToken)
    const isStart = /^<[^/?!][^>]*[^/]>$|^<[^/?!]>$/.test(xmlToken)
    if (isStart) depth++
    isOpen = isStart || (isOpen && !xmlToken.startsWith('<'))
  }
  return xmlLines.join('\n')
}

/** The XML with other white space between its tags. */
function* layouts(xml: string): Generator<Form> {
  yield ['no white space between tags', removeSpaces(xml)]
  for (const [indentName, indent] of [
    ['2 spaces', '  '],
    ['4 spaces', '    '],
    ['tabs', '\t'],
    ['no indentation', ''],
  ] as const) {
    const written = indentElements(xml, indent)
    if (written === undefined) continue
    yield [`each element on a line, ${indentName}`, written]
    yield [`each element on a line, ${indentName}, and a line feed behind it`, `${written}\n`]
  }
}

/** `<a b="c"/>`, and `<a b="c"></a>`: the content of the first tag, and the name of the end tag. */
const emptyTag = /<([^\s<>/?!][^<>]*)\/>/g
const tagPair = /<([^\s<>/?!][^<>]*)><\/([^<>]*)>/g

const elementName = (content: string): string => /^[^\s/?!]*/.exec(content)?.[0] ?? ''

const asTwoTags = (content: string): string => `<${content.trimEnd()}></${elementName(content)}>`

/** As it is, if the end tag has another name. */
const asOneTag = (pair: string, content: string, end: string): string =>
  elementName(content) === end && !content.endsWith('/') ? `<${content}/>` : pair

const emptyElements: ReadonlyArray<readonly [detail: string, write: (xml: string) => string]> = [
  ['', (xml) => xml],
  [', empty elements as two tags', (xml) => xml.replace(emptyTag, (_, content: string) => asTwoTags(content))],
  [', empty elements as one tag', (xml) => xml.replace(tagPair, (pair, content, end) => asOneTag(pair, content, end))],
  [
    ', empty elements as one tag with a space',
    (xml) =>
      xml
        .replace(tagPair, (pair, content, end) => asOneTag(pair, content, end))
        .replace(emptyTag, (_, content: string) => `<${content} />`),
  ],
]

function* everyForm(xml: string): Generator<Form> {
  const inner = xml.replace(declaration, '')
  const [sentDeclaration = ''] = declaration.exec(xml) ?? []
  for (const [suffix, write] of emptyElements) {
    yield [`as it is${suffix}`, write(xml)]
    for (const [detail, written] of layouts(inner)) {
      yield [`${detail}${suffix}, the declaration as sent`, write(sentDeclaration + written)]
      yield [`${detail}${suffix}, the declaration apart`, write(`${sentDeclaration.trim()}\n${written}`)]
    }
    for (const [detail, written] of [['as it is', inner] as const, ...layouts(inner)])
      for (const [i, head] of ['', ...declarations].entries()) {
        yield [`${detail}${suffix}, declaration ${i}`, write(head + written)]
        if (head !== '') yield [`${detail}${suffix}, declaration ${i} on its line`, write(`${head}\n${written}`)]
      }
  }
}

/** All forms of an XML text. None for any other text. */
export function* respelledXml(body: string): Generator<Form> {
  if (isXml(body)) yield* distinct([body], { characters: 2_000_000 }, everyForm(body))
}
