/** The words for percent escapes: they name the characters that differ, and every story that makes the two texts. */
import fc from 'fast-check'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { escapeDifference } from '../../../src/kit/diagnosis/escapeDifference.ts'
import { encodeInCharset } from '../../../src/kit/diagnosis/forms/charsets.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const escapes = suite('words for escapes')

/** The sentences have Chinese too. */
const isSaid = (...sentences: ReadonlyArray<string | undefined>): void => {
  for (const sentence of sentences) assert.match(say(sentence ?? ''), /^[^a-z]*[\u4e00-\u9fff]/, sentence)
}

const carriers = ['target', 'form'] as const

const carried = (carrier: (typeof carriers)[number], value: string): string =>
  carrier === 'target' ? `/f?a=${value}&b=1` : `a=${value}&b=1`

const word = fc.stringMatching(/^[a-z]{1,3}$/)
const space = fc.constantFrom('+', '%20')

// ---- A plus sign and a space

escapes('for all values with spaces and plus signs: a + that differs from %20 is a space or a plus sign', () =>
  forAll(
    [word, fc.array(fc.tuple(space, word), { minLength: 1, maxLength: 3 }), fc.constantFrom(...carriers), fc.boolean()],
    { numRuns: 50 },
    (start, rest, carrier, isRead) => {
      const mixed = carried(carrier, start + rest.map(([mark, text]) => mark + text).join(''))
      fc.pre(mixed.includes('+'))
      const spaced = mixed.replaceAll('+', '%20')
      const [signed, sent] = isRead ? [spaced, mixed] : [mixed, spaced]
      const told = escapeDifference(signed, sent, carrier)
      assert.match(told?.what ?? '', /Either .* a space .*, or .* a plus sign/)
      assert.is(/also has %20/.test(told?.what ?? ''), mixed.includes('%20'))
      assert.match(told?.remedy ?? '', /each space as %20 and each plus sign as %2B/)
      isSaid(told?.what, told?.remedy)
    },
  ),
)

// ---- Letters in another encoding

const latin1 = (letter: string): Uint8Array =>
  Uint8Array.from(letter, (c) => (c.charCodeAt(0) < 0x100 ? c.charCodeAt(0) : 0x3f))

const escapesOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/** The encodings that the words name, and the bytes of a letter in each. */
const bytesIn: Readonly<Record<string, (letter: string) => Uint8Array>> = {
  'iso-8859-1': latin1,
  ...Object.fromEntries(
    ['gbk', 'big5', 'shift_jis', 'euc-kr', 'windows-1251'].map((charset) => [
      charset,
      (letter: string) => encodeInCharset(charset, letter),
    ]),
  ),
}

const letters = fc.constantFrom(...'£éü¥§×ÿжЯ中文愛あア한글€')

escapes('for all encodings and letters: each encoding that is named writes the letter with these bytes', () =>
  forAll(
    [fc.constantFrom(...Object.keys(bytesIn)), letters, fc.constantFrom(...carriers)],
    { numRuns: 200 },
    (charset, letter, carrier) => {
      const written = escapesOf((bytesIn[charset] as (letter: string) => Uint8Array)(letter))
      fc.pre(!['%3F', '', escapesOf(Buffer.from(letter))].includes(written))
      const told = escapeDifference(carried(carrier, written), carried(carrier, encodeURIComponent(letter)), carrier)
      assert.ok(told?.what.includes(`wrote ${letter} as ${written}, `), `${charset} ${letter}: ${told?.what}`)
      assert.ok(told?.what.includes(`in ${charset}`), told?.what)
      for (const [other, bytesOf] of Object.entries(bytesIn))
        if (told?.what.includes(`in ${other}`)) assert.is(escapesOf(bytesOf(letter)), written, `${other} ${letter}`)
      isSaid(told?.what, told?.remedy)
    },
  ),
)

escapes('letters that no single encoding wrote: no encoding is named', () => {
  const told = escapeDifference('/f?a=%E4%D6%D0', '/f?a=%C3%A4%E4%B8%AD')
  assert.not.match(told?.what ?? '', /GBK/)
  assert.match(told?.what ?? '', /escapes that are not UTF-8/)
  isSaid(told?.what, told?.remedy)
})
