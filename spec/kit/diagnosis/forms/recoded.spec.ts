/** Components that were decoded or encoded once too often, and fields that were sorted and encoded otherwise. */
import fc from 'fast-check'
import { recodedFields, recodedTargets, sortedFields } from '../../../../src/kit/diagnosis/forms/recoded.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const recoding = suite('components that were recoded')

const textsOf = (forms: Iterable<readonly [string, string, ...ReadonlyArray<unknown>]>): ReadonlyArray<string> =>
  Array.from(forms, ([, text]) => text)

const words = fc.array(fc.constantFrom('a', ' ', '+', '/', '%', '&', 'é', '1'), { minLength: 1, maxLength: 6 })
const values = words.map((pieces) => pieces.join(''))
const isPlain = (text: string): boolean => !/[^0-9A-Za-z=&/]/.test(text)

recoding('for all two values: each encoded once more, alone and together, is a form of the query', () =>
  forAll([values, values], (first, second) => {
    const [a, b] = [first, second].map(encodeURIComponent) as [string, string]
    const texts = textsOf(recodedFields(`a=${a}&b=${b}`))
    const twice = encodeURIComponent
    if (isPlain(a) && isPlain(b)) return
    assert.ok(texts.includes(`a=${twice(a)}&b=${twice(b)}`))
    if (isPlain(a) || isPlain(b)) return
    assert.ok(texts.includes(`a=${twice(a)}&b=${b}`))
    assert.ok(texts.includes(`a=${a}&b=${twice(b)}`))
  }),
)

recoding('a segment that was decoded, its plus sign taken for a space, and encoded again', () => {
  const texts = textsOf(recodedTargets('/v1/10%2B2.jpg?t=a%2Bb'))
  for (const text of ['/v1/10%202.jpg?t=a%2Bb', '/v1/10%2B2.jpg?t=a+b', '/v1/10%2B2.jpg?t=a%20b'])
    assert.ok(texts.includes(text), text)
})

recoding(
  'for all fields: sorted and encoded otherwise they are the same fields, and never in another order alone',
  () =>
    forAll([fc.array(values, { minLength: 2, maxLength: 4 })], (some) => {
      const query = some.map((value, i) => `${'dcba'[i]}=${encodeURIComponent(value)}`).join('&')
      const itemsOf = (text: string): ReadonlyArray<string> => text.split('&').toSorted()
      const names = (text: string): string =>
        itemsOf(text.replace(/&(?![abcd]=)/g, ''))
          .map((item) => item[0])
          .join('')
      for (const text of textsOf(sortedFields(query))) {
        assert.not.equal(itemsOf(text), itemsOf(query))
        assert.ok(names(text).length >= some.length, text)
      }
    }),
)
