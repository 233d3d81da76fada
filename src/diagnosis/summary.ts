/**
 * A report as one line for a log.
 */
import { isAppId } from '../core/AppId.ts'
import type { Finding, Report } from './Report.ts'

const idsOf = (findings: ReadonlyArray<Finding>): string => findings.map(({ id }) => id).join('+') || 'nothing'

/**
 * The report in one line that holds nothing of the request's text: the verdict and its reason, the ids of the mistakes, and the
 * key that signed. `exact=` leads to the text that was signed, `or=` does so with as few mistakes, and `seen=` shows without that
 * text.
 *
 * @example
 * ```ts
 * import { summary } from 'countersign/diagnosis'
 *
 * const report = { outcome: 'accept', exact: true, findings: [], alternatives: [], tried: 1, complete: true } as const
 * assert.equal(summary(report), 'accept exact=nothing')
 * ```
 */
export const summary = ({ outcome, reason, exact, findings, alternatives, key, complete }: Report): string =>
  [
    outcome,
    reason,
    ...(exact ? [`exact=${idsOf(findings)}`] : [`seen=${idsOf(findings.filter(({ guess }) => guess !== true))}`]),
    // No guesses: in a log the first of them would look like a fact.
    findings.some(({ guess }) => guess === true)
      ? complete
        ? 'cause=not-found'
        : 'cause=not-found-in-time'
      : undefined,
    exact && alternatives.length > 0 ? `or=${alternatives.map(idsOf).join('|')}` : undefined,
    key === undefined ? undefined : `key=${key.fingerprint}`,
    // The name of a key that was given by hand may be any text.
    key?.appId !== undefined && isAppId(key.appId) ? `app=${key.appId}` : undefined,
  ]
    .filter((word) => word !== undefined)
    .join(' ')
