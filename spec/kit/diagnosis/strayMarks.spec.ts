/** Quotation marks and brackets round the parts of the header's line, on both sides or on one. */
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { withoutMarks } from '../../../src/kit/diagnosis/strayMarks.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const right = line(signatureOf(`GET\n/v1/jobs\n${now}\nn-1\n`))

const reportOn = (header: string): Report =>
  diagnose({ method: 'GET', target: '/v1/jobs', authorization: [header], body: new Uint8Array(), keys, now }, hash)

const pairs = ['""', "''", '``', '<>', '[]', '{}', '()'].map((pair) => [pair[0], pair[1]] as [string, string])

/** Puts marks round one part of the line. */
const round: Readonly<Record<string, (before: string, after: string) => string>> = {
  'the auth type': (before, after) => right.replace(/^\S+/, (type) => before + type + after),
  app_id: (before, after) => right.replace(/app_id=([^,]*)/, `app_id=${before}$1${after}`),
  nonce_str: (before, after) => right.replace(/nonce_str=([^,]*)/, `nonce_str=${before}$1${after}`),
  timestamp: (before, after) => right.replace(/timestamp=([^,]*)/, `timestamp=${before}$1${after}`),
  signature: (before, after) =>
    right.replace(/signature=(.*)$/, (_, value: string) => `signature=${before}${value}${after}`),
}

const marks = suite('marks round the parts of a header')

marks('for all marks and parts: on both sides, or on one, the report is exact and names mark and part', () => {
  for (const [place, write] of Object.entries(round))
    for (const [before, after] of pairs)
      for (const [header, words] of [
        [write(before, after), `${before} and ${after} round ${place}`],
        [write(before, ''), `${before} before ${place}`],
        [write('', after), `${after} after ${place}`],
      ] as const) {
        const { exact, findings } = reportOn(header)
        assert.equal([exact, findings.map(({ id }) => id)], [true, ['header-quoted']], header)
        // Double quotes round one value are what the id says by itself.
        const isUsual = before === '"' && words.includes('round') && place !== 'the auth type'
        assert.is(findings[0]?.detail, isUsual ? 'a quotation mark' : words, header)
      }
})

marks('for all quoted values of which one lacks a mark: the marks are the only mistake, and no value is blamed', () => {
  const quoted = right.replace(/=([^,=]+)(=*)(?=,|$)/g, '="$1$2"')
  const places = [...quoted.matchAll(/"/g)].map(({ index }) => index)
  assert.is(places.length, 8)
  for (const place of places) {
    const header = quoted.slice(0, place) + quoted.slice(place + 1)
    const { exact, findings } = reportOn(header)
    assert.equal([exact, findings.map(({ id }) => id)], [true, ['header-quoted']], header)
  }
  // Another fault beside it leaves a reading by items, whose values have no mark either.
  const spaced = reportOn(quoted.replace('",nonce', ', nonce').replace('"n-1"', '"n-1'))
  assert.equal([...new Set(spaced.findings.map(({ id }) => id))].toSorted(), ['header-quoted', 'header-whitespace'])
})

marks('round the line and round the items', () => {
  for (const [before, after] of pairs) {
    assert.is(reportOn(before + right + after).findings[0]?.detail, `${before} and ${after} round the line`)
    const items = right.replace(/ (.*)$/, (_, rest: string) => ` ${before}${rest}${after}`)
    assert.is(reportOn(items).findings[0]?.detail, `${before} and ${after} round the items`)
  }
})

marks('a nonce that was signed with its marks is found too', () => {
  const signed = signatureOf(`GET\n/v1/jobs\n${now}\n{n-1}\n`)
  const { exact, findings } = reportOn(line(signed, '{n-1}'))
  assert.equal([exact, findings.map(({ id }) => id)], [true, ['header-quoted']])
})

marks('a line without such marks has none, and a long one is not read', () => {
  assert.is(withoutMarks(right), undefined)
  assert.is(withoutMarks(''), undefined)
  assert.is(withoutMarks('"'.repeat(100)), undefined)
  assert.is(withoutMarks(`${right}${'>'.repeat(9000)}`), undefined)
})
