/**
 * Which findings of a report are certain, and which are guesses. A wrong time is told as a distance, because the time of arrival
 * comes from a field of the page.
 */
import type { Finding, Report } from '../../kit/diagnosis/Report.ts'
import { number } from './words.ts'

export interface Sorted {
  /** Shown by the header or the signature, or proven by what was signed. */
  readonly certain: ReadonlyArray<Finding>
  /** The likeliest first, each once. */
  readonly guesses: ReadonlyArray<Finding>
}

/** The page says this once, above all guesses. */
const heading = /^a guess(?:; )?/

const isGuess = ({ guess }: Finding): boolean => guess === true

export const sorted = ({ recovered, findings, alternatives }: Report): Sorted => {
  if (recovered) return { certain: findings.map(timed), guesses: [] }
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

/** The seconds, and the hours if they look like a time zone. */
const distance = /^(\d+) s(?:, about ([\d.]+) h\b)?/

/** A finding about the time, as a distance; any other as it is. */
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
