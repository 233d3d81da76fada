/**
 * Tries mutants, one a message: a copy of the port's folder gets the changed file, is built, and answers the default run of
 * the suite at the level `full`. The run ends at the first failure and shrinks nothing: here only the verdict counts.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../../../src/conformance/command.ts'
import { conform } from '../../../src/conformance/conform.ts'
import { type Driver, isNoHello } from '../../../src/conformance/Driver.ts'
import { readSuite } from '../../../src/conformance/suite.ts'
import { temporaryFolder } from '../../temporary.ts'
import { type MutatedPort, mutatedPorts } from './ports.ts'

export interface Trial {
  readonly port: string
  readonly file: string
  /** The whole file, a character for each byte; as it is unless given. */
  readonly text?: string
  readonly seed: string
  readonly generated: number
}

export interface Outcome {
  /** `broken`: it does not build, or says no hello. */
  readonly found: 'cases' | 'generated' | 'survived' | 'broken'
  /** The case or the rule that failed, or what is broken. */
  readonly by: string
  readonly seconds: number
}

const suite = readSuite()

const copies = new Map<string, string>()
const copyOf = ({ name, folder }: MutatedPort): string => {
  const copy = copies.get(name) ?? temporaryFolder(`port-mutants-${name}`)
  if (!copies.has(name)) cpSync(folder, copy, { recursive: true, filter: (from) => !from.endsWith('__pycache__') })
  copies.set(name, copy)
  return copy
}

/** Thrown to end a run; conform closes the port. */
const enough = new Error('the mutant is killed')

const judge = async (port: Driver, { seed, generated }: Trial): Promise<Omit<Outcome, 'seconds'>> => {
  let input: unknown
  const driver: Driver = {
    ...port,
    run: (op, each, limitMs) => {
      input = each
      return port.run(op, each, limitMs)
    },
  }
  // Among the generated runs, fast-check takes it for a failure of each further generator, which then ends.
  const onProgress = (_done: number, _of: number, failures: number): void => {
    if (failures > 0) throw enough
  }
  try {
    const today = new Date().toISOString().slice(0, 10)
    const settings = { suite, level: 'full', today, seed, patient: true, generated: { runs: generated } } as const
    const report = await conform(driver, { ...settings, onProgress })
    if (isNoHello(report)) return { found: 'broken', by: report.detail }
    const canary = report.canaries.find(({ passed }) => !passed)
    if (canary !== undefined) return { found: 'cases', by: `canary ${canary.name}` }
    const [failure] = report.generated?.failures ?? []
    if (failure !== undefined) return { found: 'generated', by: `${failure.generator}: ${failure.rule}` }
    if (report.conformant) return { found: 'survived', by: '' }
    return { found: 'generated', by: report.generated?.stopped ?? 'not conformant' }
  } catch (error) {
    if (error !== enough) throw error
    return { found: 'cases', by: suite.vectors.find((each) => each.input === input)?.id ?? '' }
  }
}

const attempt = async (trial: Trial): Promise<Omit<Outcome, 'seconds'>> => {
  const port = mutatedPorts.find(({ name }) => name === trial.port)
  if (port === undefined) throw new Error(`no port ${trial.port}`)
  const folder = copyOf(port)
  if (trial.text !== undefined) writeFileSync(join(folder, trial.file), trial.text, 'latin1')
  try {
    const [tool, ...args] = port.build?.(folder) ?? []
    if (tool !== undefined) {
      const { status, stderr } = spawnSync(tool, args, { encoding: 'utf8' })
      if (status !== 0) return { found: 'broken', by: stderr.trim() }
    }
    return await judge(command(port.run(folder), { suite: suite.version }), trial)
  } finally {
    writeFileSync(join(folder, trial.file), readFileSync(join(port.folder, trial.file)))
  }
}

process.on('message', async (trial: Trial) => {
  const began = performance.now()
  const outcome = await attempt(trial)
  process.send?.({ ...outcome, seconds: (performance.now() - began) / 1000 })
})
