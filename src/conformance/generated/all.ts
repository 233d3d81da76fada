/** Every generator. */
import type { Level } from '../levels.ts'
import { belongs } from '../levels.ts'
import type { Suite } from '../suite.ts'
import type { Generator } from './Generator.ts'
import { headers } from './headers.ts'
import { strings } from './parts.ts'
import { signing } from './signing.ts'

/** The generators of a level. Keys are those of the suite. */
export const generatorsOf = (suite: Suite, level: Level): ReadonlyArray<Generator> =>
  [...strings, ...headers, ...signing(suite)].filter(({ op }) =>
    belongs(level, { op, input: { use: level === 'signer' ? 'sign' : 'verify' } as never }),
  )
