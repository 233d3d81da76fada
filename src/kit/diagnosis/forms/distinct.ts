import type { Respelling } from './Respelling.ts'

export interface Limits {
  readonly forms?: number
  /** Of all texts together, if each is as long as the first known one: each of them is hashed. */
  readonly characters?: number
}

/** Each text once, and none that is known; those of which there are too many are left out. */
export function* distinct(
  known: readonly [string, ...ReadonlyArray<string>],
  { forms = Number.POSITIVE_INFINITY, characters = Number.POSITIVE_INFINITY }: Limits,
  ...some: ReadonlyArray<Iterable<Respelling>>
): Generator<Respelling> {
  const seen = new Set(known)
  for (const each of some)
    for (const form of each) {
      if (seen.has(form.text)) continue
      if (seen.size > forms || seen.size * known[0].length > characters) return
      seen.add(form.text)
      yield form
    }
}

/** Forms that stand alone. */
export function* alone(forms: Iterable<readonly [detail: string, text: string]>): Generator<Respelling> {
  for (const [detail, text] of forms) yield { detail, text, rare: 'alone' }
}
