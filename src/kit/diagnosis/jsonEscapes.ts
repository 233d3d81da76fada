/**
 * The words for JSON escapes that one text has, where the other has the characters themselves:
 *
 *     signed ESC in a string of the body, sent \u001b                a program undid the escape before it signed
 *     signed /jobs?a=1&b=2, sent /jobs?a=1\u0026b=2                  the URL was copied out of JSON and not decoded
 */
import { isJson } from './forms/isJson.ts'
import { showUnit, unitsOf } from './jsonDifference.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

/** A longer text is not compared. */
const maxLength = 262_144

/** More pairs are counted only. */
const maxNamed = 5

/** One character as both texts spell it. */
interface UnitPair {
  readonly signed: string
  readonly sent: string
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\\b': '\b',
  '\\f': '\f',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\/': '/',
  '\\"': '"',
  '\\\\': '\\',
}

const isEscape = (spelling: string): boolean => spelling.startsWith('\\')

/** The character that a spelling stands for in a string of JSON. */
const decodeUnit = (spelling: string): string =>
  shortEscapes[spelling] ??
  spelling.replace(/\\u([0-9A-Fa-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The characters that the texts spell in two ways, each once. Undefined if the texts differ in anything else. */
const spelledPairs = (signed: string, sent: string): ReadonlyArray<UnitPair> | undefined => {
  if (signed === sent || signed.length > maxLength || sent.length > maxLength) return undefined
  const signedUnits = unitsOf(signed)
  const sentUnits = unitsOf(sent)
  if (signedUnits.length !== sentUnits.length) return undefined
  const pairs = new Map<string, UnitPair>()
  for (const [i, signedUnit] of signedUnits.entries()) {
    const sentUnit = sentUnits[i] ?? ''
    if (signedUnit === sentUnit) continue
    if (decodeUnit(signedUnit) !== decodeUnit(sentUnit)) return undefined
    pairs.set(`${signedUnit} ${sentUnit}`, { signed: signedUnit, sent: sentUnit })
  }
  return [...pairs.values()]
}

const namePairs = (pairs: ReadonlyArray<UnitPair>): ReadonlyArray<string> => {
  const named = pairs
    .slice(0, maxNamed)
    .map(({ signed, sent }) => `${showUnit(signed)} where ${showUnit(sent)} was sent`)
  return pairs.length > maxNamed ? [...named, `${pairs.length - maxNamed} more`] : named
}

/** A body of JSON that has some kinds of escapes on one side alone. Everything else is the same. */
export const escapesOfJsonBody = (signed: string, sent: string): Telling | undefined => {
  const pairs = spelledPairs(signed, sent)
  if (pairs === undefined || pairs.length === 0) return undefined
  // Escapes outside a string are none of JSON: the whole body was quoted.
  const isWholeQuoted = !isJson(pairs.some((pair) => isEscape(pair.sent)) ? sent : signed)
  if (isWholeQuoted) return undefined
  const named = namePairs(pairs)
  const what = `The caller signed ${listed(named)}, and the rest of the body as it was sent.`
  return {
    detail: named.join(', '),
    what: pairs.every((pair) => isEscape(pair.sent) && !isEscape(pair.signed))
      ? `${what} A program undid these JSON escapes before the body was signed, or wrote them later.`
      : what,
    remedy: 'Serialize and encode the body once. Then sign and send exactly these bytes.',
  }
}

/** A target that was sent with escapes of JSON. A URL has none, so what is sent must be mended. */
export const escapesOfJsonSent = (signed: string, sent: string): Telling | undefined => {
  const pairs = spelledPairs(signed, sent.replace(/%5C(?=u[0-9A-Fa-f]{4})/gi, '\\'))
  const [first] = pairs ?? []
  if (pairs === undefined || first === undefined) return undefined
  if (!pairs.every((pair) => /^\\u/.test(pair.sent) && /^[!-~]$/.test(pair.signed))) return undefined
  return {
    detail: namePairs(pairs).join(', '),
    what: `The caller sent ${first.sent}, the JSON escape of ${first.signed}, in the target, but signed ${first.signed} itself. Probably it copied the URL out of JSON without decoding it.`,
    remedy: 'Decode the JSON text first. Then sign and send the decoded target.',
  }
}
