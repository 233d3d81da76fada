import { isUtf8 } from 'node:buffer'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as Bytes from '../../src/core/Bytes.ts'
import * as like from '../support/lookalikes.ts'
import { keepsRoundTrip } from '../support/roundTrips.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The offset of the first lone surrogate; −1 if there is none. */
const loneSurrogate = (text: string): number => {
  let at = 0
  for (const character of text) {
    if (/^[\ud800-\udfff]$/.test(character)) return at
    at += character.length
  }
  return -1
}

/** Far quicker than a TextDecoder that throws. */
const platformText = (bytes: Uint8Array): string | undefined =>
  isUtf8(bytes) ? Buffer.from(bytes).toString() : undefined

/** The text of the platform; or what is before the offset is UTF-8, and the rest does not begin with a character. */
const agreesOnText = (bytes: Uint8Array): void => {
  const text = Bytes.toText(bytes)
  assert.is(E.isRight(text) ? text.right : undefined, platformText(bytes), Bytes.toHex(bytes))
  if (E.isRight(text)) return
  const { offset } = text.left
  assert.is.not(platformText(bytes.slice(0, offset)), undefined, Bytes.toHex(bytes))
  for (let n = 1; n <= 4; n++) assert.is(platformText(bytes.slice(offset, offset + n)), undefined)
}

const isBytes = suite('Bytes.isBytes')

isBytes('accepts Uint8Arrays of this and another realm, and nothing else', () => {
  for (const bytes of [new Uint8Array(2), Buffer.of(1), runInNewContext('new Uint8Array(2)')])
    assert.is(Bytes.isBytes(bytes), true)
  for (const other of [[1, 2], 'ab', new ArrayBuffer(2), new Uint8ClampedArray(2), new Int8Array(2), null, undefined])
    assert.is(Bytes.isBytes(other), false)
  const liar = { [Symbol.toStringTag]: 'Uint8Array', length: 2 }
  for (const other of [liar, Object.create(Uint8Array.prototype), new Proxy(new Uint8Array(2), {})])
    assert.is(Bytes.isBytes(other), false)
})

const ofText = suite('Bytes.ofText')

ofText('for all texts: encodes like TextEncoder, or gives the offset of the first lone surrogate', () =>
  forAll([like.anyText()], { numRuns: 500 }, (text) => {
    const index = loneSurrogate(text)
    assert.equal(Bytes.ofText(text), index < 0 ? E.right(utf8(text)) : E.left({ _tag: 'body_not_unicode', index }))
  }),
)

const ofAscii = suite('Bytes.ofAscii')

ofAscii('for all ASCII texts: encodes like TextEncoder', () =>
  forAll([fc.string({ unit: 'binary-ascii' })], (text) => assert.equal(Bytes.ofAscii(text), utf8(text))),
)

const toText = suite('Bytes.toText')

toText('keeps a byte order mark', () => {
  assert.equal(Bytes.toText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)), E.right('\ufeffa'))
})

toText('agrees with TextDecoder on every pair of bytes', () => {
  for (let a = 0; a < 256; a++)
    for (let b = 0; b < 256; b++) if (a > 0x7f || b > 0x7f) agreesOnText(Uint8Array.of(a, b))
})

toText('agrees with TextDecoder on three and four bytes at all the borders of the table', () => {
  const firsts = [0x7f, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff]
  const seconds = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0]
  const more = [0x7f, 0x80, 0xbf, 0xc0]
  for (const a of firsts) {
    for (const b of seconds) {
      for (const c of more) {
        agreesOnText(Uint8Array.of(a, b, c))
        for (const d of more) agreesOnText(Uint8Array.of(a, b, c, d))
      }
    }
  }
})

toText('decodes texts as long as one internal chunk, and longer', () => {
  for (const length of [4095, 4096, 4097, 8192, 8193]) {
    for (const text of ['a'.repeat(length), `${'€'.repeat(length - 1)}😀`])
      assert.equal(Bytes.toText(utf8(text)), E.right(text))
  }
})

toText('for all bytes: decodes like TextDecoder', () =>
  forAll(
    [fc.array(fc.oneof(like.unicodeText().map(utf8), fc.uint8Array({ maxLength: 4 }))).map(Bytes.concat)],
    { numRuns: 500 },
    agreesOnText,
  ),
)

keepsRoundTrip(toText, 'Bytes.toText')

const concat = suite('Bytes.concat')

concat('for all chunks: equals Buffer.concat, in new memory', () =>
  forAll([fc.array(fc.uint8Array())], (chunks) => {
    const whole = Bytes.concat(chunks)
    assert.equal(whole, new Uint8Array(Buffer.concat(chunks)))
    for (const chunk of chunks) assert.is.not(chunk.buffer, whole.buffer)
  }),
)

const equals = suite('Bytes.Eq')

equals('for all bytes: a copy is equal', () =>
  forAll([fc.uint8Array()], (bytes) => assert.ok(Bytes.Eq.equals(bytes, bytes.slice()))),
)

equals('for all bytes: one flipped bit, one extra byte and one missing byte are unequal', () =>
  forAll([fc.uint8Array({ minLength: 1 }), fc.nat(), fc.nat({ max: 7 })], (bytes, place, bit) => {
    const flipped = bytes.slice()
    const at = place % bytes.length
    flipped[at] = (bytes[at] as number) ^ (1 << bit)
    assert.not(Bytes.Eq.equals(bytes, flipped))
    assert.not(Bytes.Eq.equals(bytes, bytes.slice(1)))
    assert.not(Bytes.Eq.equals(bytes, Bytes.concat([bytes, Uint8Array.of(0)])))
  }),
)

const toHex = suite('Bytes.toHex')

toHex('for all bytes: agrees with Buffer', () =>
  forAll([fc.uint8Array()], (bytes) => assert.is(Bytes.toHex(bytes), Buffer.from(bytes).toString('hex'))),
)

const hex = suite('Bytes.ofHex')

keepsRoundTrip(hex, 'Bytes.ofHex')

hex('takes digits of either case, in pairs, and no other code unit', () => {
  assert.equal(Bytes.ofHex('0'), O.none)
  for (let code = 0; code <= 0xffff; code++) {
    const one = String.fromCharCode(code)
    for (const text of [`0${one}`, `${one}0`])
      assert.is(O.isSome(Bytes.ofHex(text)), /^[0-9A-Fa-f]+$/.test(text), JSON.stringify(text))
  }
})
