/**
 * One JSON text in the styles of serializers.ts, the usual ones first. It works on the text, because a
 * parsed value would lose the spelling of numbers and the order of members.
 */

import { distinct, rarely } from './distinct.ts'
import { isJson } from './isJson.ts'
import { treeOf, type Writer, writerOf } from './jsonText.ts'
import type { Form } from './Respelling.ts'
import { serialized, usualStyles } from './serializers.ts'

/** A longer text is not written in every style that there is. */
const maxSerialized = 65_536

const writerFor = (json: string, wanted?: string): Writer =>
  writerOf(treeOf(json), { most: 4 * json.length + 65_536, wanted })

const inStyles = (styles: ReturnType<typeof usualStyles>, { write }: Writer): ReadonlyArray<Form> =>
  styles.flatMap(([detail, style]) => {
    const text = write(style)
    return text === undefined ? [] : [[detail, text]]
  })

/** A JSON text as most callers write it who keep the order of members and the spelling of numbers. */
export const inPlainStyles = (json: string, wanted?: string): ReadonlyArray<Form> =>
  inStyles(
    usualStyles().filter(([, { before, number }]) => before === undefined && number === undefined),
    writerFor(json, wanted),
  )

/**
 * A JSON text in each style, perhaps its own among them; nothing if the text is not JSON. The rare styles come last. With
 * `wanted`, those that lead to this one text.
 */
export function* restyle(json: string, wanted?: string): Generator<Form> {
  if (!isJson(json)) return
  const writer = writerFor(json, wanted)
  const usual = inStyles(usualStyles(), writer)
  yield* usual
  const known = usual.map(([, text]) => text)
  // JavaScript also respells numbers: `1.0` becomes `1`.
  const javascript = JSON.stringify(JSON.parse(json))
  if (wanted === undefined || javascript === wanted) yield ['javascript', javascript]
  if (json.length > maxSerialized) return
  // Only a line feed is too many: that is a mistake of the join.
  yield* rarely(true, distinct([json, `${json}\n`, ...known], {}, serialized(writer)))
}
