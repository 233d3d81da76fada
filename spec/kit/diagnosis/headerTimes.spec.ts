/** A timestamp of the header in the digits of another script, as a number format of a language writes it. */
import fc from 'fast-check'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { timeForms } from '../../../src/kit/diagnosis/forms/timeForms.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** The report on a request whose header has one timestamp, and whose signed text has another. */
const reportOn = (sent: string, signed: string): Report => {
  const asBytes = Buffer.from(sent).toString('latin1')
  const authorization = [line(signatureOf(`GET\n/v1/jobs\n${signed}\nn-1\n`), 'n-1', asBytes)]
  return diagnose({ method: 'GET', target: '/v1/jobs', authorization, body: new Uint8Array(), keys, now }, hash)
}

/** The time of arrival in each script. */
const inScripts = [...timeForms(String(now))].filter(([detail]) => /^[A-Za-z-]+ digits$/.test(detail))

const times = suite('the timestamp of a header')

times('for all scripts: the script is named, whether the same text was signed or plain digits', () => {
  assert.is(inScripts.length, 5)
  return forAll([fc.constantFrom(...inScripts), fc.boolean()], { numRuns: 10 }, ([detail, sent], isSame) => {
    const { exact, findings } = reportOn(sent, isSame ? sent : String(now))
    assert.equal([exact, findings.map(({ id }) => id)], [true, ['header-timestamp']])
    assert.is(findings[0]?.detail, detail)
    assert.ok(findings[0]?.what.includes(`in ${detail}, not in the digits 0 to 9`), findings[0]?.what)
    assert.match(findings[0]?.remedy ?? '', /Locale\.ROOT/)
  })
})

times('digits of two scripts, letters and plain digits are no number of another script', () => {
  const [, arabic = ''] = inScripts[0] ?? []
  for (const text of [`${arabic.slice(0, 5)}${String(now).slice(5)}`, `${arabic}a`, `+${now}`])
    assert.not.match(reportOn(text, text).findings[0]?.what ?? '', /not in the digits/)
})

const idsOf = ({ findings }: Report): ReadonlyArray<string> => findings.map(({ id }) => id)

/** The seconds from 1970 to the moment from which a system counts, and the year of this moment. */
const epochs = [
  [-11_644_473_600, 1601, /Windows/],
  [-2_208_988_800, 1900, /NTP/],
  [-2_082_844_800, 1904, /LabVIEW/],
  [315_964_800, 1980, /GPS/],
  [631_152_000, 1990, /easily typed in place of 1970/],
  [946_684_800, 2000, /MicroPython/],
  [978_307_200, 2001, /Swift/],
] as const

const onTheWay = fc.integer({ min: 0, max: 60 })

times('for all years from which systems count: the year is told, whether the number has nine digits or ten', () =>
  forAll([fc.constantFrom(...epochs), onTheWay], { numRuns: 8 }, ([since1970, year, system], way) => {
    const sent = String(now - way - since1970)
    const [found, ...others] = reportOn(sent, sent).findings
    assert.equal(others, [])
    const words = `${found?.detail} ${found?.what}`
    assert.match(words, new RegExp(`counted from ${year}`))
    assert.match(words, system)
    assert.not.match(words, /plain digits|made the year wrongly/)
  }),
)

times('a number of few digits that counts from no such year: the clock was never set', () => {
  for (const sent of ['37', '7200', String(now - 946_684_800 + 200_000)]) {
    const [found] = reportOn(sent, sent).findings
    assert.is(found?.detail, 'it does not count from 1970, or the clock was never set')
    assert.match(found?.what ?? '', /too small to be the seconds since 1970/)
    assert.match(found?.remedy ?? '', /Set the clock/)
  }
})

times('for all fractions: a point or a comma before them is told as a fraction, whatever was signed', () =>
  forAll(
    [fc.constantFrom('.', ','), fc.stringMatching(/^\d{1,7}$/), fc.boolean()],
    { numRuns: 10 },
    (mark, digits, isSame) => {
      // Three digits after a comma are a group of digits.
      if (mark === ',' && digits.length === 3) return
      const sent = `${now}${mark}${digits}`
      const report = reportOn(sent, isSame ? sent : String(now))
      assert.equal([report.exact, idsOf(report)], [true, ['header-timestamp']])
      const [found] = report.findings
      assert.is(found?.detail, mark === '.' ? 'a fraction' : 'a fraction after a decimal comma')
      assert.match(found?.what ?? '', mark === '.' ? /with a fraction/ : /decimal comma/)
      assert.match(found?.remedy ?? '', /Round the seconds down/)
    },
  ),
)

times('a comma and digits after another item are no fraction of the time', () => {
  const authorization = [
    `SVC-SHA256-RSA app_id=app-1,timestamp=${now},nonce_str=n-1,12345,signature=${signatureOf(`GET\n/v1/jobs\n${now}\nn-1\n`)}`,
  ]
  const { findings } = diagnose(
    { method: 'GET', target: '/v1/jobs', authorization, body: new Uint8Array(), keys, now },
    hash,
  )
  assert.equal(
    findings.map(({ id }) => id),
    ['header-separator'],
  )
})

const groupMarks = ['\u00a0', '\u202f', ' ', ',', '.', "'", '_']

times('for all marks between groups of digits: the groups are told, and no character of a word processor', () =>
  forAll([fc.constantFrom(...groupMarks), fc.boolean()], { numRuns: 14 }, (mark, isSame) => {
    const sent = String(now).replace(/\B(?=(?:\d{3})+$)/g, mark)
    const report = reportOn(sent, isSame ? sent : String(now))
    assert.ok(report.exact)
    assert.equal(idsOf(report), ['header-timestamp'])
    assert.is(report.findings[0]?.detail, 'digits in groups')
    assert.not.match(report.findings[0]?.what ?? '', /1,700,000,000/)
  }),
)

for (const [sent, words] of [
  [`${now}000000`, /in microseconds/],
  [`${now}000000123`, /in nanoseconds/],
  ['20231114221320', /a date in digits/],
  ['2023-11-14T22:13:20Z', /a date in text/],
  ['1.7E9', /1\.7E9, a number in scientific notation/],
  ['1.700000000123e+12', /scientific notation/],
  ['638355968000000000', /ticks of \.NET/],
] as const)
  times(`${sent}: the words name what it is`, () => {
    const [found] = reportOn(sent, sent).findings
    assert.match(found?.what ?? '', words)
    assert.not.match(found?.what ?? '', /not a whole number/)
  })

const wrongTimes = fc.constantFrom('20231114221320', '2023-11-14T22:13:20Z', '37', `${now}.5`, `${now}000`, `${now},25`)

times('for all timestamps in another unit or form: the headline says that the timestamp is wrong, not the text', () =>
  forAll([wrongTimes], { numRuns: 6 }, (sent) => {
    assert.is(reportOn(sent, sent).headline, 'the signature is right, but the request was refused for its timestamp')
  }),
)

times('quotation marks and milliseconds: the headline names no single part', () => {
  const sent = `${now}000`
  const signature = signatureOf(`GET\n/v1/jobs\n${sent}\nn-1\n`)
  const authorization = [`SVC-SHA256-RSA app_id="app-1",nonce_str="n-1",timestamp="${sent}",signature="${signature}"`]
  const { headline, findings } = diagnose(
    { method: 'GET', target: '/v1/jobs', authorization, body: new Uint8Array(), keys, now },
    hash,
  )
  assert.equal(
    findings.map(({ id }) => id),
    ['header-quoted', 'header-milliseconds'],
  )
  assert.is(headline, 'signed what was sent, but wrote several parts of the Authorization header wrongly')
})

times('for all counts from another moment, as of nanoTime of Java: no unit is told', () =>
  forAll([fc.integer({ min: 1e12, max: 1e15 })], { numRuns: 10 }, (count) => {
    fc.pre([1e3, 1e6, 1e9].every((unit) => Math.abs(count / unit - now) > 20 * 366 * 86_400))
    const { findings } = reportOn(String(count), String(count))
    assert.equal(
      findings.map(({ id, detail }) => [id, detail]),
      [['header-timestamp', 'it does not count from 1970']],
    )
    assert.match(findings[0]?.remedy ?? '', /nanoTime/)
  }),
)

times('for all times within some years, in another unit: the unit is told', () =>
  forAll([fc.integer({ min: -1e8, max: 1e8 }), fc.constantFrom(1e3, 1e6)], { numRuns: 10 }, (apart, perSecond) => {
    const sent = String((now + apart) * perSecond + 123)
    const { findings } = reportOn(sent, sent)
    assert.ok(findings.some(({ detail }) => detail === (perSecond === 1e3 ? 'milliseconds' : 'microseconds')))
  }),
)
