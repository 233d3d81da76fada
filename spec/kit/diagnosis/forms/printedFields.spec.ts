/** Queries that were signed as a language prints them, and queries that arrived decoded though their values hold & and =. */
import fc from 'fast-check'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn, signedBy } from './changes.ts'

const printed = suite('printed and decoded queries')

const values = fc.array(fc.constantFrom('lamp', 'user_count', 'presence-', 'x7'), { minLength: 1, maxLength: 4 })
const print = fc.constantFrom(
  (value: string) => `b'${value}'`,
  (value: string) => `Some(${value})`,
  (value: string) => `Some("${value}")`,
  (value: string) => `Optional[${value}]`,
  (value: string) => `<${value}>`,
  () => '[object Object]',
  () => 'undefined',
)
const queryOf = (texts: ReadonlyArray<string>): string => texts.map((text, i) => `p${i}=${text}`).join('&')

printed('for all queries: every value printed, or one of them', () =>
  forAll([values, print, fc.nat(), fc.boolean()], (texts, show, index, isAll) => {
    const signed = texts.map((text, i) => (isAll || i === index % texts.length ? show(text) : text))
    const made = signedBy(['query-respelled'], 'target', { target: `/v1/search?${queryOf(texts)}` })
    assert.ok(made.has(`/v1/search?${queryOf(signed)}`), queryOf(signed))
  }),
)

printed('for all queries: the query as a whole printed', () =>
  forAll([values, print], (texts, show) => {
    const made = signedBy(['query-respelled'], 'target', { target: `/v1/search?${queryOf(texts)}` })
    assert.ok(made.has(`/v1/search?${show(queryOf(texts))}`), show(queryOf(texts)))
  }),
)

for (const [sent, signed] of [
  ['a=1&b=x', "{'a': '1', 'b': 'x'}"],
  ['a=1&b=x', '{a=1, b=x}'],
  ['a=1&b=x', 'map[a:[1] b:[x]]'],
  ['index=products&q=lamp&size=10', "index=b'products'&q=b'lamp'&size=10"],
] as const)
  printed(`${signed} for ${sent}`, () => {
    const found = findingOn({ target: `/v1/search?${sent}` }, { target: `/v1/search?${signed}` })
    assert.is(found.id, 'query-respelled')
    assert.match(found.what, /, but .* was sent/)
  })

printed('no query: what is printed for none', () => {
  for (const nothing of ['[object Object]', '<nil>', 'Optional.empty'])
    assert.is(findingOn({ target: '/v1/jobs' }, { target: `/v1/jobs?${nothing}` }).id, 'target-other')
})

const marked = fc.constantFrom('a+b', 'c=d', 'e&f', '100%25', 'x&y=z', 'plain')

printed('for all values with marks: signed with escapes, and sent without', () =>
  forAll([fc.array(marked, { minLength: 1, maxLength: 2 })], (texts) => {
    const sent = `/v1/x?${queryOf(texts)}`
    const signed = `/v1/x?${queryOf(texts.map(encodeURIComponent))}`
    if (sent === signed) return
    assert.ok(signedBy(['target-reencoded', 'target-decoded'], 'target', { target: sent }).has(signed), signed)
  }),
)

printed('a value with every mark, sent decoded', () => {
  const found = findingOn({ target: '/v1/x?versionId=a+b=c%25&e' }, { target: '/v1/x?versionId=a%2Bb%3Dc%2525%26e' })
  assert.is(found.id, 'target-reencoded')
})
