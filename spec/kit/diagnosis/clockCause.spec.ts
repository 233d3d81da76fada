/** A wrong timestamp that lies a whole time zone, half a day, days, months or years from the time of arrival, and the cause that is told. */
import fc from 'fast-check'
import { clockCause, distanceDetail } from '../../../src/kit/diagnosis/clockCause.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const causes = suite('the cause of a wrong timestamp')

/** Not a whole hour, which has a cause of its own. */
const arrival = fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }).filter((at) => at % 3600 > 120)
const way = fc.integer({ min: 0, max: 60 })
const side = fc.constantFrom('behind' as const, 'ahead' as const)

causes('for all whole hours of a time zone: the hours, and exactly only if nothing is left', () =>
  forAll([arrival, fc.integer({ min: 1, max: 14 }), way, side], (at, hours, onTheWay, on) => {
    const seconds = hours * 3600 + (on === 'behind' ? onTheWay : -onTheWay)
    const cause = clockCause(at + (on === 'behind' ? -seconds : seconds), seconds, on)
    assert.is(cause?.span, `${onTheWay === 0 ? 'exactly' : 'about'} ${hours} h`)
    assert.is(/hh instead of HH/.test(cause?.hint ?? ''), hours === 12)
  }),
)

const shifted = (at: number, years: number, months: number): number => {
  const date = new Date(at * 1000)
  return date.setUTCFullYear(date.getUTCFullYear() + years, date.getUTCMonth() + months) / 1000
}

/** Each month has a day with this number. */
const isEarlyDay = (at: number): boolean => new Date(at * 1000).getUTCDate() <= 28

for (const [unit, years, months] of [
  ['year', 1, 0],
  ['month', 0, 1],
] as const)
  causes(`for all ${unit}s: the same time of another ${unit}`, () =>
    forAll([arrival.filter(isEarlyDay), fc.integer({ min: 1, max: 11 }), side], (at, count, on) => {
      const sign = on === 'behind' ? -1 : 1
      const sent = shifted(at, sign * count * years, sign * count * months)
      const cause = clockCause(sent, Math.abs(at - sent), on)
      assert.is(cause?.span, `exactly ${count} ${unit}${count === 1 ? '' : 's'}`)
      assert.match(cause?.hint ?? '', unit)
    }),
  )

causes('for all whole days: the days', () =>
  forAll([arrival, fc.integer({ min: 1, max: 27 }), way], (at, days, onTheWay) => {
    const seconds = days * 86_400 + onTheWay
    const { span = '' } = clockCause(at - seconds, seconds, 'behind') ?? {}
    assert.match(span, new RegExp(` ${days} days?$`))
  }),
)

causes('a distance of no whole unit has no cause', () =>
  forAll([arrival, fc.integer({ min: 61, max: 20_000_000 }), side], (at, seconds, on) => {
    const rest = seconds % 900
    if (rest <= 70 || rest >= 830 || seconds < 1700) return
    const sent = at + (on === 'behind' ? -seconds : seconds)
    if (sent % 3600 !== 0) assert.is(clockCause(sent, seconds, on), undefined)
  }),
)

causes('437 s have no cause, and the detail is the distance alone', () =>
  assert.is(distanceDetail(437, clockCause(now - 437, 437, 'behind')), '437 s'),
)

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** What is told of a right request whose timestamp lies so many seconds behind. */
const toldOf = (seconds: number) => {
  const sent = now - seconds
  const authorization = [line(signatureOf(`GET\n/v1/jobs\n${sent}\nn-1\n`), 'n-1', sent)]
  const request = { method: 'GET', target: '/v1/jobs', authorization, body: new Uint8Array(), keys, now }
  const [found] = diagnose(request, hash).findings
  return { detail: found?.detail ?? '', told: `${found?.what} ${found?.remedy}` }
}

causes('a time zone is told without the causes that do not fit, and another distance with all of them', () => {
  const zone = toldOf(7 * 3600)
  assert.is(zone.detail, '25200 s, exactly 7 h: perhaps local time was used as UTC, or the reverse')
  assert.not.match(zone.told, /saved or delayed|time server/)
  assert.match(zone.told, /Take the seconds since 1970 \(UTC\) directly from the clock\./)
  assert.match(toldOf(4321).told, /saved or delayed.*time server/)
})

causes(
  'for all hours and seconds on the way: beyond a quick way, a header that was kept is named beside the time zone',
  () =>
    forAll(
      [arrival, fc.integer({ min: 1, max: 14 }), fc.integer({ min: 0, max: 60 }), side],
      { numRuns: 40 },
      (at, hours, rest, on) => {
        const seconds = hours * 3600 + (on === 'behind' ? rest : -rest)
        const { hint = '', remedy = '' } = clockCause(at + (on === 'behind' ? -seconds : seconds), seconds, on) ?? {}
        const isKept = on === 'behind' && rest > 5
        assert.is(/made the header once and used it again/.test(hint), isKept)
        assert.is(/make a new nonce and sign again/.test(remedy), isKept)
        assert.match(hint, /^perhaps /)
      },
    ),
)

causes('a distance that no time zone has from UTC, such as 2 h 15 min, is no time zone', () =>
  assert.is(clockCause(now - 8100, 8100, 'behind'), undefined),
)
