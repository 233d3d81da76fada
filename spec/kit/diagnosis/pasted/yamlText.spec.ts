/** The values of YAML: constants, comments behind them, and brackets that are no list. */
import * as fc from 'fast-check'
import { yamlValue } from '../../../../src/kit/diagnosis/pasted/yamlText.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const yaml = suite('yamlValue')

const constants: ReadonlyArray<readonly [written: string, value: unknown]> = [
  ['true', true],
  ['false', false],
  ['null', undefined],
  ['~', undefined],
]

yaml('for all comments: a constant or a word has its value, with the comment or without', () =>
  forAll(
    [
      fc.constantFrom(...constants, ['word', 'word'], ['two words', 'two words']),
      fc.stringMatching(/^[ \t]{1,4}#[ -~]*$/),
    ],
    ([written, value], comment) => {
      assert.equal(yamlValue(`a: ${written}\nb: 1`), { a: value, b: '1' })
      assert.equal(yamlValue(`a: ${written}${comment}\nb: 1`), { a: value, b: '1' })
      assert.equal(yamlValue(`- ${written}${comment}\n- 1`), [value, '1'])
    },
  ),
)

yaml('not: a constant in quotation marks, with a word behind it, or with a number sign in the word', () => {
  for (const [written, text] of [
    ['"true" # yes', 'true'],
    ["'null' # none", 'null'],
    ['true enough # yes', 'true enough'],
    ['true#yes', 'true#yes'],
    ['null#', 'null#'],
  ] as const)
    assert.equal(yamlValue(`a: ${written}`), { a: text }, written)
})

yaml('brackets that cannot be read stay a text', () => {
  for (const written of ['[1, &x]', '{{ base }}/v1', '[1', '{amount} off'])
    assert.equal(yamlValue(`a: ${written}\nb: [1]`), { a: written, b: [1] }, written)
})

yaml('the name of a member is a text: null, true and braces too', () => {
  for (const name of ['null', 'true', '{a}', '{{host}}']) assert.equal(yamlValue(`${name}: 1`), { [name]: '1' }, name)
  assert.equal(yamlValue(`"a\\tb": 1\n'c d': 2`), { 'a\tb': '1', 'c d': '2' })
})
