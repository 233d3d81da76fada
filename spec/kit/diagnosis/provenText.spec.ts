/**
 * A text that the caller shows, and that its signature proves, needs no search: the report names what differs, part by part, whether
 * or not the catalogue has a mistake that makes it.
 */
import fc from 'fast-check'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { reportWords } from '../../../src/kit/diagnosis/reportWords.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { drawOf, line, now, plant, plantable, publicKey, signatureOf, viewOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const body = '{"b":1,"a":{"y":2,"x":3},"c":[],"d":4,"e":5,"f":6,"g":7}'
const target = '/v1/jobs?a=1&b=2'

/** The right string to sign, with these parts in place of its own. */
const stringToSign = (wrongParts: Readonly<Record<string, string>> = {}): string => {
  const parts = { method: 'POST', target, timestamp: String(now), nonce: 'n-1', body, ...wrongParts }
  return `${parts.method}\n${parts.target}\n${parts.timestamp}\n${parts.nonce}\n${parts.body}`
}

/** The report on the request, whose caller signed one text, and shows this text or none. */
const reportOn = ({ signed, shown }: { readonly signed: string; readonly shown: string | undefined }): Report =>
  diagnose(
    {
      method: 'POST',
      target,
      host: 'api.example.com',
      authorization: [line(signatureOf(signed))],
      body: new Uint8Array(Buffer.from(body)),
      keys,
      now,
      ...(shown === undefined ? {} : { claimed: new Uint8Array(Buffer.from(shown)) }),
    },
    hash,
  )

/** The report on a request whose caller shows the text that it signed. */
const reportOnProven = (signed: string): Report => reportOn({ signed, shown: signed })

const proven = suite('a text that is proven')

for (const { mistake, signed, id, words } of [
  {
    mistake: 'members of JSON in an invented order',
    signed: stringToSign({ body: '{"d":4,"b":1,"g":7,"f":6,"a":{"x":3,"y":2},"e":5,"c":[]}' }),
    id: 'body-reserialized',
    words: /order/,
  },
  {
    mistake: 'an invented nonce',
    signed: stringToSign({ nonce: 'drawn-again' }),
    id: 'nonce-drift',
    words: /made two nonces/,
  },
  {
    mistake: 'an invented target',
    signed: stringToSign({ target: '/else/where?z=9' }),
    id: 'target-other',
    words: /one target, but sent another/,
  },
  {
    mistake: 'the source text of a function that was not called',
    signed: stringToSign({ target: 'function getPath() {\n        return this.getUrl().pathname;\n    }' }),
    id: 'part-unfilled',
    words:
      /signed function getPath\(\) \{…\} instead of the target\. This is how a program prints a function that was not called\./,
  },
  {
    mistake: 'another body',
    signed: stringToSign({ body: 'x'.repeat(60) }),
    id: 'body-other',
    words: /body that was signed differs from the body that arrived/,
  },
  {
    mistake: 'a body whose variables have not got their values',
    signed: stringToSign({ body: body.replace('"b":1', '"b":{{count}}').replace('"g":7', '"g":$(guidance)') }),
    id: 'part-unfilled',
    words: /\{\{count\}\} and \$\(guidance\) instead of values/,
  },
  {
    mistake: 'a text without the nonce',
    signed: `sign(POST; ${target}; ${now}; ${body})`,
    id: 'part-missing',
    words: /a text without the nonce/,
  },
  {
    mistake: 'all parts in a wrapping',
    signed: `<<${stringToSign().replaceAll('\n', '>>\n<<')}>>`,
    id: 'parts-labelled',
    words: /added something to them/,
  },
])
  proven(`${mistake}: it is named from the two texts`, () => {
    const report = reportOnProven(signed)
    const [finding] = report.findings
    assert.is(report.findings.length, 1, JSON.stringify(report.findings))
    assert.is(finding?.id, id)
    assert.match(`${finding?.detail} ${finding?.what}`, words)
    assert.ok(report.recovered)
    assert.not.ok(report.exact)
    assert.is(Buffer.from(report.signed?.bytes ?? []).toString(), signed)
    const { certainty, message, facts } = reportWords(report, { keys: 1, isTextGiven: true, isTextProven: true })
    assert.is(certainty, 'Text found, cause not certain')
    assert.match(message, /part by part/)
    assert.not.match(facts.join(), /stopped|not all/)
  })

proven('a mistake of the catalogue is exact, as it is without the text', () => {
  const { exact, findings } = reportOnProven(stringToSign({ target: '/v1/jobs' }))
  assert.ok(exact)
  assert.is(findings[0]?.id, 'target-without-query')
})

for (const { mistakes, wrongParts, ids } of [
  {
    mistakes: 'two of the target',
    wrongParts: { target: 'https://api.example.com/v1/jobs' },
    ids: ['target-with-origin', 'target-without-query'],
  },
  {
    mistakes: 'two of the target, and one of the nonce that no mistake makes',
    wrongParts: { target: 'https://api.example.com/v1/jobs', nonce: 'drawn-again' },
    ids: ['target-with-origin', 'target-without-query', 'nonce-drift'],
  },
])
  proven(`${mistakes}: each is named, as it is without the text`, () => {
    const { findings } = reportOnProven(stringToSign(wrongParts))
    assert.equal(
      findings.map(({ id }) => id),
      ids,
    )
  })

const partNames = ['method', 'target', 'timestamp', 'nonce', 'body']
/** A finding about the encoding is one about the body. */
const changedPartOf = ({ part }: Report['findings'][number]): string => (part === 'encoding' ? 'body' : part)
/** `~` before it makes it differ from every right part. */
const wrongText = fc.string({
  unit: fc.constantFrom('a', 'Z', '0', '/', '?', '=', '&', '%', '-', '"', ' ', '灯'),
  minLength: 1,
})

proven('for all other values of two parts: the findings are of these parts, and no three mistakes are tried', () =>
  forAll(
    [fc.subarray(partNames, { minLength: 2, maxLength: 2 }), wrongText, wrongText],
    { numRuns: 6 },
    (wrongParts, firstText, secondText) => {
      const [firstPart = '', secondPart = ''] = wrongParts
      const report = reportOnProven(stringToSign({ [firstPart]: `~${firstText}`, [secondPart]: `~${secondText}` }))
      assert.ok(report.recovered)
      // `subarray` keeps the order of the parts, and so does the report.
      assert.equal(report.findings.map(changedPartOf), wrongParts, JSON.stringify(report.findings))
      assert.ok(report.tried < 1_000_000, String(report.tried))
    },
  ),
)

/** What a report says of the cause. */
const causeIn = ({ exact, complete, headline, findings, alternatives }: Report): unknown => ({
  exact,
  complete,
  headline,
  findings,
  alternatives,
})

proven('for all clients: the text that they show changes nothing that is told without it', () =>
  forAll([fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 3 })], { numRuns: 40 }, (seed, count) => {
    const draw = drawOf(seed)
    const mistakes = new Set(Array.from({ length: count }, () => draw.of(plantable)))
    const { request } = plant(viewOf(draw), [...mistakes], 2048, draw) ?? {}
    if (request === undefined) return
    const report = diagnose(request, hash)
    if (!report.recovered || report.signed === undefined) return
    const shown = diagnose({ ...request, claimed: report.signed.bytes }, hash)
    assert.equal(causeIn(shown), causeIn(report), [...mistakes].map(({ id }) => id).join())
  }),
)

proven('a text that was not signed changes nothing', () => {
  const signed = stringToSign({ target: '/v1/jobs' })
  const withoutText = reportOn({ signed, shown: undefined })
  assert.equal(reportOn({ signed, shown: stringToSign({ nonce: 'else' }) }), withoutText)
})
