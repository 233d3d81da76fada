/** A timestamp in forms that few programs print: each is the same time, and none is the number that was sent. */
import fc from 'fast-check'
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { draftOf } from '../../../../src/kit/diagnosis/Draft.ts'
import { rareTimeForms } from '../../../../src/kit/diagnosis/forms/rareTimeForms.ts'
import { isUnusualNumber } from '../../../../src/kit/diagnosis/forms/rareTimeNumbers.ts'
import { timeForms } from '../../../../src/kit/diagnosis/forms/timeForms.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { now } from '../../../support/planting.ts'
import { onlyFinding, reportOnText } from '../../../support/signedText.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { restOfEnglish } from '../chinese/reading.ts'

const times = suite('rare forms of a timestamp')

const seconds = fc.integer({ min: 1_600_000_000, max: 1_999_999_999 })

/** As PHP, C, JavaScript, Java, Rust and .NET write it. */
const exponent = fc.constantFrom(
  (power: string) => `E+${power}`,
  (power: string) => `e+0${power}`,
  (power: string) => `e+${power}`,
  (power: string) => `E${power}`,
  (power: string) => `e${power}`,
  (power: string) => `E+00${power}`,
)

times('for all times: a date with its zone is the same time', () =>
  forAll([seconds], { numRuns: 30 }, (n) => {
    for (const [detail, text] of rareTimeForms(n))
      if (/^(?:ISO 8601 with (?:micro|milli)|ISO 8601, Z|date and time with the zone)/.test(detail))
        assert.is(Date.parse(text.replace(/(\.\d{3})\d+/, '$1').replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) / 1000, n, text)
  }),
)

times('for all times: a number that does not fit has the lower bits of the milliseconds', () =>
  forAll([seconds], { numRuns: 30 }, (n) => {
    const forms = new Map(Array.from(rareTimeForms(n), ([detail, text]) => [detail, text]))
    const bits = Number(forms.get('milliseconds in an integer of 32 bits'))
    assert.is((n * 1000 - bits) % 2 ** 32, 0)
    assert.ok(Math.abs(bits) <= 2 ** 31)
  }),
)

times('for all times: with few digits, a form is the time rounded to them, whatever its exponent looks like', () =>
  forAll([seconds, fc.integer({ min: 1, max: 10 }), exponent], { numRuns: 30 }, (n, count, exponentOf) => {
    const [digits = '', power = ''] = n.toExponential(count - 1).split('e+')
    const texts = new Set(Array.from(timeForms(String(n)), ([, text]) => text))
    assert.ok(texts.has(digits + exponentOf(power)), digits + exponentOf(power))
  }),
)

times('for all times: each text once, the usual ones first, and none is the sent number', () =>
  forAll([seconds], { numRuns: 30 }, (n) => {
    const forms = [...timeForms(String(n))]
    const texts = forms.map(([, text]) => text)
    assert.is(new Set([...texts, String(n)]).size, texts.length + 1)
    const lates = forms.map(([, , rare]) => rare === 'late')
    assert.equal(lates, lates.toSorted())
  }),
)

times('for all times: no rare form is one of another mistake with the timestamp', () =>
  forAll([seconds], { numRuns: 3 }, (n) => {
    const draft = draftOf({
      method: 'POST',
      target: '/',
      timestamp: String(n),
      nonce: 'n-1',
      body: new Uint8Array(),
      appId: 'app-1',
      moments: [n + 3],
    })
    const rare = new Set(Array.from(rareTimeForms(n), ([, text]) => text))
    for (const { id, slots, variations } of catalogue)
      if (slots.includes('timestamp') && id !== 'timestamp-format')
        for (const { detail, signed } of variations(draft, hash)) {
          const text = signed._tag === 'Draft' ? signed.change.timestamp : undefined
          assert.not.ok(text !== undefined && rare.has(text), `${id} (${detail}): ${text}`)
        }
  }),
)

// now is 1700000000.
const search = byTurns(3, times)
for (const [signed, id, form] of [
  ['2023-11-14T22:13:20.0000000Z', 'timestamp-format'],
  ['2023-11-15T06:13:20.000+08:00', 'timestamp-format'],
  ['2023-11-15T06:13:20+0800', 'timestamp-format'],
  ['2023-11-15T06:13:20+08:00[Asia/Shanghai]', 'timestamp-format'],
  ['Wed Nov 15 2023 06:13:20 GMT+0800 (China Standard Time)', 'timestamp-format'],
  ['Wed Nov 15 06:13:20 CST 2023', 'timestamp-format'],
  ['Tuesday, 14-Nov-23 22:13:20 GMT', 'timestamp-format'],
  ['2023/11/15 06:13:20', 'timestamp-format'],
  ['1.7E12', 'timestamp-format', 'milliseconds, scientific (Java)'],
  [String((now * 1000) | 0), 'timestamp-format', 'milliseconds in an integer of 32 bits'],
  ['19675', 'timestamp-format', 'days'],
  ['472222', 'timestamp-format', 'hours'],
  ['3908988800', 'timestamp-format', 'seconds since 1900 (NTP)'],
  ['1.7E+9', 'timestamp-format', 'scientific, in 10 digits'],
  ['1.70E+009', 'timestamp-format', 'scientific, in 3 digits'],
  ['1.7000e+12', 'timestamp-format', 'milliseconds, scientific, in 5 digits'],
] as const)
  search(`signed ${signed}: one cause`, () => {
    const { what, id: found } = onlyFinding(reportOnText(`POST\n/v1/jobs\n${signed}\nn-1\n`, {}))
    const more = form === undefined ? '' : ` The signed number is the time in another form: ${form}.`
    assert.equal([found, what], [id, `The caller signed ${signed} as the timestamp, but sent ${now}.${more}`])
  })

times('the words of each number are Chinese too', () => {
  for (const [detail] of rareTimeForms(now))
    if (isUnusualNumber(detail)) {
      const english = `The signed number is the time in another form: ${detail}.`
      assert.equal(restOfEnglish(translate(english) ?? english), [], english)
    }
})
