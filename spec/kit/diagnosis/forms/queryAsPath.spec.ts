/** A query that was escaped as a part of the path. */
import fc from 'fast-check'
import { sayDetail } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { queriesAsPath } from '../../../../src/kit/diagnosis/forms/queryAsPath.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { restOfEnglish } from '../chinese/reading.ts'
import { findingOn, reportOn, signedBy } from './changes.ts'

const asPath = suite('a query as a part of the path')

const value = fc.constantFrom('done', '5', 'a%20b', 'a:b', '1,2', '')
const query = fc
  .array(fc.tuple(fc.constantFrom('status', 'limit', 'q'), value), { minLength: 1, maxLength: 3 })
  .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'))

/** Go, Node and Python, which escape the escapes of the query once more; AWS and a replacement, which know them. */
const escapers: ReadonlyArray<(text: string) => string> = [
  (text) => text.replace(/[?%]/g, encodeURIComponent),
  (text) => text.split('/').map(encodeURIComponent).join('/'),
  (text) => encodeURI(text).replace(/\?/g, '%3F'),
  (text) => encodeURIComponent(decodeURIComponent(text)).replaceAll('%2F', '/'),
  (text) => text.replace('?', '%3F'),
  (text) => text.replace('?', '%3f'),
]

asPath('for all queries and functions that escape a path: the target was escaped otherwise', () =>
  forAll([query, fc.constantFrom(...escapers)], { numRuns: 60 }, (parameters, write) => {
    const target = `/v1/jobs?${parameters}`
    assert.ok(signedBy(['target-reencoded'], 'target', { target }).has(write(target)), write(target))
  }),
)

asPath('is told with what to do', () => {
  for (const signed of ['/v1/jobs%3Fstatus=done&limit=5', '/v1/jobs%3Fstatus%3Ddone%26limit%3D5']) {
    const { id, what, remedy } = findingOn({ target: '/v1/jobs?status=done&limit=5' }, { target: signed })
    assert.is(id, 'target-reencoded')
    assert.match(what, 'It escaped the path and the query together')
    assert.match(remedy, 'put an unescaped question mark between them')
  }
})

asPath('each form names the function that makes it', () => {
  const target = '/v1/jobs?a=1,2;3&b=x(y)'
  const forms = new Map(Array.from(queriesAsPath(target), ([detail, text]) => [text, detail]))
  // What each function wrote of the path and the query together.
  const written = [
    ['/v1/jobs%3Fa=1,2;3&b=x%28y%29', 'url.URL of Go'],
    ['/v1/jobs%3Fa=1%2C2%3B3&b=x%28y%29', 'url.PathEscape of Go for each segment'],
    ['/v1/jobs%3Fa%3D1%2C2%3B3%26b%3Dx(y)', 'encodeURIComponent for each segment'],
    ['/v1/jobs%3Fa%3D1%2C2%3B3%26b%3Dx%28y%29', 'quote of Python'],
    ['/v1/jobs%3fa=1,2;3&b=x(y)', '%3f'],
  ] as const
  for (const [text, name] of written) {
    assert.match(forms.get(text) ?? 'not among the forms', `(${name}`)
    assert.equal(restOfEnglish(sayDetail(forms.get(text) ?? '')), [])
  }
})

asPath('another query as a part of the path is none', () => {
  const signed = { target: '/v1/jobs%3Fstatus%3Dfailed' }
  assert.not(reportOn({ target: '/v1/jobs?status=done' }, signed).findings.some(({ id }) => id === 'target-reencoded'))
})
