/**
 * The budget of a diagnosis counts work: what a clock says changes no report.
 */
import fc from 'fast-check'
import type { Hash } from '../../../src/effects/Hash.ts'
import { draftOf, message } from '../../../src/kit/diagnosis/Draft.ts'
import type { Case } from '../../../src/kit/diagnosis/examine.ts'
import { budgetOf, examineWithin } from '../../../src/kit/diagnosis/examineWithin.ts'
import { explainRefusals } from '../../../src/kit/diagnosis/explainRefusals.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { reportWords } from '../../../src/kit/diagnosis/reportWords.ts'
import { summary } from '../../../src/kit/diagnosis/summary.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const body = new Uint8Array(Buffer.from('{"a":[1,2]}'))
const view = { method: 'POST', target: '/v1/jobs?b=2&a=1', timestamp: String(now), nonce: 'n-1', body, appId: 'app-1' }

/** A request whose caller signed `signed`. */
const requestOf = (signed: Uint8Array, content = body): Case => ({
  method: view.method,
  target: view.target,
  authorization: [line(signatureOf(signed, 'app-1'), 'n-1', String(now))],
  body: content,
  keys: [{ appId: 'app-1', key: publicKey(2048, 'app-1') }],
  now,
})

const right = draftOf(view)
const unfindable = requestOf(Buffer.from('something else'), new Uint8Array())
const twice = requestOf(message({ ...right, method: 'post', target: '/v1/jobs' }, hash))

const ids = ({ findings }: Report): string => findings.map(({ id }) => id).join('+')

/** The report by a clock that goes on by these steps, again and again. */
const reportBy = (request: Case, steps: ReadonlyArray<number>, budgetMs: number): Promise<Report> => {
  let time = 0
  let i = 0
  const elapsed = (): number => {
    time += steps[i++ % steps.length] ?? 0
    return time
  }
  return examineWithin(request, hash, budgetOf(budgetMs), { elapsed, tell: async () => {} })
}

/** The report of a search that a person stops at its first step. */
const stoppedAtOnce = (request: Case): Promise<Report> =>
  examineWithin(request, hash, budgetOf(1), { elapsed: () => 0, tell: async () => {}, isStopped: () => true })

const within = suite('examineWithin')

within('for all clocks, however slow the machine: the report is the same', async () => {
  const steady = await reportBy(unfindable, [0], 250)
  assert.is(steady.unfinished, 3)
  // A search that finds nothing looks at the clock some thousand times.
  const step = fc.constantFrom(0, 0, 0.001, 5, 60_000, 3_600_000)
  await forAll([fc.array(step, { minLength: 1, maxLength: 50 })], { numRuns: 3 }, async (steps) =>
    assert.equal(await reportBy(unfindable, steps, 250), steady),
  )
  const further = await reportBy(unfindable, [3_600_000], 400)
  assert.ok(further.tried > steady.tried, `${further.tried} texts of a larger budget, ${steady.tried} of the smaller`)
})

within('two mistakes of an ordinary job are found whatever the budget', async () => {
  const report = await reportBy(twice, [0], 1)
  assert.ok(report.exact)
  assert.is(ids(report), 'method-case+target-without-query')
  const nothing = await reportBy(unfindable, [0], 1)
  assert.equal([nothing.unfinished, nothing.complete], [3, false])
})

within('a search that is stopped says which stage is unfinished', async () => {
  const early = await stoppedAtOnce(unfindable)
  assert.equal([early.unfinished, early.complete, early.recovered], [1, false, false])
  // No guess, as long as not every mistake was tried alone.
  assert.equal((await stoppedAtOnce({ ...unfindable, target: '/v1/jobs/undefined' })).findings, [])
})

within('a large body is no ordinary job: its budget holds from the start', async () => {
  const large = new Uint8Array(100_000).fill(97)
  assert.is((await reportBy(requestOf(Buffer.from('something else'), large), [0], 1)).unfinished, 1)
})

within('the stage is told to people and in a log', async () => {
  const report = await reportBy(unfindable, [0], 1)
  const { message: words } = reportWords(report, { keys: 1, stopped: 'the search was stopped' })
  assert.match(
    words,
    'stopped. It did not find the text that was signed: each mistake was tried alone, and all pairs of mistakes except pairs with the rarest forms, but not all groups of three.',
  )
  assert.match(summary(report), / cause=not-found-in-time unfinished=threes /)
  const early = await stoppedAtOnce(unfindable)
  assert.match(
    reportWords(early, { keys: 1 }).message,
    'It did not find the text that was signed: not all mistakes were tried.',
  )
  assert.match(summary(early), / unfinished=singles /)
})

const bounded = suite('explainRefusals and a body of the largest size')

bounded('one captured header buys no more work than the budget, and one step', async () => {
  const most = 1024 * 1024
  const large = new Uint8Array(most).fill(97)
  const captured = requestOf(Buffer.from('something else'), large)
  // A millisecond for each million of bytes that are hashed.
  let hashed = 0
  const counting: Hash = (name, bytes) => {
    hashed += bytes.length
    return hash(name, bytes)
  }
  const timer = { wait: () => () => Promise.resolve(), elapsed: () => hashed / 1_000_000 }
  const report = await new Promise<Report>((resolve) => {
    const explain = explainRefusals({ hash: counting, timer, tell: resolve, bodyLimit: most, budgetMs: 50 })
    explain({
      ...captured,
      reason: 'signature_invalid',
      message: '',
      now,
      appId: 'app-1',
      keys: captured.keys.map(({ key }) => ({ spki: key.spki })),
      settings: {},
    })
  })
  assert.is(report.unfinished, 1)
  assert.match(summary(report), 'unfinished=singles')
  assert.ok(hashed < 70 * 1_000_000, `${hashed} bytes were hashed`)
})
