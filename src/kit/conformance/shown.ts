/**
 * Values as a report shows them: JSON, cut where it is long. It differs from JSON in two places, which would mislead otherwise: −0 is
 * `-0`, and a long run of one character is shown by its length.
 *
 *     shown({ nonce: '-'.repeat(129), n: -0 })    {"nonce":"-"×129,"n":-0}
 *     shown(`a${' '.repeat(8213)}b`)              "a"+" "×8213+"b"
 */
import { inspect } from '../../core/untrusted.ts'

/** The maximum length of a text that a report shows in full. */
export const longest = 4000

/** A text for a report. A port may make it of any length, so at most `most` characters are shown. */
export const shortened = (text: string, most = 200): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`

/** The value as JSON; undefined if it has a circle, a bigint, or too many levels for the stack. */
export const written = (value: unknown): string | undefined =>
  inspect<string | undefined>(() => JSON.stringify(value) ?? 'missing', undefined)

/** In place of −0, which `JSON.stringify` writes as 0. No text of the suite has this. */
const negativeZero = '\ue000negative zero\ue000'
const withNegativeZero = (value: unknown): string | undefined =>
  inspect<string | undefined>(
    () =>
      JSON.stringify(value, (_, inner) => (Object.is(inner, -0) ? negativeZero : inner))?.replaceAll(
        `"${negativeZero}"`,
        '-0',
      ) ?? 'missing',
    undefined,
  )

/** Runs are shown by their length from this one on. */
const shortestRun = 32
/** A text in JSON. */
const texts = /"(?:[^"\\]|\\.)*"/gsu
/** A run repeats a byte if the text has hexadecimal digits alone. In any other text it repeats a character, perhaps an escaped one. */
const bytesOnly = /^(?:[0-9a-f]{2})+$/
const bytes = /../g
const characters = /\\u[0-9a-f]{4}|\\.|[^\\]/gsu

/** The text in parts: runs by their length, and what is between them. */
const partsOf = (units: ReadonlyArray<string>): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let between = ''
  const endBetween = (): void => {
    if (between !== '') parts.push(`"${between}"`)
    between = ''
  }
  for (let start = 0; start < units.length; ) {
    let end = start + 1
    while (end < units.length && units[end] === units[start]) end++
    if (end - start < shortestRun) between += units.slice(start, end).join('')
    else {
      endBetween()
      parts.push(`"${units[start]}"×${end - start}`)
    }
    start = end
  }
  endBetween()
  return parts
}

/** JSON with its long runs shown by their length. */
const withRuns = (json: string): string =>
  json.replace(texts, (text) => {
    if (text.length < shortestRun) return text
    const inner = text.slice(1, -1)
    return partsOf(inner.match(bytesOnly.test(inner) ? bytes : characters) ?? []).join('+')
  })

/** A value for a report. A port in this process may answer with a value that JSON cannot hold. */
export const shown = (value: unknown, most?: number): string => {
  const json = withNegativeZero(value)
  return shortened(json === undefined ? 'a value that cannot be written as JSON' : withRuns(json), most)
}
