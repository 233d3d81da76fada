/**
 * The page's search has a budget of work: its report is that of the command within the same budget, whatever the clock says.
 */
import { examineInSlices, type FromWorker } from '../../../src/apps/inspector/worker.ts'
import type { Case } from '../../../src/kit/diagnosis/Case.ts'
import { type Budget, budgetOf, examineWithin } from '../../../src/kit/diagnosis/examineWithin.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'

/** Signed over a text that nobody guesses, so the search ends with its budget. */
const unfindable: Case = {
  method: 'POST',
  target: '/v1/jobs?b=2&a=1',
  authorization: [line(signatureOf(Buffer.from('something else'), 'app-1'), 'n-1', String(now))],
  body: new Uint8Array(Buffer.from('{"a":[1,2]}')),
  keys: [{ appId: 'app-1', key: publicKey(2048, 'app-1') }],
  now,
}

const examined = (budget: Budget, isStopped: () => boolean): Promise<Report> =>
  new Promise((resolve) => {
    const tell = (message: FromWorker): void => {
      if (message._tag === 'Report') resolve(message.report)
    }
    examineInSlices({ request: unfindable }, budget, isStopped, tell)
  })

const page = suite('the search of the page')

page('its report is that of the command, within the same budget', async () => {
  const budget = budgetOf(250)
  const command = await examineWithin(unfindable, hash, budget, { elapsed: () => 0, tell: async () => {} })
  assert.is(command.complete, false)
  assert.equal(await examined(budget, () => false), command)
})

page('whoever stops it gets what was found so far', async () => {
  const report = await examined(budgetOf(10_000), () => true)
  assert.equal([report.complete, report.unfinished], [false, 1])
})
