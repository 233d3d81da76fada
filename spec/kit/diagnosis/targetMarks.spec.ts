/** Other marks between the parts of a target are named, and nothing else is taken for them. */
import fc from 'fast-check'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { escapeDifference } from '../../../src/kit/diagnosis/escapeDifference.ts'
import { fieldsDifference, sortedByName } from '../../../src/kit/diagnosis/fieldsDifference.ts'
import { targetDifference } from '../../../src/kit/diagnosis/targetDifference.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const marks = suite('marks of a target')

const isSaid = (sentence = ''): void => assert.match(say(sentence), /[\u4e00-\u9fff]/, sentence)

const cases: ReadonlyArray<readonly [signed: string, sent: string, words: RegExp]> = [
  ['\\v1\\jobs', '/v1/jobs', /signed \\ in the path where a slash was sent/],
  ['/v1\\jobs?a=1', '/v1/jobs?a=1', /signed \\ in the path/],
  ['%5Cv1%5Cjobs', '/v1/jobs', /signed %5C in the path/],
  ['/v1/jobs??page=1', '/v1/jobs?page=1', /two question marks/],
  ['/v1/jobspage=1', '/v1/jobs?page=1', /without the question mark/],
  ['/v1/jobs&page=1&size=2', '/v1/jobs?page=1&size=2', /signed & between the path and the query/],
  ['/v1/jobs?a=1;b=2', '/v1/jobs?a=1&b=2', /semicolons/],
  ['/v1/jobs?a=1?b=2&c=3', '/v1/jobs?a=1&b=2&c=3', /second question mark/],
]

for (const [signed, sent, words] of cases)
  marks(`${signed} signed for ${sent}`, () => {
    const telling = targetDifference(signed, sent)
    assert.match(telling?.what ?? '', words)
    isSaid(telling?.what)
    isSaid(telling?.remedy)
  })

marks('a query that stands twice, and a path that ends earlier, have words of their own', () => {
  assert.match(targetDifference('/v1/jobs?a=1?a=1', '/v1/jobs?a=1')?.what ?? '', /has the query twice/)
  assert.match(targetDifference('/v1', '/v1/jobs')?.what ?? '', /without \/jobs at its end/)
  assert.not.match(targetDifference('\\v1\\job', '/v1/jobs')?.what ?? '', /where a slash was sent/)
})

const word = fc.stringMatching(/^[a-z0-9]{1,8}$/)

marks('for all paths: backslashes for slashes are told as such', () =>
  forAll([fc.array(word, { minLength: 1, maxLength: 6 })], (segments) => {
    const sent = `/${segments.join('/')}`
    assert.match(targetDifference(sent.replaceAll('/', '\\'), sent)?.what ?? '', /signed \\ in the path/)
  }),
)

marks('each of several placeholders is named, and a query of placeholders alone is told with the query', () => {
  const both = targetDifference('/v1/%s/images/%s', '/v1/8812/images/3')
  assert.match(both?.what ?? '', /signed the target with %s\. These are placeholders/)
  isSaid(both?.what)
  const pathAndQuery = targetDifference('/v1/jobs/:id?page={{page}}', '/v1/jobs/7?page=2')
  assert.match(pathAndQuery?.what ?? '', /signed the target with :id and page=\{\{page\}\}/)
  assert.not.match(targetDifference('/v1/a/images/b', '/v1/8812/images/3')?.what ?? '', /placeholder/)
  assert.match(targetDifference('/v1/jobs?a={a}&b={b}', '/v1/jobs?a=1&b=2')?.what ?? '', /signed the query with/)
})

marks('a parameter with a signature is told as that of another scheme, and any other as one that was added', () => {
  const telling = targetDifference('/v1/jobs?page=1', '/v1/jobs?page=1&signature=c2ln')
  assert.match(telling?.what ?? '', /Other schemes send the signature there/)
  isSaid(telling?.what)
  isSaid(telling?.remedy)
  assert.not.match(targetDifference('/v1/jobs?a=1', '/v1/jobs?a=1&design=x')?.what ?? '', /Other schemes/)
})

marks('what a program prints for a missing query is told as such', () => {
  const telling = targetDifference('/v1/jobs?null', '/v1/jobs')
  assert.match(telling?.what ?? '', /how a program prints a missing query/)
  isSaid(telling?.what)
  isSaid(telling?.remedy)
  assert.not.match(targetDifference('/v1/jobs?nullable', '/v1/jobs')?.what ?? '', /missing query/)
})

marks('a lone slash has two causes', () => {
  const telling = targetDifference('/', '/v1/jobs')
  assert.match(telling?.what ?? '', /Either its program cut the path, or/)
  isSaid(telling?.what)
})

marks('a line end that was sent escaped is named', () => {
  const telling = targetDifference('/v1/jobs/8812', '/v1/jobs/8812%0A')
  assert.match(telling?.what ?? '', /%0A, an escaped line end/)
  isSaid(telling?.what)
  isSaid(telling?.remedy)
  assert.not.match(targetDifference('/v1/jobs/88', '/v1/jobs/8812%0A')?.what ?? '', /line end/)
})

marks('a question mark in a name of the path is a second cause of %3F', () => {
  const telling = escapeDifference('/v1/what%3F.txt', '/v1/what?.txt')
  assert.match(telling?.what ?? '', /or the question mark belongs to a name in the path/)
  isSaid(telling?.what)
  isSaid(telling?.remedy)
  assert.not.match(escapeDifference('/v1/jobs%3Fa=1', '/v1/jobs?a=1')?.what ?? '', /belongs to a name/)
})

marks('a time in seconds is no value that was cut', () => {
  const telling = fieldsDifference(['t=1767225600'], ['t=1767225600123'], '', 'query')
  assert.match(telling?.what ?? '', /a time in seconds, and the same time in milliseconds/)
  isSaid(telling?.what)
  assert.match(fieldsDifference(['t=17672256'], ['t=1767225600123'], '', 'query')?.what ?? '', /only in part/)
})

marks('parameters sorted as whole texts are no work of the client', () => {
  const telling = sortedByName(['id-type=r', 'id=1'], ['id=1', 'id-type=r'])
  assert.match(telling?.what ?? '', /sorted as whole texts/)
  isSaid(telling?.what)
  assert.match(sortedByName(['b=1', 'a=2'], ['a=2', 'b=1'])?.what ?? '', /Perhaps the HTTP client/)
})

const someWords = fc.array(word, { minLength: 2, maxLength: 6 })

marks('for all queries: any one & as a question mark is told, and two are not', () =>
  forAll([someWords, fc.nat()], (parts, place) => {
    const at = 1 + (place % (parts.length - 1))
    const sent = `/v1?${parts.join('&')}`
    const withOne = `/v1?${parts.slice(0, at).join('&')}?${parts.slice(at).join('&')}`
    assert.match(targetDifference(withOne, sent)?.what ?? '', /second question mark|has the query twice/)
    if (parts.length > 2)
      assert.not.match(targetDifference(`/v1?${parts.join('?')}`, sent)?.what ?? '', /a second question mark in/)
  }),
)

const lineEnds = fc.constantFrom('%0A', '%0D%0A', '%0a')

marks(
  'for all targets: a line end at the end of the path or of the query is told, also if there is one before it',
  () =>
    forAll([word, word, lineEnds, fc.boolean()], (before, after, end, isInQuery) => {
      const path = `/v1/${before}%0A${after}`
      const [signed, sent] = isInQuery
        ? [`${path}?a=${before}`, `${path}?a=${before}${end}`]
        : [`${path}?a=1`, `${path}${end}?a=1`]
      const { what = '', detail } = targetDifference(signed, sent) ?? {}
      assert.match(what, /arrived with %0[^ ]+, an escaped line end/)
      assert.is(detail, `an escaped line end, ${end}`)
      assert.not.match(targetDifference(`/v1/${before}`, `/v1/${end}${before}`)?.what ?? '', /escaped line end/)
    }),
)

marks('for all queries: the parameters that one side has more are named in their order, however often each comes', () =>
  forAll([fc.array(fc.constantFrom('a=1', 'b=2', 'c=3'), { minLength: 1, maxLength: 6 })], (fields) => {
    const target = (parameters: ReadonlyArray<string>): string => `/v1?${parameters.join('&')}`
    const sent = [...fields, 'd=4', ...fields]
    const words = targetDifference(target(fields), target(sent))
    assert.is(words?.detail, `without ${['d=4', ...fields].join('&')}`)
  }),
)
