/** Which outcomes a server is held to, what it did otherwise, and the table of both in the guide. */
import { type Outcome, probes } from './probes.ts'
import { type Stand, stands } from './stands.ts'

type Own = NonNullable<Stand['own']>

/** A probe with an outcome that is neither of the contract nor named as this framework's own. */
export interface Difference {
  readonly probe: string
  readonly outcome: Outcome
  readonly expected: Outcome
}

export const differencesFrom = (
  { own = {}, without = [] }: Pick<Stand, 'own' | 'without'>,
  outcomes: ReadonlyMap<string, Outcome>,
): ReadonlyArray<Difference> =>
  probes.flatMap(({ name: probe, keeps }) => {
    const outcome = outcomes.get(probe) ?? 'not probed'
    const expected = own[probe] ?? 'as the contract says'
    if (without.includes(probe)) return []
    const isExpected = own[probe] === undefined ? keeps(outcome) : own[probe] === outcome
    return isExpected ? [] : [{ probe, outcome, expected }]
  })

/** In the table: the target of an honest request was spelt anew before `verified` saw it. */
const respelt: Outcome = '401 signature_invalid'

/** `respelt: `?a&b`, `?q='a'`` */
const wordsOf = (own: Own): string => {
  const outcomes = [...new Set(Object.values(own))]
  const saysOf = (outcome: Outcome): string =>
    probes.flatMap(({ name, says }) => (own[name] === outcome ? [says] : [])).join(', ')
  return outcomes.map((outcome) => `${outcome === respelt ? 'respelt' : outcome}: ${saysOf(outcome)}`).join('; ') || '–'
}

/** The table of `src/server/adapters/frameworks.md`. */
export const frameworkTable: string = [
  '| framework | answers that differ |',
  '|---|---|',
  ...stands.map(({ name, own = {} }) => `| ${name} | ${wordsOf(own)} |`),
].join('\n')

/** What the contract asks, for the guide. */
export const probeList: string = probes.map(({ says }) => says).join(', ')
