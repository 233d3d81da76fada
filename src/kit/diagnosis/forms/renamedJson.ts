/**
 * JSON whose members a serializer renamed when it wrote the text anew. A program that renames members has parsed the text, so it may also
 * leave out null, sort, or lay the text out:
 *
 *     {"order_id":1,"last_login":null}     {"orderId":1}                                  camelCase, without null
 *                                          {\n  "OrderId": 1,\n  "LastLogin": null\n}     PascalCase, on lines
 *
 * `changedBody.ts` has the names alone.
 */
import { distinct } from './distinct.ts'
import { isJson } from './isJson.ts'
import { type Node, type Style, treeOf, writerOf } from './jsonText.ts'
import { seldomNamings, usualNamings, wordsOf } from './namings.ts'
import type { Form } from './Respelling.ts'
import { usualStyles } from './serializers.ts'

/** A longer text has too many forms. */
const maxLength = 16_384

/** The styles of programs that rename members, by the names of `usualStyles`. */
const styleNames: ReadonlyArray<string> = ['spaced', 'pretty-2', 'pretty-4', 'sorted', 'php', 'go', 'gson', 'dotnet']

const isNull = (node: Node): boolean => node._tag === 'Scalar' && node.literal === 'null'

const compact: Style = { comma: ',', colon: ':', escaped: /(?!)/g }

/** The styles, and the same without null. Windows ends lines with CR LF. */
const styles = (): ReadonlyArray<readonly [detail: string, style: Style]> => {
  const chosen = usualStyles().filter(([detail]) => styleNames.includes(detail))
  const inWindows = chosen
    .filter(([detail]) => detail === 'pretty-2')
    .map(([detail, style]) => [`${detail}, CR LF`, { ...style, lineEnd: '\r\n' }] as const)
  const withoutNull = [['compact', compact] as const, ...chosen].map(
    ([detail, style]) => [`${detail}, without null`, { ...style, dropped: isNull }] as const,
  )
  return [...chosen, ...inWindows, ...withoutNull]
}

const rename = (node: Node, write: (name: string) => string): Node => {
  if (node._tag === 'Scalar') return node
  if (node._tag === 'Array') return { _tag: 'Array', items: node.items.map((child) => rename(child, write)) }
  return {
    _tag: 'Object',
    members: node.members.map(([name, child]) => [
      JSON.stringify(write(JSON.parse(name) as string)),
      rename(child, write),
    ]),
  }
}

function* everyNaming(json: string, wanted?: string): Generator<Form> {
  const tree = treeOf(json)
  const unchanged = JSON.stringify(tree)
  for (const [naming, join] of [...usualNamings, ...seldomNamings]) {
    const renamed = rename(tree, (name) => join(wordsOf(name)))
    if (JSON.stringify(renamed) === unchanged) continue
    const writer = writerOf(renamed, { most: 4 * json.length + 1024, wanted })
    for (const [style, how] of styles()) {
      const text = writer.write(how)
      if (text !== undefined) yield [`names as ${naming}, the text written anew: ${style}`, text]
    }
  }
}

/** At most so many texts of a JSON text: each is hashed. */
const limits = { forms: 120, characters: 200_000 }

/** The JSON text with other names and in another style. With `wanted`, at least those that are this text. */
export const renamedJson = (json: string, wanted?: string): Iterable<Form> =>
  json.length <= maxLength && /^\s*[[{]/.test(json) && isJson(json)
    ? distinct([json], limits, everyNaming(json, wanted))
    : []
