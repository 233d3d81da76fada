/**
 * Forms without repetitions. Several programs may write the same text, and the search hashes every text that it is given, so a
 * module of forms gives each text once and no more texts than its limits allow.
 */
import type { Form, Rare } from './Respelling.ts'

export interface Limits {
  /** The most forms. */
  readonly forms?: number
  /** The most characters in all texts together, where each counts as long as the first excluded text. */
  readonly characters?: number
}

/**
 * The first form of each text, except the excluded texts. It ends at the first form beyond a limit.
 *
 *   distinct(['a'], {}, [['upper case', 'A'], ['as it is', 'a'], ['capitalized', 'A']])  // [['upper case', 'A']]
 */
export function* distinct(
  excluded: readonly [string, ...ReadonlyArray<string>],
  { forms: maxForms = Number.POSITIVE_INFINITY, characters: maxCharacters = Number.POSITIVE_INFINITY }: Limits,
  ...sources: ReadonlyArray<Iterable<Form>>
): Generator<Form> {
  const seen = new Set(excluded)
  for (const source of sources)
    for (const form of source) {
      const [, formText] = form
      if (seen.has(formText)) continue
      if (seen.size > maxForms || seen.size * excluded[0].length > maxCharacters) return
      seen.add(formText)
      yield form
    }
}

/** The same forms, marked as this rare. */
export function* withRarity<A = string>(rare: Rare, forms: Iterable<Form<A>>): Generator<Form<A>> {
  for (const [detail, formValue, , traits] of forms) yield [detail, formValue, rare, traits]
}
