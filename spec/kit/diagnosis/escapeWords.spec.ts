/** The words for percent escapes: they name the characters that differ, and every story that makes the two texts. */
import fc from 'fast-check'
import { say } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { escapeDifference } from '../../../src/kit/diagnosis/escapeDifference.ts'
import { escapeEdits, missingCharacters } from '../../../src/kit/diagnosis/escapeEdits.ts'
import { fieldsDifference } from '../../../src/kit/diagnosis/fieldsDifference.ts'
import { encodeInCharset } from '../../../src/kit/diagnosis/forms/charsets.ts'
import { missingWords } from '../../../src/kit/diagnosis/missingWords.ts'
import { targetDifference } from '../../../src/kit/diagnosis/targetDifference.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { findingOn } from './forms/changes.ts'

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

// ---- Some escapes

const spelled = fc.constantFrom('a', 'B', '5', '%', '%25', '/', '%2F', '=', '%3D', '#', '%23', '\u00e9', '%C3%A9')

const respellings: Readonly<Record<string, ReadonlyArray<string>>> = {
  '%': ['%', '%25'],
  '%25': ['%', '%25'],
  '/': ['/', '%2F'],
  '%2F': ['/', '%2F', '%2f'],
  '=': ['=', '%3D'],
  '%3D': ['=', '%3D'],
  '#': ['#', '%23'],
  '%23': ['#', '%23'],
  '\u00e9': ['\u00e9', '%C3%A9'],
  '%C3%A9': ['\u00e9', '%C3%A9', '%c3%a9'],
}

const respelled = fc.array(
  spelled.chain((one) => fc.tuple(fc.constant(one), fc.constantFrom(...(respellings[one] ?? [one])))),
  { minLength: 1, maxLength: 8 },
)

escapes(
  'for all texts with some escapes written otherwise: the characters that differ are named, each side whole',
  () =>
    forAll([respelled], { numRuns: 300 }, (pairs) => {
      const [signed, sent] = [0, 1].map((side) => pairs.map((pair) => pair[side]).join('')) as [string, string]
      fc.pre(signed !== sent)
      const edits = escapeEdits(signed, sent)
      assert.ok(edits !== undefined && edits.length <= pairs.filter(([one, other]) => one !== other).length)
      for (const { signed: one, sent: other } of edits ?? []) {
        assert.ok(signed.includes(one) && sent.includes(other))
        assert.is(decodeURIComponent(one.replace(/^%$/, '%25')), decodeURIComponent(other.replace(/^%$/, '%25')))
      }
    }),
)

escapes('a percent sign before two digits that was not escaped: told by its escape, and with the reason', () => {
  const target = '/v1/censor?text=ab%25%55&level=2'
  const found = findingOn({ target }, { target: '/v1/censor?text=ab%25%2555&level=2' })
  assert.is(found.detail, '%25 where % was sent')
  assert.match(found.what, /took %55 for an escape that was there already/)
  isSaid(found.what, found.remedy)
})

escapes('for all values: escapes that differ by one more escaping are told in both directions of time', () =>
  forAll(
    [word, fc.constantFrom('%3C', '%2F', '%E4%B8%AD'), fc.constantFrom(...carriers)],
    {},
    (text, escaped, carrier) => {
      const again = escaped.replaceAll('%', '%25')
      const told = escapeDifference(
        carried(carrier, `${escaped}${text}%3D${text}%40`),
        carried(carrier, `${again}${text}=${text}%40`),
        carrier,
      )
      assert.match(told?.what ?? '', /% where %25 was sent and %3D where = was sent/)
      assert.match(
        told?.what ?? '',
        /Either .* escaped again after signing, or the signing code decoded them once too often/,
      )
      isSaid(told?.what, told?.remedy)
    },
  ),
)

escapes('a text is told as escaped once more only if each of its escapes was', () => {
  assert.match(escapeDifference('/f?a=%2541%2520', '/f?a=%41%20')?.what ?? '', /escaped the target twice/)
  assert.not.match(escapeDifference('/f?a=%41%2520', '/f?a=%41%20')?.what ?? '', /twice/)
})

// ---- Characters that one side lacks

const lost = fc.constantFrom('%23', '%25', '%3F', '%20', '%F0%9F%98%80')

escapes('for all characters that one side lacks: they are named, and so is the side', () =>
  forAll([word, fc.array(lost, { minLength: 1, maxLength: 3 }), word], {}, (before, missing, after) => {
    const whole = `${before}${missing.join('')}${after}`
    const shorter = `${before}${after}`
    const names = new Set(missing)
    assert.is(missingCharacters(shorter, whole)?.names.length, names.size)
    assert.is(missingCharacters(shorter, whole)?.lackedBy, 'signed')
    assert.is(missingCharacters(whole, shorter)?.lackedBy, 'sent')
    assert.is(missingCharacters(`${whole}x`, shorter), undefined)
    for (const sentence of [...missingWords(shorter, whole), ...missingWords(whole, shorter)]) {
      for (const escaped of missing) assert.ok(sentence.includes(escaped), sentence)
      isSaid(sentence)
    }
  }),
)

escapes('for all characters that were not signed, in a path or a field: they are named', () =>
  forAll(
    [word, lost, word, fc.constantFrom('query' as const, 'form' as const)],
    {},
    (before, escaped, after, carrier) => {
      const sent = `${before}${escaped}${after}.pdf`
      const signed = `${before}${after}.pdf`
      const inPath = targetDifference(`/v1/files/${signed}`, `/v1/files/${sent}`)
      const inField = fieldsDifference([`name=${signed}`, 'page=2'], [`name=${sent}`, 'page=2'], '', carrier)
      for (const told of [inPath, inField]) {
        assert.match(told?.what ?? '', /The signed text lacks %/)
        assert.ok(told?.what.includes(`lacks ${escaped}`), told?.what)
        isSaid(told?.what, told?.remedy)
      }
    },
  ),
)
