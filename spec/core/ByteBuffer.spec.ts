import fc from 'fast-check'
import * as ByteBuffer from '../../src/core/ByteBuffer.ts'
import { concat } from '../../src/core/Bytes.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const gathering = suite('ByteBuffer.upTo')

gathering('appends pieces up to the limit and not one byte beyond', () => {
  const body = ByteBuffer.upTo(5)
  assert.ok(body.add(Uint8Array.of(1, 2)))
  assert.not.ok(body.add(Uint8Array.of(3, 4, 5, 6)))
  assert.ok(body.add(Uint8Array.of(3, 4, 5)))
  assert.ok(body.add(new Uint8Array(0)))
  assert.not.ok(body.add(Uint8Array.of(6)))
  assert.equal(body.bytes(), Uint8Array.of(1, 2, 3, 4, 5))
})

gathering('for all pieces, copied or kept: the content is their concatenation', () =>
  forAll([fc.array(fc.uint8Array({ maxLength: 9000 })), fc.constantFrom('copy', 'keep')], (pieces, how) => {
    const body = ByteBuffer.upTo(1e9, how)
    for (const piece of pieces) assert.ok(body.add(piece))
    assert.equal(body.bytes(), concat(pieces))
  }),
)

gathering('keeps the only piece as it is, if told so', () => {
  const piece = Buffer.from(new Uint8Array([1, 2]).buffer)
  const body = ByteBuffer.upTo(4, 'keep')
  assert.ok(body.add(piece))
  assert.is(body.bytes().buffer, piece.buffer)
  assert.is(body.bytes().constructor, Uint8Array, 'also of a Buffer')
  assert.not.ok(body.add(Uint8Array.of(3, 4, 5)))
  assert.ok(body.add(Uint8Array.of(3, 4)))
  assert.equal(body.bytes(), Uint8Array.of(1, 2, 3, 4))
  assert.equal(piece, Buffer.of(1, 2))
})

gathering('copies a piece of larger memory, which would stay alive with it', () => {
  const body = ByteBuffer.upTo(10, 'keep')
  body.add(new Uint8Array(100).subarray(0, 2))
  assert.is(body.bytes().buffer.byteLength, 2)
  body.add(Uint8Array.of(7))
  assert.equal(body.bytes(), Uint8Array.of(0, 0, 7))
})

gathering('copies each piece: the caller may reuse it', () => {
  const body = ByteBuffer.upTo(10)
  const piece = Uint8Array.of(1)
  body.add(piece)
  piece[0] = 9
  const first = body.bytes()
  body.add(piece)
  assert.equal(first, Uint8Array.of(1))
  assert.equal(body.bytes(), Uint8Array.of(1, 9))
})
