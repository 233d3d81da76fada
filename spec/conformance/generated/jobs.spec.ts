import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import type { Drawn, Generator } from '../../../src/conformance/generated/Generator.ts'
import { jobs, rules } from '../../../src/conformance/generated/jobs.ts'
import { createPort } from '../../../src/conformance/port.ts'
import { ours, type Policies } from '../../../src/core/Policies.ts'
import { suite } from '../../support/suite.ts'

const none = Object.fromEntries(Object.keys(ours).map((name) => [name, false])) as unknown as Policies
const port = createPort({ version: '0', policies: none })

const seed = 20_261_122
const sampleOf = ({ drawn }: Generator): ReadonlyArray<Drawn<Generator['op']>> =>
  fc.sample(drawn, { numRuns: 300, seed })

/** The rules that decide for some of these inputs, or against some. */
const rulesOf = (all: ReadonlyArray<Drawn<Generator['op']>>, passes: boolean): ReadonlyArray<string> =>
  [...new Set(all.filter((one) => one.passes === passes).map(({ rule }) => rule))].sort()

const generated = suite('generated jobs')

for (const one of jobs) {
  generated(`${one.name}: for all inputs, our own port passes what the rules pass`, () =>
    fc.assert(
      fc.asyncProperty(one.drawn, async ({ input, rule, passes }) => {
        const { outcome, reason } = await port.answer(one.op, input)
        assert.is(outcome, passes ? 'value' : 'reject', `${rule}: ${outcome}, ${reason}`)
      }),
      { numRuns: 1000, seed },
    ),
  )

  generated(`${one.name}: 300 inputs meet each of its rules on both sides`, () => {
    const all = sampleOf(one)
    assert.equal(rulesOf(all, true), rulesOf(all, false))
  })

  generated(`${one.name}: the same seed draws the same inputs`, () => {
    assert.is(JSON.stringify(sampleOf(one)), JSON.stringify(sampleOf(one)))
  })
}

generated('the generators together name every rule', () => {
  assert.equal(rulesOf(jobs.flatMap(sampleOf), true), [...new Set(Object.values(rules))].sort())
})

const only = (policy: keyof Policies): Policies => ({ ...none, [policy]: true })

for (const [policy, rule] of [
  ['unknown-stage', rules.knownType],
  ['int64-string', rules.integerText],
  ['int-spelling', rules.integerSpelling],
] as const) {
  generated(`under the policy ${policy}, one rule alone refuses nothing`, async () => {
    const lenient = createPort({ version: '0', policies: only(policy) })
    const decoding = jobs.filter(({ op }) => op === 'decodeJob')
    for (const one of decoding.flatMap(sampleOf)) {
      const { outcome } = await lenient.answer('decodeJob', one.input)
      assert.is(outcome, one.passes || one.rule === rule ? 'value' : 'reject', one.rule)
    }
  })
}

const text = (body: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)

/** What careless readers do to a body. */
const careless: { readonly [mistake: string]: (body: Uint8Array) => string } = {
  'skips a byte order mark': (body) => text(body).replace(/^\ufeff/, ''),
  'replaces invalid UTF-8': (body) => text(body),
  'trims white space of every kind': (body) => text(body).trim(),
  'parses with JSON.parse': (body) => {
    try {
      return JSON.stringify(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)))
    } catch {
      return ''
    }
  },
  'drops control characters': (body) => text(body).replace(/\p{Cc}/gu, ''),
  'takes comments': (body) => text(body).replace(/\/\*.*?\*\/|\/\/.*$/gs, ''),
  'takes a comma at the end': (body) => text(body).replace(/,(?=[}\]])/g, ''),
  'takes single quotes': (body) => text(body).replaceAll("'", '"'),
  'ends at NUL': (body) => text(body).split('\u0000')[0] ?? '',
}

for (const [mistake, change] of Object.entries(careless)) {
  generated(`finds a port that ${mistake}`, async () => {
    const json = jobs.filter(({ name }) => name === 'json').flatMap(sampleOf)
    let found = 0
    for (const { input, passes } of json) {
      const { body } = input as { readonly body: { readonly hex: string } }
      const hex = Buffer.from(change(Buffer.from(body.hex, 'hex'))).toString('hex')
      const { outcome } = await port.answer('decodeJob', { body: { hex } })
      if (outcome === 'value' && !passes) found += 1
    }
    assert.ok(found > 0)
  })
}

generated.run()
