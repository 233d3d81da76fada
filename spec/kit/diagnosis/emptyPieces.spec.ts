/** What the words say of a stray `&` and of an empty segment: a sentence with nothing between two blanks helps nobody. */
import fc from 'fast-check'
import { bodyDifference } from '../../../src/kit/diagnosis/bodyDifference.ts'
import { sayDetail, translate } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { fieldsDifference } from '../../../src/kit/diagnosis/fieldsDifference.ts'
import type { Telling } from '../../../src/kit/diagnosis/Telling.ts'
import { targetDifference } from '../../../src/kit/diagnosis/targetDifference.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { restOfEnglish } from './chinese/reading.ts'

const words = suite('words for empty pieces')

/** The signed target, the sent one, and what is said of both. */
const targets: ReadonlyArray<readonly [signed: string, sent: string, what: string]> = [
  ['/v1?a=1', '/v1?a=1&', 'The query arrived with a stray & that the caller did not sign.'],
  ['/v1?a=1', '/v1?&a=1', 'The query arrived with a stray & that the caller did not sign.'],
  ['/v1?a=1', '/v1?a=1&&', 'The query arrived with 2 stray & marks that the caller did not sign.'],
  ['/v1?a=1&', '/v1?a=1', 'The caller signed the query with a stray &, but it arrived without this.'],
  ['/v1?a=1&&b=2', '/v1?a=1&b=2', 'The caller signed the query with a stray &, but it arrived without this.'],
  ['/v1', '/v1?', 'The caller did not sign the question mark at the end of the target.'],
  ['/v1/jobs', '/v1//jobs', 'The caller signed one slash, but two slashes together arrived.'],
  ['//v1/jobs', '/v1/jobs', 'The caller signed two slashes together, but only one arrived.'],
  ['/v1/x/jobs', '/v1//jobs', 'The caller signed x in segment 2 of the path, but this segment arrived empty.'],
  ['/v1/{id}/jobs', '/v1//jobs', 'The caller signed {id} in segment 2 of the path, but this segment arrived empty.'],
  // Not empty.
  ['/v1?a=1', '/v1?a=1&b=2', 'The caller signed the query without b=2.'],
  [
    '/v1/jobs',
    '/v1/my/jobs',
    'The caller signed the path without its segment my. Either its signing code left the segment out, or the client followed a redirect with the old signature, or something on the way added the segment.',
  ],
]

for (const [signed, sent, what] of targets)
  words(`${signed} signed and ${sent} sent`, () => {
    const telling = targetDifference(signed, sent)
    assert.match(telling?.what ?? '', what)
    assertComplete(telling)
  })

/** No sentence has a gap, and each has its Chinese. */
const assertComplete = (telling: Telling | undefined): void => {
  if (telling === undefined) return
  const { what, remedy, detail = 'x' } = telling
  for (const sentence of [what, remedy ?? 'x', detail]) {
    assert.not.match(sentence, / {2}| [.,](?: |$)|^ | $/, sentence)
    assert.ok(sentence !== '')
  }
  for (const sentence of [what, remedy ?? '']) {
    const chinese = translate(sentence)
    assert.ok(chinese !== undefined || sentence === '', sentence)
    assert.equal(restOfEnglish((chinese ?? '').replace(/\b[a-c]\b/g, '')), [], chinese)
  }
  assert.equal(restOfEnglish(sayDetail(detail).replace(/\b[a-c]\b/g, '')), [], detail)
}

const anyTarget = fc
  .tuple(
    fc.array(fc.constantFrom('', 'a', 'b'), { maxLength: 4 }),
    fc.array(fc.constantFrom('', 'a=1', 'b', 'c='), { maxLength: 4 }),
  )
  .map(([segments, parameters]) => `/${segments.join('/')}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`)

words('for all targets: each sentence is whole, and has its Chinese', () =>
  forAll([anyTarget, anyTarget], (signed, sent) => {
    if (signed !== sent) assertComplete(targetDifference(signed, sent))
  }),
)

words('a field in place of a stray &', () =>
  assert.is(targetDifference('/b?b&c=', '/b?b&')?.what, 'The caller signed c=, but & was sent.'),
)

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

words('a stray & after a form is no field', () => {
  const said = (signed: string, sent: string) => bodyDifference(bytes(signed), bytes(sent), '')?.what ?? ''
  assert.match(said('a=1', 'a=1&'), 'without "&", its last bytes.')
  assert.match(said('a=1', 'a=1&&b=2'), 'after signing: b=2.')
  assert.match(said('a=1', 'a=1&b=2'), 'after signing: b=2.')
})

/** The words for a query that `query-respelled` found, or for a form. */
const fieldWords = (signed: string, sent: string, carrier: 'query' | 'form'): Telling | undefined =>
  fieldsDifference(signed.split('&'), sent.split('&'), '', carrier)

words('for all fields: a stray & in a query or a form is no field without a value', () =>
  forAll(
    [
      fc.array(fc.constantFrom('a=1', 'b', 'c='), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('query' as const, 'form' as const),
    ],
    (fields, place, count, carrier) => {
      const index = place % (fields.length + 1)
      const withMarks = (fields as ReadonlyArray<string>).toSpliced(
        index,
        0,
        ...Array.from({ length: count }, () => ''),
      )
      const marks = count === 1 ? 'a stray &' : `${count} stray & marks`
      const telling = fieldWords(fields.join('&'), withMarks.join('&'), carrier)
      assert.is(telling?.what, `The ${carrier} arrived with ${marks} that the caller did not sign.`)
      assert.is(telling?.detail, `without ${marks}`)
      assertComplete(telling)
    },
  ),
)

words('a field without a value is one, also beside a stray &', () => {
  assert.match(fieldWords('a=1', 'a=1&b', 'query')?.what ?? '', 'without b, which has no value.')
  const both = fieldWords('a=1', 'a=1&&b', 'query')
  assert.match(both?.what ?? '', 'without b, which has no value.')
  assert.is(both?.detail, 'without b')
})

words('of many or long fields that were added to a form, the first are named', () => {
  const added = Array.from({ length: 7 }, (_, i) => `f${i}=${'x'.repeat(i === 1 ? 500 : 1)}`)
  const telling = bodyDifference(bytes('a=1'), bytes(`a=1&${added.join('&')}`), '')
  const { what = '', detail = '' } = telling ?? {}
  assert.match(what, /: f0=x, f1=x{117}…, f2=x, f3=x and 3 more\. The client added them/)
  assert.ok(detail.length < 140, detail)
  assertComplete(telling)
})

words('for all forms: no sentence on added fields is longer than a paragraph', () =>
  forAll([fc.array(fc.stringMatching(/^[a-z]*=?[a-z]{0,300}$/), { minLength: 1 })], (fields) => {
    const telling = bodyDifference(bytes('a=1'), bytes(['a=1', ...fields].join('&')), '')
    assert.ok((telling?.what ?? '').length < 1000, telling?.what)
    assert.not.match(telling?.what ?? '', /: [.,]|, ,| and \./)
  }),
)
