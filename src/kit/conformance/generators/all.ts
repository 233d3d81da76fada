/** The generators of a run. */
import { belongs, type Level } from '../levels.ts'
import type { Suite } from '../suite.ts'
import { altered } from './altered.ts'
import { blocks } from './blocks.ts'
import type { Generator } from './Generator.ts'
import { headers } from './headers.ts'
import { histories } from './histories.ts'
import { jobs } from './jobs.ts'
import { keysFor } from './keys.ts'
import { orders } from './order.ts'
import { requests } from './requests.ts'
import { signing } from './signing.ts'
import { strings } from './strings.ts'

/** The generators of a level. The keys of signing ops are the suite's. A signer imports private keys, a verifier public ones. */
export const generatorsOf = (suite: Suite, level: Level): ReadonlyArray<Generator> => {
  const uses = (['verify', 'sign'] as const).filter((use) =>
    belongs(level, { op: 'importKey', input: { use, pem: '' } }),
  )
  return [
    ...[...strings, ...headers, ...signing(suite), ...jobs, ...histories, ...requests],
    ...[...keysFor(uses), ...blocks, ...altered, orders],
  ].filter(({ op }) => op === 'importKey' || belongs(level, { op, input: {} as never }))
}
