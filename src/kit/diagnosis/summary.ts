/**
 * A report as one line for a log.
 */
import { isAppId } from '../../core/AppId.ts'
import type { Finding, Report } from './Report.ts'

const idsOf = (findings: ReadonlyArray<Finding>): string => findings.map(({ id }) => id).join('+') || 'nothing'

/**
 * The report in one line that holds nothing of the request's text: the verdict and its reason, the ids of the mistakes, and the
 * key that signed. `exact=`: the text that was signed was recovered, and this is its cause. `recovered alternatives=`: the text
 * was recovered, and each of these explains it. `seen=`: this shows without that text.
 *
 * @example
 * ```ts
 * import { summary } from 'countersign/diagnosis'
 *
 * const found = { recovered: true, exact: true, findings: [], alternatives: [] } as const
 * assert.equal(summary({ outcome: 'accept', ...found, tried: 1, complete: true }), 'accept exact=nothing')
 * ```
 */
export const summary = ({ outcome, reason, findings, key, complete, ...report }: Report): string =>
  [
    outcome,
    reason,
    causeOf(findings, report),
    // No guesses: in a log the first of them would look like a fact.
    findings.some(({ guess }) => guess === true)
      ? complete
        ? 'cause=not-found'
        : 'cause=not-found-in-time'
      : undefined,
    key === undefined ? undefined : `key=${key.fingerprint}`,
    // The name of a key that was given by hand may be any text.
    key?.appId !== undefined && isAppId(key.appId) ? `app=${key.appId}` : undefined,
  ]
    .filter((word) => word !== undefined)
    .join(' ')

const causeOf = (
  findings: Report['findings'],
  { recovered, exact, alternatives }: Pick<Report, 'recovered' | 'exact' | 'alternatives'>,
): string => {
  if (exact) return `exact=${idsOf(findings)}`
  if (recovered) return `recovered alternatives=${[findings, ...alternatives].map(idsOf).join('|')}`
  return `seen=${idsOf(findings.filter(({ guess }) => guess !== true))}`
}
