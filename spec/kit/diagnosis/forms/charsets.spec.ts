import { encoded } from '../../../../src/kit/diagnosis/forms/charsets.ts'
import { assert, suite } from '../../../support/suite.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const charset = suite('charsets')

// As Python encodes them.
for (const [name, text, code] of [
  ['gbk', 'a狐é', '61bafca8a6'],
  ['big5', '燈狐', 'bf4faab0'],
  ['shift_jis', '狐ｱ灯台', '8ccfb1939491e4'],
  ['euc-kr', '한글', 'c7d1b1db'],
  ['euc-jp', '灯台', 'c5f4c2e6'],
  ['windows-1251', 'привет', 'eff0e8e2e5f2'],
  ['windows-1250', 'ěé', 'ece9'],
  ['iso-8859-15', '€é', 'a4e9'],
] as const) {
  charset(`${text} in ${name}`, () => assert.is(hex(encoded(name, text)), code))
}

charset('a question mark for what an encoding has not, one for each character', () => {
  assert.is(Buffer.from(encoded('iso-8859-15', '狐😀')).toString(), '??')
  assert.is(Buffer.from(encoded('shift_jis', 'é')).toString(), '?')
})
