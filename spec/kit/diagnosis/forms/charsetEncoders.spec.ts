/** Letters whose number was escaped, or whose bytes in another encoding: in a path, a query and a form. */
import { charsetEncoders } from '../../../../src/kit/diagnosis/forms/charsetEncoders.ts'
import { assert, byTurns, suite } from '../../../support/suite.ts'
import { findingOn, inLatin1, signedBy } from './changes.ts'

const units = (text: string): ReadonlyArray<number> => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
const hex = (code: number, digits = 1): string => code.toString(16).padStart(digits, '0')
const escapedBytes = (bytes: Iterable<number>): string => Array.from(bytes, (byte) => `%${hex(byte, 2)}`).join('')

/** What programs write for a run of letters, in lower case. */
const writers: Readonly<Record<string, (letters: string) => string>> = {
  "'%u' and four digits": (text) =>
    units(text)
      .map((unit) => `%u${hex(unit, 4)}`)
      .join(''),
  "'%' + charCodeAt().toString(16)": (text) =>
    units(text)
      .map((unit) => `%${hex(unit)}`)
      .join(''),
  "'%' and four digits": (text) =>
    units(text)
      .map((unit) => `%${hex(unit, 4)}`)
      .join(''),
  'the bytes of UTF-16BE': (text) => escapedBytes(Buffer.from(text, 'utf16le').swap16()),
  'the bytes of UTF-16LE': (text) => escapedBytes(Buffer.from(text, 'utf16le')),
  'the low bytes': (text) => escapedBytes(Buffer.from(text, 'latin1')),
  'UTF-8 taken for Latin-1': (text) => escapedBytes(Buffer.from(Buffer.from(text).toString('latin1'))),
  'one percent sign for all bytes': (text) => Array.from(text, (c) => `%${Buffer.from(c).toString('hex')}`).join(''),
  'an escape of JSON': (text) =>
    units(text)
      .map((unit) => `%5cu${hex(unit, 4)}`)
      .join(''),
  'an entity of HTML': (text) => Array.from(text, (c) => `%26%23${c.codePointAt(0)}%3b`).join(''),
}

const letters = ['ä', 'ω', '中文', 'ÿé', '😀']

const encoded = byTurns(2, suite('letters that were not escaped as UTF-8'))

/** With its digits in upper case. */
const inUpperCase = (text: string): string =>
  text.replace(/(%u?)([0-9a-f]+)/g, (_, mark: string, digits: string) => mark + digits.toUpperCase())

for (const text of letters)
  encoded(`for all writers, in a path, a query and a form: ${text}`, () => {
    const sent = encodeURIComponent(text)
    const targets = signedBy(['target-reencoded'], 'target', { target: `/v1/${sent}?q=${sent}&page=2` })
    const forms = signedBy(['form-reencoded'], 'body', { body: `name=${sent}&page=2` })
    for (const [name, write] of Object.entries(writers))
      for (const written of [write(text), inUpperCase(write(text))]) {
        for (const other of [`/v1/${written}?q=${sent}&page=2`, `/v1/${sent}?q=${written}&page=2`])
          assert.ok(targets.has(other), `${name}: ${other}`)
        assert.ok(forms.has(inLatin1(`name=${written}&page=2`)), `${name}: ${written}`)
      }
  })

encoded('a control character without its zero in front', () => {
  assert.ok(signedBy(['target-reencoded'], 'target', { target: '/v1/jobs?q=a%0Ab' }).has('/v1/jobs?q=a%ab'))
})

encoded('in lower case, only the escapes of a text are lower: letters and digits behind an escape stay', () => {
  for (const component of ['é9Da Be', '%0A9Da Be']) {
    assert.ok(charsetEncoders(component).length > 0)
    for (const { name, encode } of charsetEncoders(component)) assert.match(encode(component), /9Da.*Be$/, name)
  }
  const targets = signedBy(['target-reencoded'], 'target', { target: '/v1/jobs?q=%C3%A99Da%20Be' })
  assert.ok(targets.has('/v1/jobs?q=%u00e99Da%20Be'))
  assert.not.ok(targets.has('/v1/jobs?q=%u00e99da%20be'))
})

encoded('the words name the letter, its escape and each rule that wrote it so', () => {
  for (const [sent, signed, what] of [
    [
      '/v1/%E4%B8%AD',
      '/v1/%u4e2d',
      /wrote 中 as %u4e2d, as %u and the four hexadecimal digits of its UTF-16 code unit/,
    ],
    ['/v1/t%C3%A4g', '/v1/t%e4g', /wrote ä as %e4, as .* of its UTF-16 code unit.* or in iso-8859-1/],
    [
      '/v1/%CF%89x',
      '/v1/%3c9x',
      /wrote ω as %3c9, as the hexadecimal digits of its UTF-16 code unit without zeros in front/,
    ],
    ['/v1/%E4%B8%AD', '/v1/%D6%D0', /wrote 中 as %D6%D0, in gbk/],
    ['/v1/%E4%B8%AD', '/v1/%3F', /wrote 中 as %3F, a question mark/],
  ] as const) {
    const found = findingOn({ target: sent }, { target: signed })
    assert.is(found.id, 'target-reencoded')
    assert.match(found.what, what)
  }
})
