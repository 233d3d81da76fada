/**
 * A report as one line for a log.
 */
import { isAppId } from '../core/AppId.ts'
import type { Finding, Report } from './Report.ts'

const idsOf = (findings: ReadonlyArray<Finding>): string => findings.map(({ id }) => id).join('+') || 'nothing'

/**
 * What was found, in one line that holds nothing of the request's text: the verdict and its reason, the ids of the mistakes
 * (`exact=` what leads to the text that was signed, `or=` what does so with as few mistakes; `seen=` what shows without the text that was signed), and the key that signed.
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
    // Guesses are many, and a log would make a fact of the first.
    findings.some(({ guess }) => guess === true)
      ? complete
        ? 'cause=not-found'
        : 'cause=not-found-in-time'
      : undefined,
    exact && alternatives.length > 0 ? `or=${alternatives.map(idsOf).join('|')}` : undefined,
    key === undefined ? undefined : `key=${key.fingerprint}`,
    // Of a key that was given by hand it may be any text.
    key?.appId !== undefined && isAppId(key.appId) ? `app=${key.appId}` : undefined,
  ]
    .filter((word) => word !== undefined)
    .join(' ')
