/**
 * How far two JSON texts differ. Where one text is wanted, only the families of forms are made that change as much. So each family may
 * change no more than it says: else a form is left out, and a cause that is not the only one is called exact.
 */
import fc from 'fast-check'
import { jsonFamilies } from '../../../../src/kit/diagnosis/catalogue/body.ts'
import { isJson } from '../../../../src/kit/diagnosis/forms/isJson.ts'
import { jsonChange } from '../../../../src/kit/diagnosis/forms/jsonChange.ts'
import * as arb from '../../../../src/kit/testing/arbitraries.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'

const changes = byTurns(2, suite('how far two JSON texts differ'))

changes('the least kind of change that leads from one text to the other', () => {
  const json = '{"a":1,"b":"é"}'
  for (const [signed, change] of [
    ['{ "a": 1,\n"b": "é" }', 'white space'],
    ['{"a":1,"b":"\\u00e9"}', 'escapes or order'],
    ['{"b":"é", "a":1}', 'escapes or order'],
    ['{"b":"é","a":1.0}', 'numbers'],
    ['{"a":1}', 'values'],
    ['{"a":"1","b":"é"}', 'values'],
    ['{"a":[1],"b":"é"}', 'values'],
    ['{"a":true,"b":"true"}', 'values'],
    ['{"a":1,"b":"é","tags":null}', 'values'],
    ['{"a":1,"b":"e"}', 'strings'],
    ['{"c":1,"b":"é"}', 'strings'],
    ['{"a":1.,"b":"é"}', 'no JSON'],
    ['{"a":1.,"b":"e"}', 'another text'],
    ['{\\"a\\":1,\\"b\\":\\"é\\"}', 'another text'],
    [`\ufeff${json}`, 'no JSON'],
    ['', 'another text'],
  ] as const)
    assert.is(jsonChange(json, signed), change, signed)
})

changes('a number beyond a double may become a word, which is a change of a number', () => {
  const json = '{"a":1e400,"b":-1e400}'
  for (const [signed, change] of [
    ['{"a":Infinity,"b":-Infinity}', 'numbers'],
    ['{"a":InfinityE000,"b":-1e400}', 'numbers'],
    ['{"a":[Infinity],"b":-1e400}', 'values'],
    ['{"a":"Infinity","b":-1e400}', 'strings'],
    ['{"a":Infinity,"b":-Infinity', 'no JSON'],
  ] as const)
    assert.is(jsonChange(json, signed), change, signed)
  assert.is(jsonChange('{"a":1}', '{"a":Infinity}'), 'no JSON')
})

/** Texts of every kind that a family looks for. */
const tellingTexts = [
  '{"b":"é/<\'","a":[1.0,{"c":"\\u0041"}],"d":null,"cfg_scale":7, "e":"", "f":{}, "g":[]}',
  '{\r\n  "a": "x",\r\n  "n": 12345678901234567890\r\n}\r\n',
  '[true, "a&amp;b", {}]',
  '{"t":"2024-01-02T03:04:05Z","u":{"x":"a b "},"l":[1],"z":[],"0":1}',
  '{"a":1e-7,"b":1700000000,"c":"1700000000", "d": 0.10, "e":-0.0, "f":[[1],[2,[3]]], "g":false,"h":"\\/"}',
  '[{"a":1},{"a":2}]',
  '{"0":"x","1":"y"}',
  '{"2024-01-02T03:04:05Z":"x","a":[]}',
  '{"a":1e400,"b":[null,{"c":-1e999}],"d":1.50}',
  '"x"',
  '[]',
]

const checkFamilies = (json: string): void => {
  for (const { changes: possibleChanges, forms } of jsonFamilies)
    for (const [detail, text] of forms(json)) {
      const change = jsonChange(json, text)
      assert.ok(text === json || possibleChanges.includes(change), `${detail}: ${change}, ${json} -> ${text}`)
    }
}

changes('no family of forms changes more than it says', () => tellingTexts.forEach(checkFamilies))

changes('for all JSON: no family of forms changes more than it says', () =>
  forAll([arb.json(), fc.constantFrom(0, 2)], { numRuns: 6 }, (value, indent) => {
    const json = JSON.stringify(value, null, indent)
    if (isJson(json)) checkFamilies(json)
  }),
)
