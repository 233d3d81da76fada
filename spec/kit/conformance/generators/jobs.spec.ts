import * as assert from 'uvu/assert'
import type { Generator } from '../../../../src/kit/conformance/generators/Generator.ts'
import { jobs } from '../../../../src/kit/conformance/generators/jobs.ts'
import { rules } from '../../../../src/kit/values/jobs.ts'
import { suite } from '../../../support/suite.ts'
import { agrees, isRepeatable, meetsBothSides, passed, portWith, sample } from './law.ts'

const sampleOf = (one: Generator) => sample(one, 600)

const generated = suite('generated jobs')

for (const one of jobs) {
  generated(`${one.name}: our own port agrees with the generator`, () => agrees(one, 1000))
  generated(`${one.name}: each rule is met on both sides`, () => meetsBothSides(one, 600))
  generated(`${one.name}: the same seed draws the same inputs`, () => isRepeatable(one))
}

generated('the generators together name every rule', () => {
  const named = new Set(jobs.flatMap(sampleOf).map(({ rule }) => rule))
  assert.equal([...named].sort(), [...new Set<string>(Object.values(rules))].sort())
})

for (const [policy, rule] of [
  ['unknown-stage', rules.knownType],
  ['int64-string', rules.integerText],
  ['int-spelling', rules.integerSpelling],
] as const) {
  generated(`under the policy ${policy}, one rule alone refuses nothing`, async () => {
    const lenient = portWith(policy)
    const decoding = jobs.filter(({ op }) => op === 'decodeJob')
    for (const one of decoding.flatMap(sampleOf))
      assert.is(
        passed(await lenient.answer('decodeJob', one.input), 'decodeJob'),
        one.passes || one.rule === rule,
        one.rule,
      )
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
    const texts = sampleOf(jobs.at(-1) as Generator)
    let found = 0
    for (const { input, passes } of texts) {
      const { body } = input as { readonly body: { readonly hex: string } }
      const hex = Buffer.from(change(Buffer.from(body.hex, 'hex'))).toString('hex')
      const { outcome } = await portWith().answer('decodeJob', { body: { hex } })
      if (outcome === 'value' && !passes) found += 1
    }
    assert.ok(found > 0)
  })
}

generated.run()
