/** How PHP writes numbers. `json_encode(json_decode($literal))` of PHP 8.2 wrote each of these texts. */
import fc from 'fast-check'
import { phpNumber } from '../../../../src/kit/diagnosis/forms/numberText.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const numbers = suite('the numbers of PHP')

const written: ReadonlyArray<readonly [literal: string, php: string]> = [
  ['0', '0'],
  ['-0', '0'],
  ['-0.0', '-0'],
  ['-0e0', '-0'],
  ['7.0', '7'],
  ['-1', '-1'],
  ['1e25', '1.0e+25'],
  ['9223372036854775807', '9223372036854775807'],
  ['9223372036854775808', '9.223372036854776e+18'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['-9223372036854775809', '-9.223372036854776e+18'],
]

for (const [literal, php] of written) numbers(`${literal} becomes ${php}`, () => assert.is(phpNumber(literal), php))

numbers('for all integers of 64 bits: none changes', () =>
  forAll([fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })], (integer) =>
    assert.is(phpNumber(String(integer)), String(integer)),
  ),
)
