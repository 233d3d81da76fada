/** A whole text through a function for percent escapes: what JavaScript itself makes of it. */
import fc from 'fast-check'
import { wholeEscapes } from '../../../../src/kit/diagnosis/forms/wholeEscapes.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const escapes = suite('percent escapes of a whole text')

/** Old, and still in use by those who sign with it. */
const { escape: escaped, unescape: unescaped } = globalThis

const resultOf = (text: string, write: (text: string) => string): string | undefined => {
  try {
    return write(text)
  } catch {
    return undefined
  }
}

const texts = fc
  .array(
    fc.constantFrom('a', ' ', '+', '%', '%20', '%E9', '%C3%A9', '%2F', '%2f', '%25', '%u706F', '/', '"', 'é', '灯'),
  )
  .map((pieces) => pieces.join(''))

for (const [name, write] of [
  ['unescape', unescaped],
  ['escape', escaped],
  ['decodeURI', decodeURI],
  ['decodeURIComponent', decodeURIComponent],
  ['encodeURI', encodeURI],
  ['encodeURIComponent', encodeURIComponent],
] as const)
  escapes(`for all texts: what ${name} makes of it is among the forms, if it changes anything`, () =>
    forAll([texts], (text) => {
      const wanted = resultOf(text, write)
      const forms = Array.from(wholeEscapes(text), ([, form]) => form)
      assert.ok(wanted === undefined || wanted === text || forms.includes(wanted), JSON.stringify({ text, wanted }))
    }),
  )
