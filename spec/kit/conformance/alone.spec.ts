/** Failed cases that are asked again, alone. `pipeline.spec.ts` and the ports that misbehave show the rest. */
import { markKept } from '../../../src/kit/conformance/alone.ts'
import type { Conformance } from '../../../src/kit/conformance/Conformance.ts'
import type { CaseReport } from '../../../src/kit/conformance/Report.ts'
import { assert, suite } from '../../support/suite.ts'
import { packaged } from './ports/cases.ts'

const alone = suite('markKept')

alone('a case that was never put to the port is not asked again', async () => {
  const [vector] = packaged.vectors
  let starts = 0
  const run = {
    settings: { mode: { _tag: 'Live' }, suite: packaged, limitMs: 1000 },
    driver: { fresh: async () => void starts++ },
    hello: { policies: {} },
    put: [{ op: 'request', input: {}, ref: 'another/case' }],
  } as unknown as Conformance
  const failed = {
    id: vector?.id,
    verdict: 'fail',
    failure: { message: 'it must be refused' },
  } as unknown as CaseReport
  assert.equal(await markKept(run, [failed]), [failed])
  assert.is(starts, 0)
})
