/**
 * The list of cases that may fail for now. A stale entry makes the run fail: the case passes, the entry has expired, or no
 * case has this id.
 */
import * as E from 'fp-ts/lib/Either.js'
import { flow } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { textThat } from '../../core/Rule.ts'
import { list, ofRule, parseJson, text } from './codecs.ts'
import { casesOf, type Selection } from './levels.ts'
import type { CaseReport, StaleEntry } from './Report.ts'

export interface KnownFailure {
  readonly id: string
  readonly reason: string
  /** The last valid day, such as `2027-01-31`. */
  readonly expires: string
}

const reason = ofRule(textThat('a text that is not blank', (given) => given.trim() !== ''))
const day = ofRule(
  textThat('a day such as 2027-01-31', (given) => /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given))),
)

/**
 * Reads a list. On the left: what is wrong with it, and where.
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js'
 * import { parseKnownFailures } from 'countersign/conformance'
 *
 * assert.deepEqual(parseKnownFailures('[]'), E.right([]))
 * assert.deepEqual(parseKnownFailures('[{}]'), E.left('at /0/id, expected a text, found nothing'))
 * ```
 */
export const parse: (json: string) => E.Either<string, ReadonlyArray<KnownFailure>> = flow(
  parseJson(list(t.type({ id: text, reason, expires: day }, 'a known failure'), 'known failures')),
  E.chain((entries) => {
    const twice = entries.find(({ id }, i) => entries.findIndex((other) => other.id === id) < i)
    return twice === undefined ? E.right(entries) : E.left(`${twice.id} is listed twice`)
  }),
)

/** The stale entries among those for cases of this run; and those that name no case at all. */
export const staleEntries = (
  known: ReadonlyArray<KnownFailure>,
  cases: ReadonlyArray<CaseReport>,
  settings: Selection & { readonly today?: string },
): ReadonlyArray<StaleEntry> => {
  const all = new Set(settings.suite.vectors.map(({ id }) => id))
  const run = new Set(casesOf(settings).map(({ id }) => id))
  return known.flatMap(({ id, expires }): ReadonlyArray<StaleEntry> => {
    if (!all.has(id)) return [{ id, why: 'no such case' }]
    if (!run.has(id)) return []
    if (settings.today === undefined || expires < settings.today) return [{ id, why: 'expired' }]
    return cases.some((c) => c.id === id && c.verdict === 'pass') ? [{ id, why: 'passes' }] : []
  })
}
