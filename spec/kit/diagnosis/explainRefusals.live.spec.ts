/**
 * What it costs a program that its refusals are looked into, at worst: a signature that opens under the app's key and fits
 * nothing, so that every search runs to the end of its budget.
 */
import { processorMs } from '../../../scripts/processorMs.ts'
import type { Hash } from '../../../src/effects/Hash.ts'
import { explainRefusals } from '../../../src/kit/diagnosis/explainRefusals.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { timer } from '../../../src/platform/common/system.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { line, signatureOf } from '../../support/planting.ts'
import { assert, byTurns, suite } from '../../support/suite.ts'
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
  readonly report: Report
}

const keys = { 'app-1': key.publicPem }

const requestOf = (body: string) => ({
  method: 'POST',
  target: '/v1/jobs?a=1&b=2',
  authorization,
  body: Buffer.from(body),
})

/** One refusal of a body, until its report, while the event loop is watched. */
const costOf = async (body: string): Promise<Cost> => {
  let report: Report | undefined
  let gap = 0
  const onRefusal = explainRefusals({
    hash,
    // Its budget is that of a machine which does nothing else.
    timer: { ...timer, elapsed: processorMs },
    host: 'jobs.example',
    tell: (told) => {
      report = told
    },
  })
  const verifier = await createVerifier({ keys, clock: () => now, cryptoOn: 'loop', onRefusal })
  let last = processorMs()
  await verifier.verify(requestOf(body)).catch(() => {})
  while (report === undefined) {
    await new Promise(setImmediate)
    const turn = processorMs()
    gap = Math.max(gap, turn - last)
    last = turn
  }
  return { gap, report }
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
        const { gap, report } = await costOf(json(bytes))
        assert.ok(
          report.tried > 100 && !report.complete,
          `it ran to the end of its budget: ${report.tried} ${report.complete}`,
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

/**
 * A clock of the work alone: a millisecond for 100 texts, or for 100,000 bytes that are hashed. Pauses are on it, too. It stands for
 * a machine ten times slower than those of today, on which a budget ends ten times sooner.
 */
const workClock = () => {
  let ms = 0
  const counting: Hash = (name, bytes) => {
    ms += 0.01 + bytes.length / 100_000
    return hash(name, bytes)
  }
  const wait = (pause: number) => async () => {
    ms += pause
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { hash: counting, timer: { wait, elapsed: () => ms }, pass: (more: number) => (ms += more) }
}

byTurns(3, cost)('a flood of refusals is skipped but for a few, and all are counted', async () => {
  const flood = 1_000
  const { pass, ...clock } = workClock()
  const told: Array<{ readonly skipped: number; readonly milliseconds: number }> = []
  const onRefusal = explainRefusals({ ...clock, host: 'jobs.example', tell: (_, __, each) => told.push(each) })
  const verifier = await createVerifier({ keys, clock: () => now, cryptoOn: 'loop', onRefusal })
  const refuse = async (): Promise<void> => {
    await verifier.verify(requestOf(json(400))).catch(() => {})
    await new Promise(setImmediate)
  }
  for (let sent = 0; sent < flood; sent++) await refuse()
  const passed = clock.timer.elapsed()
  const counted = (): number => told.reduce((sum, { skipped }) => sum + skipped, told.length)
  // The report on one more, a minute later, counts the last ones.
  pass(60_000)
  await refuse()
  while (counted() < flood + 1) await new Promise(setImmediate)
  assert.is(counted(), flood + 1)
  // Ten at once, and ten a minute.
  assert.ok(told.length - 1 <= 10 + passed / 6000, `${told.length} in ${passed} ms of work`)
  // Each ends at its budget of 1,000 ms, or a step later.
  for (const { milliseconds } of told) assert.ok(milliseconds <= 1200, `${milliseconds} ms`)
})
