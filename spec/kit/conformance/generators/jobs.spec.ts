import type { Drawn } from '../../../../src/kit/conformance/generators/Generator.ts'
import { rules } from '../../../../src/kit/values/jobs/rules.ts'
import { assert, suite } from '../../../support/suite.ts'
import { drawnBy, passed, portWith } from './drawn.ts'

const generated = suite('generated jobs')

const text = (body: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)

const decoded = (): ReadonlyArray<Drawn<'decodeJob'>> => [
  ...drawnBy<'decodeJob'>('job'),
  ...drawnBy<'decodeJob'>('json'),
]

generated('the generators together name every rule', () => {
  const named = new Set([...decoded(), ...drawnBy('encode-job')].map(({ rule }) => rule))
  assert.equal([...named].sort(), [...new Set<string>(Object.values(rules))].sort())
})

for (const [policy, rule] of [
  ['unknown-stage', rules.knownType],
  ['int64-string', rules.integerText],
  ['int-spelling', rules.integerSpelling],
] as const) {
  generated(`under the policy ${policy}, one rule alone refuses nothing`, async () => {
    const lenient = portWith(policy)
    for (const one of decoded())
      assert.is(
        passed(await lenient.answer('decodeJob', one.input), 'decodeJob'),
        one.passes || one.rule === rule,
        one.rule,
      )
  })
}

generated('repeat a name at shallow, middle and the deepest levels', () => {
  const levels = drawnBy<'decodeJob'>('json')
    .filter(({ rule, passes }) => rule === rules.name && passes === false)
    .map(
      ({ input }) => text(Buffer.from((input.body as { readonly hex: string }).hex, 'hex')).match(/[[{]/g)?.length ?? 0,
    )
  assert.ok(levels.some((level) => level > 30) && levels.some((level) => level < 9))
})

generated('a stage of another type that is written breaks each rule of reading', () => {
  for (const rule of [rules.numberRange, rules.depth]) {
    const ofRule = drawnBy<'encodeJob'>('encode-job').filter((one) => one.rule === rule)
    const found = ofRule.filter(({ input }) => {
      const { stages } = input.job as { readonly stages: ReadonlyArray<{ readonly type: string }> }
      return stages.some(({ type }) => type !== 'DIFFUSION' && type !== 'INPUT_INITIALIZE')
    })
    assert.ok(found.some(({ passes }) => passes === true) && found.some(({ passes }) => passes === false), rule)
  }
})

const port = portWith()

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
    for (const { input, passes } of drawnBy<'decodeJob'>('json')) {
      if (passes) continue
      const { hex } = input.body as { readonly hex: string }
      const read = Buffer.from(change(Buffer.from(hex, 'hex'))).toString('hex')
      const { outcome } = await port.answer('decodeJob', { body: { hex: read } })
      if (outcome === 'value') return
    }
    assert.unreachable('each refused text is still refused')
  })
}
