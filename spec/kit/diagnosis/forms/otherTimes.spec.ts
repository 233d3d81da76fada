/**
 * A caller that reads its clock twice, once for the header and once for the text that it signs: a header that was made long before
 * the request was sent, or local time in the header or in the signed text. `diagnose` looks for the signed time around the time in
 * the header, and around the time of arrival: there it finds `now - 2` though the header says `now - 1500`.
 */
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, suite } from '../../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** The header has one time, and another was signed. `sent`: seconds from arrival; `signed`: the signed time as text. */
const reportOn = (sent: number, signed: string, headers: ReadonlyArray<readonly [string, string]> = []): Report =>
  diagnose(
    {
      method: 'GET',
      target: '/v1/jobs',
      authorization: [line(signatureOf(`GET\n/v1/jobs\n${signed}\nn-1\n`), 'n-1', now + sent)],
      body: new Uint8Array(),
      headers,
      keys,
      now,
    },
    hash,
  )

const provenIn = ({ findings }: Report): ReadonlyArray<string> =>
  findings.filter(({ evidence }) => evidence === 'digest').map(({ id }) => id)

const times = suite('two readings of a clock')

times('a header of 25 minutes ago, and a text of the second before it arrived', () => {
  const report = reportOn(-1500, String(now - 2))
  assert.is(report.recovered, true)
  assert.equal(
    report.findings.map(({ id }) => id),
    ['timestamp-drift', 'clock-behind'],
  )
  assert.match(report.findings[0]?.what ?? '', /1498 s earlier/)
})

for (const [name, sent, signed] of [
  ['half a minute on the way', -1500, String(now - 30)],
  ['in milliseconds', -1500, `${now - 1}417`],
  ['a minute apart', -100, String(now - 40)],
  ['local time, eight hours ahead', -3, String(now - 3 + 8 * 3600)],
  ['local time, five and a half hours behind', -3, String(now - 3 - 19_800)],
  ['local time at arrival', -1500, String(now - 1 + 2 * 3600)],
] as const)
  times(`${name}: recovered, and told by one mistake`, () =>
    assert.equal(provenIn(reportOn(sent, signed)), ['timestamp-drift']),
  )

times('around the Date header, and the time of a HAR', () => {
  const far = now - 5000
  for (const date of [new Date(far * 1000).toUTCString(), new Date(far * 1000).toISOString()])
    assert.equal(provenIn(reportOn(-9000, String(far - 1), [['date', date]])), ['timestamp-drift'], date)
})

times('a fraction behind a decimal comma or of microseconds: told exactly; with a comma, also the culture', () => {
  for (const fraction of [',208', ',2', ',20', ',208000', '.208000', ',000']) {
    const report = reportOn(0, now + fraction)
    assert.is(report.exact, true, fraction)
    assert.equal(provenIn(report), ['timestamp-fraction'], fraction)
    assert.is(
      /in a local format, with a fraction after a decimal comma/.test(report.findings[0]?.what ?? ''),
      fraction.startsWith(','),
      fraction,
    )
  }
})
