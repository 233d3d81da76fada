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
