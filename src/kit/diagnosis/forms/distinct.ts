import type { Form, Rare } from './Respelling.ts'

export interface Limits {
  readonly forms?: number
  /** Of all texts together, if each is as long as the first known one: each of them is hashed. */
  readonly characters?: number
}

/** Each text once, and none that is known; those of which there are too many are left out. */
export function* distinct(
  known: readonly [string, ...ReadonlyArray<string>],
  { forms = Number.POSITIVE_INFINITY, characters = Number.POSITIVE_INFINITY }: Limits,
  ...some: ReadonlyArray<Iterable<Form>>
): Generator<Form> {
  const seen = new Set(known)
  for (const each of some)
    for (const form of each) {
      const [, text] = form
      if (seen.has(text)) continue
      if (seen.size > forms || seen.size * known[0].length > characters) return
      seen.add(text)
      yield form
    }
}

/** Forms of this rarity. */
export function* rarely<A = string>(rare: Rare, forms: Iterable<Form<A>>): Generator<Form<A>> {
  for (const [detail, text] of forms) yield [detail, text, rare]
}
