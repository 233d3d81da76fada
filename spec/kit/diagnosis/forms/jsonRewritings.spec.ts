/** JSON that a program has read and writes again: what it may change, and that it changes nothing else. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { boxedValues } from '../../../../src/kit/diagnosis/forms/boxedValues.ts'
import { withoutEmptyMembers } from '../../../../src/kit/diagnosis/forms/emptyMembers.ts'
import { isJson } from '../../../../src/kit/diagnosis/forms/isJson.ts'
import { treeOf } from '../../../../src/kit/diagnosis/forms/jsonText.ts'
import { erlang, floatsOf, withoutExponent, withoutZeros } from '../../../../src/kit/diagnosis/forms/numberText.ts'
import { printedValues } from '../../../../src/kit/diagnosis/forms/printedValue.ts'
import { repairedTexts } from '../../../../src/kit/diagnosis/forms/repairedText.ts'
import { rereadJson } from '../../../../src/kit/diagnosis/forms/rereadJson.ts'
import { retyped } from '../../../../src/kit/diagnosis/forms/retyped.ts'
import * as arb from '../../../../src/kit/testing/arbitraries.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { signedBy } from './changes.ts'

const rewritings = byTurns(2, suite('JSON that is written again'))

const textsOf = (forms: Iterable<readonly [string, string, ...ReadonlyArray<unknown>]>): ReadonlyArray<string> =>
  Array.from(forms, ([, text]) => text)

rewritings('reads numbers that a job cannot hold, and numbers as names', () => {
  for (const text of ['[100000000000000000000.0]', '[1e20]', '{"1234567890123456789":1,"1234567890123456788":2}'])
    assert.ok(isJson(text), text)
  for (const text of ['[01]', '[1.]', '[.5]', '[+1]', '{"1":1,"1":2}']) assert.not(isJson(text), text)
})

rewritings('numbers as each language prints them', () => {
  const rows = [
    [floatsOf('julia'), ['0.0001', '1.0e-5', '100000.0', '1.0e6', '7.5']],
    [floatsOf('haskell'), ['1.0e-4', '1.0e-5', '100000.0', '1000000.0', '7.5']],
    [floatsOf('dart'), ['0.0001', '0.00001', '100000.0', '1000000.0', '7.5']],
    [erlang, ['0.0001', '1.0e-5', '1.0e5', '1.0e6', '7.5']],
  ] as const
  const literals = ['0.0001', '0.00001', '100000.0', '1000000.0', '7.50']
  for (const [write, wanted] of rows) assert.equal(literals.map(write), wanted)
  assert.equal(['1e-05', '1.5E-7', '1e20', '1.25e1', '-2.50e0', '7'].map(withoutExponent), [
    '0.00001',
    '0.00000015',
    '100000000000000000000',
    '12.5',
    '-2.5',
    '7',
  ])
  assert.equal(['7.50', '7.00', '-0.10', '70', '1e5'].map(withoutZeros), ['7.5', '7', '-0.1', '70', '1e5'])
})

rewritings('for all numbers: each language prints the same number', () =>
  forAll([arb.json()], (value) => {
    const numbers = JSON.stringify(value).match(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g) ?? []
    const writers = [...(['julia', 'haskell', 'dart'] as const).map(floatsOf), erlang, withoutExponent, withoutZeros]
    for (const literal of numbers)
      for (const write of writers) assert.is(Number(write(literal)), Number(literal), `${literal}: ${write(literal)}`)
  }),
)

rewritings('one number in another spelling is a form of its own, all else as it was sent', () => {
  const texts = textsOf(retyped('{ "a" :1e-05, "b" :7.50 }'))
  for (const text of ['{ "a" :0.00001, "b" :7.5 }', '{ "a" :1.0E-5, "b" :7.5 }', '{ "a" :1e-05, "b" :7.5 }'])
    assert.ok(texts.includes(text), text)
})

/** Twelve digits, and four decimals: jsonlite writes no more of them. */
const shortNumber = (drawn: number): number => Number(Number(drawn.toPrecision(12)).toFixed(4))

/** JSON whose numbers have digits that every program keeps. */
const withFewDigits = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'number' ? shortNumber(member) : member))

/** What is empty is the same as nothing here. */
const withoutEmpties = (value: unknown): unknown => {
  if (value === null) return {}
  if (typeof value !== 'object') return value
  if (Object.keys(value).length === 0) return {}
  if (Array.isArray(value)) return value.map(withoutEmpties)
  const members = Object.entries(value).map(([name, member]) => [`m${name}`, withoutEmpties(member)] as const)
  return Object.fromEntries(members.filter(([, member]) => JSON.stringify(member) !== '{}'))
}

rewritings('for all values: what a program has read and writes again has the same content, but for empty ones', () =>
  forAll([arb.json()], { numRuns: 40 }, (value) => {
    const json = withFewDigits(value)
    for (const text of textsOf(rereadJson(json)))
      assert.ok(isDeepStrictEqual(withoutEmpties(JSON.parse(text)), withoutEmpties(JSON.parse(json))), text)
  }),
)

rewritings('for all values: without its empty members, nothing else is missing', () => {
  const isEmpty = (value: unknown): boolean =>
    value === null || ['""', '[]', '{}', 'false', '0', '"0"'].includes(JSON.stringify(value))
  const stripped = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(stripped)
    const members = Object.entries(value).map(([name, member]) => [`m${name}`, stripped(member)] as const)
    return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)))
  }
  return forAll([arb.json()], { numRuns: 60 }, (drawn) => {
    const json = withFewDigits(drawn)
    const value: unknown = JSON.parse(json)
    for (const text of textsOf(withoutEmptyMembers(json)))
      assert.ok(isDeepStrictEqual(withoutEmpties(stripped(JSON.parse(text))), withoutEmpties(stripped(value))), text)
  })
})

rewritings('empty members of each kind are left out alone and together, at the top alone and at every depth', () => {
  const texts = textsOf(withoutEmptyMembers('{"a":null,"b":"","c":{"d":null,"e":""},"f":1}'))
  for (const text of [
    '{"b":"","c":{"d":null,"e":""},"f":1}',
    '{"a":null,"c":{"d":null,"e":""},"f":1}',
    '{"c":{"d":null,"e":""},"f":1}',
    '{"b":"","c":{"e":""},"f":1}',
    '{"c":{},"f":1}',
    '{"f":1}',
  ])
    assert.ok(texts.includes(text), text)
  assert.equal(textsOf(withoutEmptyMembers('{"a":1,"b":[0]}')), [])
})

rewritings('for all values: taken out of arrays of one, what R has put there is what was there before', () =>
  forAll([arb.json()], { numRuns: 60 }, (drawn) => {
    const json = withFewDigits(drawn)
    const value: unknown = JSON.parse(json)
    const boxed = textsOf(boxedValues(json)).filter((text) => /^\s*[[{]/.test(text))
    const unbox = (inner: unknown): unknown => {
      if (typeof inner !== 'object' || inner === null) return inner
      if (!Array.isArray(inner))
        return Object.fromEntries(Object.entries(inner).map(([name, item]) => [`m${name}`, unbox(item)]))
      const items = inner.map(unbox)
      return items.length === 1 ? items[0] : items
    }
    for (const text of boxed.filter((each) => !each.includes('{}') && !/\d\.\d/.test(each)))
      assert.ok(isDeepStrictEqual(withoutEmpties(unbox(JSON.parse(text))), withoutEmpties(unbox(value))), text)
  }),
)

rewritings('a printed structure that was made to look like JSON is none: no serializer writes it', () => {
  const json = '{"a":"it\'s","b":[null,true],"c":{"d e":1}}'
  const texts = textsOf(repairedTexts('{}', printedValues(treeOf(json))))
  assert.ok(texts.includes('{"a": "it"s", "b": [None, True], "c": {"d e": 1}}'))
  assert.ok(texts.includes('{"a":"it"s","b":[null,true],"c":{"de":1}}'))
  assert.ok(texts.includes('{"a": "it\'s", "b": [nil, true], "c": {"d e": 1}}'))
  for (const text of texts) assert.not(isJson(text), text)
})

/** Python writes the numbers of these members as floating-point ones, and a blank after each comma and colon. */
const asPython = (members: Readonly<Record<string, number | string>>, floats: ReadonlyArray<string>): string =>
  `{${Object.entries(members)
    .map(([name, value]) => `"${name}": ${JSON.stringify(value)}${floats.includes(name) ? '.0' : ''}`)
    .join(', ')}}`

const isReserialized = (sent: string, signed: string): boolean =>
  signedBy(['body-reserialized'], 'body', { body: sent }).has(signed)

rewritings(
  'for all whole numbers: those of one member or two as Python writes floating-point ones, with its blanks',
  () =>
    forAll(
      [fc.integer({ min: -1000, max: 1000 }), fc.nat(1000), fc.subarray(['seed', 'steps'], { minLength: 1 })],
      { numRuns: 20 },
      (seed, steps, floats) => {
        const members = { name: 'x', seed, steps, count: 1 }
        assert.ok(isReserialized(JSON.stringify(members), asPython(members, floats)))
      },
    ),
)

rewritings('every number as Python writes floating-point ones, those with an exponent too', () => {
  const sent = '{"a":100000000000000000000,"seed":7,"cfg":0.5}'
  assert.ok(isReserialized(sent, '{"a": 1e+20, "seed": 7.0, "cfg": 0.5}'))
  assert.not(isReserialized(sent, '{"a": 1e+20, "seed": 7.0, "cfg": 0.6}'))
})
