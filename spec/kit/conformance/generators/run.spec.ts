import picocolors from 'picocolors'
import { conform } from '../../../../src/kit/conformance/conform.ts'
import { type Driver, inProcess, isNoHello } from '../../../../src/kit/conformance/Driver.ts'
import { draw, generatorsOf } from '../../../../src/kit/conformance/generators/all.ts'
import { shareOutRuns } from '../../../../src/kit/conformance/generators/draws.ts'
import type { Generator } from '../../../../src/kit/conformance/generators/Generator.ts'
import { headers } from '../../../../src/kit/conformance/generators/headers.ts'
import { run } from '../../../../src/kit/conformance/generators/run.ts'
import { strings } from '../../../../src/kit/conformance/generators/signing.ts'
import { stories } from '../../../../src/kit/conformance/generators/stories.ts'
import type { Level } from '../../../../src/kit/conformance/levels.ts'
import { createPort, type Port } from '../../../../src/kit/conformance/port.ts'
import type { GeneratedReport, PortReport } from '../../../../src/kit/conformance/Report.ts'
import { junitOf } from '../../../../src/kit/conformance/reports/junit.ts'
import { tableOf } from '../../../../src/kit/conformance/reports/table.ts'
import { allPassed, closing } from '../../../../src/kit/conformance/reports/tally.ts'
import type { Inputs, PortAnswer } from '../../../../src/kit/conformance/Vector.ts'
import { assert, suite } from '../../../support/suite.ts'
import { packaged, reportOn } from '../ports/cases.ts'
import { defaultRuns, isWhole, seeds, signersBy, someOf } from './drawn.ts'

const ours = createPort({ version: '1.0.0' })
const ids = ['timestamp/age-over-limit']

/** Our own port, but for what `change` makes of an answer. */
const changed = (change: (op: string, input: never, answer: PortAnswer) => PortAnswer): Port => ({
  ...ours,
  answer: async (op, input) => change(op, input as never, await ours.answer(op, input)),
})

const generatedBy = async (
  port: Port | Driver,
  generated: { readonly runs: number; readonly path?: string },
  seed = 'a',
  level: Level = 'full',
): Promise<GeneratedReport> => {
  const report = await reportOn(port, { ids, level, seed, generated })
  assert.ok(report.generated !== undefined)
  return report.generated
}

/** What these generators find when each of their ways is drawn once. */
const foundBy = (port: Port, generators: ReadonlyArray<Generator>): Promise<GeneratedReport> =>
  run(inProcess(port), ours.hello, {
    generators,
    runs: generators.reduce((sum, { arbitraries }) => sum + arbitraries.length, 0),
    seed: 'a',
    limitMs: 10_000,
    now: () => 0,
    rerun: (path) => path,
    onRun: () => {},
  })

/** It takes a nonce of 129 characters. */
const lenient = changed((op, input: { readonly nonce?: string }, answer) =>
  op === 'stringToSign' && answer.reason === 'nonce_malformed' && input.nonce?.length === 129
    ? { outcome: 'value', value: { hex: '' } }
    : answer,
)

/** It never takes the nonce `last`. */
const biased = changed((op, { steps = [] }: { readonly steps?: Inputs['verify']['steps'] }, answer) => {
  if (op !== 'verify' || !Array.isArray(answer.value)) return answer
  const isLast = (i: number): boolean => steps[i]?.authorization.join().includes('nonce_str=last,') === true
  const refused = { outcome: 'reject', reason: 'nonce_replayed' }
  return { ...answer, value: answer.value.map((verdict, i) => (isLast(i) ? refused : verdict)) }
})

/** Its verifier takes no PUT. */
const putless = changed((op, { steps = [] }: { readonly steps?: Inputs['verify']['steps'] }, answer) => {
  if (op !== 'verify' || !Array.isArray(answer.value)) return answer
  const refused = { outcome: 'reject', reason: 'signature_invalid' }
  return { ...answer, value: answer.value.map((verdict, i) => (steps[i]?.method === 'PUT' ? refused : verdict)) }
})

/** It takes no nonce of more than 126 characters. */
const narrow = changed(
  (op, input: { readonly nonce?: string; readonly authorization?: ReadonlyArray<string> }, answer) => {
    const long =
      op === 'parseAuthorization'
        ? /nonce_str=[^,]{127}/.test(String(input.authorization))
        : (input.nonce?.length ?? 0) > 126
    return long && answer.outcome === 'value' ? { outcome: 'reject', reason: 'nonce_malformed' } : answer
  },
)

const xmlOf = (report: PortReport): string => junitOf({ format: 1, suite: '', digest: '', ports: [report] })

const generated = suite('conform: generated runs')

generated('our own port passes them', async () => {
  const { failures, runs } = await generatedBy(ours, { runs: isWhole ? defaultRuns : 300 })
  assert.equal(failures, [])
  assert.is(runs, isWhole ? defaultRuns : 300)
})

if (isWhole)
  for (const [fault, port] of someOf(Object.entries({ lenient, biased, narrow })))
    generated(`the default number of runs finds the ${fault} port, whatever the seed`, async () => {
      const { failures } = await generatedBy(port, { runs: defaultRuns }, seeds.at(-1))
      assert.ok(failures.some(({ isShrunk }) => isShrunk))
    })

generated('a boundary that is off by one is found, shrunk, and repeated by seed and path', async () => {
  const { seed, failures } = await foundBy(lenient, strings)
  const [failure, ...more] = failures
  assert.equal(more, [])
  assert.is(failure?.rule, 'a nonce has 1 to 128 letters, digits and hyphens')
  assert.is(failure?.isShrunk, true)
  // The runner's own number is none of the answer.
  assert.is(failure?.got, '{"outcome":"value","value":{"hex":""}}')
  const input = failure?.input as { readonly nonce: string }
  assert.is(input.nonce.length, 129)
  assert.is(new Set(input.nonce).size, 1)
  const again = await generatedBy(lenient, { runs: 1, path: failure?.path ?? '' }, seed, 'signer')
  assert.is(again.runs, 1)
  assert.equal(again.failures[0]?.input, input)
})

generated('a signed request is left with the parts that the fault needs, and signed anew with plain ones', async () => {
  const signedRequests = generatorsOf(packaged, 'full').filter(({ name }) => name === 'request-to-verify')
  const { failures } = await foundBy(putless, signedRequests)
  const [failure] = failures
  assert.is(failure?.needs?.includes('method'), true, String(failure?.needs))
  for (const part of ['target', 'nonce', 'body']) assert.not(failure?.needs?.includes(part), part)
  const [step] = (failure?.input as Inputs['verify'] | undefined)?.steps ?? []
  assert.equal([step?.method, step?.target, step?.body], ['PUT', '/v1/jobs', { hex: '' }])
  assert.match(String(step?.authorization), /nonce_str=n-1\b/)
  assert.equal(failure?.expected.value, [
    { outcome: 'accept', appId: /app_id=([^,]+)/.exec(String(step?.authorization))?.[1] },
  ])
})

generated('a history is left with the steps that the fault needs, and is repeated so', async () => {
  const { seed, failures } = await foundBy(biased, stories.slice(0, 1))
  const [failure] = failures
  assert.is((failure?.input as Inputs['verify'] | undefined)?.steps.length, 1)
  const again = await generatedBy(biased, { runs: 1, path: failure?.path ?? '' }, seed)
  assert.equal(again.failures[0]?.input, failure?.input)
})

generated(
  'who refuses a right request because of those before it breaks another rule than that of its reason',
  async () => {
    const locking = changed((_, __, { value, ...rest }) => {
      if (!Array.isArray(value)) return { ...rest, value }
      const locked = value.findIndex(({ outcome }) => outcome === 'reject')
      const refused = { outcome: 'reject', reason: 'app_forbidden' }
      return { ...rest, value: value.map((verdict, i) => (locked >= 0 && i > locked ? refused : verdict)) }
    })
    const { failures } = await foundBy(locking, stories.slice(0, 1))
    assert.is(failures[0]?.rule, 'a request has only one effect on later requests: its nonce is used')
  },
)

generated('a path repeats one run and no case, and its pass is no verdict on a level', async () => {
  const { seed, failures } = await foundBy(lenient, strings)
  const path = failures[0]?.path ?? ''
  const repeated = async (port: Port, where: string): Promise<PortReport> => {
    const report = await reportOn(port, { ids: undefined, level: 'signer', seed, generated: { runs: 1, path: where } })
    assert.equal(report.cases, [])
    assert.not.ok(report.conformant)
    return report
  }
  const sound = await repeated(ours, path)
  assert.ok(allPassed(sound))
  assert.match(
    closing(sound),
    /^1 generated run passed in [\d.]+ s; not every case was run, so this does not say whether the port is conformant$/,
  )
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

for (const [how, nonceOf, when] of [
  ['depend on the clock alone', (_: number, __: number, second: string) => second, 'a second time'],
  ['come again after 512', (_: number, drawn: number) => String(drawn % 512), 'once more'],
] as const) {
  generated(`nonces that ${how} are found`, async () => {
    const settings = { generated: { runs: 1, path: 'own-nonce:0' }, isBrief: true, seed: 'a' }
    const [failure] = (await reportOn(signersBy(nonceOf)(), settings)).generated?.failures ?? []
    const [, told] =
      /^the port was asked for the same request (.*), and used the nonce [0-9a-f]{64} again$/.exec(
        failure?.message ?? '',
      ) ?? []
    assert.is(told, when)
  })
}

generated('many nonces are asked for again after their first run, and not after the same run again', async () => {
  const manyNonces = generatorsOf(packaged, 'full').flatMap((generator) =>
    generator.name === 'own-nonce' ? [{ ...generator, arbitraries: generator.arbitraries.slice(0, 1) }] : [],
  )
  const timesAskedAgain = 9
  let asked = 0
  let runAnswer: Promise<PortAnswer> | undefined
  const signer: Port = {
    ...ours,
    answer: (op, input) => {
      const number = asked++
      runAnswer ??= ours.answer(op, input)
      // Of the answers after that of a run, only the nonces are read.
      const again = { outcome: 'value', value: { authorization: `nonce_str=n-${number}` } } as const
      return number % (1 + timesAskedAgain) === 0 ? runAnswer : Promise.resolve(again)
    },
  }
  const { failures } = await run(inProcess(signer), ours.hello, {
    generators: manyNonces,
    runs: 2,
    seed: 'a',
    limitMs: 10_000,
    now: () => 0,
    rerun: (path) => path,
    onRun: () => {},
  })
  assert.equal(failures, [])
  assert.is(asked, 1 + timesAskedAgain + 1)
})

generated('the report counts the inputs of each rule, on both sides', async () => {
  const { rules, runs } = await generatedBy(ours, { runs: 200 }, 'any')
  const counts = Object.values(rules)
  assert.ok(counts.length > 50)
  assert.ok(counts.some(({ inside }) => inside > 0) && counts.some(({ outside }) => outside > 0))
  assert.is(
    counts.reduce((sum, { inside, outside }) => sum + inside + outside, 0),
    runs,
  )
})

generated('one cause is told once, and names the other generators that it fails', async () => {
  const { failures } = await foundBy(narrow, [...strings, ...headers.slice(0, 1)])
  const alsoIns = failures.map(({ alsoIn }) => alsoIn)
  assert.equal(alsoIns, [['header']])
})

generated('can be drawn by a program, as a conformance run draws them', async () => {
  const settings = { suite: packaged, level: 'full', seed: 'a', runs: 100 } as const
  const runs = draw(settings)
  assert.is(runs.length, 100)
  const inputs: Array<unknown> = []
  const answer: Port['answer'] = (op, input) => {
    inputs.push([op, input])
    return ours.answer(op, input)
  }
  await generatedBy({ ...ours, answer }, { runs: 100 })
  // In this order; the cases and canaries come first, and a signer that starts again is asked twice.
  const wanted = runs.map(({ op, input }) => JSON.stringify([op, input]))
  let met = 0
  for (const input of inputs) if (JSON.stringify(input) === wanted[met]) met += 1
  assert.is(met, 100)
  assert.not.equal(draw({ ...settings, seed: 'b' }), runs)
  const [, , third] = runs
  assert.equal(draw({ ...settings, path: third?.path ?? '' }), [third])
})

generated('a date is needed only by known failures, which have expired without one', async () => {
  const known = [{ id: ids[0] as string, reason: 'it is old', expires: '2999-01-31' }]
  const report = await conform(inProcess(ours), { suite: packaged, ids, known, seed: 'a' })
  assert.ok(!isNoHello(report))
  assert.equal(report.stale, [{ id: ids[0], why: 'expired' }])
  assert.is(report.level, 'full')
})

generated('a verifier is asked what a verifier does', async () => {
  const { generators } = await generatedBy(ours, { runs: 100 }, 'a', 'verifier')
  for (const { op } of generators)
    assert.ok(['parseAuthorization', 'verify', 'rsaVerify', 'importKey', 'decodeJob'].includes(op), op)
})

/** So few runs of a signer that the least of its generators draws one. */
const fewOfSigner = Array.from({ length: 200 }, (_, i) => 200 + i).find((runs) =>
  [...shareOutRuns(generatorsOf(packaged, 'signer'), runs)].every(([{ op }, share]) => op !== 'sign' || share > 0),
)

generated('of an op that the port lacks are unsupported, and never look as if they had passed', async () => {
  const lacking: Port = { ...ours, hello: { ...ours.hello, ops: ours.hello.ops.filter((op) => op !== 'sign') } }
  const report = await reportOn(lacking, { ids, level: 'signer', seed: 'a', generated: { runs: fewOfSigner ?? 0 } })
  assert.equal(
    report.generated?.generators
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ name, op, runs }) => [name, op, runs]),
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
  const crashing: Driver = { ...inProcess(ours), run: async () => ({ _tag: 'Crash', detail: 'it ended' }) }
  const report = await reportOn(crashing, { ids: undefined, generated: { runs: 100 } })
  assert.is(report.generated?.runs, 0)
  assert.ok(report.generated?.generators.every(({ verdict }) => verdict === 'not-run'))
  assert.match(closing(report), 'the generated runs ended early: the run was stopped before these cases')
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

generated('tokens that are cut are told by their rule, and few tokens are shown', async () => {
  const cut = (text: string): string => text.slice(0, 80)
  const port: Port = {
    ...ours,
    answer: (op, input) => {
      if (op !== 'verify') return ours.answer(op, input)
      const { tokens, steps, ...more } = input as Inputs['verify']
      const known = new Map(tokens?.map(({ appId, token }) => [cut(token), { appId, token: cut(token) }]))
      const sent = steps.map((step) => ({
        ...step,
        authorization: step.authorization.map((line) =>
          line.replace(/^(Bearer )(.*)/, (_, type, token) => type + cut(token)),
        ),
      }))
      return ours.answer(op, { ...more, tokens: [...known.values()], steps: sent })
    },
  }
  const { failures } = await foundBy(
    port,
    generatorsOf(packaged, 'full').filter(({ name }) => name === 'token-to-verify'),
  )
  const [failure] = failures
  assert.ok(failure !== undefined && failure.rule !== '')
  assert.ok(((failure.input as Inputs['verify']).tokens ?? []).length <= 2)
})
