// The steps of a full run that are no specs. Each counts as one test.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { ended } from '../temporary.ts'
import { measureCoverage } from './coverage.ts'
import type { Outcome } from './specFiles.ts'

export { isMeasured } from './coverage.ts'

export interface Step {
  readonly name: string
  readonly run: () => Promise<Outcome>
}

type Finding = { readonly passes: boolean } & Pick<Outcome, 'output' | 'remark'>

const asOneTest = (name: string, step: () => Promise<Finding>): Step => ({
  name,
  run: async () => {
    const started = performance.now()
    const { passes, ...found } = await step()
    const seconds = (performance.now() - started) / 1000
    return { name, seconds, passed: passes ? 1 : 0, failed: passes ? 0 : 1, missingTools: [], ...found }
  },
})

/** A script of package.json, without the half second that npm takes. */
const run = async (script: string): Promise<Finding> => {
  const PATH = `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}`
  const env = { ...process.env, PATH }
  const child = spawn('sh', ['-c', `${script} 2>&1`], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const { code, output } = await ended(child)
  return { passes: code === 0, output }
}

/** What can be said of the code without running it. */
export const staticSteps = (): readonly Step[] => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  return [asOneTest('check', () => run(scripts.check))]
}

export const coverageName = 'coverage'

export const coverageStep = (directory: string): Step =>
  asOneTest(coverageName, async () => {
    const { lines, branches, uncovered } = await measureCoverage(directory)
    return {
      passes: uncovered.length === 0,
      output: `These lines run in no spec:\n${uncovered.join('\n')}\n`,
      remark: `${lines} lines; ${(branches * 100).toFixed(1)} % of the branches`,
    }
  })
