/** The kill matrix: which case notices which planted bug. The clean ports must be blamed by none. */

import { createPlain } from '../../../spec/support/plain/plain.ts'
import type { Bug } from '../../../spec/support/planted/bug.ts'
import { planted, portWith } from '../../../spec/support/planted/planted.ts'
import { ours } from '../../../src/core/Policies.ts'
import { command as commandDriver } from '../../../src/kit/conformance/command.ts'
import { conform } from '../../../src/kit/conformance/conform.ts'
import { isNoHello } from '../../../src/kit/conformance/Driver.ts'
import { createPort } from '../../../src/kit/conformance/port.ts'
import { readSuite } from '../../../src/kit/conformance/suite.ts'
import type { Answer, Inputs, Op, Vector } from '../../../src/kit/conformance/Vector.ts'
import { progress } from '../../terminal.ts'
import { judged, policySets } from './cases.ts'
import { counting, type Section } from './finding.ts'

export interface Row {
  readonly id: string
  readonly group: Bug['group']
  readonly what: string
  readonly flag?: string
  /** Which policies the port declared when it was noticed. */
  readonly policies: keyof typeof policySets
  readonly killedBy: ReadonlyArray<string>
}

export interface Matrix {
  /** Of all cases, in the suite's order. */
  readonly ids: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
}

interface Asked {
  readonly policies: ReadonlyArray<string>
  readonly answer: (op: Op, input: Inputs[Op]) => Answer | Promise<Answer>
}

const failures = async (
  port: Asked,
  cases: ReadonlyArray<Vector>,
): Promise<ReadonlyArray<readonly [string, string]>> => {
  const failed: Array<readonly [string, string]> = []
  for (const vector of cases) {
    const { passes, message } = await judged(vector, await port.answer(vector.op, vector.input), port.policies)
    if (!passes) failed.push([vector.id, message])
  }
  return failed
}

const inThisProcess = async (bug: Bug, cases: ReadonlyArray<Vector>) => {
  for (const policies of ['none', 'all'] as const) {
    const port = portWith(bug, policySets[policies])
    const failed = await failures({ policies: policySets[policies], answer: port.answer }, cases)
    if (failed.length > 0) return { policies, killedBy: failed.map(([id]) => id) }
  }
  return { policies: 'none' as const, killedBy: [] }
}

const command = (bug: string): ReadonlyArray<string> => [
  process.execPath,
  '--import',
  './scripts/typescript.mjs',
  'spec/support/planted/process.ts',
  bug,
]

/** What the runner holds against the process: cases, canaries or the hello; nothing for a right one. */
const inOwnProcess = async (bug: string, cases: ReadonlyArray<Vector>): Promise<ReadonlyArray<string>> => {
  const suite = readSuite()
  const driver = commandDriver(command(bug), { suite: suite.version, helloMs: 5000 })
  const ids = cases.map(({ id }) => id)
  const report = await conform(driver, { suite, level: 'full', ids, today: '2000-01-01', seed: bug, limitMs: 1000 })
  if (isNoHello(report)) return ['hello']
  const wrong = report.cases.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)
  return [...wrong, ...report.canaries.flatMap(({ name, passed }) => (passed ? [] : [`canary/${name}`]))]
}

export const killMatrix = async (cases: ReadonlyArray<Vector>): Promise<{ section: Section; matrix: Matrix }> => {
  const { claim, result } = counting()
  const own = createPort({ policies: ours, version: '1' })
  const cleanPorts: ReadonlyArray<readonly [string, Asked]> = [
    ['ours', { policies: own.hello.policies, answer: own.answer }],
    ...Object.entries(policySets).map(
      ([name, policies]) =>
        [`plain with ${name} of the policies`, { policies, answer: createPlain({ policies }).answer }] as const,
    ),
  ]
  for (const [name, port] of cleanPorts) {
    progress(`kill matrix: the clean port ${name}`)
    const blamed = await failures(port, cases)
    claim(
      blamed.length === 0,
      () =>
        `${name} is clean and blamed by ${blamed.length}: ${blamed
          .slice(0, 40)
          .map(([id, message]) => `\n      ${id} (${message.slice(0, 200)})`)
          .join('')}`,
    )
  }
  const few = cases.filter(({ op }) => op === 'verify' || op === 'parseAuthorization').slice(0, 40)
  const positive = few.filter(({ fault }) => fault === undefined).slice(0, 3)
  const negative = few.filter(({ fault }) => fault !== undefined).slice(0, 3)
  const blamedProcess = await inOwnProcess('clean', [...positive, ...negative])
  claim(blamedProcess.length === 0, () => `the clean process is blamed by ${blamedProcess}`)

  const rows: Array<Row> = []
  for (const [n, bug] of planted.entries()) {
    progress(`kill matrix: bug ${n + 1} of ${planted.length}, ${bug.id}`)
    const { id, group, what, flag } = bug
    const caught = bug.process
      ? {
          policies: 'none' as const,
          killedBy: await inOwnProcess(id, [...positive, ...negative]),
        }
      : await inThisProcess(bug, cases)
    rows.push({ id, group, what, ...(flag === undefined ? {} : { flag }), ...caught })
    claim(caught.killedBy.length > 0, () => `${group}/${id} survives: a port that ${what}`)
  }
  const section: Section = {
    name: 'kill matrix',
    what: `planted bugs noticed (${planted.length}) and clean ports blamed by none (${cleanPorts.length + 1})`,
    ...result(),
  }
  return { section, matrix: { ids: cases.map(({ id }) => id), rows } }
}
