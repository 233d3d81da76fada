import fc from 'fast-check'
import * as O from 'fp-ts/lib/Option.js'
import * as HttpDate from '../../src/core/HttpDate.ts'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import * as like from '../support/lookalikes.ts'
import { keepsRoundTrip } from '../support/roundTrips.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const lastSecond = 253_402_300_799

const serialize = suite('HttpDate.serialize')

serialize('writes the example of RFC 9110', () =>
  assert.is(HttpDate.serialize(784_111_777 as Timestamp), 'Sun, 06 Nov 1994 08:49:37 GMT'),
)

serialize('is at most the last second of the year 9999', () => {
  assert.is(HttpDate.serialize(lastSecond as Timestamp), 'Fri, 31 Dec 9999 23:59:59 GMT')
  assert.is(HttpDate.serialize(Number.MAX_SAFE_INTEGER as Timestamp), 'Fri, 31 Dec 9999 23:59:59 GMT')
})

const parse = suite('HttpDate.parse')

parse('reads the example of RFC 9110, the first second and a leap day', () => {
  assert.equal(HttpDate.parse('Sun, 06 Nov 1994 08:49:37 GMT'), O.some(784_111_777))
  assert.equal(HttpDate.parse('Thu, 01 Jan 1970 00:00:00 GMT'), O.some(0))
  assert.equal(HttpDate.parse('Thu, 29 Feb 2024 12:00:00 GMT'), O.some(1_709_208_000))
})

const refused: Record<string, string> = {
  'a nonexistent day': 'Sat, 31 Feb 2024 00:00:00 GMT',
  'the wrong weekday': 'Mon, 06 Nov 1994 08:49:37 GMT',
  'the form of RFC 850': 'Sunday, 06-Nov-94 08:49:37 GMT',
  'another zone': 'Sun, 06 Nov 1994 08:49:37 +0000',
  'ISO 8601': '1994-11-06T08:49:37Z',
  'a date before 1970': 'Wed, 31 Dec 1969 23:59:59 GMT',
  'a year that Date.UTC takes for 1950': 'Sun, 01 Jan 0050 00:00:00 GMT',
}

for (const [what, text] of Object.entries(refused))
  parse(`refuses ${what}`, () => assert.equal(HttpDate.parse(text), O.none))

keepsRoundTrip(parse, 'HttpDate.parse')

parse('for all texts: reads only what serialize writes', () =>
  forAll([fc.oneof(like.anyText(), like.mutated(arb.timestamp().map(HttpDate.serialize)))], (text) => {
    const t = HttpDate.parse(text)
    if (O.isSome(t)) assert.is(HttpDate.serialize(t.value), text)
  }),
)
