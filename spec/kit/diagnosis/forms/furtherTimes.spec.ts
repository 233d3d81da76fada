/** Timestamps of fewer digits, in formats of countries, and printed as a number of a type: each is found, and the words fit. */
import { reportInChinese } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, suite } from '../../../support/suite.ts'

const sent = 1_796_127_564
const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

const reportOn = (signed: string): Report => {
  const authorization = line(signatureOf(`GET\n/v1/jobs\n${signed}\nn-1\n`)).replace(
    /timestamp=\d+/,
    `timestamp=${sent}`,
  )
  const request = { method: 'GET', target: '/v1/jobs', authorization: [authorization], body: new Uint8Array() }
  return diagnose({ ...request, keys, now: sent }, hash)
}

const times = suite('further forms of a timestamp')

/** What was signed, and a piece of the detail or of the words. */
const signedTimes = [
  [`${sent}n`, 'the suffix n (BigInt)'],
  ['Tue, 01 Dec 2026 12:19:24 -0000', 'RFC 2822, -0000'],
  ['01/12/2026 12:19:24', 'the day before month and year with slashes, +00:00'],
  ['01.12.2026 13:19:24', 'the day before month and year with dots, +01:00'],
  ['261201201924', 'digits of date and time with two of the year, +08:00'],
  ['2026-12-01', 'the date alone, +00:00'],
  [`np.int64(${sent})`, 'np.int64(…) is how NumPy prints a number'],
  [`Decimal('${sent}')`, "Decimal('…') is how Python prints a number"],
  [`(${sent},)`, '(…,) is how Python prints a tuple'],
  [String(Math.fround(sent)), 'a floating-point number of 32 bits can hold'],
  [String(sent - (sent % 60)), 'the beginning of the same minute'],
  [String(sent - (sent % 3600)), 'the beginning of the same hour'],
  [String(sent - (sent % 86_400)), 'the beginning of the same day'],
] as const

for (const [signed, words] of signedTimes)
  times(`${signed} signed: ${words}`, () => {
    const report = reportOn(signed)
    assert.ok(report.exact)
    const [found] = report.findings
    assert.ok(`${found?.detail} ${found?.what}`.includes(words), JSON.stringify(found))
    assert.not.match(reportInChinese(report).findings[0]?.what ?? '', /signed|perhaps/)
  })

times('a time that was read a little earlier is no rounded one', () => {
  assert.match(reportOn(String(sent - 13)).findings[0]?.what ?? '', 'reads its clock in two places')
})
