import * as E from 'fp-ts/lib/Either.js'
import * as Der from '../../src/core/Der.ts'
import { keyError } from '../../src/core/KeyError.ts'
import * as like from '../support/lookalikes.ts'
import { keepsRoundTrip } from '../support/roundTrips.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

const first = suite('Der.first')

first('refuses non-canonical encodings', () => {
  for (const text of ['0481010a', '048200010a', '04840000000a', '0480', '04800a0000', '0485010000000a', '04ff']) {
    assert.equal(Der.first(hex(text)), E.left(keyError('der')), text)
  }
  assert.equal(Der.first(Uint8Array.of(4, 0x81, 127, ...new Uint8Array(127))), E.left(keyError('der')))
  assert.equal(Der.first(Uint8Array.of(4, 0x82, 0, 255, ...new Uint8Array(255))), E.left(keyError('der')))
})

keepsRoundTrip(first, 'Der.first')

first('for all bytes: write inverts a successful read', () =>
  forAll([like.derLike()], (bytes) => {
    const element = Der.first(bytes)
    if (E.isLeft(element)) return
    const { tag, content, rest } = element.right
    assert.equal(Uint8Array.of(...Der.write(tag, content), ...rest), bytes)
  }),
)

const all = suite('Der.all')

all('reads one element after the other', () =>
  assert.equal(Der.all(hex('0201050600'), [Der.INTEGER, Der.OBJECT_IDENTIFIER]), E.right([hex('05'), hex('')])),
)

all('refuses a wrong tag, a missing and an extra element', () => {
  assert.equal(Der.all(hex('0401050600'), [Der.INTEGER, Der.OBJECT_IDENTIFIER]), E.left(keyError('der')))
  assert.equal(Der.all(hex('020105'), [Der.INTEGER, Der.OBJECT_IDENTIFIER]), E.left(keyError('der')))
  assert.equal(Der.all(hex('0201050600'), [Der.INTEGER]), E.left(keyError('trailing-data')))
  assert.equal(Der.all(hex('02010500'), [Der.INTEGER]), E.left(keyError('trailing-data')))
})

const areAll = suite('Der.areAll')

areAll('takes elements with the tag, or none', () => {
  for (const text of ['', '3000', '3000300105']) assert.is(Der.areAll(hex(text), Der.SEQUENCE), true, text)
})

areAll('refuses another tag, and an element that is cut short', () => {
  for (const text of ['00', '0500', '30000500', '300030', '3001', '308000'])
    assert.is(Der.areAll(hex(text), Der.SEQUENCE), false, text)
})

const magnitude = suite('Der.magnitude')

magnitude('refuses empty content, negative numbers and extra leading zeros', () => {
  for (const text of ['', '80', 'ff7f', '007f', '0000', '000080'])
    assert.equal(Der.magnitude(hex(text)), E.left(keyError('der')), text)
})

keepsRoundTrip(magnitude, 'Der.magnitude')
