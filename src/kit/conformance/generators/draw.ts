/** The generated runs for a program of its own. */
import type { GeneratedSettings, Level } from '../levels.ts'
import type { Suite } from '../suite.ts'
import { generatorsOf } from './all.ts'
import type { GeneratedRun } from './Generator.ts'
import { drawnFor } from './run.ts'

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
  drawnFor({ generators: generatorsOf(suite, level), ...draws })
