import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { type KnownFailure, parse as parseList } from '../../../src/kit/conformance/KnownFailures.ts'
import { createPort, type Port } from '../../../src/kit/conformance/port.ts'
import type { PortReport } from '../../../src/kit/conformance/Report.ts'
import { allPassed } from '../../../src/kit/conformance/reports/tally.ts'
import type { ConformSettings } from '../../../src/kit/conformance/settings.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { caseOf, few, reportOn } from './ports/cases.ts'

const entry = { id: 'rsa/plain', reason: 'the library is old', expires: '2027-01-31' }

const parse = suite('KnownFailures.parse')

parse('reads a list, and an empty one', () => {
  assert.equal(parseList(JSON.stringify([entry])), E.right([entry]))
  assert.equal(parseList('[]'), E.right([]))
})

for (const [what, list, complaint] of [
  ['an object', entry, 'expected an array of known failures, found {'],
  ['null', null, 'expected an array of known failures, found null'],
  ['null in it', [null], 'at /0, expected a known failure, found null'],
  ['a number for an id', [{ ...entry, id: 7 }], 'at /0/id, expected a text, found 7'],
  ['no reason', [{ id: 'a/b', expires: '2027-01-31' }], 'at /0/reason, expected a text that is not blank'],
  ['a blank reason', [{ ...entry, reason: ' \t' }], 'at /0/reason, expected a text that is not blank'],
  ['no expiry', [{ id: 'a/b', reason: 'x' }], 'at /0/expires, expected a day such as 2027-01-31, found nothing'],
  ['a time for a day', [{ ...entry, expires: '2027-01-31T00:00:00Z' }], 'at /0/expires, expected a day'],
  ['an invalid month', [{ ...entry, expires: '2027-13-01' }], 'at /0/expires, expected a day such as 2027-01-31'],
  ['a day that its month does not have', [{ ...entry, expires: '2027-02-31' }], 'at /0/expires, expected a day'],
  ['29 February of a common year', [{ ...entry, expires: '2027-02-29' }], 'at /0/expires, expected a day'],
  ['a line feed after the day', [{ ...entry, expires: '2027-01-31\n' }], 'at /0/expires, expected a day'],
  ['the same case twice', [entry, entry], 'rsa/plain is listed twice'],
] as const) {
  parse(`refuses ${what}`, () => {
    const read = parseList(JSON.stringify(list))
    assert.ok(E.isLeft(read) && read.left.startsWith(complaint), JSON.stringify(read))
  })
}

parse('for all years, months and days: the days of the calendar, and no others', () =>
  forAll([fc.integer({ min: 1970, max: 2400 }), fc.nat(13), fc.nat(32)], (year, month, day) => {
    const expires = [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
    const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
    const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    const isOfCalendar = day >= 1 && day <= (lengths[month - 1] ?? 0)
    assert.is(E.isRight(parseList(JSON.stringify([{ ...entry, expires }]))), isOfCalendar, expires)
  }),
)

parse('refuses what is no JSON', () => assert.equal(parseList('[{]'), E.left('it is no JSON')))

const known = suite('a conformance run with known failures')

const ours = createPort({ version: '0' })
/** Our own port with one wrong answer. */
const wrongIn = (id: string): Port => {
  const { op, input } = caseOf(id)
  const wrong = JSON.stringify([op, input])
  return {
    hello: ours.hello,
    answer: async (asked, given) =>
      JSON.stringify([asked, given]) === wrong ? { outcome: 'reject', reason: 'wrong' } : ours.answer(asked, given),
  }
}

const run = (port: Port, list: ReadonlyArray<KnownFailure>, more: Partial<ConformSettings> = {}): Promise<PortReport> =>
  reportOn(port, { known: list, ...more })

known('without the list the case fails', async () => {
  const report = await run(wrongIn('rsa/plain'), [])
  assert.is(report.counts.fail, 1)
  assert.not.ok(allPassed(report))
})

known('with it the port is conformant, and the report shows the reason', async () => {
  const report = await run(wrongIn('rsa/plain'), [entry])
  assert.ok(allPassed(report))
  assert.is(report.counts.known, 1)
  assert.is(report.counts.fail, 0)
  assert.equal(report.stale, [])
  assert.equal(report.cases.find(({ id }) => id === 'rsa/plain')?.failure?.known, {
    reason: entry.reason,
    expires: entry.expires,
  })
})

known('it excuses no other case', async () => {
  const report = await run(wrongIn('keys/public'), [{ ...entry, id: 'keys/public-bits-1024' }])
  assert.is(report.counts.fail, 1)
  assert.not.ok(allPassed(report))
})

known('an entry is valid on its last day, and fails the run from the next day on', async () => {
  assert.ok(allPassed(await run(wrongIn('rsa/plain'), [entry], { today: '2027-01-31' })))
  const late = await run(wrongIn('rsa/plain'), [entry], { today: '2027-02-01' })
  assert.is(late.counts.fail, 1)
  assert.equal(late.stale, [{ id: 'rsa/plain', why: 'expired' }])
  assert.not.ok(allPassed(late))
})

for (const [what, changed, why] of [
  ['passes', {}, 'passes'],
  ['has expired, even where its case passes,', { expires: '2026-11-20' }, 'expired'],
  ['names no case', { id: 'rsa/plane' }, 'no such case'],
] as const)
  known(`an entry that ${what} fails the run`, async () => {
    const listed = { ...entry, ...changed }
    const report = await run(ours, [listed])
    assert.is(report.counts.pass, few.length)
    assert.equal(report.stale, [{ id: listed.id, why }])
    assert.not.ok(allPassed(report))
  })

known('an entry for a case not selected, or of another level, is ignored', async () => {
  const notAsked = await run(ours, [{ ...entry, id: 'rsa/empty-message' }])
  assert.equal(notAsked.stale, [])
  assert.ok(allPassed(notAsked))
  const signer = await run(ours, [{ ...entry, id: 'job/not-json' }], { ids: ['wire/bytes'], level: 'signer' })
  assert.equal(signer.stale, [])
  assert.ok(allPassed(signer))
})
