/**
 * The list of cases that may fail for now. It cannot rot: an entry that passes, that has expired or that names no case makes
 * the run fail.
 */
import * as E from 'fp-ts/lib/Either.js'
import { casesOf, type Selection } from './levels.ts'
import type { CaseReport, StaleEntry } from './Report.ts'

export interface KnownFailure {
  readonly id: string
  readonly reason: string
  /** The last day on which it counts, `2027-01-31`. */
  readonly expires: string
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/**
 * Reads a list; on the left stands what is wrong with it, and at which entry.
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js'
 * import { parseKnownFailures } from 'countersign/conformance'
 *
 * assert.deepEqual(parseKnownFailures('[]'), E.right([]))
 * assert.deepEqual(parseKnownFailures('[{}]'), E.left('entry 1 has no id'))
 * ```
 */
export const parse = (text: string): E.Either<string, ReadonlyArray<KnownFailure>> => {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return E.left('it is no JSON')
  }
  if (!Array.isArray(list)) return E.left('it is no array')
  const ids = new Set<string>()
  for (const [i, entry] of list.entries()) {
    const { id, reason, expires } = (entry ?? {}) as Partial<Record<keyof KnownFailure, unknown>>
    const where = `entry ${i + 1}`
    if (typeof id !== 'string') return E.left(`${where} has no id`)
    if (typeof reason !== 'string' || reason.trim() === '') return E.left(`${where}, ${id}: a reason is missing`)
    if (typeof expires !== 'string' || !isDay(expires)) {
      return E.left(`${where}, ${id}: expires is a day such as 2027-01-31`)
    }
    if (ids.has(id)) return E.left(`${where}, ${id}: it stands there twice`)
    ids.add(id)
  }
  return E.right(list as ReadonlyArray<KnownFailure>)
}

/** The entries that no longer hold. One for a case of another level, or one that was not asked for, is left alone. */
export const staleEntries = (
  known: ReadonlyArray<KnownFailure>,
  cases: ReadonlyArray<CaseReport>,
  settings: Selection & { readonly today: string },
): ReadonlyArray<StaleEntry> => {
  const all = new Set(settings.suite.vectors.map(({ id }) => id))
  const run = new Set(casesOf(settings).map(({ id }) => id))
  return known.flatMap(({ id, expires }): ReadonlyArray<StaleEntry> => {
    if (!all.has(id)) return [{ id, why: 'no such case' }]
    if (!run.has(id)) return []
    if (expires < settings.today) return [{ id, why: 'expired' }]
    return cases.some((c) => c.id === id && c.verdict === 'pass') ? [{ id, why: 'passes' }] : []
  })
}
