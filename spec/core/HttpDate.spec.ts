import fc from 'fast-check'
import * as O from 'fp-ts/lib/Option.js'
import * as assert from 'uvu/assert'
import * as HttpDate from '../../src/core/HttpDate.ts'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import * as like from '../support/lookalikes.ts'
import { suite } from '../support/suite.ts'

const lastSecond = 253_402_300_799

const serialize = suite('HttpDate.serialize')

serialize('writes the example of RFC 9110', () =>
  assert.is(HttpDate.serialize(784_111_777 as Timestamp), 'Sun, 06 Nov 1994 08:49:37 GMT'),
)

serialize('is at most the last second of the year 9999', () => {
  assert.is(HttpDate.serialize(lastSecond as Timestamp), 'Fri, 31 Dec 9999 23:59:59 GMT')
  assert.is(HttpDate.serialize(Number.MAX_SAFE_INTEGER as Timestamp), 'Fri, 31 Dec 9999 23:59:59 GMT')
})

serialize.run()

const parse = suite('HttpDate.parse')

parse('reads the example of RFC 9110, the first second and a leap day', () => {
  assert.equal(HttpDate.parse('Sun, 06 Nov 1994 08:49:37 GMT'), O.some(784_111_777))
  assert.equal(HttpDate.parse('Thu, 01 Jan 1970 00:00:00 GMT'), O.some(0))
  assert.equal(HttpDate.parse('Thu, 29 Feb 2024 12:00:00 GMT'), O.some(1_709_208_000))
})

const refused: Record<string, ReadonlyArray<string>> = {
  'nonexistent days': [
    'Sat, 31 Feb 2024 00:00:00 GMT',
    'Wed, 29 Feb 2023 00:00:00 GMT',
    'Sat, 00 Jan 2000 00:00:00 GMT',
    'Mon, 31 Apr 2023 00:00:00 GMT',
  ],
  'nonexistent times': [
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:60:37 GMT',
    'Sun, 06 Nov 1994 08:49:60 GMT',
    'Sun, 06 Nov 1994 08:49:99 GMT',
  ],
  'the wrong weekday': ['Mon, 06 Nov 1994 08:49:37 GMT'],
  'the obsolete forms': ['Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'],
  'other zones': ['Sun, 06 Nov 1994 08:49:37 UTC', 'Sun, 06 Nov 1994 08:49:37 +0000', 'Sun, 06 Nov 1994 08:49:37'],
  'other spellings': [
    'sun, 06 nov 1994 08:49:37 gmt',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun,06 Nov 1994 08:49:37 GMT',
    '1994-11-06T08:49:37Z',
    '784111777',
  ],
  'unknown names': ['Sun, 06 Now 1994 08:49:37 GMT', 'Son, 06 Nov 1994 08:49:37 GMT'],
  'surrounding text': [
    ' Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT\n',
    'Sun, 06 Nov 1994 08:49:37 GMT, x',
  ],
  'dates before 1970': [
    'Wed, 31 Dec 1969 23:59:59 GMT',
    'Mon, 01 Jan 0050 00:00:00 GMT',
    'Sat, 01 Jan 0050 00:00:00 GMT',
  ],
  nothing: [''],
}

for (const [what, texts] of Object.entries(refused)) {
  parse(`refuses ${what}`, () => {
    for (const text of texts) assert.equal(HttpDate.parse(text), O.none, text)
  })
}

parse('for all seconds to the year 9999: inverts serialize', () =>
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: 0, max: lastSecond }), fc.integer({ min: 0, max: 2 ** 32 })), (seconds) => {
      const t = seconds as Timestamp
      assert.equal(HttpDate.parse(HttpDate.serialize(t)), O.some(t))
    }),
  ),
)

parse('for all texts: reads only what serialize writes', () =>
  fc.assert(
    fc.property(fc.oneof(like.anyText(), like.mutated(arb.timestamp().map(HttpDate.serialize))), (text) => {
      const t = HttpDate.parse(text)
      if (O.isSome(t)) assert.is(HttpDate.serialize(t.value), text)
    }),
  ),
)

parse.run()
