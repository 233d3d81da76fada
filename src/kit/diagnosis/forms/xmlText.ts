/** An XML text in other texts of the same content: with other white space between its tags, its declaration or its empty elements. */
import { distinct } from './distinct.ts'
import type { Form } from './Respelling.ts'

const maxLength = 65_536
/** Deeper elements are not indented. */
const maxDepth = 64

const isXml = (text: string): boolean => text.length <= maxLength && /^\ufeff?\s*<[?!A-Za-z][\s\S]*>\s*$/.test(text)

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

/** A tag, or the text before the next one. */
const piece = /<[^>]*>|[^<]+/g

const compact = (text: string): string => text.replace(/>\s+</g, '><').trim()

/** Each element on a line of its own, if it holds other elements. */
const indented = (text: string, indent: string): string | undefined => {
  const pieces = compact(text).match(piece) ?? []
  const lines: Array<string> = []
  let depth = 0
  let isOpen = false
  for (const each of pieces) {
    const isEnd = each.startsWith('</')
    if (isEnd) depth--
    if (depth > maxDepth || depth < 0) return undefined
    const isInline = !each.startsWith('<') || (isEnd && isOpen)
    if (isInline) lines.push((lines.pop() ?? '') + each)
    else lines.push(indent.repeat(depth) + each)
    const isStart = /^<[^/?!][^>]*[^/]>$|^<[^/?!]>$/.test(each)
    if (isStart) depth++
    isOpen = isStart || (isOpen && !each.startsWith('<'))
  }
  return lines.join('\n')
}

/** The white space between tags. */
function* layouts(text: string): Generator<Form> {
  yield ['no white space between tags', compact(text)]
  for (const [says, indent] of [
    ['2 spaces', '  '],
    ['4 spaces', '    '],
    ['tabs', '\t'],
    ['no indentation', ''],
  ] as const) {
    const written = indented(text, indent)
    if (written === undefined) continue
    yield [`each element on a line, ${says}`, written]
    yield [`each element on a line, ${says}, and a line feed behind it`, `${written}\n`]
  }
}

const emptyElements: ReadonlyArray<readonly [detail: string, write: (text: string) => string]> = [
  ['', (text) => text],
  [', empty elements as two tags', (text) => text.replace(/<([^\s/>?!]+)([^>]*?)\s*\/>/g, '<$1$2></$1>')],
  [', empty elements as one tag', (text) => text.replace(/<([^\s/>?!]+)([^>]*)><\/\1>/g, '<$1$2/>')],
  [
    ', empty elements as one tag with a space',
    (text) => text.replace(/<([^\s/>?!]+)([^>]*?)(?:><\/\1>|\/>)/g, '<$1$2 />'),
  ],
]

function* everyForm(text: string): Generator<Form> {
  const inner = text.replace(declaration, '')
  const [own = ''] = declaration.exec(text) ?? []
  for (const [says, write] of emptyElements) {
    yield [`as it is${says}`, write(text)]
    for (const [detail, written] of layouts(inner)) {
      yield [`${detail}${says}, the declaration as sent`, write(own + written)]
      yield [`${detail}${says}, the declaration apart`, write(`${own.trim()}\n${written}`)]
    }
    for (const [detail, written] of [['as it is', inner] as const, ...layouts(inner)])
      for (const [i, head] of ['', ...declarations].entries()) {
        yield [`${detail}${says}, declaration ${i}`, write(head + written)]
        if (head !== '') yield [`${detail}${says}, declaration ${i} on its line`, write(`${head}\n${written}`)]
      }
  }
}

/** Nothing for a text that is not XML. */
export function* respelledXml(text: string): Generator<Form> {
  if (isXml(text)) yield* distinct([text], { characters: 2_000_000 }, everyForm(text))
}
