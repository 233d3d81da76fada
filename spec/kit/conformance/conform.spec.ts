// The runner with a port in this process: progress, and answers that JSON cannot hold.
import { conformBy } from '../../../src/kit/conformance/conform.ts'
import { type Driver, inProcess } from '../../../src/kit/conformance/Driver.ts'
import { draw } from '../../../src/kit/conformance/generators/all.ts'
import { createPort, type Port } from '../../../src/kit/conformance/port.ts'
import type { PortReport } from '../../../src/kit/conformance/Report.ts'
import { junitOf } from '../../../src/kit/conformance/reports/junit.ts'
import { pageOf } from '../../../src/kit/conformance/reports/page.ts'
import type { ConformSettings } from '../../../src/kit/conformance/settings.ts'
import { assert, suite } from '../../support/suite.ts'
import { caseOf, packaged, reportOn, withoutCanaries } from './ports/cases.ts'

const ours = createPort({ version: '0' })

const run = (driver: Driver, settings: Partial<ConformSettings>): Promise<PortReport> =>
  reportOn(driver, { mode: withoutCanaries, ...settings })

const after = <A>(milliseconds: number, value: A): Promise<A> =>
  new Promise((resolve) => setTimeout(() => resolve(value), milliseconds))

const progress = suite('onProgress')

progress('is called each second while the port is silent, at its hello and at a run', async () => {
  const driver = inProcess({ ...ours, answer: async (op, input) => after(1200, await ours.answer(op, input)) })
  const told: Array<readonly [done: number, of: number, failures: number, isShrinking: boolean]> = []
  const ids = ['rsa/plain']
  await run({ ...driver, hello: async () => after(1200, ours.hello) }, { ids, onProgress: (...now) => told.push(now) })
  assert.equal(told, [
    [0, 1, 0, false],
    [0, 1, 0, false],
    [1, 1, 0, false],
  ])
  await after(1200, undefined)
  assert.is(told.length, 3, 'it is not called after the run')
})

const histories = suite('a history that goes wrong')

for (const [second, third, flag] of [
  ['reject', 'reject', 'nonce-not-by-key'],
  ['accept', 'accept', 'nonce-not-kept'],
] as const)
  histories(`is told the mistake that does this: ${flag}`, async () => {
    const value = ['accept', second, third].map((outcome) => ({ outcome, appId: 'app-1', reason: 'nonce_replayed' }))
    const port: Port = { ...ours, answer: async () => ({ outcome: 'value', value }) }
    const { cases } = await run(inProcess(port), { ids: ['replay/second-key-repeated'] })
    const told = cases[0]?.failure?.flags.map((one) => one.flag)
    assert.equal(told, [flag])
  })

const deep = (levels: number): unknown => {
  let value: unknown = 0
  for (let i = 0; i < levels; i++) value = [value]
  return value
}

const circle: { itself?: unknown } = {}
circle.itself = circle

const ids = ['job/far-too-deep', 'rsa/plain']

const answering = suite('an answer in this process')

for (const [what, value, verdict, message] of [
  ['a thousand levels', deep(1000), 'fail', /^it must be refused \(job_invalid\), but the port accepts it/],
  ['a million levels', deep(1_000_000), 'protocol', /^the answer cannot be written as JSON/],
  ['a circle', circle, 'protocol', /^the answer cannot be written as JSON/],
  ['a bigint', 1n, 'protocol', /^the answer cannot be written as JSON/],
] as const) {
  const port: Port = {
    ...ours,
    answer: async (op, input) => (op === 'decodeJob' ? { outcome: 'value', value } : ours.answer(op, input)),
  }

  answering(`${what}: the case fails, and the reports can be written`, async () => {
    const report = await run(inProcess(port), { ids })
    const failed = report.cases.filter(({ verdict }) => verdict !== 'pass')
    const told = failed.map((one) => [one.id, one.verdict])
    assert.equal(told, [['job/far-too-deep', verdict]])
    assert.match(String(failed[0]?.failure?.message), message)
    const whole = { format: 1, suite: '', digest: '', ports: [report] } as const
    for (const text of [JSON.stringify(whole), junitOf(whole), pageOf(whole)]) assert.match(text, 'job/far-too-deep')
  })

  answering(`${what}, by a driver of the caller's own: the case fails`, async () => {
    const driver = inProcess(ours)
    const bare: Driver = {
      ...driver,
      run: async (op, input) => ({ _tag: 'Answer', answer: await port.answer(op, input) }),
    }
    const report = await run(bare, { ids })
    assert.equal([report.counts.pass, report.counts.fail], [1, 1])
  })
}

const modes = suite('the mode of a run')

const putTo = async (settings: Partial<ConformSettings>): Promise<ReadonlyArray<unknown>> => {
  const driver = inProcess(ours)
  const put: Array<unknown> = []
  const noting: Driver['run'] = (op, input, limitMs) => {
    put.push(input)
    return driver.run(op, input, limitMs)
  }
  await run({ ...driver, run: noting }, settings)
  return put
}

modes('Replay: the named runs come first, then the cases in their order, without canaries', async () => {
  const precededBy = ['job/not-json', 'string:3']
  const put = await putTo({ ids: ['rsa/plain', 'target/signed-for-the-wire'], mode: { _tag: 'Replay', precededBy } })
  const [drawn] = draw({ suite: packaged, level: 'full', seed: 'any', runs: 1, path: 'string:3' })
  const inSuite = packaged.vectors.filter(({ id }) => ['rsa/plain', 'target/signed-for-the-wire'].includes(id))
  const wanted = [caseOf('job/not-json'), drawn, ...inSuite].map((each) => each?.input)
  assert.equal(put, wanted)
})

modes('Fresh: canaries come before the cases and among them, unless none are wanted', async () => {
  const withCanaries = await putTo({ ids: ['rsa/plain'], mode: { _tag: 'Fresh' } })
  assert.ok(withCanaries.length > 3)
  assert.not.equal(withCanaries[0], caseOf('rsa/plain').input)
  assert.equal(await putTo({ ids: ['rsa/plain'], mode: withoutCanaries }), [caseOf('rsa/plain').input])
})

const timing = suite('the clock of a run')

timing('decides nothing but the times in the report', async () => {
  const refusing: Port = {
    ...ours,
    answer: async (op, input) => (op === 'decodeJob' ? { outcome: 'reject', reason: 'x' } : ours.answer(op, input)),
  }
  const reportBy = async (now: () => number): Promise<unknown> => {
    const settings = { suite: packaged, ids: ['job/seeded', 'rsa/plain'], seed: 'a', generated: { runs: 40 } }
    const report = await conformBy(now)(inProcess(refusing), settings)
    const times = (name: string, value: unknown): unknown => (/^(?:milliseconds|seconds)$/.test(name) ? 0 : value)
    return JSON.parse(JSON.stringify(report), times)
  }
  let leaping = 0
  assert.equal(
    await reportBy(() => {
      leaping += 100_000
      return leaping
    }),
    await reportBy(() => 0),
  )
})
