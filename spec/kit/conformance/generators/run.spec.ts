import { createHash, createPrivateKey, sign } from 'node:crypto'
import picocolors from 'picocolors'
import * as assert from 'uvu/assert'
import { conform } from '../../../../src/kit/conformance/conform.ts'
import { type Driver, inProcess, isNoHello } from '../../../../src/kit/conformance/Driver.ts'
import { draw } from '../../../../src/kit/conformance/generators/draw.ts'
import { createPort, type Port } from '../../../../src/kit/conformance/port.ts'
import type { GeneratedReport, PortReport } from '../../../../src/kit/conformance/Report.ts'
import { junitOf } from '../../../../src/kit/conformance/reports/junit.ts'
import { tableOf } from '../../../../src/kit/conformance/reports/table.ts'
import { allPassed, closing } from '../../../../src/kit/conformance/reports/tally.ts'
import { readSuite } from '../../../../src/kit/conformance/suite.ts'
import type { Answer, Inputs } from '../../../../src/kit/conformance/Vector.ts'
import { suite } from '../../../support/suite.ts'

const ours = createPort({ version: '1.0.0' })
const vectors = readSuite()

/** Our own port, but for what `change` makes of an answer. */
const changed = (change: (op: string, input: never, answer: Answer) => Answer): Port => ({
  ...ours,
  answer: async (op, input) => change(op, input as never, await ours.answer(op, input)),
})

const generatedBy = async (
  driver: Driver,
  generated: { readonly runs: number; readonly path?: string },
  seed = 'a',
  more: { readonly level?: 'verifier' | 'signer'; readonly limitMs?: number } = {},
): Promise<GeneratedReport & { readonly conformant: boolean }> => {
  const settings = {
    suite: vectors,
    level: 'full',
    ids: ['timestamp/age-over-limit'],
    today: '2026-01-31',
    ...more,
  } as const
  const report = await conform(driver, { ...settings, seed, generated })
  assert.ok(!isNoHello(report) && report.generated !== undefined)
  return { ...report.generated, conformant: report.conformant }
}

/** It takes a nonce of 129 characters. */
const lenient = changed((op, input: { readonly nonce?: string }, answer) =>
  op === 'stringToSign' && answer.reason === 'nonce_malformed' && input.nonce?.length === 129
    ? { outcome: 'value', value: { hex: '' } }
    : answer,
)

/** The failures by the first seed that finds the fault: which seed does is the generators' affair. */
const firstFailures = async (
  port: Port,
  isFound: (failures: GeneratedReport['failures']) => boolean,
  more: { readonly level?: 'signer' } = {},
): Promise<GeneratedReport> => {
  for (const seed of 'abcdefgh') {
    const report = await generatedBy(inProcess(port), { runs: 4000 }, seed, more)
    if (isFound(report.failures)) return report
  }
  throw new Error('no seed finds the fault')
}
const isAny = (failures: GeneratedReport['failures']): boolean => failures.length > 0

const xmlOf = (report: PortReport): string => junitOf({ format: 1, suite: '', digest: '', ports: [report] })

const generated = suite('conform: generated runs')

generated('our own port passes them', async () => {
  const { failures, runs } = await generatedBy(inProcess(ours), { runs: 1000 })
  assert.equal(failures, [])
  assert.is(runs, 1000)
})

generated('a boundary that is off by one is found, shrunk, and repeated by seed and path', async () => {
  const { seed, failures } = await firstFailures(lenient, isAny, { level: 'signer' })
  const [failure, ...more] = failures
  assert.equal(more, [])
  assert.is(failure?.rule, 'a nonce has 1 to 128 letters, digits and hyphens')
  assert.is(failure?.isShrunk, true)
  const input = failure?.input as { readonly nonce: string }
  assert.is(input.nonce.length, 129)
  assert.is(new Set(input.nonce).size, 1)
  const again = await generatedBy(inProcess(lenient), { runs: 1, path: failure?.path ?? '' }, seed, { level: 'signer' })
  assert.is(again.runs, 1)
  assert.equal(again.failures[0]?.input, input)
})

generated('a history is left with the steps that the fault needs, and is repeated so', async () => {
  /** It never takes the nonce `last`. */
  const biased = changed((op, { steps = [] }: { readonly steps?: Inputs['verify']['steps'] }, answer) => {
    if (op !== 'verify' || !Array.isArray(answer.value)) return answer
    const isLast = (i: number): boolean => steps[i]?.authorization.join().includes('nonce_str=last,') === true
    const refused = { outcome: 'reject', reason: 'nonce_replayed' }
    return { ...answer, value: answer.value.map((verdict, i) => (isLast(i) ? refused : verdict)) }
  })
  const isHistory = ({ op }: { readonly op: string }): boolean => op === 'verify'
  const { seed, failures } = await firstFailures(biased, (all) => all.some(isHistory))
  const failure = failures.find(isHistory)
  assert.ok(failure)
  assert.is((failure.input as Inputs['verify']).steps.length, 1)
  const again = await generatedBy(inProcess(biased), { runs: 1, path: failure.path }, seed)
  assert.equal(again.failures[0]?.input, failure.input)
})

generated('a path repeats one run and no case, and its pass is no verdict on a level', async () => {
  const { seed, failures } = await firstFailures(lenient, isAny, { level: 'signer' })
  const path = failures[0]?.path ?? ''
  const settings = { suite: vectors, level: 'signer', today: '2026-01-31', seed } as const
  const repeated = async (port: Port, where: string): Promise<PortReport> => {
    const report = await conform(inProcess(port), { ...settings, generated: { runs: 1, path: where } })
    assert.ok(!isNoHello(report))
    assert.equal(report.cases, [])
    assert.not.ok(report.conformant)
    return report
  }
  const sound = await repeated(ours, path)
  assert.ok(allPassed(sound))
  assert.match(closing(sound), /^1 generated run passed in [\d.]+ s; this is no verdict on a level$/)
  assert.not.match(xmlOf(sound), /<(?:error|failure) /)
  const wrong = await repeated(lenient, path)
  assert.not.ok(allPassed(wrong))
  assert.match(closing(wrong), /^not conformant at level signer: 1 failure in 1 generated run$/)
  assert.is(xmlOf(wrong).match(/<(?:error|failure) /g)?.length, 1)
  // Nothing was run: this must not look like a pass.
  for (const where of [`string:8${':0'.repeat(500)}`, 'string:x', 'strange:8', '']) {
    const nothing = await repeated(ours, where)
    assert.not.ok(allPassed(nothing), where)
    assert.match(
      closing(nothing),
      /^not conformant at level signer: nothing was run(?:; 1 generator not run \(string\))?$/,
    )
    assert.match(xmlOf(nothing), 'message="nothing was run"')
  }
})

generated('nonces that depend on the clock alone are found', async () => {
  const seeded = changed((op, input: { readonly times?: number; readonly timestamp?: string }, answer) => {
    if (op !== 'sign' || input.times === undefined) return answer
    const { privateKey, authType, appId, body, times, timestamp = '' } = input as Inputs['sign']
    const key = createPrivateKey(privateKey)
    const signed = Array.from({ length: times as number }, (_, i) => {
      const nonce = createHash('sha256').update(`${timestamp}/${i}`).digest('hex')
      const signature = sign('sha256', Buffer.from(`POST\n/v1/jobs\n${timestamp}\n${nonce}\n`), key).toString('base64')
      const authorization = `${authType} app_id=${appId},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
      assert.equal(body, { hex: '' })
      return { method: 'POST', target: '/v1/jobs', authorization }
    })
    return { outcome: 'value', value: signed }
  })
  const own = await generatedBy(inProcess(seeded), { runs: 1, path: 'own-nonce:0' })
  assert.match(
    own.failures[0]?.message ?? '',
    /^the nonce [0-9a-f]{64} comes again when the same is asked for a second time$/,
  )
})

generated('the same seed draws the same runs, another seed draws others', async () => {
  const drawn = async (seed: string): Promise<ReadonlyArray<string>> => {
    const inputs: Array<string> = []
    const driver = inProcess({
      ...ours,
      answer: (op, input) => {
        inputs.push(JSON.stringify([op, input]))
        return ours.answer(op, input)
      },
    })
    await generatedBy(driver, { runs: 100 }, seed)
    // The cases and canaries come first; canaries have keys of their own.
    return inputs.slice(-90)
  }
  assert.equal(await drawn('a'), await drawn('a'))
  assert.not.equal(await drawn('a'), await drawn('b'))
})

generated('the report counts the inputs of each rule, on both sides', async () => {
  const { rules, runs } = await generatedBy(inProcess(ours), { runs: 400 }, 'any')
  const counts = Object.values(rules)
  assert.ok(counts.length > 50)
  assert.ok(counts.some(({ inside }) => inside > 0) && counts.some(({ outside }) => outside > 0))
  assert.is(
    counts.reduce((sum, { inside, outside }) => sum + inside + outside, 0),
    runs,
  )
})

generated('one cause is told once, and names the other generators that it fails', async () => {
  const narrow = changed(
    (op, input: { readonly nonce?: string; readonly authorization?: ReadonlyArray<string> }, answer) => {
      const long =
        op === 'parseAuthorization'
          ? /nonce_str=[^,]{127}/.test(String(input.authorization))
          : (input.nonce?.length ?? 0) > 126
      return long && answer.outcome === 'value' ? { outcome: 'reject', reason: 'nonce_malformed' } : answer
    },
  )
  const isFoundTwice = ([first]: GeneratedReport['failures']): boolean => (first?.alsoIn.length ?? 0) > 0
  const { failures } = await firstFailures(narrow, isFoundTwice)
  assert.is(failures.length, 1)
})

generated('can be drawn by a program, as a conformance run draws them', async () => {
  const settings = { suite: vectors, level: 'full', seed: 'a', runs: 100 } as const
  const runs = draw(settings)
  assert.is(runs.length, 100)
  const inputs: Array<unknown> = []
  const driver = inProcess({
    ...ours,
    answer: (op, input) => {
      inputs.push([op, input])
      return ours.answer(op, input)
    },
  })
  await generatedBy(driver, { runs: 100 })
  assert.is(JSON.stringify(inputs.slice(-100)), JSON.stringify(runs.map(({ op, input }) => [op, input])))
  const [, , third] = runs
  assert.equal(draw({ ...settings, path: third?.path ?? '' }), [third])
})

generated('a date is needed only by known failures, which have expired without one', async () => {
  const ids = ['timestamp/age-over-limit']
  const known = [{ id: ids[0] as string, reason: 'it is old', expires: '2999-01-31' }]
  const report = await conform(inProcess(ours), { suite: vectors, ids, known, seed: 'a' })
  assert.ok(!isNoHello(report))
  assert.equal(report.stale, [{ id: ids[0], why: 'expired' }])
  assert.is(report.level, 'full')
})

generated('a verifier is asked what a verifier does', async () => {
  const { generators } = await generatedBy(inProcess(ours), { runs: 200 }, 'a', { level: 'verifier' })
  for (const { op } of generators)
    assert.ok(['parseAuthorization', 'verify', 'rsaVerify', 'importKey', 'decodeJob'].includes(op), op)
})

generated('of an op that the port lacks are unsupported, and never look as if they had passed', async () => {
  const lacking: Port = { ...ours, hello: { ...ours.hello, ops: ours.hello.ops.filter((op) => op !== 'sign') } }
  const settings = { suite: vectors, level: 'full', ids: ['timestamp/age-over-limit'], today: '2026-01-31' } as const
  const report = await conform(inProcess(lacking), { ...settings, seed: 'a', generated: { runs: 300 } })
  assert.ok(!isNoHello(report))
  assert.equal(
    report.generated?.generators
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ name, op, runs }) => [name, op, runs]),
    // By the shares of so few runs, each gets one.
    ['signature', 'own-nonce'].map((name) => [name, 'sign', 0]),
  )
  assert.not.ok(allPassed(report))
  assert.match(closing(report), /; 2 generators not run \(signature, own-nonce\)$/)
  assert.match(
    tableOf(report, { colours: picocolors.createColors(false), width: 80 }),
    '\nunsupported: sign (2 cases)\n',
  )
  assert.match(xmlOf(report), 'type="unsupported"')
})

generated('after a run that was given up are not run', async () => {
  const crashing: Driver = {
    ...inProcess(ours),
    run: async () => ({ _tag: 'Crash', detail: 'it ended' }),
  }
  const settings = { suite: vectors, level: 'full', today: '2026-01-31', seed: 'a' } as const
  const report = await conform(crashing, { ...settings, generated: { runs: 100 } })
  assert.ok(!isNoHello(report))
  assert.is(report.generated?.runs, 0)
  assert.ok(report.generated?.generators.every(({ verdict }) => verdict === 'not-run'))
  assert.match(closing(report), 'the generated runs ended early: the run was given up before it came to them')
})

generated('three time-outs end the runs as failed', async () => {
  let asked = 0
  const slow: Driver = {
    ...inProcess(ours),
    run: async (op, input, limitMs) =>
      op === 'parseAuthorization' && asked++ > 3
        ? { _tag: 'TimeOut', afterMs: limitMs }
        : inProcess(ours).run(op, input, limitMs),
  }
  const { stopped, failures, runs, generators } = await generatedBy(slow, { runs: 500 })
  assert.equal(generators.map(({ verdict }) => verdict).slice(0, 2), ['pass', 'timeout'])
  assert.is(generators.at(-1)?.verdict, 'not-run')
  assert.is(stopped, '3 runs had no answer in time')
  assert.ok(failures.length > 0)
  for (const { message } of failures) assert.is(message, 'no answer within 10 s')
  assert.ok(runs < 500)
})

generated.run()
