import * as deep from 'node:assert/strict'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { maxDepth, type SyntaxRule, type UnsafeRule } from '../../src/job/JsonFault.ts'
import { type Parsed, read } from '../../src/job/JsonReader.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import * as like from '../support/lookalikes.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const parsed = (text: string): Parsed => {
  const result = read(text)
  if (E.isLeft(result)) throw new Error(`${text}: ${JSON.stringify(result.left)}`)
  return result.right
}

const valueIn = (text: string): unknown => parsed(text).value

/** The result of `JSON.parse`, with 0 for −0. */
const reference = (text: string): unknown => JSON.parse(text, (_, value) => (value === 0 ? 0 : value))

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const members = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : (Array.isArray(value) ? 0 : Object.keys(value).length) +
      Object.values(value).reduce((sum: number, v) => sum + members(v), 0)

/** For valid JSON, by another method: from its tokens, and from the number of members that `JSON.parse` kept. */
const isSafe = (text: string): boolean => {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s"[\]{}:,]+/g) ?? []
  return (
    tokens.filter((token) => token === ':').length === members(JSON.parse(text)) &&
    tokens.every((token) => {
      const value: unknown = /^["\d-]/.test(token) ? JSON.parse(token) : null
      if (typeof value === 'string') return !/[\ud800-\udfff]/u.test(value)
      return typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER
    })
  )
}

const grammar = suite('JsonReader.read: valid JSON')

grammar('blanks of any number and kind between the parts', () =>
  forAll([fc.array(fc.constantFrom(' ', '\t', '\n', '\r'), { maxLength: 100, size: 'max' })], (blanks) => {
    const blank = blanks.join('')
    assert.equal(valueIn(['', '[', '1', ',', '2', ']', ''].join(blank)), [1, 2])
    const result = read(`${blank}\v1`)
    assert.ok(E.isLeft(result) && result.left.offset === blank.length)
  }),
)

grammar('reads every escape', () => {
  const shown = valueIn('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u00E9\\ud83c\\udf0a\\uD83C\\uDF0A\\u0000"')
  assert.is(shown, '"\\/\b\f\n\r\tAéé🌊🌊\0')
})

grammar('keeps characters that need no escape: DEL, U+2028, a byte order mark inside a string', () => {
  assert.is(valueIn('"\u007f\u2028\u2029\ufeff🌊"'), '\u007f\u2028\u2029\ufeff🌊')
})

grammar('reads −0 as 0, in each of its spellings', () => {
  for (const text of ['-0', '-0.0', '-0e5', '-1e-400']) assert.ok(Object.is(valueIn(text), 0), text)
})

grammar('takes 2^53−1 and its negative in any spelling', () => {
  for (const text of ['9007199254740991', '9007199254740991.0', '9.007199254740991e15', '9007199254740991000E-3']) {
    assert.is(valueIn(text), Number.MAX_SAFE_INTEGER)
    assert.is(valueIn(`-${text}`), Number.MIN_SAFE_INTEGER)
  }
})

grammar('keeps __proto__ as an own member, and pollutes nothing', () => {
  const value = valueIn('{"__proto__":{"admin":true},"a":1}') as { admin?: boolean }
  deep.deepEqual(Object.entries(value), [
    ['__proto__', { admin: true }],
    ['a', 1],
  ])
  assert.is(Object.getPrototypeOf(value), Object.prototype)
  assert.is(value.admin, undefined)
  assert.is(({} as { admin?: boolean }).admin, undefined)
})

grammar(`takes ${maxDepth} levels of arrays, objects, or both`, () => {
  const arrays = '['.repeat(maxDepth) + ']'.repeat(maxDepth)
  const objects = `${'{"a":'.repeat(maxDepth - 1)}{}${'}'.repeat(maxDepth - 1)}`
  const both = `${'[{"a":'.repeat(maxDepth / 2)}1${'}]'.repeat(maxDepth / 2)}`
  for (const text of [arrays, objects, both]) deep.deepEqual(valueIn(text), JSON.parse(text))
})

grammar('for all JSON texts: reads what JSON.parse reads, unless a number, a name or a surrogate is unsafe', () =>
  forAll([like.jsonText()], { numRuns: 500 }, (text) => {
    const result = read(text)
    assert.is(E.isRight(result), isSafe(text))
    if (E.isRight(result)) deep.deepEqual(result.right.value, reference(text))
    else assert.is(result.left._tag, 'JsonUnsafe')
  }),
)

grammar('for all texts with one change: malformed exactly if JSON.parse refuses it', () =>
  forAll([like.mutated(like.jsonText())], { numRuns: 1000 }, (changed) => {
    const text = changed.replace(/[\ud800-\udfff]/gu, '?')
    const result = read(text)
    if (E.isRight(result)) deep.deepEqual(result.right.value, reference(text))
    else if (result.left._tag === 'JsonSyntax') assert.not(isJson(text))
    else assert.not(isJson(text) && isSafe(text))
  }),
)

grammar('for all texts: refuses all that JSON.parse refuses', () =>
  forAll([fc.string({ unit: fc.constantFrom(...'[]{}:,"\\u0019.eE+- \ntrfalsn') })], { numRuns: 1000 }, (text) => {
    if (E.isRight(read(text))) assert.ok(isJson(text))
  }),
)

const syntax = suite('JsonReader.read: invalid JSON')

const malformed: ReadonlyArray<readonly [text: string, rule: SyntaxRule, offset: number, pointer: string]> = [
  ['', 'end', 0, ''],
  [' \n', 'end', 2, ''],
  ['\ufeff{}', 'bom', 0, ''],
  ['\ufeff', 'bom', 0, ''],
  ['{} {}', 'trailing', 3, ''],
  ['{}\u0000', 'trailing', 2, ''],
  ['{}// end', 'trailing', 2, ''],
  ['1 \ufeff', 'trailing', 2, ''],
  ['\u00a0{}', 'value', 0, ''],
  ['/* */{}', 'value', 0, ''],
  ["'a'", 'value', 0, ''],
  ['NaN', 'value', 0, ''],
  ['-Infinity', 'number', 1, ''],
  ['nulL', 'value', 0, ''],
  ['fals}', 'value', 0, ''],
  ['[1,]', 'value', 3, '/1'],
  ['[,1]', 'value', 1, '/0'],
  ['[1}', 'comma', 2, ''],
  ['[', 'end', 1, '/0'],
  ['[1,', 'end', 3, '/1'],
  [']', 'value', 0, ''],
  ['{"a":1,}', 'name', 7, ''],
  ['{,}', 'name', 1, ''],
  ['{a:1}', 'name', 1, ''],
  ["{'a':1}", 'name', 1, ''],
  ['{"a" 1}', 'colon', 5, ''],
  ['{"a"}', 'colon', 4, ''],
  ['{"a":}', 'value', 5, '/a'],
  ['{"a":1 "b":2}', 'comma', 7, ''],
  ['{"a":1]', 'comma', 6, ''],
  ['{"a":[0,{"b/~":[tru]}]}', 'value', 16, '/a/1/b~1~0/0'],
  ['{"a":', 'end', 5, '/a'],
  ['01', 'number', 0, ''],
  ['-01', 'number', 1, ''],
  ['[+1]', 'value', 1, '/0'],
  ['[.5]', 'value', 1, '/0'],
  ['[1.]', 'number', 3, '/0'],
  ['[1e]', 'number', 3, '/0'],
  ['[1e+]', 'number', 4, '/0'],
  ['[-]', 'number', 2, '/0'],
  ['[0x10]', 'comma', 2, ''],
  ['[١]', 'value', 1, '/0'],
  ['1.', 'end', 2, ''],
  ['["\n"]', 'control', 2, '/0'],
  ['["\u0000"]', 'control', 2, '/0'],
  ['["\u001f"]', 'control', 2, '/0'],
  ['{"\t":1}', 'control', 2, ''],
  ['["\\x41"]', 'escape', 3, '/0'],
  ['["\\\'"]', 'escape', 3, '/0'],
  ['["\\u12g4"]', 'escape', 3, '/0'],
  ['"\\ud83c\\udf0', 'end', 12, ''],
  // Offsets count bytes: é has two, € three, 🌊 four.
  ['["é€🌊",x]', 'value', 13, '/1'],
]

for (const [text, rule, offset, pointer] of malformed) {
  syntax(`${JSON.stringify(text)}: ${rule} at byte ${offset}${pointer === '' ? '' : `, in ${pointer}`}`, () => {
    assert.not(isJson(text))
    assert.equal(read(text), E.left({ _tag: 'JsonSyntax', rule, offset, pointer }))
  })
}

syntax('for all safe objects and arrays, truncated anywhere: the text ends too early', () =>
  forAll([like.jsonText(), fc.double({ min: 0, max: 1, noNaN: true })], { numRuns: 500 }, (text, place) => {
    const whole = text.trim()
    const part = whole.slice(0, Math.floor(place * (whole.length - 1)))
    if (!/^[[{]/.test(whole) || !isSafe(whole) || /[\ud800-\udfff]/u.test(part)) return
    const result = read(part)
    assert.ok(E.isLeft(result))
    assert.is(result.left.rule, 'end')
    assert.is(result.left.offset, new TextEncoder().encode(part).length)
  }),
)

const unsafe = suite('JsonReader.read: valid JSON that is unsafe')

const refused: ReadonlyArray<readonly [text: string, rule: UnsafeRule, offset: number, pointer: string]> = [
  ['{"a":1,"a":1}', 'repeated-name', 7, '/a'],
  ['{"a":1,"\\u0061":2}', 'repeated-name', 7, '/a'],
  ['{"\\ud83c\\udf0a":1,"🌊":2}', 'repeated-name', 18, '/🌊'],
  ['{"__proto__":1,"__proto__":2}', 'repeated-name', 15, '/__proto__'],
  ['{"":1,"":2}', 'repeated-name', 6, '/'],
  ['[0,{"b":{"a":null,"c":1,"a":1}}]', 'repeated-name', 24, '/1/b/a'],
  ['9007199254740992', 'number-range', 0, ''],
  ['[-9007199254740992]', 'number-range', 1, '/0'],
  ['[600423083519508503]', 'number-range', 1, '/0'],
  ['{"a":9007199254740993.0}', 'number-range', 5, '/a'],
  ['[1e400]', 'number-range', 1, '/0'],
  ['["a\\ud83c"]', 'lone-surrogate', 3, '/0'],
  ['["\\ud83c\\u0061"]', 'lone-surrogate', 2, '/0'],
  ['["\\ud83c\\ud83c\\udf0a"]', 'lone-surrogate', 2, '/0'],
  ['["\\udf0a"]', 'lone-surrogate', 2, '/0'],
  ['["\\udf0a\\ud83c"]', 'lone-surrogate', 2, '/0'],
  ['{"a":{"\\udfff":1}}', 'lone-surrogate', 7, '/a'],
  [`${'['.repeat(128)}[${']'.repeat(129)}`, 'depth', 128, '/0'.repeat(128)],
  [`${'{"a":'.repeat(128)}{}${'}'.repeat(128)}`, 'depth', 640, '/a'.repeat(128)],
]

for (const [text, rule, offset, pointer] of refused) {
  unsafe(`${text.slice(0, 40)}: ${rule} at byte ${offset}`, () => {
    assert.ok(isJson(text))
    assert.equal(read(text), E.left({ _tag: 'JsonUnsafe', rule, offset, pointer }))
  })
}

unsafe('two escapes at the borders of the surrogates: what is left unpaired is refused where it stands', () => {
  const borders = ['0000', 'd7ff', 'd800', 'dbff', 'dc00', 'dfff', 'e000', 'ffff']
  for (const first of borders) {
    for (const second of borders) {
      const text = `"\\u${first}\\u${second}"`
      const value = JSON.parse(text) as string
      const at = value.search(/[\ud800-\udfff]/u)
      const fault = { _tag: 'JsonUnsafe', rule: 'lone-surrogate', offset: 1 + 6 * at, pointer: '' }
      const result = read(text)
      if (at >= 0) assert.equal(result, E.left(fault), text)
      else assert.is(E.isRight(result) && result.right.value, value, text)
    }
  }
})

unsafe('10,000 levels, closed or not, do not overflow the stack', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    for (const text of [open.repeat(10_000) + close.repeat(10_000), open.repeat(1_000_000)]) {
      const result = read(text)
      assert.is(E.isLeft(result) && result.left.rule, 'depth')
    }
  }
})

unsafe('takes the same name in two objects, and names that differ by case or by normal form', () => {
  for (const text of ['{"a":{"a":1},"b":{"a":1}}', '{"a":1,"A":2}', '{"é":1,"e\u0301":2}', '[{"a":1},{"a":1}]']) {
    deep.deepEqual(valueIn(text), JSON.parse(text))
  }
})

unsafe('for all objects and all escapes of a repeated name: finds the duplicate', () =>
  forAll([like.memberName(), arb.json(), fc.func(fc.boolean())], (name, value, escaped) => {
    const spelled = [...name]
      .flatMap((c) =>
        escaped(c)
          ? c.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          : [JSON.stringify(c).slice(1, -1)],
      )
      .join('')
    const result = read(`{${JSON.stringify(name)}:0,"between":1,"${spelled}":${JSON.stringify(value)}}`)
    assert.is(E.isLeft(result) && result.left.rule, 'repeated-name')
  }),
)

const spelling = suite('JsonReader.read: how numbers were spelled')

const spelled = (number: string): string | undefined => {
  const { value, spelling } = parsed(`{"n":${number}}`)
  const respelled = spelling.get(value as object)
  return respelled && (respelled.isRounded ? 'rounded' : 'respelled')
}

spelling('members are reported by object and name, array elements are not', () => {
  const { value, spelling } = parsed('{"a":1.0,"b":[1.0,{"a":2,"__proto__":-0}],"c":1}')
  const inner = (value as { b: [number, object] }).b[1]
  assert.equal(
    [...spelling],
    [
      [inner, { name: '__proto__', isRounded: false, previous: undefined }],
      [value, { name: 'a', isRounded: false, previous: undefined }],
    ],
  )
})

spelling('the respelled members of one object are linked, the last first', () => {
  const { value, spelling } = parsed('{"a":1.0,"b":2,"c":1e-400}')
  const previous = { name: 'a', isRounded: false, previous: undefined }
  assert.equal(spelling.get(value as object), { name: 'c', isRounded: true, previous })
})

/** One digit at least, and at most so many. */
const someDigits = (most: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`))
/** Zeros before and behind digits: mostly none or few, sometimes more than a number has digits. */
const zeros = fc.oneof(fc.constant(0), fc.nat({ max: 5 }), fc.nat({ max: 200 })).map((count) => '0'.repeat(count))

spelling(
  'for all numbers: the value of JSON.parse; respelled if the text is a whole number, rounded if only its value is',
  () =>
    forAll(
      [
        fc.constantFrom('', '-'),
        fc.stringMatching(/^(0|[1-9][0-9]{0,17})$/),
        fc.option(fc.tuple(zeros, someDigits(18), zeros).map((all) => all.join(''))),
        fc.option(fc.tuple(fc.constantFrom('', '+', '-'), zeros, fc.oneof(fc.nat({ max: 25 }), fc.nat({ max: 500 })))),
      ],
      { numRuns: 500, examples: [['', '0', '1', ['-', '0'.repeat(63), 10]]] },
      (sign, whole, part, power) => {
        const text = `${sign}${whole}${part === null ? '' : `.${part}`}${power === null ? '' : `e${power.join('')}`}`
        const value = JSON.parse(text) as number
        fc.pre(Math.abs(value) <= Number.MAX_SAFE_INTEGER)
        const scale = Number(power?.join('') ?? 0) - (part ?? '').length
        const isWhole = scale >= 0 || BigInt(whole + (part ?? '')) % 10n ** BigInt(-scale) === 0n
        const isPlain = !Number.isInteger(value) || text === String(value)
        assert.equal(parsed(`[${text}]`).value, [value + 0], text)
        assert.is(spelled(text), isPlain ? undefined : isWhole ? 'respelled' : 'rounded', text)
      },
    ),
)
