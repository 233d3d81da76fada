import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { ours } from '../../src/core/Policies.ts'
import * as Codec from '../../src/job/Codec.ts'
import { type Found, maxProblems, mismatch } from '../../src/job/JobError.ts'
import { assert, forAll, suite, right as validOf } from '../support/suite.ts'

type Problem = readonly [pointer: string, expected: string, found: Found]

const problems = <A>(codec: t.Type<A>, value: unknown): ReadonlyArray<Problem> => {
  const result = codec.decode(value)
  if (E.isRight(result)) return []
  return result.left.map(mismatch).map((m) => [m.pointer, m.expected, m.found] as const)
}

const right = <A>(codec: t.Type<A>, value: unknown): A => validOf(codec.decode(value))

const scalars = suite('Codec: string, number, literal, never')

scalars('string takes only strings', () => {
  assert.is(right(Codec.string, ''), '')
  assert.equal(problems(Codec.string, 1), [['', 'string', 'number']])
  assert.equal(problems(Codec.string, new String('a')), [['', 'string', 'object']])
})

scalars('number takes numbers from −(2^53−1) to 2^53−1', () => {
  for (const n of [0, 7.5, -1e-7, 2 ** 53 - 1, 1 - 2 ** 53]) assert.is(right(Codec.number, n), n)
  for (const n of [Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])
    assert.equal(problems(Codec.number, n), [['', 'number', 'number']])
  assert.equal(problems(Codec.number, '7.5'), [['', 'number', 'string']])
})

scalars('literal takes only its value; never refuses everything', () => {
  assert.is(right(Codec.literal('A'), 'A'), 'A')
  assert.equal(problems(Codec.literal('A'), 'a'), [['', 'known-type', 'string']])
  assert.equal(problems(Codec.never('nothing'), undefined), [['', 'nothing', 'nothing']])
})

scalars('a failure names the kind of each value, never the value', () => {
  const kinds: ReadonlyArray<readonly [unknown, Found]> = [
    [undefined, 'nothing'],
    [null, 'null'],
    [true, 'boolean'],
    [1, 'number'],
    ['secret', 'string'],
    [['secret'], 'array'],
    [{ secret: 1 }, 'object'],
    [() => 'secret', 'no-json'],
    [Symbol('secret'), 'no-json'],
    [1n, 'no-json'],
  ]
  for (const [value, found] of kinds) {
    assert.equal(problems(Codec.never('nothing'), value), [['', 'nothing', found]])
    const result = Codec.never('nothing').decode(value)
    assert.ok(
      E.isLeft(result) && result.left.every(({ message }) => message?.includes('found') && !message.includes('secret')),
    )
  }
})

const integer = suite('Codec.integer')

const under = (policies: Partial<Codec.JobPolicies>): t.Type<number> =>
  Codec.integer({ ...Codec.standard, policies: { ...ours, ...policies } })

integer('refuses a string of digits unless int64-string is on', () => {
  assert.equal(problems(under({}), '1'), [['', 'integer', 'string']])
  assert.is(right(under({ 'int64-string': true }), '1'), 1)
})

integer('under int64-string takes canonical decimal text within ±(2^53−1), and no other', () => {
  const codec = under({ 'int64-string': true })
  const text = fc.oneof(fc.bigInt().map(String), fc.string({ unit: fc.constantFrom(...'-+01.9ex_ \n١'), maxLength: 3 }))
  const edges = [2 ** 53 - 1, 1 - 2 ** 53].flatMap((n) => [BigInt(n), BigInt(n + Math.sign(n))])
  forAll([text], { examples: edges.map((n) => [String(n)]) }, (text) => {
    const n = Number(text)
    if (String(n) === text && Number.isSafeInteger(n)) assert.is(right(codec, text), n)
    else assert.equal(problems(codec, text), [['', 'integer', 'string']], JSON.stringify(text))
  })
})

integer('takes a respelled integer only under int-spelling, and a rounded one never', () => {
  const value = { plain: 1, respelled: 1, rounded: 1 }
  const spelling = new Map([
    [
      value,
      {
        name: 'rounded',
        isRounded: true,
        previous: { name: 'respelled', isRounded: false, previous: undefined },
      },
    ],
  ])
  const fields = (spellings: boolean) => {
    const n = Codec.integer({ policies: { ...ours, 'int-spelling': spellings }, spelling })
    return Codec.openRecord('object', { plain: n, respelled: n, rounded: n }, {})
  }
  assert.equal(problems(fields(true), value), [['/rounded', 'integer', 'number']])
  assert.equal(problems(fields(false), value), [
    ['/respelled', 'plain-integer', 'number'],
    ['/rounded', 'plain-integer', 'number'],
  ])
  assert.equal(problems(fields(false), { ...value }), [], 'of another object nothing was remarked')
})

integer('without an enclosing object, a number has no spelling', () => {
  assert.is(
    right(
      Codec.integer({ policies: ours, spelling: new Map([[{}, { name: 'n', isRounded: true, previous: undefined }]]) }),
      1,
    ),
    1,
  )
})

const list = suite('Codec.list')

const integers = Codec.list(under({ 'int64-string': true }))

list('takes an array of valid items and returns the same array', () => {
  const value = [1, 2, 3]
  assert.is(right(integers, value), value)
  assert.equal(right(integers, []), [])
})

list('returns a new array if an item changes', () => {
  const value = [1, '2', 3]
  assert.equal(right(integers, value), [1, 2, 3])
  assert.equal(value, [1, '2', 3])
})

list('points at each invalid item', () => {
  assert.equal(problems(integers, [1, null, 2, 'x']), [
    ['/1', 'integer', 'null'],
    ['/3', 'integer', 'string'],
  ])
})

list(`stops after ${maxProblems} failures`, () => {
  assert.is(problems(integers, Array(maxProblems).fill(null)).length, maxProblems)
  assert.is(problems(integers, Array(100_000).fill(null)).length, maxProblems)
  assert.is(problems(Codec.list(integers), Array(3).fill(Array(maxProblems - 1).fill(null))).length, maxProblems)
})

list('checks no item after that', () => {
  let seen = 0
  const counting = Codec.make<never>(
    'nothing',
    (_): _ is never => false,
    (u, c) => {
      seen++
      return Codec.failure(u, c)
    },
  )
  assert.is(problems(Codec.list(counting), Array(1000).fill(1)).length, maxProblems)
  assert.is(seen, maxProblems)
})

const openRecord = suite('Codec.openRecord')

const record = Codec.openRecord('object', { id: Codec.string }, { n: under({ 'int64-string': true }) })

openRecord('takes required, optional and unknown fields, and returns the same object', () => {
  for (const value of [{ id: 'a' }, { id: 'a', n: 1 }, { id: 'a', more: undefined, toString: 1 }])
    assert.is(right(record, value), value)
})

openRecord('keeps unknown fields, even an own __proto__, if a field changes', () => {
  const value = JSON.parse('{"__proto__":{"x":1},"n":"5","id":"a","more":[1]}')
  const result = right(record, value)
  assert.equal(Object.entries(result), [
    ['__proto__', { x: 1 }],
    ['n', 5],
    ['id', 'a'],
    ['more', [1]],
  ])
  assert.is(Object.getPrototypeOf(result), Object.prototype)
  assert.is(value.n, '5')
})

openRecord('points at each missing or invalid field', () => {
  assert.equal(problems(record, {}), [['/id', 'string', 'nothing']])
  assert.equal(problems(record, { id: null, n: 0.5 }), [
    ['/id', 'string', 'null'],
    ['/n', 'integer', 'number'],
  ])
  assert.equal(problems(record, { id: 'a', n: null }), [['/n', 'integer', 'null']])
})

openRecord('an optional field that is undefined counts as absent', () => {
  assert.equal(problems(record, { id: 'a', n: undefined }), [])
  assert.ok(record.is({ id: 'a', n: undefined }))
})

openRecord('ignores inherited members', () => {
  assert.equal(problems(record, Object.create({ id: 'a' })), [['/id', 'string', 'nothing']])
  const constructed = Codec.openRecord('object', {}, { constructor: Codec.string })
  assert.equal(problems(constructed, {}), [])
})

openRecord('and list refuse other values', () => {
  for (const [value, found] of [
    [null, 'null'],
    ['a', 'string'],
    [undefined, 'nothing'],
    [() => 1, 'no-json'],
    [[], 'array'],
    [{ length: 0 }, 'object'],
  ] as const) {
    if (found !== 'object') assert.equal([problems(record, value), record.is(value)], [[['', 'object', found]], false])
    if (found !== 'array')
      assert.equal([problems(integers, value), integers.is(value)], [[['', 'array', found]], false])
  }
})

openRecord(`reports at most ${maxProblems} failures`, () => {
  const lists = Codec.openRecord('object', { a: integers, b: integers }, {})
  assert.is(problems(lists, { a: Array(10).fill(null), b: Array(10).fill(null) }).length, maxProblems)
})

openRecord('works inside io-ts codecs, and points from their root', () => {
  const outer = t.type({ inner: record })
  assert.equal(problems(outer, { inner: { id: 1 } }), [['/inner/id', 'string', 'number']])
})
