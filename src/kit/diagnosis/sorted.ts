/** The findings of a report by what they rest on, as page, command and log show them. */
import type { Finding, Report } from './Report.ts'

export interface Sorted {
  /** By the digest, or by the request as it was received. */
  readonly proven: ReadonlyArray<Finding>
  /** Other sets of as few mistakes that lead to the same text. */
  readonly alternatives: ReadonlyArray<ReadonlyArray<Finding>>
  /** By the time that is taken for that of the arrival. */
  readonly clock: ReadonlyArray<Finding>
  /** The likeliest first. Each says for what reason it is one. */
  readonly guesses: ReadonlyArray<Finding>
}

export const sorted = ({ recovered, findings, alternatives }: Report): Sorted => {
  const proven = (some: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
    some.filter(({ evidence }) => evidence !== 'clock' && evidence !== 'guess')
  return {
    proven: proven(findings),
    alternatives: recovered ? alternatives.map(proven) : [],
    clock: findings.filter(({ evidence }) => evidence === 'clock'),
    guesses: [findings, ...alternatives].flat().filter(({ evidence }) => evidence === 'guess'),
  }
}

const nouns: Readonly<Partial<Record<string, string>>> = {
  ...{ body: 'bodies', layout: 'ways to join the parts', digested: 'digests of the text' },
}

/** In words: what a search that found nothing has shown, and what it was not given. */
export const excludedWords = ({ excluded, untried = [] }: Report): ReadonlyArray<string> => {
  const counts = Object.entries(excluded ?? {}).flatMap(([slot, count]) =>
    count === 0 ? [] : [`${count.toLocaleString('en')} other ${nouns[slot] ?? `${slot}s`}`],
  )
  if (counts.length === 0) return []
  return [
    `The right text was not signed, nor one with any of these in it and all else right: ${counts.join(', ')}.`,
    'A second nonce, another job or the body of another request leave nothing that could be tried.',
    ...(untried.length === 0
      ? []
      : [`Not tried, because they were not given: mistakes with the ${untried.join(' and ')}.`]),
  ]
}

/** In words: whether the time alone refuses the request. */
export const inTimeWords = ({ inTime }: Report): string | undefined => {
  if (inTime === undefined) return undefined
  return inTime === 'accept'
    ? 'Only the time refuses this request: had it arrived in time, it would have passed.'
    : `By this time the service refuses it before all else. Had it arrived in time, it would refuse it for ${inTime}.`
}
