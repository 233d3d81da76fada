import fc from 'fast-check'
import { processorMs } from '../../../scripts/processorMs.ts'
import { differences, type Span } from '../../../src/apps/inspector/differences.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const cut = (text: string, { from, to }: Span): string => text.slice(from, to)

/** What stands on each side, for ASCII. */
const pairs = (signed: string, expected: string): ReadonlyArray<readonly [string, string]> =>
  differences(bytes(signed), bytes(expected)).map((each) => [cut(signed, each.signed), cut(expected, each.expected)])

const differing = suite('differences')

differing('are none for the same bytes', () => assert.equal(pairs('abc', 'abc'), []))

differing('are all, not the first only', () => {
  assert.equal(pairs('{"ab": 1, "cd": 2}', '{"ab":1,"cd":2}'), [
    [' ', ''],
    [' ', ''],
    [' ', ''],
  ])
  assert.equal(pairs('GET /a 1', 'POST /a 2'), [
    ['GE', 'POS'],
    ['1', '2'],
  ])
})

differing('are at the beginning and at the end, too', () => {
  assert.equal(pairs('abc', 'xabc'), [['', 'x']])
  assert.equal(pairs('abc\n', 'abc'), [['\n', '']])
  assert.equal(pairs('', 'abc'), [['', 'abc']])
})

differing('are one where two random values agree by chance', () => {
  assert.equal(pairs('n=0a1b2c3d4e;', 'n=9a8b7c6d5f;').length, 1)
})

differing('are one stretch for texts that differ in too much', () => {
  assert.equal(differences(new Uint8Array(9000).fill(1), new Uint8Array(9000).fill(2)).length, 1)
  assert.equal(differences(new Uint8Array(4000).fill(1), new Uint8Array(4000).fill(2)).length, 1)
})

differing('for all texts: what lies between them is equal, in order, and nothing else is', () =>
  forAll([fc.array(fc.nat(3)), fc.array(fc.nat(3))], (one, other) => {
    const a = Uint8Array.from(one)
    const b = Uint8Array.from(other)
    let x = 0
    let y = 0
    for (const { signed, expected } of differences(a, b)) {
      assert.ok(signed.from >= x && expected.from >= y)
      assert.ok(signed.to > signed.from || expected.to > expected.from)
      assert.equal(a.slice(x, signed.from), b.slice(y, expected.from))
      x = signed.to
      y = expected.to
    }
    assert.equal(a.slice(x), b.slice(y))
  }),
)

differing('take less than a second, whatever the texts are', () => {
  const started = processorMs()
  for (const period of [1, 2, 3, 7]) {
    const a = Uint8Array.from({ length: 8000 }, (_, i) => i % period)
    const b = Uint8Array.from({ length: 8000 }, (_, i) => (i * 7) % 11)
    differences(a, b)
  }
  assert.ok(processorMs() - started < 1000)
})
