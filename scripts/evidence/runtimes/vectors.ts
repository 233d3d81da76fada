// Runs the suite against a runtime's port, from Node, and compares each case with Node 20's result.
import { join } from 'node:path'
import process from 'node:process'
import { ours } from '../../../src/core/Policies.ts'
import type { PortReport } from '../../../src/kit/conformance/Report.ts'
import { readSuite } from '../../../src/kit/conformance/suite.ts'
import { run } from './process.ts'
import type { Ready, Told } from './Runtime.ts'

const { vectors } = readSuite()
const withPolicy = vectors.flatMap(({ id, expect }) => (expect.policy === undefined ? [] : [id]))
const everyPolicy = Object.keys(ours)

const conform = async (
  folder: string,
  port: ReadonlyArray<string>,
  ids: ReadonlyArray<string>,
): Promise<PortReport> => {
  const cli = join(folder, 'node_modules/countersign/dist/cli/main.js')
  const only = ids.flatMap((id) => ['--case', id])
  // The same code runs everywhere: generated runs would only tell again what the cases tell of a runtime's crypto.
  const command = [process.execPath, cli, 'conform', '--generated', '0', '--json', ...only, '--', ...port]
  const { code, stdout, stderr } = await run(command, {
    cwd: folder,
  })
  if (code !== 0 && code !== 1) throw new Error(`conform ended with ${code}\n${stderr}`)
  return JSON.parse(stdout)
}

/** Each case's result: the verdict, and whether the reason is the suite's. */
export type Endings = ReadonlyMap<string, string>

const endingsOf = ({ cases }: PortReport): Endings =>
  new Map(
    cases.map(({ id, verdict, reasonAgrees }) => [id, reasonAgrees === false ? `${verdict}, another reason` : verdict]),
  )

/**
 * Every case must pass, as it does on Node 20, but for those that the runtime is said to refuse, and these must not pass: what
 * is said there would be out of date.
 */
export const compare = (
  group: string,
  report: PortReport,
  refuses: Ready['refuses'],
  baseline: Endings,
): ReadonlyArray<Told> => {
  const canaries = report.canaries.map(({ name, passed, message }) => ({
    group,
    words: `the canary ${name}`,
    ...(passed ? {} : { wrong: message ?? 'it fails' }),
  }))
  const endings = endingsOf(report)
  const cases = [...baseline].map(([id, wanted]): Told => {
    const ending = endings.get(id) ?? 'not run'
    if (refuses[id] !== undefined) {
      const words = `${id} is refused`
      // A case that must be refused passes, for the key's reason.
      const isRefused = ending === 'fail' || ending === 'pass, another reason'
      return isRefused ? { group, words } : { group, words, wrong: `it ends as ${ending}` }
    }
    if (ending === 'pass' && wanted === 'pass') return { group, words: id }
    const { message = '' } = report.cases.find((c) => c.id === id)?.failure ?? {}
    return { group, words: id, wrong: `${ending}, and ${wanted} on Node 20: ${message}` }
  })
  return [...canaries, ...cases]
}

const passing = (ids: ReadonlyArray<string>): Endings => new Map(ids.map((id) => [id, 'pass']))
const whole = passing(vectors.map(({ id }) => id))

/** The whole suite with the package's own policies. `baseline`: the results on Node 20, where every case must pass. */
export const suiteClaims = async (
  folder: string,
  ready: Ready,
  baseline: Endings = whole,
): Promise<{ readonly told: ReadonlyArray<Told>; readonly endings: Endings }> => {
  const report = await conform(folder, ready.port(), [])
  return { told: compare('vectors', report, ready.refuses, baseline), endings: endingsOf(report) }
}

/** The cases that depend on a policy, with every policy that the runtime supports. */
export const policyClaims = async (folder: string, ready: Ready): Promise<ReadonlyArray<Told>> => {
  const policies = everyPolicy.filter((name) => name !== 'missing-null' || ready.can.missingNull)
  const report = await conform(folder, ready.port(policies), withPolicy)
  return compare('policies', report, {}, passing(withPolicy))
}
