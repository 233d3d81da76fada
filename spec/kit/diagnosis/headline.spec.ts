/** The headline of a report, and other pairs of texts that a report shows: the first difference is never cut off. */
import fc from 'fast-check'
import { shownPair } from '../../../src/kit/diagnosis/shownPair.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { reportOn } from './forms/changes.ts'

const headline = suite('the headline')

/** What is shown, as it stands in the text. */
const inText = (shown: string): string => shown.replace(/^…|…$/g, '')

const letters = fc.string({ unit: fc.constantFrom('a', '/', '=', 'é', '\ud83d\ude00'), maxLength: 400 })

headline('for all two texts that differ: both are shown differently, and are parts of them', () =>
  forAll([letters, letters, letters], (start, a, b) => {
    const texts = [start + a, start + b] as const
    if (texts[0] === texts[1]) return
    const shown = shownPair(...texts)
    assert.is.not(shown[0], shown[1])
    for (const [i, text] of texts.entries()) {
      assert.ok(text.includes(inText(shown[i] ?? '')))
      assert.ok((shown[i] ?? '').length <= 123)
      assert.ok(!/\p{Cs}/u.test(shown[i] ?? ''))
    }
  }),
)

headline('short texts are shown as they are', () => assert.equal(shownPair('/a', '/b'), ['/a', '/b']))

headline('for all long queries: the value that differs is in the headline and in the words, wherever it stands', () =>
  forAll([fc.nat(30)], { numRuns: 6 }, (place) => {
    const target = (value: string): string =>
      `/v1/jobs?${Array.from({ length: 31 }, (_, i) => `name${i}=${i === place ? value : 'value'}`).join('&')}`
    const { headline: shown = '', findings } = reportOn({ target: target('true') }, { target: target('True') })
    assert.match(shown, /^signed …?\S*True.*, sent …?\S*true/)
    assert.match(findings[0]?.what ?? '', /True.*, but .*true/)
  }),
)

headline('a long path: a slash at its end is in the headline', () => {
  const target = `/v1${'/segment'.repeat(30)}`
  assert.match(
    reportOn({ target }, { target: `${target}/` }).headline ?? '',
    /^signed …\S*segment\/, sent …\S*segment$/,
  )
})

headline('an empty part is called empty', () => {
  assert.is(reportOn({ target: '/' }, { target: '' }).headline, 'signed an empty path, sent /')
  assert.is(reportOn({ target: '/' }, { target: '' }).findings[0]?.detail, 'an empty path')
})
