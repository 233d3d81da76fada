/** Letters that lie in two chunks of a stream: the decoder of the platform, given chunk by chunk, breaks them. */
import { drawOf } from '../../../support/planting.ts'
import { assert, byTurns, suite } from '../../../support/suite.ts'
import { findingOn, inLatin1, signedBy } from './changes.ts'

const decodedInChunks = (bytes: Buffer, ends: ReadonlyArray<number>): string =>
  ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end).toString()).join('')

const everyChunk = (bytes: Buffer, size: number): string =>
  decodedInChunks(
    bytes,
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => Math.min((i + 1) * size, bytes.length)),
  )

const text = '{"t":"häuser im schnee, 中文字符, 狐狸在雪里, 😀","n":1}'

const chunks = byTurns(2, suite('letters in two chunks of a stream'))

chunks('for all places where chunks meet, one or two: the broken text is tried', () => {
  const bytes = Buffer.from(text)
  const signed = signedBy(['body-encoding'], 'body', { body: text })
  for (let first = 1; first < bytes.length; first++) {
    const broken = decodedInChunks(bytes, [first, bytes.length])
    if (broken !== text) assert.ok(signed.has(inLatin1(broken)), broken)
  }
  const { below } = drawOf(7)
  for (let i = 0; i < 100; i++) {
    const ends = [1 + below(bytes.length - 1), 1 + below(bytes.length - 1), bytes.length].toSorted((a, b) => a - b)
    const broken = decodedInChunks(bytes, ends)
    const isApart = !/\ufffd(?:[^\0-\u007f]|\ufffd)*\ufffd.*\ufffd{4}/u.test(broken)
    if (broken !== text && isApart && new Set(ends).size === 3) assert.ok(signed.has(inLatin1(broken)), broken)
  }
})

chunks('for all usual sizes: all letters that a long text has broken', () => {
  const long = JSON.stringify({ text: '灯台の夜明け、霧の中 '.repeat(90), more: 'é'.repeat(300) })
  const signed = signedBy(['body-encoding'], 'body', { body: long })
  for (const size of [64, 128, 256, 1000, 1024, 1448, 2048]) {
    const broken = everyChunk(Buffer.from(long), size)
    if (broken !== long) assert.ok(signed.has(inLatin1(broken)), `chunks of ${size}`)
  }
})

chunks('where the sent text is broken, the letter is found again', () => {
  const bytes = Buffer.from(text)
  for (const letter of ['ä', '符', '雪']) {
    const broken = decodedInChunks(bytes, [bytes.indexOf(letter) + 1, bytes.length])
    const found = findingOn({ body: broken }, { body: text })
    assert.is(found.id, 'body-encoding')
    assert.match(found.what, new RegExp(`signed ${letter}, but the replacement character U\\+FFFD arrived`))
  }
})

chunks('the words name the letters', () => {
  const bytes = Buffer.from(text)
  const broken = decodedInChunks(bytes, [bytes.indexOf('ä') + 1, bytes.indexOf('符') + 2, bytes.length])
  const found = findingOn({ body: text }, { body: broken })
  assert.match(found.what, /sent ä and 符, but signed the replacement character U\+FFFD instead/)
})
