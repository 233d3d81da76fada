import fc from 'fast-check'
import * as JsonPointer from '../../src/job/JsonPointer.ts'
import * as like from '../support/lookalikes.ts'
import { assert, forAll, suite } from '../support/suite.ts'

/** The names in a pointer, decoded by RFC 6901 §4. */
const steps = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const ofPath = suite('JsonPointer.ofPath')

ofPath('writes the pointers of RFC 6901 §5', () => {
  const names = {
    '': '/',
    foo: '/foo',
    'a/b': '/a~1b',
    'c%d': '/c%d',
    'k"l': '/k"l',
    ' ': '/ ',
    'm~n': '/m~0n',
    '~1': '/~01',
  }
  for (const [name, pointer] of Object.entries(names)) assert.is(JsonPointer.ofPath([name]), pointer)
  assert.is(JsonPointer.ofPath([]), '')
  assert.is(JsonPointer.ofPath(['foo', 0]), '/foo/0')
})

ofPath('for all paths: each name can be read back', () =>
  forAll([fc.array(like.memberName())], (path) => assert.equal(steps(JsonPointer.ofPath(path)), path)),
)

const show = suite('JsonPointer.show')

show('leaves a pointer of visible ASCII as it is', () => {
  assert.is(JsonPointer.show('/stages/0/diffusion/prompts/12/text'), '/stages/0/diffusion/prompts/12/text')
})

show('escapes line ends, control characters and bidirectional overrides', () => {
  const shown = JsonPointer.show('/\n\u001b[2J\u007f\u009b\u202e\u2028é\ud800')
  assert.is(shown, '/\\u000a\\u001b[2J\\u007f\\u009b\\u202e\\u2028\\u00e9\\ud800')
})

show('truncates after 120 characters', () => {
  assert.is(JsonPointer.show('/'.padEnd(120, 'a')), '/'.padEnd(120, 'a'))
  assert.is(JsonPointer.show('/'.padEnd(121, 'a')), `${'/'.padEnd(120, 'a')}...`)
})

show('for all paths: visible ASCII and spaces, of bounded length', () =>
  forAll([fc.array(fc.oneof(like.memberName(), like.anyText()))], (path) => {
    const shown = JsonPointer.show(JsonPointer.ofPath(path))
    assert.match(shown, /^[\x20-\x7e]*$/)
    assert.ok(shown.length <= 6 * 120 + 3)
  }),
)

const valueAt = suite('JsonPointer.valueAt')

valueAt('reads the examples of RFC 6901 §5', () => {
  const json = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'm~n': 8, '~1': 9 }
  assert.is(JsonPointer.valueAt(json, ''), json)
  assert.is(JsonPointer.valueAt(json, '/foo'), json.foo)
  assert.is(JsonPointer.valueAt(json, '/foo/0'), 'bar')
  assert.is(JsonPointer.valueAt(json, '/'), 0)
  assert.is(JsonPointer.valueAt(json, '/a~1b'), 1)
  assert.is(JsonPointer.valueAt(json, '/m~0n'), 8)
  assert.is(JsonPointer.valueAt(json, '/~01'), 9)
})

valueAt('undefined where there is no such member: only own members, and indices as JSON Pointer writes them', () => {
  const json = { foo: ['bar'], empty: null, text: 'abc' }
  for (const pointer of [
    '/bar',
    '/foo/1',
    '/foo/00',
    '/foo/-',
    '/foo/length',
    '/toString',
    '/empty/x',
    '/text/0',
    '/text/length',
  ])
    assert.is(JsonPointer.valueAt(json, pointer), undefined, pointer)
})

valueAt('for all paths: finds what stands there', () =>
  forAll([fc.array(like.memberName()), fc.jsonValue()], (path, value) => {
    const json = path.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), value)
    assert.equal(JsonPointer.valueAt(json, JsonPointer.ofPath(path)), value)
  }),
)
