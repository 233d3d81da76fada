import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { keyError } from '../../src/core/KeyError.ts'
import * as Pem from '../../src/core/Pem.ts'
import { pem } from '../support/der.ts'
import * as like from '../support/lookalikes.ts'
import { shown } from '../support/shown.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const read = (text: string) =>
  pipe(
    Pem.parse(text),
    E.chain((block) =>
      pipe(
        Pem.decode(block),
        E.map((bytes) => [block.label, bytes] as const),
      ),
    ),
  )

const parse = suite('Pem.parse')

parse('printing a block shows nothing of its content', () => {
  const text = pem('PRIVATE KEY', Buffer.from('a secret that nobody may see'))
  const block = Pem.parse(text)
  assert.ok(E.isRight(block))
  assert.not.match(shown(block), Buffer.from('a secret').toString('base64').slice(0, 8))
})

parse('for all bytes, labels and allowed white space: decode inverts encoding', () =>
  forAll(
    [fc.constantFrom<Pem.Label>('PUBLIC KEY', 'ENCRYPTED PRIVATE KEY', 'CERTIFICATE'), fc.uint8Array(), like.blanks()],
    (label, bytes, blanks) => {
      const text = pem(label, bytes).replace(/\n/g, blanks)
      assert.equal(read(blanks + text + blanks), E.right([label, bytes]))
    },
  ),
)

parse('for all texts: takes only one known block, and an error shows nothing of the text', () =>
  forAll([like.mutated(fc.uint8Array({ minLength: 30 }).map((bytes) => pem('PRIVATE KEY', bytes)))], (text) => {
    const result = read(text)
    if (E.isRight(result))
      assert.match(text, /^[ \t\r\n]*-----BEGIN PRIVATE KEY-----[0-9A-Za-z+/=\s]*-----END PRIVATE KEY-----[ \t\r\n]*$/)
    else assert.equal(result.left, keyError(result.left.rule))
  }),
)

parse('is fast for the longest text of incomplete BEGIN lines', () =>
  assert.equal(read('-----BEGIN x\n'.repeat(5000)), E.left(keyError('not-a-key'))),
)
