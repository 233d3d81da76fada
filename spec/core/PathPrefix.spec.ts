import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as PathPrefix from '../../src/core/PathPrefix.ts'
import * as RequestTarget from '../../src/core/RequestTarget.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const rule = suite('PathPrefix.rule')

for (const prefix of ['/api', '/api/v2', '/~a!$&', '/caf%C3%A9', '/a.b', '/...'])
  rule(`takes ${prefix}`, () => assert.ok(PathPrefix.rule.is(prefix)))

/** Each is wrong in one way. */
const wrong: ReadonlyArray<readonly [prefix: unknown, because: string]> = [
  ['', 'it is empty'],
  ['api', 'it has no / first'],
  ['/', 'it has no segment'],
  ['/api/', 'it ends with a /'],
  ['//api', 'it begins with an empty segment'],
  ['/api//v2', 'it has an empty segment'],
  ['/api?', 'it has a query'],
  ['/api#x', 'it has a fragment'],
  ['/api/..', 'it has a dot segment'],
  ['/./api', 'it has a dot segment'],
  ['/api/%2E%2e/v2', 'it has an escaped dot segment'],
  ['/a\\b', 'a URL has a / for the backslash'],
  ['/a"b', 'a URL encodes the quotation mark'],
  ['/a b', 'it has a blank'],
  ['/a%2', 'the escape is cut off'],
  ['/caf\u00e9', 'it is not ASCII'],
  ['/api\n', 'it ends with a line feed'],
  ['https://h/api', 'it has an origin'],
  [7, 'it is no text'],
  [['/api'], 'it is a list'],
]
for (const [prefix, because] of wrong)
  rule(`refuses ${JSON.stringify(prefix)}: ${because}`, () => assert.not.ok(PathPrefix.rule.is(prefix)))

const prefixes = fc
  .array(fc.constantFrom('a', 'api', 'v1', '%C3', '.a', '..b', '~', '@:'), { minLength: 1 })
  .map((segments) => segments.map((segment) => `/${segment}`).join(''))

rule('what it takes is its own normal form in a URL', () =>
  forAll([prefixes], (prefix) => {
    assert.ok(PathPrefix.rule.is(prefix))
    assert.is(new URL(`http://h${prefix}`).pathname, prefix)
  }),
)

const targets = fc.string({ unit: fc.constantFrom('/', 'a', '.', '?', '%7e', "'", '\\') }).map((text) => `/${text}`)

const puttingBack = suite('PathPrefix.putBack')

puttingBack('puts the prefix before the very text that came, and remove takes it off', () =>
  forAll([prefixes, targets], (prefix, target) => {
    assert.is(PathPrefix.putBack(prefix, target), prefix + target)
    assert.is(PathPrefix.remove(prefix, prefix + target), target)
  }),
)

puttingBack('of the absolute-form: before the path', () => {
  assert.is(PathPrefix.putBack('/api', 'http://h.example/v1?a'), '/api/v1?a')
  assert.is(PathPrefix.putBack('/api', 'http://h.example?a'), '/api/?a')
})

puttingBack('no prefix changes nothing', () =>
  forAll([targets], (target) => {
    assert.is(PathPrefix.putBack('', target), target)
    assert.is(PathPrefix.remove('', target), target)
  }),
)

puttingBack('a target that does not parse stays, so that the verifier names its rule', () => {
  for (const target of ['', '*', 'h.example:443', 'http://', '/a#b', 'v1/jobs', `/${'x'.repeat(8192)}`]) {
    assert.ok(E.isLeft(RequestTarget.parse(target)))
    assert.is(PathPrefix.putBack('/api', target), target)
  }
})

puttingBack('a whole that is too long does not parse', () => {
  const target = `/${'x'.repeat(8190)}`
  assert.ok(E.isRight(RequestTarget.parse(target)))
  assert.ok(E.isLeft(RequestTarget.parse(PathPrefix.putBack('/api', target))))
})
