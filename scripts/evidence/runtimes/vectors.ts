// Runs the suite against a runtime's port, from Node.
import { join } from 'node:path'
import process from 'node:process'
import { ours } from '../../../src/core/Policies.ts'
import type { CaseReport, PortReport } from '../../../src/kit/conformance/Report.ts'
import { readSuite } from '../../../src/kit/conformance/suite.ts'
import type { Vector } from '../../../src/kit/conformance/Vector.ts'
import { run } from './process.ts'
import { type Ready, type Told, tell } from './Runtime.ts'

const { vectors } = readSuite()
const withPolicy = vectors.filter(({ expect }) => expect.policy !== undefined)
const everyPolicy = Object.keys(ours)

const conform = async (
  folder: string,
  port: ReadonlyArray<string>,
  ids: ReadonlyArray<string>,
): Promise<PortReport> => {
  const cli = join(folder, 'node_modules/countersign/dist/apps/cli/main.js')
  const only = ids.flatMap((id) => ['--case', id])
  // The same code runs everywhere: generated runs would only tell again what the cases tell of a runtime's crypto.
  const command = [process.execPath, cli, 'conform', '--generated', '0', '--json', ...only, '--', ...port]
  const { code, stdout, stderr } = await run(command, { cwd: folder })
  if (code !== 0 && code !== 1) throw new Error(`conform ended with ${code}\n${stderr}`)
  return JSON.parse(stdout)
}

/**
 * Every case must pass, with the suite's reason, but for those that the runtime is said to refuse, and these must not pass: what
 * is said there would be out of date.
 */
export const compare = (
  group: string,
  report: PortReport,
  refuses: Ready['refuses'],
  cases: ReadonlyArray<Pick<Vector, 'id'>>,
): ReadonlyArray<Told> => {
  const canaries = report.canaries.map(({ name, passed, message }) => ({
    group,
    words: `the canary ${name}`,
    ...(passed ? {} : { wrong: message ?? 'it fails' }),
  }))
  const reported = new Map(report.cases.map((each) => [each.id, each]))
  const told = cases.map(({ id }): Told => {
    const { verdict = 'not run', reasonAgrees, failure } = reported.get(id) ?? ({} as Partial<CaseReport>)
    const ending = reasonAgrees === false ? `${verdict}, another reason` : verdict
    if (refuses[id] === undefined)
      return tell(group, id, ending === 'pass', `it ends as ${ending}: ${failure?.message ?? ''}`)
    // A case that must be refused passes, for the key's reason.
    const isRefused = ending === 'fail' || ending === 'pass, another reason'
    return tell(group, `${id} is refused`, isRefused, `it ends as ${ending}`)
  })
  return [...canaries, ...told]
}

/** The whole suite with the package's own policies. */
export const suiteClaims = async (folder: string, ready: Ready): Promise<ReadonlyArray<Told>> =>
  compare('vectors', await conform(folder, ready.port(), []), ready.refuses, vectors)

/** The cases that depend on a policy, with every policy that the runtime supports. */
export const policyClaims = async (folder: string, ready: Ready): Promise<ReadonlyArray<Told>> => {
  const policies = everyPolicy.filter((name) => name !== 'missing-null' || ready.can.missingNull)
  const ids = withPolicy.map(({ id }) => id)
  return compare('policies', await conform(folder, ready.port(policies), ids), {}, withPolicy)
}
