/**
 * A report as one line for a log.
 */
import { isAppId } from '../../core/AppId.ts'
import type { Finding, Report } from './Report.ts'
import { sorted, stages } from './reportWords.ts'

const idsOf = (findings: ReadonlyArray<Finding>): string => findings.map(({ id }) => id).join('+') || 'nothing'

/**
 * The report in one line that holds nothing of the request's text: the verdict and its reason, the ids of the mistakes, and the
 * key that signed. `exact=`: the text that was signed was recovered, and this is its cause. `recovered alternatives=`: the text
 * was recovered, and each of these explains it. `seen=`: this shows without that text. `clock=`: this depends on the time.
 * `unfinished=`: not all of these were tried, singles, pairs or threes of mistakes. `failed=`: these mistakes were skipped because of a fault of this package.
 *
 * @example
 * ```ts
 * import { summary } from 'countersign/diagnosis'
 *
 * const found = { recovered: true, exact: true, findings: [], alternatives: [] } as const
 * assert.equal(summary({ outcome: 'accept', ...found, tried: 1, complete: true }), 'accept exact=nothing')
 * ```
 */
export const summary = (report: Report): string => {
  const { outcome, reason, key, complete, excluded, unfinished, failed = [] } = report
  const { clock } = sorted(report)
  return [
    outcome,
    reason,
    causeWord(report),
    clock.length === 0 ? undefined : `clock=${idsOf(clock)}`,
    // No guesses: in a log the first of them would look like a fact.
    excluded === undefined ? undefined : complete ? 'cause=not-found' : 'cause=not-found-in-time',
    unfinished === undefined ? undefined : `unfinished=${stages[unfinished].name}`,
    failed.length === 0 ? undefined : `failed=${failed.join('+')}`,
    key === undefined ? undefined : `key=${key.fingerprint}`,
    // The name of a key that was given by hand may be any text.
    key?.appId !== undefined && isAppId(key.appId) ? `app=${key.appId}` : undefined,
  ]
    .filter((word) => word !== undefined)
    .join(' ')
}

/** What was signed, and why. Undefined if the right text was signed, and only the time is wrong. */
const causeWord = (report: Report): string | undefined => {
  const { proven, alternatives, clock } = sorted(report)
  if (!report.recovered) return `seen=${idsOf(proven)}`
  const isExact = alternatives.length === 0 && proven.every(({ exact }) => exact)
  if (!isExact) return `recovered alternatives=${[proven, ...alternatives].map(idsOf).join('|')}`
  return proven.length === 0 && clock.length > 0 ? undefined : `exact=${idsOf(proven)}`
}
