/**
 * A JSON text in the styles of all serializers: `{"a":1.0}` becomes `{"a": 1.0}` as Python writes it. It works on the text, because a
 * parsed value would lose the spelling of numbers and the order of members.
 */

import { distinct, withRarity } from './distinct.ts'
import { isJson } from './isJson.ts'
import { treeOf, type Writer, writerOf } from './jsonText.ts'
import type { Form } from './Respelling.ts'
import { serializedForms, usualStyles } from './serializers.ts'

/** A longer text is not written in every style that there is. */
const maxSerialized = 65_536

const writerFor = (json: string, wanted?: string): Writer =>
  writerOf(treeOf(json), { most: 4 * json.length + 65_536, wanted })

const inStyles = (styles: ReturnType<typeof usualStyles>, { write }: Writer): ReadonlyArray<Form> =>
  styles.flatMap(([detail, style]) => {
    const written = write(style)
    return written === undefined ? [] : [[detail, written]]
  })

/** A JSON text in the usual styles that keep the order of members and the spelling of numbers. */
export const inPlainStyles = (json: string, wanted?: string): ReadonlyArray<Form> =>
  inStyles(
    usualStyles().filter(([, { before: comesBefore, number }]) => comesBefore === undefined && number === undefined),
    writerFor(json, wanted),
  )

/** A JSON text with a blank after each comma and colon, or on lines of its own, its members and numbers as they are. */
export const inSpacedStyles = (json: string, wanted?: string): ReadonlyArray<Form> =>
  inStyles(
    usualStyles().filter(([detail]) => spacedStyles.includes(detail)),
    writerFor(json, wanted),
  )

const spacedStyles: ReadonlyArray<string> = ['spaced', 'python', 'pretty-2', 'pretty-4']

/**
 * A JSON text in each style, the rare styles last. Its own text may be among them. None if the text is not JSON. With `wanted`, only
 * the styles that write this text.
 */
export function* restyle(json: string, wanted?: string): Generator<Form> {
  if (!isJson(json)) return
  const writer = writerFor(json, wanted)
  const usualForms = inStyles(usualStyles(), writer)
  yield* usualForms
  const usualTexts = usualForms.map(([, usualText]) => usualText)
  // JSON.parse and JSON.stringify also respell numbers: `1.0` becomes `1`.
  const javascript = JSON.stringify(JSON.parse(json))
  if (wanted === undefined || javascript === wanted) yield ['javascript', javascript]
  if (json.length > maxSerialized) return
  // The same text with a line feed at its end is a mistake of the join.
  yield* withRarity(true, distinct([json, `${json}\n`, ...usualTexts], {}, serializedForms(writer)))
}
