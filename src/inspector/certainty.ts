/**
 * What of a report is certain, and what a guess; and how the page tells a time that does not fit, which depends on the time
 * of arrival that somebody has written into a field.
 */
import type { Finding, Report } from '../diagnosis/Report.ts'
import { number } from './words.ts'

export interface Sorted {
  /** What shows in the header or the signature, or has led to what was signed. */
  readonly certain: ReadonlyArray<Finding>
  /** The likeliest first, each once. */
  readonly guesses: ReadonlyArray<Finding>
}

/** What stands above all guesses, and not once more beside each. */
const heading = /^a guess(?:; )?/

const isGuess = ({ guess }: Finding): boolean => guess === true

export const sorted = ({ exact, findings, alternatives }: Report): Sorted => {
  if (exact) return { certain: findings.map(timed), guesses: [] }
  const certain = findings.filter((finding) => !isGuess(finding))
  const isKnown = ({ id, detail }: Finding, among: ReadonlyArray<Finding>): boolean =>
    among.some((known) => known.id === id && known.detail === detail)
  const guesses: Array<Finding> = []
  for (const finding of [findings, ...alternatives].flat())
    if (!isKnown(finding, certain) && !isKnown(finding, guesses)) guesses.push(finding)
  return {
    certain: certain.map(timed),
    guesses: guesses.map((finding) => timed({ ...finding, detail: finding.detail.replace(heading, '') })),
  }
}

export const isOfTime = ({ id }: Finding): boolean => id === 'clock-behind' || id === 'clock-ahead'

/** By how much, and perhaps of how many hours that is a time zone. */
const distance = /^(\d+) s(?:, about ([\d.]+) h\b)?/

/** A finding about the time, without the claim that the clock is wrong; any other as it is. */
const timed = (finding: Finding): Finding => {
  const found = isOfTime(finding) ? distance.exec(finding.detail) : null
  if (found === null) return finding
  const { 1: seconds, 2: hours } = found
  const isBehind = finding.id === 'clock-behind'
  const zone =
    hours === undefined ? '' : ` About ${hours} h may be a time zone: local time taken for UTC, or the reverse.`
  return {
    ...finding,
    detail: '',
    what: `The timestamp is ${number(Number(seconds))} s ${isBehind ? 'before' : 'after'} the time of arrival above.`,
    remedy: isBehind
      ? `If the request arrived earlier, change that time; if not, the caller's clock is behind, or the request was long on its way.${zone}`
      : `If the request arrived later, change that time; if not, the caller's clock is ahead.${zone}`,
  }
}
