/**
 * A JSON text in the styles of all serializers: `{"a":1.0}` becomes `{"a": 1.0}` as Python writes it. It works on the text, because a
 * parsed value would lose the spelling of numbers and the order of members.
 */

import { distinct, withRarity } from './distinct.ts'
import { isJson } from './isJson.ts'
import { isNumber, jsonToken, type Node, treeOf, type Writer, writerOf } from './jsonText.ts'
import { shortest } from './numberText.ts'
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
  inStyles(plainStyles(), writerFor(json, wanted))

/** A JSON text in all usual styles, also with its members sorted. */
export const inUsualStyles = (json: string): ReadonlyArray<Form> => inStyles(usualStyles(), writerFor(json))

/** A JSON text with a blank after each comma and colon, or on lines of its own, its members and numbers as they are. */
export const inSpacedStyles = (json: string): ReadonlyArray<Form> =>
  inStyles(
    usualStyles().filter(([detail]) => spacedStyles.includes(detail)),
    writerFor(json),
  )

const spacedStyles: ReadonlyArray<string> = ['spaced', 'python', 'pretty-2', 'pretty-4']

/** The usual styles that keep the order of members and the spelling of numbers. */
export const plainStyles = (): ReturnType<typeof usualStyles> =>
  usualStyles().filter(([, { before: comesBefore, number }]) => comesBefore === undefined && number === undefined)

/** The styles in which a program writes a tree that it has changed. */
const commonStyles: ReadonlyArray<string> = ['compact', 'python']

/** Writes other trees as this JSON text is written, if its style is usual, and in the styles that are the commonest. */
export const writersLike = (json: string): ((tree: Node) => ReadonlyArray<string>) => {
  const { write } = writerFor(json)
  const body = json.trimEnd()
  const own = plainStyles().find(([, style]) => write(style) === body)
  const styles = plainStyles().filter(([detail]) => commonStyles.includes(detail))
  const end = json.slice(body.length)
  return (tree) => {
    const writer = writerOf(tree, { most: 8 * json.length + 65_536 })
    const texts = styles.flatMap(([, style]) => writer.write(style) ?? [])
    const ownText = own && writer.write(own[1])
    return [...new Set([...(ownText === undefined ? [] : [ownText + end]), ...texts])]
  }
}

/**
 * This JSON text, and the texts that the commonest programs write after they have parsed it: compact or with spaces, the numbers as they are or
 * in their shortest form.
 */
export const writtenAnew = (json: string): ReadonlyArray<string> => {
  const shorter = withShortNumbers(json)
  return [...new Set([json, ...writersLike(json)(treeOf(json)), shorter, ...writersLike(shorter)(treeOf(shorter))])]
}

/** The text with its numbers as JavaScript, Go and PHP write them: 2.5 for 2.50. */
export const withShortNumbers = (json: string): string =>
  json.replace(jsonToken, (token) => (isNumber(token) ? shortest(token) : token))

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
