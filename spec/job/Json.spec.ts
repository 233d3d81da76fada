import * as deep from 'node:assert/strict'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Json from '../../src/job/Json.ts'
import type { JsonFault, UnsafeRule } from '../../src/job/JsonFault.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import * as like from '../support/lookalikes.ts'
import { keepsRoundTrip } from '../support/roundTrips.ts'
import { assert, character, forAll, suite } from '../support/suite.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

const parse = suite('Json.parse')

parse('reads UTF-8 of one to four bytes a character', () => {
  const read = Json.parse(utf8('{"é€🌊":["a\u0080"]}'))
  assert.ok(E.isRight(read))
  deep.deepEqual(read.right.value, { 'é€🌊': ['a\u0080'] })
})

parse('refuses a byte order mark', () => {
  const result = Json.parse(latin1('\xef\xbb\xbf{}'))
  assert.equal(result, E.left({ _tag: 'JsonSyntax', rule: 'bom', offset: 0, pointer: '' }))
})

const notUtf8: ReadonlyArray<readonly [name: string, text: string, offset: number, pointer: string]> = [
  ['a stray byte', '\xff', 0, ''],
  ['a continuation byte in a string', '{"a":["","\x80"]}', 10, '/a/1'],
  ['Latin-1', '{"a":"caf\xe9"}', 9, '/a'],
  ['a truncated sequence at the end', '"\xf0\x9f\x8c', 1, ''],
  ['in a name', '{"a":1,"\xff":2}', 8, ''],
  ['between tokens', '{"a":1\xff}', 6, ''],
  ['inside a word', '[tru\xffe]', 4, '/0'],
  ['after an escape has begun', '["\\u00\xff"]', 6, '/0'],
  ['after half of an escaped pair', '["\\ud83c\xff"]', 8, '/0'],
  ['after the value', '{"a":1} \xff', 8, ''],
]

for (const [name, text, offset, pointer] of notUtf8) {
  parse(`refuses invalid UTF-8, with its offset: ${name}`, () => {
    assert.throws(() => textOf(latin1(text)))
    assert.equal(Json.parse(latin1(text)), E.left({ _tag: 'JsonSyntax', rule: 'utf-8', offset, pointer }))
  })
}

parse('names the first of two faults, of either kind', () => {
  const first = (text: string): JsonFault['rule'] | undefined => {
    const read = Json.parse(latin1(text))
    return E.isLeft(read) ? read.left.rule : undefined
  }
  assert.is(first('{"a":1,"a":2,"\xff":3}'), 'repeated-name')
  assert.is(first('{"\xff":3,"a":1,"a":2}'), 'utf-8')
  assert.is(first('[1,,"\xff"]'), 'value')
})

parse('takes at most maxMembers members, in all objects together; elements do not count', () => {
  const text = utf8('{"a":{"b":1,"c":[{"d":[1,2,3]}]}}')
  assert.ok(E.isRight(Json.parse(text, { maxMembers: 4 })))
  const fault = { _tag: 'JsonUnsafe', rule: 'members', offset: 18, pointer: '/a/c/0' }
  assert.equal(Json.parse(text, { maxMembers: 3 }), E.left(fault))
  assert.equal(Json.parse(latin1('{"a":{"b":1,"c":[{"d":\xff}]}}'), { maxMembers: 3 }), E.left(fault))
})

parse('for all bytes: never throws, and refuses all that TextDecoder or JSON.parse refuse', () =>
  forAll([arb.body()], (bytes) => {
    const read = Json.parse(bytes)
    if (E.isRight(read))
      deep.deepEqual(
        read.right.value,
        JSON.parse(textOf(bytes), (_, v) => (v === 0 ? 0 : v)),
      )
  }),
)

parse('for all JSON texts with a changed byte: a fault within the bytes, or the result of JSON.parse', () =>
  forAll([like.jsonText(), fc.nat(), fc.nat({ max: 255 })], { numRuns: 1000 }, (text, place, byte) => {
    const bytes = utf8(text)
    bytes[place % bytes.length] = byte
    const read = Json.parse(bytes)
    if (E.isRight(read)) {
      deep.deepEqual(
        read.right.value,
        JSON.parse(textOf(bytes), (_, v) => (v === 0 ? 0 : v)),
      )
    } else {
      const { offset = -1 } = read.left
      assert.ok(offset >= 0 && offset <= bytes.length)
      if (read.left._tag === 'JsonSyntax') assert.throws(() => JSON.parse(textOf(bytes)))
    }
  }),
)

const serialize = suite('Json.serialize')

const written = (value: unknown): string => {
  const bytes = Json.serialize(value)
  if (E.isLeft(bytes)) throw new Error(JSON.stringify(bytes.left))
  return textOf(bytes.right)
}

serialize('writes compact JSON in UTF-8, and escapes only what must be', () => {
  const shown = written({ a: [1, -2.5, true, null, 'é🌊/"\\\n'], b: {} })
  assert.is(shown, '{"a":[1,-2.5,true,null,"é🌊/\\"\\\\\\n"],"b":{}}')
})

serialize('writes −0 as 0', () => assert.is(written([-0]), '[0]'))

serialize('writes a shared value twice', () => {
  const shared = { a: 1 }
  assert.is(written([shared, { b: shared }]), '[{"a":1},{"b":{"a":1}}]')
})

serialize('takes objects without a prototype or of another realm', () => {
  assert.is(written(Object.assign(Object.create(null), { a: 1 })), '{"a":1}')
  assert.is(written(runInNewContext('({ a: [1, { b: 2 }] })')), '{"a":[1,{"b":2}]}')
})

serialize('writes an own member named toJSON or __proto__', () => {
  assert.is(written({ toJSON: 1, ['__proto__']: 2 }), '{"toJSON":1,"__proto__":2}')
})

serialize('takes at most maxMembers members, in all objects together; elements do not count', () => {
  const value = { a: { b: 1, c: [{ d: [1, 2, 3] }] } }
  assert.ok(E.isRight(Json.serialize(value, { maxMembers: 4 })))
  const result = Json.serialize(value, { maxMembers: 3 })
  assert.equal(result, E.left({ _tag: 'JsonUnsafe', rule: 'members', pointer: '/a/c/0' }))
})

serialize('for all JSON values and limits: takes what parse takes, and refuses the rest in the same place', () =>
  forAll([arb.json(), fc.nat({ max: 12 })], { numRuns: 500 }, (value, maxMembers) => {
    const read = Json.parse(utf8(written(value)), { maxMembers })
    const bytes = Json.serialize(value, { maxMembers })
    assert.is(E.isRight(bytes), E.isRight(read))
    if (E.isRight(bytes) || E.isRight(read)) return
    assert.is(bytes.left.rule, 'members')
    assert.is(bytes.left.pointer, read.left.pointer)
  }),
)

serialize('takes at most 128 levels', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
  assert.is(written(nested(128)), `${'['.repeat(128)}1${']'.repeat(128)}`)
  assert.equal(Json.serialize(nested(129)), E.left({ _tag: 'JsonUnsafe', rule: 'depth', pointer: '/0'.repeat(128) }))
})

const cyclic: { a: Array<unknown> } = { a: [0] }
cyclic.a.push({ b: cyclic })

const withSymbol = { a: 1, [Symbol('s')]: 2 }
const named = Object.assign([1, 2], { name: 3 })
// biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
const sparse = [1, , 3]

const refused: ReadonlyArray<readonly [name: string, value: unknown, rule: UnsafeRule, pointer: string]> = [
  ['undefined', undefined, 'not-json', ''],
  ['an undefined member', { a: { b: undefined } }, 'not-json', '/a/b'],
  ['an undefined element', [0, undefined], 'not-json', '/1'],
  ['a function', { a: () => 1 }, 'not-json', '/a'],
  ['a big integer', [1n], 'not-json', '/0'],
  ['NaN', { a: Number.NaN }, 'not-json', '/a'],
  ['Infinity', { a: Number.POSITIVE_INFINITY }, 'not-json', '/a'],
  ['2^53', { a: 2 ** 53 }, 'number-range', '/a'],
  ['a lone surrogate in a string', { a: 'x\ud83c' }, 'lone-surrogate', '/a'],
  ['a lone surrogate in a name', { a: { '\udf0a': 1 } }, 'lone-surrogate', '/a/\udf0a'],
  ['a reversed surrogate pair', ['\udf0a\ud83c'], 'lone-surrogate', '/0'],
  ['a value that contains itself', cyclic, 'cycle', '/a/1/b'],
  ['a date', { a: new Date(0) }, 'not-json', '/a'],
  ['a boxed string', [new String('s')], 'not-json', '/0'],
  ['an object with inherited members', { a: Object.create({ b: 1 }) }, 'not-json', '/a'],
  [
    'an accessor, without calling it',
    {
      get a(): never {
        throw new Error('called')
      },
    },
    'not-json',
    '/a',
  ],
  ['a member whose name is a symbol', { a: withSymbol }, 'not-json', '/a'],
  ['a hole in an array', { a: sparse }, 'not-json', '/a'],
  ['an array with a named member', { a: named }, 'not-json', '/a'],
  ['a name with ~ and / on the way', { 'a/b~c': [undefined] }, 'not-json', '/a~1b~0c/0'],
]

for (const [name, value, rule, pointer] of refused) {
  serialize(`refuses ${name}`, () => assert.equal(Json.serialize(value), E.left({ _tag: 'JsonUnsafe', rule, pointer })))
}

serialize('refuses every value that inherits a toJSON', () => {
  const replaced = Object.setPrototypeOf([1], Object.create(Array.prototype, { toJSON: { value: () => 'replaced' } }))
  assert.is(JSON.stringify([replaced]), '["replaced"]')
  assert.equal(Json.serialize([replaced]), E.left({ _tag: 'JsonUnsafe', rule: 'not-json', pointer: '/0' }))
})

serialize('returns Left where JSON.stringify throws', () => {
  // A proxy that passes every check and throws when its member is read.
  const trap = new Proxy(
    { a: 1 },
    {
      get: () => {
        throw new Error('trap')
      },
    },
  )
  assert.equal(Json.serialize(trap), E.left({ _tag: 'JsonUnsafe', rule: 'not-json', pointer: '' }))
})

keepsRoundTrip(serialize, 'Json.parse')

serialize('for all JSON values: parse inverts it, and the text equals that of JSON.stringify', () =>
  forAll([arb.json()], (value) => {
    const text = written(value)
    assert.is(text, JSON.stringify(value))
    const read = Json.parse(utf8(text))
    assert.ok(E.isRight(read))
    deep.deepEqual(
      read.right.value,
      JSON.parse(text, (_, v) => (v === 0 ? 0 : v)),
    )
    assert.is(read.right.spelling.size, 0)
  }),
)

serialize('for all JavaScript values: refused, or written so that parse reads an equal value', () =>
  forAll(
    [
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withBoxedValues: true,
        withNullPrototype: true,
        withSparseArray: true,
        withTypedArray: true,
        stringUnit: character,
      }),
    ],
    { numRuns: 1000 },
    (value) => {
      const bytes = Json.serialize(value)
      if (E.isLeft(bytes)) return
      const read = Json.parse(bytes.right)
      assert.ok(E.isRight(read))
      deep.equal(JSON.stringify(read.right.value), JSON.stringify(value))
      assert.equal(Object.keys(Object(read.right.value)).sort(), Object.keys(Object(value)).sort())
    },
  ),
)
