/** Numbers of JSON as languages print doubles: 1600000000000 signed as 1.6e+12, whatever its literal was when it was sent. */
import fc from 'fast-check'
import { doubles } from '../../../../src/kit/diagnosis/forms/doubles.ts'
import {
  erlang,
  everyNumberAsFloat,
  floatForms,
  goNumber,
  inJq,
  phpNumber,
  shortest,
  writeDouble,
} from '../../../../src/kit/diagnosis/forms/numberText.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn, reportOn } from './changes.ts'

/** What programs really print for 1600000000000, 10^25 and 0.00001. */
const printed: ReadonlyArray<readonly [format: string, ...texts: ReadonlyArray<string>]> = [
  ['std::ostream; %g', '1.6e+12', '1e+25', '1e-05'],
  ['%.15g', '1600000000000', '1e+25', '1e-05'],
  ['%e', '1.600000e+12', '1.000000e+25', '1.000000e-05'],
  ['Python', '1600000000000.0', '1e+25', '1e-05'],
  ['Ruby', '1600000000000.0', '1.0e+25', '1.0e-05'],
  ['Ruby BigDecimal', '0.16e13', '0.1e26', '0.1e-4'],
  ['Java', '1.6E12', '1.0E25', '1.0E-5'],
  ['Java BigDecimal', '1.6E+12', '1E+25', '1E-5'],
  ['PHP', '1600000000000', '1.0e+25', '1.0e-5'],
  ['Go %v', '1.6e+12', '1e+25', '1e-05'],
  ['JavaScript; encoding/json', '1600000000000', '1e+25', '0.00001'],
  ['Rust {:e}', '1.6e12', '1e25', '1e-5'],
  ['.NET', '1600000000000', '1E+25', '1E-05'],
  ['Swift', '1600000000000.0', '1e+25', '1e-05'],
  ['Erlang', '1.6e12', '1.0e25', '1.0e-5'],
]

const numbers = suite('numbers as doubles')

for (const [format, ...texts] of printed)
  numbers(`${format} prints ${texts.join(' ')}`, () =>
    assert.equal(
      ['1600000000000', '10000000000000000000000000', '0.00001'].map((literal) => doubles[format]?.(literal)),
      texts,
    ),
  )

numbers('for all formats: a number that is too large for a double becomes no other number', () => {
  const formats = [
    ...Object.entries(doubles),
    ...Object.values(floatForms).map((form) => ['a language', (number: string) => writeDouble(number, form)] as const),
    ...Object.entries({ erlang, everyNumberAsFloat, goNumber, inJq, phpNumber, shortest }),
  ]
  return forAll([fc.constantFrom('1e400', '-1e400', '1.5E+309', `${'9'.repeat(310)}.0`)], (tooLarge) => {
    for (const [format, print] of formats)
      assert.not(Number.isFinite(Number(print(tooLarge))), `${format}: ${tooLarge} -> ${print(tooLarge)}`)
  })
})

numbers(
  'a number that is too large for a double is signed as Python writes it, whatever other programs write it so',
  () => {
    const { exact, findings } = reportOn({ body: '{"a":1e400}' }, { body: '{"a": Infinity}' })
    assert.ok(exact)
    assert.equal(
      findings.map(({ id, detail }) => `${id}: ${detail}`),
      ['body-reserialized: python, decoded before'],
    )
  },
)

const literal = fc.oneof(
  fc.constantFrom('100000000', '1600000000000', '20000000000000000', '0.0000001', '10000000000000000000000000'),
  fc
    .integer({ min: 1, max: 9 })
    .chain((digit) => fc.integer({ min: 16, max: 30 }).map((zeros) => digit + '0'.repeat(zeros))),
)

numbers('for all formats and numbers: with an exponent, one alone or all, beside numbers that have none', () =>
  forAll(
    [literal, literal, fc.constantFrom(...Object.entries(doubles)), fc.boolean()],
    { numRuns: 12 },
    (a, b, [format, print], isAll) => {
      fc.pre(/[eE]/.test(print(a)) && /[eE]/.test(print(b)))
      const bodyOf = (first: string, second: string): string => `{"price":${first},"name":"x","volume":${second},"n":1}`
      const body = bodyOf(print(a), isAll ? print(b) : b)
      const found = findingOn({ body: bodyOf(a, b) }, { body })
      assert.is(found.id, 'body-reserialized', format)
      assert.ok(found.detail.includes(`the number ${print(a)} where ${a} was sent`), `${format}: ${found.detail}`)
    },
  ),
)
