/** The generators of a run. */
import { belongs, type Level } from '../levels.ts'
import type { Suite } from '../suite.ts'
import { blocks } from './blocks.ts'
import type { Generator } from './Generator.ts'
import { headers } from './headers.ts'
import { histories } from './histories.ts'
import { jobs } from './jobs.ts'
import { keys } from './keys.ts'
import { strings } from './parts.ts'
import { requests } from './requests.ts'
import { signing } from './signing.ts'

/** The generators of a level. The keys of signing ops are the suite's. */
export const generatorsOf = (suite: Suite, level: Level): ReadonlyArray<Generator> =>
  [...strings, ...headers, ...signing(suite), ...jobs, ...histories, ...requests, ...keys, ...blocks].flatMap(
    (generator) => {
      const { op, drawn } = generator
      if (op === 'importKey')
        return [{ ...generator, drawn: drawn.filter(({ input }) => belongs(level, { op, input })) }]
      return belongs(level, { op, input: {} as never }) ? [generator] : []
    },
  )
