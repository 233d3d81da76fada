/**
 * A text that the caller shows, and that its signature proves, needs no search: the report names what differs, part by part, whether
 * or not the catalogue has a mistake that makes it.
 */
import fc from 'fast-check'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { reportWords } from '../../../src/kit/diagnosis/reportWords.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const body = '{"b":1,"a":{"y":2,"x":3},"c":[],"d":4,"e":5,"f":6}'
const target = '/v1/jobs?a=1&b=2'

const textOf = (parts: Readonly<Record<string, string>> = {}): string => {
  const whole = { method: 'POST', target, timestamp: String(now), nonce: 'n-1', body, ...parts }
  return `${whole.method}\n${whole.target}\n${whole.timestamp}\n${whole.nonce}\n${whole.body}`
}

/** The report on a request whose caller shows the text that it signed. */
const reportOn = (signed: string): Report =>
  diagnose(
    {
      method: 'POST',
      target,
      authorization: [line(signatureOf(signed))],
      body: new Uint8Array(Buffer.from(body)),
      keys,
      now,
      claimed: new Uint8Array(Buffer.from(signed)),
    },
    hash,
  )

const proven = suite('a text that is proven')

for (const [what, signed, id, words] of [
  [
    'members of JSON in an invented order',
    textOf({ body: '{"d":4,"b":1,"f":6,"a":{"x":3,"y":2},"e":5,"c":[]}' }),
    'body-reserialized',
    /order/,
  ],
  ['an invented nonce', textOf({ nonce: 'drawn-again' }), 'nonce-drift', /drew one nonce to sign/],
  ['an invented target', textOf({ target: '/else/where?z=9' }), 'target-other', /another target/],
  ['another body', textOf({ body: 'x'.repeat(60) }), 'body-other', /another body/],
  ['a text without the nonce', `sign(POST; ${target}; ${now}; ${body})`, 'part-missing', /lacks the nonce/],
  ['all parts in a wrapping', `<<${textOf().replaceAll('\n', '>>\n<<')}>>`, 'parts-labelled', /something else beside/],
] as const)
  proven(`${what}: it is named from the two texts`, () => {
    const report = reportOn(signed)
    const [found, ...more] = report.findings
    assert.is(found?.id, id, JSON.stringify(report.findings))
    assert.match(`${found?.detail} ${found?.what}`, words)
    assert.equal(more, [])
    assert.ok(report.recovered && !report.exact)
    assert.is(Buffer.from(report.signed?.bytes ?? []).toString(), signed)
    const { certainty, message, facts } = reportWords(report, { keys: 1, isTextGiven: true, isTextProven: true })
    assert.is(certainty, 'Recovered, not exact')
    assert.match(message, /part by part/)
    assert.not.match(facts.join(), /stopped|not all/)
  })

proven('a mistake of the catalogue is exact, as it is without the text', () => {
  const { exact, findings } = reportOn(textOf({ target: '/v1/jobs' }))
  assert.ok(exact)
  assert.is(findings[0]?.id, 'target-without-query')
})

/** The parts of a finding that a change of a slot leads to. */
const partsFor = {
  method: ['method'],
  target: ['target'],
  timestamp: ['timestamp'],
  nonce: ['nonce'],
  body: ['body', 'encoding'],
}
const slots = ['method', 'target', 'timestamp', 'nonce', 'body'] as const
const other = fc.string({
  unit: fc.constantFrom('a', 'Z', '0', '/', '?', '=', '&', '%', '-', '"', ' ', '灯'),
  minLength: 1,
})

proven('for all other values of one or two parts: the findings are of these parts, and few texts are tried', () =>
  forAll([fc.subarray([...slots], { minLength: 2, maxLength: 2 }), other, other], { numRuns: 6 }, (some, a, b) => {
    const [first = 'method', second = 'body'] = some
    const report = reportOn(textOf({ [first]: `~${a}`, [second]: `~${b}` }))
    assert.ok(report.recovered)
    assert.equal(
      report.findings.map(({ part }) => slots.find((slot) => partsFor[slot].includes(part))),
      slots.filter((slot) => some.includes(slot)),
      JSON.stringify(report.findings),
    )
    assert.ok(report.tried < 60_000, String(report.tried))
  }),
)

proven('a text that was not signed changes nothing', () => {
  const signed = textOf({ target: '/v1/jobs' })
  const request = {
    method: 'POST',
    target,
    authorization: [line(signatureOf(signed))],
    body: new Uint8Array(Buffer.from(body)),
    keys,
    now,
  }
  const claimed = new Uint8Array(Buffer.from(textOf({ nonce: 'else' })))
  assert.equal(diagnose({ ...request, claimed }, hash), diagnose(request, hash))
})
