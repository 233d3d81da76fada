// How far a failure shrinks depends on the seed and on the port's answers, and never on how fast they come.
import { type Driver, inProcess } from '../../../../src/kit/conformance/Driver.ts'
import { generatorsOf } from '../../../../src/kit/conformance/generators/all.ts'
import { run } from '../../../../src/kit/conformance/generators/run.ts'
import { createPort, type Port } from '../../../../src/kit/conformance/port.ts'
import type { GeneratedReport } from '../../../../src/kit/conformance/Report.ts'
import type { Inputs } from '../../../../src/kit/conformance/Vector.ts'
import { assert, byTurns, suite } from '../../../support/suite.ts'
import { packaged } from '../ports/cases.ts'

const ours = createPort({ version: '1.0.0' })

/** It refuses long nonces, as a signer and as a verifier. */
const narrow: Port = {
  ...ours,
  answer: async (op, input) => {
    const { nonce = '', steps = [] } = input as { readonly nonce?: string; readonly steps?: Inputs['verify']['steps'] }
    const answer = await ours.answer(op, input)
    if (nonce.length > 20) return { outcome: 'reject', reason: 'nonce_malformed' }
    const isLong = steps.some(({ authorization }) => /nonce_str=[^,]{20}/.test(authorization.join()))
    return isLong ? { ...answer, value: steps.map(() => ({ outcome: 'reject', reason: 'nonce_malformed' })) } : answer
  },
}

/** The port, and how many milliseconds each of its answers takes. */
const delayed = (port: Port, delayMs: () => number): Driver => {
  const driver = inProcess(port)
  return {
    ...driver,
    run: async (op, input, limitMs) => {
      const reply = await driver.run(op, input, limitMs)
      await new Promise((resolve) => setTimeout(resolve, delayMs()))
      return reply
    },
  }
}

const all = generatorsOf(packaged, 'full')

const reportFrom = async (name: string, driver: Driver, now: () => number): Promise<GeneratedReport> => {
  const report = await run(driver, ours.hello, {
    generators: all.filter((generator) => generator.name === name),
    runs: 100,
    seed: 'a',
    limitMs: 10_000,
    now,
    rerun: (path) => path,
    onRun: () => {},
  })
  return { ...report, generators: report.generators.map((each) => ({ ...each, milliseconds: 0 })) }
}

const whole = suite('the budget for shrinking')
const budget = byTurns(2, whole)
const long = byTurns(6, whole)

for (const name of ['string', 'history', 'story'])
  budget(`${name}: one seed gives one report, whatever the clock says and however long the answers take`, async () => {
    const usual = await reportFrom(name, inProcess(narrow), () => performance.now())
    assert.equal(
      usual.failures.map(({ isShrunk }) => isShrunk),
      [true],
    )
    let leaping = 0
    const leap = (): number => {
      leaping += 100_000
      return leaping
    }
    assert.equal(await reportFrom(name, inProcess(narrow), leap), usual, 'a clock that leaps')
    assert.equal(await reportFrom(name, inProcess(narrow), () => 0), usual, 'a clock that stands still')
    let asked = 0
    const uneven = (): number => (asked++ % 3) * 4
    const slow = delayed(narrow, uneven)
    assert.equal(await reportFrom(name, slow, () => performance.now()), usual, 'slow answers')
  })

/** It remembers the newest 4,000 nonces of a history. */
const forgetful: Port = {
  ...ours,
  answer: async (op, input) => {
    const answer = await ours.answer(op, input)
    if (op !== 'verify' || !Array.isArray(answer.value)) return answer
    const { steps } = input as Inputs['verify']
    const lines = steps.map(({ authorization }) => authorization.join())
    const value = answer.value.map((verdict, at) => {
      const before = lines.lastIndexOf(lines[at] ?? '', at - 1)
      return before >= 0 && at - before > 4000 ? { outcome: 'accept', appId: 'app-1' } : verdict
    })
    return { ...answer, value }
  },
}

long('a history of thousands of requests is not put to a port hundreds of times', async () => {
  let requests = 0
  let shrinking = 0
  const counted: Port = {
    ...forgetful,
    answer: async (op, input) => {
      if (shrinking > 0) requests += (input as Partial<Inputs['verify']>).steps?.length ?? 1
      return forgetful.answer(op, input)
    },
  }
  const longest = all.filter(({ name, op }) => op === 'verify' && name === 'throng')
  const report = await run(inProcess(counted), ours.hello, {
    generators: longest,
    runs: longest.reduce((sum, { arbitraries: ways }) => sum + ways.length, 0),
    seed: 'a',
    limitMs: 60_000,
    now: () => 0,
    rerun: (path) => path,
    onRun: (_runs, _failures, isShrinking = false) => {
      if (isShrinking) shrinking++
    },
  })
  assert.match(report.failures[0]?.message ?? '', /it must be refused \(nonce_replayed\)/)
  assert.ok(shrinking > 0)
  assert.ok(requests < 40_000, `${requests} requests`)
})
