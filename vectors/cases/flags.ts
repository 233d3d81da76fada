/**
 * What each flag means. The words stand in vectors/flags.json and are written there by hand; a flag that has none yet and
 * names a mistake of the catalogue begins with the catalogue's.
 */
import * as t from 'io-ts'
import { catalogue } from '../../src/diagnosis/catalogue.ts'
import { readJson } from './readJson.ts'

interface FlagWords {
  readonly mistake: string
  readonly effect: string
  readonly severity: string
  readonly remedy: string
}

const ofCatalogue = (flag: string): FlagWords => {
  const found = catalogue.find(({ id }) => id === flag)
  if (found === undefined) throw new Error(`vectors/flags.json has no words for the flag ${flag}: write them`)
  const { what, remedy } = found
  return { mistake: what, effect: 'Requests are refused.', severity: 'interoperability', remedy }
}

/** The words of flags.json and of the flags that cases use, in the order of their names. */
export const flagsFor = (used: Iterable<string>): Readonly<Record<string, FlagWords>> => {
  const written = readJson(
    'vectors/flags.json',
    t.record(t.string, t.type({ mistake: t.string, effect: t.string, severity: t.string, remedy: t.string })),
  )
  const names = new Set([...Object.keys(written), ...used])
  return Object.fromEntries([...names].sort().map((flag) => [flag, written[flag] ?? ofCatalogue(flag)]))
}
