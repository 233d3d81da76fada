/**
 * What each flag means. The words stand in vectors/flags.json and are written there by hand; a flag that has none yet and
 * names a mistake of the catalogue, or a policy, begins with words made of it.
 */
import * as t from 'io-ts'
import { catalogue } from '../../src/kit/diagnosis/catalogue.ts'
import { readJson } from './readJson.ts'

interface FlagWords {
  readonly mistake: string
  readonly effect: string
  readonly severity: string
  readonly remedy: string
}

/** A port that does not behave as it declares for a policy: `X-undeclared`. */
const ofPolicy = (policy: string): FlagWords => ({
  mistake: `The port does not behave as it declares for the policy ${policy}.`,
  effect: 'Two verifiers disagree about one request.',
  severity: 'interoperability',
  remedy: `Either declare the policy ${policy} and accept exactly what it allows, or do not declare it and accept nothing of it.`,
})

const made = (flag: string): FlagWords => {
  const policy = flag.replace(/-undeclared$/, '')
  if (policy !== flag) return ofPolicy(policy)
  const found = catalogue.find(({ id }) => id === flag)
  if (found === undefined) throw new Error(`vectors/flags.json has no words for the flag ${flag}: write them`)
  const { what, remedy } = found
  return { mistake: what, effect: 'Requests are refused.', severity: 'interoperability', remedy }
}

/** The words of flags.json and of these flags, which cases use or findings have as their ids, in the order of their names. */
export const flagsFor = (used: Iterable<string>): Readonly<Record<string, FlagWords>> => {
  const written = readJson(
    'vectors/flags.json',
    t.record(t.string, t.type({ mistake: t.string, effect: t.string, severity: t.string, remedy: t.string })),
  )
  const names = new Set([...Object.keys(written), ...used])
  return Object.fromEntries([...names].sort().map((flag) => [flag, written[flag] ?? made(flag)]))
}
