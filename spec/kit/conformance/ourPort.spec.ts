// Our own implementation against the whole suite, under different policies.

import { ours } from '../../../src/core/Policies.ts'
import type { Level } from '../../../src/kit/conformance/levels.ts'
import { createPort, type Port } from '../../../src/kit/conformance/port.ts'
import type { PortReport } from '../../../src/kit/conformance/Report.ts'
import { allPassed } from '../../../src/kit/conformance/reports/tally.ts'
import { type Inputs, ops } from '../../../src/kit/conformance/Vector.ts'
import { assert, suite } from '../../support/suite.ts'
import { caseOf, few, onlyOn, packaged, reportOn } from './ports/cases.ts'

const run = (port: Port, level: Level, ids?: ReadonlyArray<string>): Promise<PortReport> =>
  reportOn(port, { level, ids, seed: 'ours' })

const wrong = ({ cases }: PortReport): ReadonlyArray<string> =>
  cases.flatMap(({ id, verdict, failure }) => (verdict === 'pass' ? [] : [`${id}: ${verdict}, ${failure?.message}`]))

const otherReasons = ({ cases }: PortReport): ReadonlyArray<string> =>
  cases.flatMap(({ id, reasonAgrees }) => (reasonAgrees === false ? [id] : []))

const passes = (report: PortReport): void => {
  assert.equal(wrong(report), [])
  const told = report.canaries.filter(({ passed }) => !passed)
  assert.equal(told, [])
  assert.ok(allPassed(report))
}

const whole = suite('our own port')

whole('is conformant under the default policies, with the reason of the suite in every case', async () => {
  const report = await run(createPort({ version: '0' }), 'full')
  passes(report)
  assert.ok(report.conformant)
  assert.is(report.counts.pass, packaged.vectors.length)
  assert.ok(report.reasons.of > 300)
  assert.equal(otherReasons(report), [])
  assert.is(report.canaries.length, 8)
})

/** What the page for port authors says in one sentence each, beside the cases. */
whole('refuses for the reasons of the page where two rules meet', async () => {
  const port = createPort({ version: '0' })
  const reasonOf = async (authorization: string, edition: 'international' | 'mainland'): Promise<unknown> => {
    const input = caseOf('bearer/token').input as Inputs['verify']
    const steps = input.steps.map((step) => ({ ...step, authorization: [authorization] }))
    const { value } = await port.answer('verify', { ...input, edition, steps })
    return Array.isArray(value) && value[0].reason
  }
  const longest = `Bearer ${'a'.repeat(8185)}`
  assert.is(await reasonOf(' Bearer abc', 'international'), 'authorization_malformed')
  assert.is(await reasonOf(`${longest}a`, 'mainland'), 'authorization_malformed')
  assert.is(await reasonOf(longest, 'mainland'), 'bearer_not_offered')
  const deep = `{"request_id":"1","stages":[],"x":${'['.repeat(200)}`
  for (const text of [`${deep}x`, `${deep}\u00ff`]) {
    const body = { hex: Buffer.from(text, 'latin1').toString('hex') }
    assert.equal(await port.answer('decodeJob', { body }), { outcome: 'reject', reason: 'job_invalid' })
  }
})

const withPolicy = packaged.vectors.flatMap(({ id, expect }) => (expect.policy === undefined ? [] : [id]))

for (const [words, policies, others] of [
  ['no policy', onlyOn([]), []],
  // With small-exponent on, the forgery is refused for its signature instead.
  ['every policy', onlyOn(Object.keys(ours)), ['rsa/forged-exponent-3']],
] as const) {
  whole(`is conformant under ${words}`, async () => {
    const report = await run(createPort({ version: '0', policies }), 'full')
    passes(report)
    assert.equal(otherReasons(report), others)
  })
}

for (const name of Object.keys(ours)) {
  whole(`${name}: a port that declares it without applying it fails, and so does the reverse`, async () => {
    // The first of these implies the second.
    const policies = name === 'nonce-per-message' ? [name, 'nonce-per-timestamp'] : [name]
    const ids = withPolicy.filter((id) => packaged.vectors.find((v) => v.id === id)?.expect.policy === name)
    assert.ok(ids.length > 0)
    const said = createPort({ version: '0', policies: onlyOn(policies) })
    const silent = createPort({ version: '0', policies: onlyOn([]) })
    passes(await run(said, 'full', ids))
    const boasts = await run({ ...silent, hello: { ...silent.hello, policies } }, 'full', ids)
    assert.is(boasts.counts.fail, ids.length)
    const hides = await run({ ...said, hello: { ...said.hello, policies: [] } }, 'full', ids)
    assert.is(hides.counts.fail, ids.length)
  })
}

const levels = suite('the levels')

const opsOf = {
  verifier: ['parseAuthorization', 'verify', 'rsaVerify', 'importKey', 'decodeJob'],
  signer: ['stringToSign', 'formatAuthorization', 'sign', 'encodeJob', 'request', 'importKey'],
}

/** A port with only these ops: it answers error to any other. */
const partial = (some: ReadonlyArray<string>): Port => {
  const whole = createPort({ version: '0' })
  return {
    hello: { ...whole.hello, ops: some },
    answer: async (op, input) =>
      some.includes(op) ? whole.answer(op, input) : { outcome: 'error', reason: `${op} was asked for` },
  }
}

for (const level of ['verifier', 'signer'] as const) {
  levels(`${level}: a port with its ops is conformant, whatever else it declares, and no other op is run`, async () => {
    const port = partial(opsOf[level])
    for (const hello of [port.hello, createPort({ version: '0' }).hello]) {
      const report = await run({ ...port, hello }, level)
      passes(report)
      assert.ok(report.conformant)
      assert.equal([...new Set(report.cases.map(({ op }) => op))].sort(), [...opsOf[level]].sort())
      assert.ok(report.cases.length > 100 && report.canaries.length >= 3)
    }
  })

  levels(`${level}: a port that lacks one of its ops is not conformant`, async () => {
    for (const lacking of opsOf[level]) {
      const some = opsOf[level].filter((op) => op !== lacking)
      const ids = packaged.vectors.flatMap(({ id, op }) => (op === lacking ? [id] : [])).slice(0, 3)
      const report = await run(partial(some), level, ids)
      assert.is(report.counts.unsupported, ids.length)
      assert.not.ok(allPassed(report))
    }
  })

  levels(`${level}: at level full, its port fails for the missing ops`, async () => {
    const report = await run(partial(opsOf[level]), 'full')
    assert.not.ok(allPassed(report))
    for (const { op, verdict, failure } of report.cases) {
      const done = opsOf[level].includes(op)
      assert.is(verdict, done ? 'pass' : 'unsupported')
      if (!done) {
        assert.is(failure?.message, `the level full needs the operation ${op}, but the port does not declare it`)
      }
    }
    assert.is(report.counts.error, 0)
  })
}

levels('a port that declares an op and answers unsupported is not conformant', async () => {
  const port = createPort({ version: '0' })
  const shy: Port = {
    ...port,
    answer: async (op, input) => (op === 'rsaVerify' ? { outcome: 'unsupported' } : port.answer(op, input)),
  }
  const report = await run(shy, 'verifier', ['rsa/plain', 'rsa/length-empty', 'keys/public'])
  assert.is(report.counts.unsupported, 2)
  assert.is(report.counts.pass, 1)
  assert.not.ok(allPassed(report))
})

levels('our own port declares every op, and answers unsupported to an unknown one', async () => {
  const port = createPort({ version: '0' })
  assert.equal(port.hello.ops, ops)
  for (const op of ['', 'Verify', '__proto__', 'constructor']) {
    assert.equal(await port.answer(op, {}), { outcome: 'unsupported' })
  }
})

levels('our own port answers error to an invalid input, and goes on', async () => {
  const port = createPort({ version: '0' })
  for (const op of ops) assert.is((await port.answer(op, null)).outcome, 'error', op)
})

levels('a subset of a level’s cases gives no verdict on the level, even if all pass', async () => {
  const report = await run(createPort({ version: '0' }), 'verifier', few)
  assert.ok(allPassed(report))
  assert.ok(report.partial)
  assert.not.ok(report.conformant)
})

levels('a run without cases is not conformant', async () => {
  const report = await run(createPort({ version: '0' }), 'full', [])
  assert.not.ok(allPassed(report))
})
