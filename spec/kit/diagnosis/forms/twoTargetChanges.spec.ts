/** Two usual changes of one target together: they are found, and told one after the other. */
import { reportInChinese } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { twoTargetChanges } from '../../../../src/kit/diagnosis/forms/twoTargetChanges.ts'
import { assert, suite } from '../../../support/suite.ts'
import { reportOn } from './changes.ts'

const two = suite('two changes of one target')

/** What was sent, what was signed, and the words for each change. */
const pairs = [
  [
    '/v1/jobs?size=50&page=2',
    '/api/v1/jobs?page=2&size=50',
    ['The prefix /api was removed', 'order of the parameters'],
  ],
  ['/v1/files/my%20cat.png', '/prod/v1/files/my cat.png', ['The prefix /prod was removed', 'was escaped']],
  ['/v1/jobs?q=a%20cat', '/stage/v1/jobs?q=a+cat', ['The prefix /stage was removed', 'each + was replaced by %20']],
  [
    '/v1/jobs?b=2&a=1&_=1796127564123',
    '/v1/jobs?a=1&b=2',
    ['without _=1796127564123', 'order of the other parameters'],
  ],
  ['/v1/jobs?b=2&a=1&api=x', '/v1/jobs?a=1&b=2', ['without api=x', 'order of the other parameters']],
  [
    '/v1/jobs?q=a%20cat&n=2',
    '/v1/jobs?q=a+cat&amp;n=2',
    ['Each &amp; was replaced by &', 'each + was replaced by %20'],
  ],
  ['/v1/jobs?q=cat&page=2&cursor=&after=', '/v1/jobs?page=2&q=cat', ['cursor=&after= were added', 'order of']],
  ['/v1/jobs?q=cat&sign=abcdef&page=2', '/v1/jobs?page=2&q=cat', ['sign=abcdef was added', 'order of']],
  ['/jobs', '/api/v1/jobs/', ['with the prefix /api/v1', 'The slash at the end of the path is missing too']],
  [
    '/v1/jobs/3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    '/v1/jobs/3F2504E0-4F89-11D3-9A0C-0305E82C3301/',
    ['the slash at the end of the path was removed', 'changed to lower case'],
  ],
  ['/v1/jobs?name=cat&at=10%3A00', '/v1/jobs?at=10%253A00&name=cat', ['order of', '%25 was decoded']],
  ['/v1/jobs?Size=20&Action=List', '/v1/jobs?action=List&size=20', ['action=List&size=20']],
] as const

for (const [sent, signed, words] of pairs)
  two(`${signed} signed, ${sent} sent`, () => {
    const report = reportOn({ target: sent }, { target: signed })
    assert.ok(report.exact, JSON.stringify(report.findings.map(({ id }) => id)))
    const [found] = report.findings
    for (const piece of words) assert.ok(found?.what.toLowerCase().includes(piece.toLowerCase()), found?.what)
    assert.not.match(reportInChinese(report).findings[0]?.what ?? '', / was |signed/)
  })

two('for all forms of some targets: a wanted target leaves this one alone, and another none', () => {
  for (const target of [
    '/v1/jobs?b=2&a=x%20y&c=',
    '/v1/files/a%2Fb',
    '/v1/jobs',
    '/v1/jobs/3f2504e0-4f89-11d3-9a0c-0305e82c3301/?B=%20&a=1',
  ]) {
    const all = [...twoTargetChanges(target)]
    assert.is(new Set(all).size, all.length)
    for (const changed of all) assert.equal([...twoTargetChanges(target, changed)], [changed])
    assert.equal([...twoTargetChanges(target, '/other')], [])
  }
  assert.ok([...twoTargetChanges('/v1/jobs')].every((changed) => changed.endsWith('/v1/jobs/')))
})

two('with a wanted target, a UUID within the path keeps its forms', () => {
  const target = '/jobs/3f1e2d4c-5b6a-4978-8a9b-0c1d2e3f4a5b/tasks'
  for (const form of twoTargetChanges(target)) assert.ok([...twoTargetChanges(target, form)].includes(form), form)
})
