import { sorted } from '../../../src/apps/inspector/certainty.ts'
import { finding } from '../../../src/kit/diagnosis/finding.ts'
import type { Finding, Report } from '../../../src/kit/diagnosis/Report.ts'
import { assert, suite } from '../../support/suite.ts'

const report = (
  recovered: boolean,
  ...[findings = [], ...alternatives]: ReadonlyArray<ReadonlyArray<Finding>>
): Report => ({
  outcome: 'reject',
  recovered,
  exact: recovered && alternatives.length === 0,
  findings,
  alternatives,
  tried: 1,
  complete: true,
})

const idsOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => findings.map(({ id }) => id)

const seen = finding('header-quoted', 'app_id')
const guess = (id: string, detail: string): Finding => ({ ...finding(id, detail), guess: true })
const drift = guess('nonce-drift', 'a guess')
const url = guess('body-reserialized', 'a guess; it can be tried when the url is given')

const certainty = suite('certainty')

certainty('of a recovered text all is certain, and nothing a guess', () => {
  const { certain, guesses } = sorted(report(true, [seen, drift], [url]))
  assert.equal([idsOf(certain), guesses], [['header-quoted', 'nonce-drift'], []])
})

certainty('of any other the guesses stand apart, each once, and what is certain beside them is told once', () => {
  const { certain, guesses } = sorted(report(false, [seen, drift], [seen, url], [seen, drift]))
  assert.equal(idsOf(certain), ['header-quoted'])
  assert.equal(idsOf(guesses), ['nonce-drift', 'body-reserialized'])
  assert.equal(
    guesses.map(({ detail }) => detail),
    ['', 'it can be tried when the url is given'],
  )
})

certainty('a finding is a guess because it is marked as one, whatever its detail says', () => {
  // A detail may quote the request.
  const named = finding('other-key', 'a guess')
  const { certain, guesses } = sorted(report(false, [named, guess('unknown-key', 'or a damaged signature')]))
  assert.equal([idsOf(certain), idsOf(guesses)], [['other-key'], ['unknown-key']])
  assert.is(guesses[0]?.detail, 'or a damaged signature')
})

certainty('a time that does not fit is told as a distance from the time of arrival, and not as a wrong clock', () => {
  const told = (id: string, detail: string): string => {
    const [{ what = '', remedy = '' } = {}] = sorted(report(true, [finding(id, detail)])).certain
    return `${what} ${remedy}`
  }
  assert.is(
    told('clock-behind', '4000 s'),
    "The timestamp is 4,000 s before the time of arrival above. If the request arrived earlier, change that time; if not, the caller's clock is behind, or the request was long on its way.",
  )
  assert.match(told('clock-ahead', '70 s'), /^The timestamp is 70 s after the time of arrival above\. If .* later,/)
  const zone = told('clock-behind', '28800 s, about 8 h: local time taken for UTC, or the reverse')
  assert.match(zone, /About 8 h may be a time zone/)
})
