/**
 * The list of cases that may fail for now, which a port's project keeps beside its code. Each entry has a reason and a last day:
 *
 *     [{ "id": "nonce/too-long", "reason": "the next release refuses it", "expires": "2027-01-31" }]
 *
 * A stale entry makes the run fail, so that the list shrinks: the case passes, the entry has expired, or no case has this id.
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

/** `Date.parse` takes 2027-02-31 for 3 March, so the day must come back as it was. */
const isDay = (day: string): boolean => {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}

const reasonCodec = ofRule(textThat('a text that is not blank', (reason) => reason.trim() !== ''))
const dayCodec = ofRule(textThat('a day such as 2027-01-31', isDay))
const entryCodec = t.type({ id: text, reason: reasonCodec, expires: dayCodec }, 'a known failure')

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
  parseJson(list(entryCodec, 'known failures')),
  E.chain((entries) => {
    const ids = entries.map(({ id }) => id)
    const repeatedId = ids.find((id, index) => ids.indexOf(id) < index)
    return repeatedId === undefined ? E.right(entries) : E.left(`${repeatedId} is listed twice`)
  }),
)

/** The stale entries among those whose case was run, and the entries whose id no case has. */
export const staleEntries = (
  known: ReadonlyArray<KnownFailure>,
  reports: ReadonlyArray<CaseReport>,
  settings: Selection & { readonly today?: string },
): ReadonlyArray<StaleEntry> => {
  const suiteIds = new Set(settings.suite.vectors.map(({ id }) => id))
  const selectedIds = new Set(casesOf(settings).map(({ id }) => id))
  const passedIds = new Set(reports.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id))
  const whyStale = ({ id, expires }: KnownFailure): StaleEntry['why'] | undefined => {
    if (!suiteIds.has(id)) return 'no such case'
    if (!selectedIds.has(id)) return undefined
    if (settings.today === undefined || expires < settings.today) return 'expired'
    return passedIds.has(id) ? 'passes' : undefined
  }
  return known.flatMap((entry) => {
    const why = whyStale(entry)
    return why === undefined ? [] : [{ id: entry.id, why }]
  })
}
