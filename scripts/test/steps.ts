// The steps of a full run that are no specs. Each counts as one test.
import { readFileSync } from 'node:fs'
import { runIn } from '../../spec/support/project.ts'
import { measureCoverage } from './coverage.ts'
import type { Outcome } from './specFiles.ts'

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

/** What can be said of the code without running it. */
export const staticSteps = (): readonly Step[] => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  // Without the half second that npm takes.
  const check = () => runIn('.', scripts.check)
  return [asOneTest('check', () => check().then(({ code, output }) => ({ passes: code === 0, output })))]
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
