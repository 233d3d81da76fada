/** Each planted fault is met by the generated runs, whatever the seed. */
import { isDeepStrictEqual } from 'node:util'
import type { GeneratedRun } from '../../../../src/kit/conformance/generators/Generator.ts'
import type { PortAnswer } from '../../../../src/kit/conformance/Vector.ts'
import { assert, suite } from '../../../support/suite.ts'
import { drawnAt, portWith, seeds } from './drawn.ts'
import { planted } from './planted.ts'

const planting = suite('a planted fault')

const port = portWith()
const [seed = ''] = seeds

const known = new Map<string, Promise<PortAnswer>>()
const validOf =
  ({ op, input, path }: GeneratedRun) =>
  (): Promise<PortAnswer> => {
    const answer = known.get(path) ?? port.answer(op, JSON.parse(JSON.stringify(input)))
    known.set(path, answer)
    return answer
  }

for (const [name, { op, answer }] of Object.entries(planted))
  planting(`${name}: a default run meets it`, async () => {
    for (const run of drawnAt('full', seed)) {
      if (run.op !== op || 'times' in (run.input as object)) continue
      const wrong = await answer(port, JSON.parse(JSON.stringify(run.input)), validOf(run))
      if (wrong === undefined) continue
      const { outcome, value } = await validOf(run)()
      if (!isDeepStrictEqual([outcome, value], [wrong.outcome, wrong.value])) return
    }
    assert.unreachable(`no run with the seed ${seed} meets it`)
  })
