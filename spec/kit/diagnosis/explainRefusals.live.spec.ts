/**
 * What it costs a program that its refusals are looked into, at worst: a signature that opens under the app's key and fits
 * nothing, so that every search runs to the end of its budget.
 */
import { processorMs } from '../../../scripts/processorMs.ts'
import { explainRefusals } from '../../../src/kit/diagnosis/explainRefusals.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { timer } from '../../../src/platform/common/system.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { line, signatureOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'
import { now } from '../../support/world.ts'

const key = rsa(2048, 'app-1')
const authorization = line(signatureOf('nobody guesses this'), 'n1', now)

/** JSON with everything that serializers write differently. */
const json = (bytes: number): string => {
  const stage = '{"type": "x/y", "n": 1.50, "té": "ü\\/<"}, '
  return `{"request_id": "r", "stages": [${stage.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(stage)) - 2))}1]}`
}

interface Cost {
  /** The most that was done, in milliseconds of the processor's time, in which no other turn of the event loop came. */
  readonly gap: number
  readonly reports: ReadonlyArray<Report>
  /** In milliseconds. */
  readonly work: number
  readonly passedOver: number
}

/** Refusals of one body until `enough`, while the event loop is watched. */
const costOf = async (body: string, requests: number, enough: (cost: Cost) => boolean): Promise<Cost> => {
  const reports: Array<Report> = []
  let work = 0
  let passedOver = 0
  let gap = 0
  const onRefusal = explainRefusals({
    hash,
    // Its budget is that of a machine which does nothing else.
    timer: { ...timer, elapsed: processorMs },
    host: 'jobs.example',
    tell: (report, _, { skipped, milliseconds }) => {
      reports.push(report)
      passedOver += skipped
      work += milliseconds
    },
  })
  const keys = { 'app-1': key.publicPem }
  const verifier = await createVerifier({ keys, clock: () => now, cryptoOn: 'loop', onRefusal })
  const request = { method: 'POST', target: '/v1/jobs?a=1&b=2', authorization, body: Buffer.from(body) }
  let last = processorMs()
  for (let sent = 0; sent < requests || !enough({ gap, reports, work, passedOver }); sent++) {
    if (sent < requests) await verifier.verify(request).catch(() => {})
    await new Promise(setImmediate)
    const turn = processorMs()
    gap = Math.max(gap, turn - last)
    last = turn
  }
  return { gap, reports, work, passedOver }
}

const cost = suite('explainRefusals: what it costs')

// The largest bodies have steps that are longer than a slice: one body is written in one style at a time.
for (const [bytes, most] of [
  [400, 40],
  [16 * 1024, 40],
] as const) {
  cost(
    `a body of ${bytes} bytes lets another turn of the event loop come after ${most} ms of work at most`,
    async () => {
      // Compiling and garbage collection count, too, so one good run of several is enough.
      const gaps: Array<number> = []
      while (gaps.length < 10 && !gaps.some((gap) => gap <= most)) {
        const { gap, reports } = await costOf(json(bytes), 1, (so) => so.reports.length === 1)
        assert.ok(
          (reports[0]?.tried ?? 0) > 100 && reports[0]?.complete === false,
          `it ran to the end of its budget: ${reports[0]?.tried} ${reports[0]?.complete}`,
        )
        gaps.push(gap)
      }
      assert.ok(
        gaps.some((gap) => gap <= most),
        gaps.map((gap) => `${gap.toFixed(1)} ms`).join(', '),
      )
    },
  )
}

cost('a flood of refusals is skipped but for a few, and all are counted', async () => {
  // A verifier checks one signature of a suspect in a millisecond, and ten refusals a minute are looked into.
  const { reports, work, passedOver } = await costOf(json(400), 5_000, (so) => so.reports.length >= 2)
  assert.ok(reports.length <= 10, String(reports.length))
  // Each ends at its budget of 1,000 ms, or a step later.
  assert.ok(work <= reports.length * 1200, `${work} ms`)
  // Each was examined, skipped, or came after the last report.
  assert.ok(passedOver + reports.length <= 5_000)
  assert.ok(passedOver >= 1_000, String(passedOver))
})
