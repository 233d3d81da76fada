import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { codecOf } from '../../src/core/codecOf.ts'
import * as Rule from '../../src/core/Rule.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const text = suite('Rule.text')

const word = Rule.text({ alphabet: 'a-c', minLength: 1, maxLength: 4 }, (count) => `${count} of the letters a to c`)
const firstFault = Rule.firstFault(word)

text('its words say how many of which characters', () => assert.is(word.expected, '1 to 4 of the letters a to c'))

text('for all texts: Rule.firstFault finds nothing exactly if the rule holds', () =>
  forAll([fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '\n'), maxLength: 6 })], (given) => {
    assert.is(firstFault(given) === undefined, word.is(given))
  }),
)

text('finds the first character that breaks the rule, and where a text ends too early or too late', () => {
  assert.is(firstFault('abx'), 2)
  assert.is(firstFault(''), 0)
  assert.is(firstFault('abcabc'), 4)
})

const codec = suite('codecOf')

codec('decodes a text that meets the rule', () => assert.equal(codecOf('Word', word).decode('abc'), E.right('abc')))

codec('fails with the words of the rule, without the value', () => {
  const failed = codecOf('Word', word).decode('a secret')
  assert.ok(E.isLeft(failed))
  assert.is(failed.left[0]?.message, 'expected 1 to 4 of the letters a to c')
})

const numbers = suite('Rule.wholeNumber')

numbers('its words have the unit and the range', () => {
  assert.is(Rule.wholeNumber('seconds').expected, 'a whole number of seconds, 0 or more')
  assert.is(Rule.wholeNumber('milliseconds', 1, 60_000).expected, 'a whole number of milliseconds, 1 to 60000')
})

numbers('takes integers in its range, and no fraction, text or NaN', () => {
  const rule = Rule.wholeNumber('claims', 1, 3)
  assert.equal([0, 1, 2, 3, 4].filter(rule.is), [1, 2, 3])
  for (const value of [1.5, '2', Number.NaN, null, undefined]) assert.not(rule.is(value))
})

const kinds = suite('Rule.fn and Rule.boolean')

kinds('take functions, and true and false', () => {
  assert.ok(Rule.fn().is(() => 1) && !Rule.fn().is('f'))
  assert.ok(Rule.boolean.is(false) && !Rule.boolean.is(0))
})
