/** Texts that were cut because a program counts wrongly: characters in place of bytes, or the bytes up to a NUL. */
import fc from 'fast-check'
import { translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { findingOn, signedBy } from './changes.ts'

const counted = suite('texts of which a program counted the length wrongly')

/** `写輪眼` has the bytes 8E CA, 97 D6 and 8A E1 in Shift_JIS, and `中文` has D6 D0 and CE C4 in GBK. */
const cut = [
  ['写輪眼', '%8E%CA%97', 'the first 3 bytes of a text that has 6 bytes in shift_jis'],
  ['中文', '%D6%D0', 'the first 2 bytes of a text that has 4 bytes in gbk'],
  ['a中', 'a%D6', 'the first 2 bytes of a text that has 3 bytes in gbk'],
] as const

for (const [text, written, words] of cut)
  counted(`${written} for ${text}: as many bytes as characters were escaped, in a path, a query and a form`, () => {
    const sent = encodeURIComponent(text)
    assert.ok(signedBy(['target-reencoded'], 'target', { target: `/v1/${sent}/x` }).has(`/v1/${written}/x`))
    assert.ok(signedBy(['form-reencoded'], 'body', { body: `q=${sent}&n=1` }).has(`q=${written}&n=1`))
    const found = findingOn({ target: `/v1?q=${sent}&n=1` }, { target: `/v1?q=${written}&n=1` })
    assert.match(found.what, words)
    assert.match(translate(found.what) ?? '', '把字符数当成了字节数')
  })

counted('one percent sign before all bytes of a letter: the words say so', () => {
  const found = findingOn({ target: '/v1/smile-%F0%9F%98%85' }, { target: '/v1/smile-%f09f9885' })
  assert.match(
    found.what,
    'The caller wrote 😅 as %f09f9885, with one percent sign before all its UTF-8 bytes. Each byte',
  )
})

const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 })

counted('for all bodies with a NUL byte: the bytes before it, as strlen counts them', () =>
  forAll([bytes, bytes], { numRuns: 6 }, (start, end) => {
    const before = start.map((byte) => byte || 0x89)
    // Two bytes at least that are no NUL: other mistakes lose one byte at the end, or a buffer of NUL bytes.
    // A line end before the NUL changes nothing.
    before[before.length - 1] = before.length % 2 === 0 ? 0x0a : 0x89
    const body = Uint8Array.from([...before, 0, ...end, 0x89, 0x8a, 0x8b])
    const found = findingOn({ body }, { body: before })
    assert.match(found.what, 'all before its first NUL byte')
    assert.match(found.remedy, 'strlen')
    assert.match(translate(found.what) ?? '', 'C 字符串')
  }),
)

counted('a body of ASCII alone: no program counted characters for bytes', () => {
  const body = JSON.stringify({ text: 'x'.repeat(3000) })
  assert.not.match(findingOn({ body }, { body: body.slice(0, 2048) }).what, 'characters')
  const letters = JSON.stringify({ text: 'ü'.repeat(1500) })
  const signed = Buffer.from(letters).subarray(0, letters.length)
  assert.match(findingOn({ body: letters }, { body: signed }).what, 'characters')
})

counted('a round number of characters of a body that is not ASCII', () => {
  const body = JSON.stringify({ list: Array.from({ length: 14 }, (_, i) => `frame ${i} 🤖 of the long story`) })
  for (const count of [200, 256, 300]) {
    // Half of a surrogate pair at the end is written as a U+FFFD.
    const found = findingOn({ body }, { body: body.slice(0, count) })
    assert.match(found.what, `The caller signed only the first ${count} characters of the body`)
    assert.match(translate(found.what) ?? '', `前 ${count} 个字符`)
  }
})
