/** The list of all generators: `conform` takes those of its level, and `draw` gives their runs to the tests of a port in TypeScript. */
import { belongs, type GeneratedSettings, type Level } from '../levels.ts'
import type { Suite } from '../suite.ts'
import { altered } from './altered.ts'
import { blocks } from './blocks.ts'
import { drawRuns } from './draws.ts'
import type { GeneratedRun, Generator } from './Generator.ts'
import { headers } from './headers.ts'
import { histories } from './histories.ts'
import { jobs } from './jobs.ts'
import { keysFor } from './keys.ts'
import { orders } from './order.ts'
import { requests } from './requests.ts'
import { signing, strings } from './signing.ts'

/** The generators of a level. The keys of signing ops are the suite's. A signer imports private keys, a verifier public ones. */
export const generatorsOf = (suite: Suite, level: Level): ReadonlyArray<Generator> => {
  const uses = (['verify', 'sign'] as const).filter((use) =>
    belongs(level, { op: 'importKey', input: { use, pem: '' } }),
  )
  return [
    ...strings,
    ...headers,
    ...signing(suite),
    ...jobs,
    ...histories,
    ...requests,
    ...keysFor(uses),
    ...blocks,
    ...altered,
    orders,
  ].filter(({ op }) => op === 'importKey' || belongs(level, { op, input: {} as never }))
}

export interface DrawSettings extends GeneratedSettings {
  readonly suite: Suite
  readonly level: Level
  /** Same seed and version: same runs. */
  readonly seed: string
}

/**
 * Draws the generated runs of a conformance run, each with the rule that decides. For the tests of a port that is written in
 * TypeScript. The rules are those of a port without policies; `conform` knows a port's policies, and it shrinks.
 *
 * @example
 * ```ts
 * import { createPort, draw, readSuite } from 'countersign/conformance'
 *
 * const port = createPort({ version: '1.0.0' })
 * for (const run of draw({ suite: readSuite(), level: 'full', seed: 'any', runs: 50 })) {
 *   if (run.op !== 'rsaVerify') continue
 *   const { outcome } = await port.answer(run.op, run.input)
 *   assert.equal(outcome !== 'reject', run.passes, run.rule)
 * }
 * ```
 */
export const draw = ({ suite, level, ...draws }: DrawSettings): ReadonlyArray<GeneratedRun> =>
  drawRuns({ generators: generatorsOf(suite, level), ...draws })
