/** Targets of which a server made another one: the path as a parameter of the query, and the reverse. */
import fc from 'fast-check'
import { pathsIntoQuery, pathsOutOfQuery } from '../../../../src/kit/diagnosis/forms/pathInQuery.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { findingOn } from './changes.ts'

const inQuery = suite('a path in the query')

/** A search for a late form takes long. */
const searchInQuery = byTurns(2, inQuery)

const segment = fc.constantFrom('v1', 'jobs', '5', 'a%20b', 'x.y', '~me')
const path = fc.array(segment, { minLength: 2, maxLength: 4 }).map((segments) => `/${segments.join('/')}`)
const rest = fc.constantFrom('', 'x=1', 'x=1&dry', 'page=&x=1')
const name = fc.constantFrom('path', '_url', 'q', 's', 'r', 'any')
const script = fc.constantFrom('/index.php', '/', '/api/index.php', '/v1/proxy')

const withQuery = (start: string, query: string): string =>
  query === '' ? start : `${start}${start.includes('?') ? '&' : '?'}${query}`

/** What a server makes of a target: nginx as it is or without the first slash, others with escapes; a router of Node segment by segment. */
const rewritings = [
  (own: string) => own,
  (own: string) => own.slice(1),
  (own: string) => encodeURIComponent(own),
  (own: string, parameter: string) => own.slice(1).split('/').join(`&${parameter}=`),
] as const

inQuery('for all rewritings to a parameter, of any name, before or behind the query: the path was signed', () =>
  forAll(
    [path, rest, name, script, fc.constantFrom(...rewritings), fc.boolean()],
    (own, query, parameter, rewrittenTo, write, isLast) => {
      const moved = `${parameter}=${write(own, parameter)}`
      const parameters = (isLast ? [query, moved] : [moved, query]).filter((text) => text !== '').join('&')
      const forms = pathsOutOfQuery(`${rewrittenTo}?${parameters}`)
      assert.ok(forms.has(withQuery(own, query)), `${rewrittenTo}?${parameters}`)
    },
  ),
)

inQuery('for all paths under a folder: of a script there, and of a collection whose value is a parameter', () =>
  forAll([path, rest, segment], (own, query, value) => {
    const inFolder = `/api/index.php?r=${own.slice(1)}${query === '' ? '' : `&${query}`}`
    assert.ok(pathsOutOfQuery(inFolder).has(withQuery(`/api${own}`, query)), inFolder)
    for (const extension of ['', '.php', '.aspx'])
      assert.ok(
        pathsOutOfQuery(withQuery(`${own}${extension}?id=${value}`, query)).has(withQuery(`${own}/${value}`, query)),
      )
  }),
)

inQuery('for all paths that arrived: the usual scripts and names may have been signed', () =>
  forAll(
    [path, rest, fc.constantFrom('path', '_url', 'q', 's', 'r'), fc.boolean()],
    (own, query, parameter, isBare) => {
      const signed = `/index.php?${parameter}=${isBare ? own.slice(1) : own}${query === '' ? '' : `&${query}`}`
      assert.ok(pathsIntoQuery(withQuery(own, query)).has(signed), signed)
    },
  ),
)

for (const [sent, signed, what] of [
  [
    '/index.php?path=/v1/jobs/5',
    '/v1/jobs/5',
    /arrived\. The query that arrived contains the signed path, or the end of it\. A server on the way/,
  ],
  ['/index.php?/v1/jobs/5&x=1', '/v1/jobs/5?x=1', /A server on the way changed the target/],
  [
    '/v1/jobs/5?x=1',
    '/index.php?_url=/v1/jobs/5&x=1',
    /^The caller signed \/index\.php\?_url=.*, with the path, or its end, in the query/,
  ],
  ['/v1/jobs/5', '/v1/jobs?id=5', /with the path, or its end, in the query\. But \/v1\/jobs\/5 arrived/],
] as const)
  searchInQuery(`${signed} for ${sent}`, () => {
    const found = findingOn({ target: sent }, { target: signed })
    assert.is(found.id, 'target-other')
    assert.match(found.what, what)
  })

inQuery('no path: a target without a query, a value with a blank or a mark, no path at all', () => {
  assert.is(pathsOutOfQuery('/v1/jobs').size, 0)
  for (const target of ['/v1/jobs?q=a b', '/v1/jobs?q=a?b'])
    for (const form of pathsOutOfQuery(target)) assert.not.match(form, /^\/a/)
  assert.is(pathsIntoQuery('/').size, 0)
})
