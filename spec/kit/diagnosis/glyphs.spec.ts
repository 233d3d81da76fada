/**
 * Glyphs are the pieces in which a page shows bytes: plain text as it is, and everything that a reader cannot see or tell apart with a
 * name. The inspector shows the string to sign in glyphs.
 */
import fc from 'fast-check'
import { byteName, characterStart, glyphsOf } from '../../../src/kit/diagnosis/glyphs.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
/** The names of all glyphs that are not plain text. */
const namesIn = (bytes: Uint8Array): ReadonlyArray<string | undefined> =>
  glyphsOf(bytes, 0, bytes.length).flatMap(({ kind, name }) => (kind === 'text' ? [] : [name]))

const glyphs = suite('glyphs')

glyphs('plain text of any script is one glyph', () => {
  assert.is(glyphsOf(bytesOf('{"prompt":"早晨 früh"}'), 0, 100).length, 1)
})

glyphs('invisible characters have a name', () => {
  assert.equal(namesIn(bytesOf('a\r\n\t\0\x1b\x7fb')), ['CR', 'LF', 'TAB', 'NUL', 'ESC', 'DEL'])
  assert.equal(namesIn(bytesOf('\ufeffa\u200b\u00a0\u202e\u0085\u2028')), [
    'BOM',
    'U+200B',
    'U+00A0',
    'U+202E',
    'U+0085',
    'U+2028',
  ])
})

glyphs('look-alikes have a name, and are shown with it', () => {
  const [, alike] = glyphsOf(bytesOf('{а}'), 0, 10)
  assert.equal(alike, { text: 'а', name: 'U+0430', from: 1, to: 3, kind: 'look-alike' })
  assert.equal(namesIn(bytesOf('\u017f\u212a\uff21\u201c\u2013e\u0301')), [
    'U+017F',
    'U+212A',
    'U+FF21',
    'U+201C',
    'U+2013',
    'U+0301',
  ])
})

glyphs('a space has a name only at the end of a line or of the text', () => {
  assert.equal(namesIn(bytesOf('a b \nc ')), ['SP', 'LF', 'SP'])
})

glyphs('bytes that are not UTF-8 are named one by one', () => {
  assert.equal(namesIn(Uint8Array.of(0x61, 0xff, 0xc3, 0x28, 0xe2, 0x82, 0x62, 0xf0)), [
    '\\xff',
    '\\xc3',
    '\\xe2',
    '\\x82',
    '\\xf0',
  ])
})

glyphs('for all bytes: glyphs cover each byte once, in order', () =>
  forAll([fc.uint8Array({ maxLength: 200 })], (bytes) => {
    let covered = 0
    for (const { from, to } of glyphsOf(bytes, 0, bytes.length)) {
      assert.is(from, covered)
      assert.ok(to > from)
      covered = to
    }
    assert.is(covered, bytes.length)
  }),
)

glyphs('for all texts: the glyphs together read as the text', () =>
  forAll([fc.string({ unit: 'grapheme' })], (text) => {
    const bytes = bytesOf(text)
    const glyphTexts = glyphsOf(bytes, 0, bytes.length).map((glyph) => glyph.text)
    assert.is(glyphTexts.join(''), text)
  }),
)

glyphs('for all texts and places: the byte at the place stands alone', () =>
  forAll([fc.string({ minLength: 1 }), fc.nat()], (text, n) => {
    const bytes = bytesOf(text)
    const place = n % bytes.length
    const glyph = glyphsOf(bytes, 0, bytes.length, place).find(({ from, to }) => from <= place && place < to)
    assert.is([...(glyph?.text ?? '')].length, 1)
  }),
)

glyphs('a window begins where a character does', () => {
  const bytes = bytesOf('aü€😀')
  // `a` has one byte, `ü` two, `€` three and the emoji four.
  const offsets = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  const starts = [0, 1, 3, 3, 6, 6, 6, 10, 10, 10]
  assert.equal(
    offsets.map((offset) => characterStart(bytes, offset)),
    starts,
  )
})

glyphs('a byte in words', () => {
  assert.is(byteName(0x20), '0x20 (space)')
  assert.is(byteName(0x22), '0x22 (")')
  assert.is(byteName(0x0a), '0x0a (LF)')
  assert.is(byteName(0x7f), '0x7f (DEL)')
  assert.is(byteName(0xff), '0xff')
})
