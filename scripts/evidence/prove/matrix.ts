/** The kill matrix: which case notices which planted bug. The clean ports must be blamed by none. */

import { createPlain } from '../../../spec/support/plain/plain.ts'
import type { Bug } from '../../../spec/support/planted/bug.ts'
import { planted, portWith } from '../../../spec/support/planted/planted.ts'
import { ours } from '../../../src/core/Policies.ts'
import { createPort } from '../../../src/kit/conformance/port.ts'
import type { Inputs, Op, PortAnswer, Vector } from '../../../src/kit/conformance/Vector.ts'
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
  readonly answer: (op: Op, input: Inputs[Op]) => PortAnswer | Promise<PortAnswer>
}

/** Which of the cases the port fails, at most so many. */
const failures = async (
  port: Asked,
  cases: ReadonlyArray<Vector>,
  most = Number.POSITIVE_INFINITY,
): Promise<ReadonlyArray<readonly [string, string]>> => {
  const failed: Array<readonly [string, string]> = []
  for (const vector of cases) {
    const { passes, message } = await judged(vector, await port.answer(vector.op, vector.input), port.policies)
    if (!passes) failed.push([vector.id, message])
    if (failed.length >= most) break
  }
  return failed
}

const noticed = async (bug: Bug, cases: ReadonlyArray<Vector>, most?: number) => {
  for (const policies of ['none', 'all'] as const) {
    const port = portWith(bug, policySets[policies])
    const failed = await failures({ policies: policySets[policies], answer: port.answer }, cases, most)
    if (failed.length > 0) return { policies, killedBy: failed.map(([id]) => id) }
  }
  return { policies: 'none' as const, killedBy: [] }
}

/** Of each bug every case that notices it, or only the `first`. */
export const killMatrix = async (
  cases: ReadonlyArray<Vector>,
  first: boolean,
): Promise<{ section: Section; matrix: Matrix }> => {
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
  const rows: Array<Row> = []
  for (const [n, bug] of planted.entries()) {
    progress(`kill matrix: bug ${n + 1} of ${planted.length}, ${bug.id}`)
    const { id, group, what, flag } = bug
    const caught = await noticed(bug, cases, first ? 1 : undefined)
    rows.push({ id, group, what, ...(flag === undefined ? {} : { flag }), ...caught })
    claim(caught.killedBy.length > 0, () => `${group}/${id} survives: a port that ${what}`)
  }
  const section: Section = {
    name: 'kill matrix',
    what: `planted bugs noticed (${planted.length}) and clean ports blamed by none (${cleanPorts.length})`,
    ...result(),
  }
  return { section, matrix: { ids: cases.map(({ id }) => id), rows } }
}
