/** The whole text to sign as the format of printf in a shell. */
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { printfUntilInvalid } from '../../../../src/kit/diagnosis/forms/shellFormat.ts'
import { onlyFinding, reportOnText, textToSign } from '../../../support/signedText.ts'
import { assert, suite } from '../../../support/suite.ts'

const format = suite('the whole text as a format')

/** Each is the output of printf of bash for this format. */
const outputs = {
  'a%3Db': 'a',
  'a%2Fb%3D': 'a0.000000b',
  '100%% of %s.': '100% of .',
  'a%Eb%': 'a0.000000E+00b',
  'x\n': 'x\n',
  '%n%Q': "''",
} as const

format('printf without values writes each conversion, and ends at the first that is invalid', () => {
  for (const [text, output] of Object.entries(outputs)) assert.equal(printfUntilInvalid(text), output)
})

format('the words say it, for a target of several escapes', () => {
  const cases = [
    [
      { target: '/v1/jobs?text=hello%3Dworld%20again' },
      (text: string) => text.slice(0, text.indexOf('%')),
      'printf of a shell',
    ],
    [
      { target: '/v1/a%2Fb?x=%3D' },
      (text: string) => text.slice(0, text.indexOf('%3D')).replace('%2F', '0.000000'),
      'printf of a shell',
    ],
    [{ target: '/v1/a%2Fb?x=%3D' }, (text: string) => text.slice(0, text.indexOf('%')), 'up to its first percent sign'],
  ] as const
  for (const [sent, sign, words] of cases) {
    const found = onlyFinding(reportOnText(sign(textToSign(sent)), sent))
    assert.match(found.what, words)
    assert.match(found.remedy, "printf '%s'")
    for (const sentence of [found.what, found.remedy]) assert.match(translate(sentence) ?? '', 'printf')
  }
})
