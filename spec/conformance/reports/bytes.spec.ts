import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { type ByteView, viewOf } from '../../../src/conformance/reports/byteView.ts'
import { characterStart, glyphsOf } from '../../../src/conformance/reports/glyphs.ts'
import { type HexRow, hexWindow } from '../../../src/conformance/reports/hexRows.ts'
import { suite } from '../../support/suite.ts'

const view = (bytes: Uint8Array | string): ByteView =>
  viewOf({ hex: Buffer.from(bytes as string).toString('hex') }) as ByteView

const bytes = suite('viewOf')

bytes('reads digits of either case, and repeats without laying out', () => {
  assert.is(view('A').at(0), 0x41)
  assert.is(viewOf({ hex: 'aBFF' })?.at(1), 0xff)
  const long = viewOf({ repeat: { hex: '0102', times: 1e12 }, sha256: '' })
  assert.is(long?.length, 2e12)
  assert.is(long?.at(1e12 + 1), 2)
  assert.is(long?.at(2e12), undefined)
  assert.is(long?.at(-1), undefined)
})

bytes('answers undefined to what is no bytes', () => {
  for (const hex of ['0', 'zz', '0x', ' 00']) assert.is(viewOf({ hex }), undefined, hex)
  for (const times of [-1, 0.5, Number.NaN]) assert.is(viewOf({ repeat: { hex: '00', times }, sha256: '' }), undefined)
})

bytes.run()

const glyphs = suite('glyphsOf')

glyphs('shows line feeds as ␊, and what cannot be seen as its digits', () => {
  const shown = glyphsOf(view('a\nö\u0000\t\u202e\u00a0😀'), 0, 100).map(({ text, kind }) => `${kind} ${text}`)
  assert.equal(shown, [
    'text a',
    'lf ␊',
    'text ö',
    'raw \\x00',
    'raw \\x09',
    'raw \\xe2\\x80\\xae',
    'raw \\xc2\\xa0',
    'text 😀',
  ])
})

glyphs('ends where the bytes end, also within a character', () => {
  assert.equal(glyphsOf(view('ö'), 0, 9), [{ text: 'ö', from: 0, to: 2, kind: 'text' }])
  assert.equal(
    glyphsOf(view(Uint8Array.of(0xe2, 0x80)), 0, 9).map(({ text }) => text),
    ['\\xe2', '\\x80'],
  )
})

glyphs('for all bytes: stand for each byte once, in order', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat({ max: 70 }), (some, to) => {
      let at = 0
      for (const glyph of glyphsOf(view(some), 0, to)) {
        assert.is(glyph.from, at)
        assert.ok(glyph.to > at && glyph.to <= some.length)
        at = glyph.to
      }
      assert.ok(at >= Math.min(to, some.length))
    }),
  ),
)

glyphs('for all texts: a window begins at a character', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat({ max: 30 }), (text, from) => {
      const whole = view(text)
      const start = characterStart(whole, Math.min(from, whole.length))
      assert.ok(start >= whole.length || glyphsOf(whole, 0, whole.length).some((glyph) => glyph.from === start))
    }),
  ),
)

glyphs.run()

const rows = suite('hexWindow')

const side = (found: ReadonlyArray<HexRow>, which: 'expected' | 'received'): string =>
  found.flatMap((row) => row[which].map(({ hex }) => hex)).join(' ')

rows('fills what has ended with dots', () => {
  const { rows: found } = hexWindow(view('ab'), view('a'), 1)
  assert.is(side(found, 'expected'), '61 62')
  assert.is(side(found, 'received'), '61 ··')
})

rows('for all pairs: the first differing byte is marked, alone and at its place; equal bytes never are', () =>
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 400 }),
      fc.nat({ max: 3000 }),
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.uint8Array({ maxLength: 400 }),
      (head, repeat, a, b) => {
        const before = Buffer.concat([Buffer.alloc(repeat, 7), head])
        const [left, right] = [Buffer.concat([before, a]), Buffer.concat([before, b])]
        let offset = before.length
        while (offset < Math.min(left.length, right.length) && left[offset] === right[offset]) offset++
        if (offset === left.length && offset === right.length) return
        const { rows: found, before: above, behind } = hexWindow(view(left), view(right), offset)
        assert.ok(found.length <= 8)
        const longer = Math.max(left.length, right.length)
        for (const [which, own, other] of [
          ['expected', left, right],
          ['received', right, left],
        ] as const) {
          const seen: Array<number> = []
          let at = above
          for (const row of found) {
            assert.is(row.offset, at)
            for (const { kind, hex } of row[which]) {
              for (const digits of hex.split(' ')) {
                assert.is(digits, at < own.length ? own.subarray(at, at + 1).toString('hex') : '··')
                assert.is(kind !== 'same', own[at] !== other[at])
                if (kind === 'first') seen.push(at)
                at++
              }
            }
          }
          assert.equal(seen, [offset])
          assert.is(at + behind, longer)
        }
      },
    ),
  ),
)

rows('of nothing against nothing is empty', () =>
  assert.equal(hexWindow(view(''), view(''), 0), { rows: [], before: 0, behind: 0 }),
)

rows.run()
