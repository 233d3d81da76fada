import fc from 'fast-check'
import { type HexRow, hexWindow, viewOf } from '../../../../src/kit/conformance/reports/hexRows.ts'
import { bytesAsText } from '../../../../src/kit/conformance/reports/pageDifference.ts'
import type { ByteView } from '../../../../src/kit/diagnosis/glyphs.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const view = (bytes: Uint8Array | string): ByteView =>
  viewOf({ hex: Buffer.from(bytes as string).toString('hex') }) as ByteView

const bytes = suite('viewOf')

bytes('reads hex of either case, and expands repetitions only as far as needed', () => {
  assert.is(view('A').at(0), 0x41)
  assert.is(viewOf({ hex: 'aBFF' })?.at(1), 0xff)
  const long = viewOf({ repeat: { hex: '0102', times: 1e12 }, sha256: '' })
  assert.is(long?.length, 2e12)
  assert.is(long?.at(1e12 + 1), 2)
  assert.is(long?.at(2e12), undefined)
  assert.is(long?.at(-1), undefined)
})

bytes('undefined for invalid byte notation', () => {
  for (const hex of ['0', 'zz', '0x', ' 00']) assert.is(viewOf({ hex }), undefined, hex)
  for (const times of [-1, 0.5, Number.NaN]) assert.is(viewOf({ repeat: { hex: '00', times }, sha256: '' }), undefined)
})

const text = suite('bytesAsText')

text('shows line feeds as ␊, and invisible bytes as hex', () =>
  assert.is(
    bytesAsText(view('a b\nö\u0000\u202e😀'), 3).markup,
    '<pre>a b<mark class="first lf">␊</mark>\nö<span class="raw">\\x00</span><span class="raw">\\xe2\\x80\\xae</span>😀</pre>',
  ),
)

text('marks a single byte, and the end of the text', () => {
  assert.match(bytesAsText(view('abc'), 1).markup, 'a<mark class="first">b</mark>c')
  assert.match(bytesAsText(view(Uint8Array.of(0xe2, 0x80)), 2).markup, '\\x80</span><mark class="first">[end]</mark>')
})

const rows = suite('hexWindow')

const side = (found: ReadonlyArray<HexRow>, which: 'expected' | 'received'): string =>
  found.flatMap((row) => row[which].map(({ hex }) => hex)).join(' ')

rows('fills the shorter text with dots', () => {
  const { rows: found } = hexWindow(view('ab'), view('a'), 1)
  assert.is(side(found, 'expected'), '61 62')
  assert.is(side(found, 'received'), '61 ··')
})

rows('for all pairs: the first differing byte is marked, alone and at its place; equal bytes never are', () =>
  forAll(
    [
      fc.uint8Array({ maxLength: 400 }),
      fc.nat({ max: 3000 }),
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.uint8Array({ maxLength: 400 }),
    ],
    (head, repeat, a, b) => {
      const before = Buffer.concat([Buffer.alloc(repeat, 7), head])
      const left = Buffer.concat([before, a])
      const right = Buffer.concat([before, b])
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
)

rows('of nothing against nothing is empty', () =>
  assert.equal(hexWindow(view(''), view(''), 0), { rows: [], before: 0, behind: 0 }),
)
