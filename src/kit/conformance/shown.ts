/**
 * Values as a report shows them: JSON, cut where it is long. It differs from JSON in two places, where JSON would mislead: −0 is
 * `-0`, and a long run of one character is shown by its length.
 *
 *     shown({ nonce: '-'.repeat(129), n: -0 })    {"nonce":"-"×129,"n":-0}
 *     shown(`a${' '.repeat(8213)}b`)              "a"+" "×8213+"b"
 */
import { inspect } from '../../core/untrusted.ts'

/** The maximum length of a text that a report shows in full. */
export const longest = 4000

/** A value for a report. A port in this process may answer with a value that JSON cannot hold. */
export const shown = (value: unknown, maxLength?: number): string => {
  const json = withNegativeZero(value)
  return shortened(json === undefined ? 'a value that cannot be written as JSON' : shortenRuns(json), maxLength)
}

/** A text for a report. A port may make it of any length, so at most `maxLength` characters are shown. */
export const shortened = (untrusted: string, maxLength = 200): string =>
  untrusted.length <= maxLength ? untrusted : `${untrusted.slice(0, maxLength)}… (${untrusted.length} characters)`

// ---- JSON

type Replacer = (key: string, inner: unknown) => unknown

/** The value as JSON; undefined if it has a circle, a bigint, or too many levels for the stack. */
export const written = (value: unknown): string | undefined => writeJson(value)

const writeJson = (value: unknown, replacer?: Replacer): string | undefined =>
  inspect<string | undefined>(() => JSON.stringify(value, replacer) ?? 'missing', undefined)

/** In place of −0, which `JSON.stringify` writes as 0. No text of the suite has this. */
const negativeZero = '\ue000negative zero\ue000'

const withNegativeZero = (value: unknown): string | undefined =>
  writeJson(value, (_, inner) => (Object.is(inner, -0) ? negativeZero : inner))?.replaceAll(`"${negativeZero}"`, '-0')

// ---- Runs of one character

/** Shorter runs are shown as they are. */
const shortestRun = 32

/** A string in JSON. */
const jsonStrings = /"(?:[^"\\]|\\.)*"/gsu

/** The JSON with the long runs in its strings shown by their length. */
const shortenRuns = (json: string): string =>
  json.replace(jsonStrings, (string) => {
    if (string.length < shortestRun) return string
    return shortenRunsIn(unitsOf(string.slice(1, -1))).join('+')
  })

/** What a run repeats: a byte of two digits in a string of hexadecimal digits, else a character, which may be an escape. */
const unitsOf = (content: string): ReadonlyArray<string> => {
  const isHex = /^(?:[0-9a-f]{2})+$/.test(content)
  return content.match(isHex ? /../g : /\\u[0-9a-f]{4}|\\.|[^\\]/gsu) ?? []
}

/** The string in pieces: each long run as `"-"×129`, and what is between the runs in quotes. */
const shortenRunsIn = (units: ReadonlyArray<string>): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  let between = ''
  const endBetween = (): void => {
    if (between !== '') pieces.push(`"${between}"`)
    between = ''
  }
  for (let start = 0; start < units.length; ) {
    let end = start + 1
    while (end < units.length && units[end] === units[start]) end++
    if (end - start < shortestRun) between += units.slice(start, end).join('')
    else {
      endBetween()
      pieces.push(`"${units[start]}"×${end - start}`)
    }
    start = end
  }
  endBetween()
  return pieces
}
