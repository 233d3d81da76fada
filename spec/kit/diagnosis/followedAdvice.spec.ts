/** Whoever follows a report on a wrong timestamp sends a request that a verifier accepts. */
import fc from 'fast-check'
import { reportInChinese } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { reportWords } from '../../../src/kit/diagnosis/reportWords.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const advice = suite('advice on timestamps')

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const body = new TextEncoder().encode('{"a":1}')

const textWith = (timestamp: string, target = '/v1/jobs'): string => `POST\n${target}\n${timestamp}\nn-1\n{"a":1}`

/** The report on a request with one timestamp in its header and another text signed. */
const reportOn = (sent: string, signedText: string): Report => {
  const authorization = [line(signatureOf(signedText), 'n-1', Buffer.from(sent).toString('latin1'))]
  return diagnose({ method: 'POST', target: '/v1/jobs', authorization, body, keys, now }, hash)
}

/** The report on the request that signs the text which the report shows as the right one, and sends the timestamp of this text. */
const reportFollowing = ({ expected }: Report): Report => {
  const right = Buffer.from(expected?.bytes ?? []).toString()
  return reportOn(right.split('\n')[2] ?? '', right)
}

const remediesOf = ({ findings }: Report): string => findings.map(({ remedy }) => remedy).join(' ')

/** Timestamps that no verifier accepts, and that show the seconds that were meant. */
const respelled = fc.constantFrom(
  `${now}123`,
  `${now}123456`,
  `${now}123456789`,
  `${now + 62_135_596_800}1234567`,
  `${now}.5`,
  `${now},25`,
  `${now}L`,
  String(now).replace(/\B(?=(?:\d{3})+$)/g, ','),
)

advice('for all units and spellings, signed or sent alone, also with another mistake: the right text is accepted', () =>
  forAll(
    [respelled, fc.boolean(), fc.constantFrom('/v1/jobs', '/v1/jobs/')],
    { numRuns: 20 },
    (sent, isSigned, target) => {
      const report = reportOn(sent, textWith(isSigned ? sent : String(now), target))
      assert.is(report.refusedParts, undefined)
      assert.is(reportFollowing(report).outcome, 'accept')
      assert.match(remediesOf(report), /sign and send/i)
      // The header alone is wrong, or the text too.
      assert.is(report.difference === undefined, !isSigned && target === '/v1/jobs', JSON.stringify(report.difference))
    },
  ),
)

/** Timestamps that no verifier accepts, and that do not show the seconds that were meant. */
const unreadable = fc.constantFrom('2023-11-14T22:13:20.51 Z', '37', '999999999999999', '+1e3')

advice('for all timestamps that do not show the seconds: the report does not call the text right', () =>
  forAll([unreadable], { numRuns: 4 }, (sent) => {
    const report = reportOn(sent, textWith(sent))
    assert.equal(report.refusedParts, ['timestamp'])
    assert.match(
      reportWords(report, { keys: 1 }).message,
      /If you change the timestamp, make the change in the header and/,
    )
    assert.match(remediesOf(report), /sign and send/i)
  }),
)

advice(
  'for all times that were sent too late or too early, with a right time signed: the right text has this time',
  () =>
    forAll([fc.integer({ min: 301, max: 1700 }), fc.boolean()], { numRuns: 6 }, (seconds, isBehind) => {
      const sent = isBehind ? now - seconds : now + 60 * (1 + (seconds % 50)) + 600
      const report = reportOn(String(sent), textWith(String(now - 1)))
      if (!report.recovered) return
      assert.is(reportFollowing(report).outcome, 'accept')
      const words = report.findings.map(({ what, remedy }) => `${what} ${remedy}`).join(' ')
      assert.match(words, "the caller's clock is right")
      assert.not.match(words, /clock is slow|time server|time zone/)
    }),
)

advice('a report that is not exact is not called exact, whatever depends on the time', () => {
  const late = String(now - 1000)
  const reports = [
    reportOn(late, textWith(String(now - 1))),
    reportOn(late, textWith(late, '/v1/jobs/')),
    reportOn(late, textWith(late)),
    reportOn(String(now), textWith(String(now), '/v1/jobs/')),
    reportOn(`${now}000`, textWith(String(now))),
  ]
  assert.equal(
    reports.map(({ exact }) => exact),
    [false, false, false, true, true],
  )
  for (const report of reports) assert.is(reportWords(report, { keys: 1 }).certainty === 'Exact', report.exact)
})

advice('a nonce that breaks the rule, signed and sent: the text is not called right', () => {
  const text = `POST\n/v1/jobs\n${now}\nn_1\n{"a":1}`
  const authorization = [line(signatureOf(text), 'n_1')]
  const report = diagnose({ method: 'POST', target: '/v1/jobs', authorization, body, keys, now }, hash)
  assert.equal(report.refusedParts, ['nonce'])
  assert.match(reportWords(report, { keys: 1 }).message, 'If you change the nonce')
})

advice('in Chinese too, a new timestamp is signed and sent', () => {
  for (const sent of [`${now}123`, `${now}.5`, '2023-11-14T22:13:20.51 Z', `+${now}`]) {
    const { findings } = reportInChinese(reportOn(sent, textWith(sent)))
    assert.match(findings[0]?.remedy ?? '', /签名.*发送/, sent)
  }
})
