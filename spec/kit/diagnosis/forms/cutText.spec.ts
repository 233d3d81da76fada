/** Bodies that arrive without their end, because their bytes were counted as characters. */
import { assert, byTurns, suite } from '../../../support/suite.ts'
import { findingOn, inLatin1, signedBy } from './changes.ts'

const cut = byTurns(2, suite('bodies without their end'))

const values: ReadonlyArray<unknown> = [
  { t: 'é' },
  { t: 'ßü', n: 1 },
  { t: ['é', 'ü', true] },
  { t: 'éé', s: 'ab' },
  { t: 'ééé', n: 17 },
  { t: 'é', more: { list: [1, [2]] } },
  [{ t: 'été', ok: false }],
  { t: 'ñ', s: '' },
]

cut('for all such values, compact and for people: the text with its end is tried', () => {
  for (const value of values)
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2), `${JSON.stringify(value)}\n`]) {
      const sent = Buffer.from(text).subarray(0, text.length)
      const lost = Buffer.from(text).subarray(text.length)
      // A line end alone is another mistake.
      if (lost.toString().trim() === '') continue
      const signed = signedBy(['body-other'], 'body', { body: new Uint8Array(sent) })
      assert.ok(signed.has(inLatin1(text)), JSON.stringify([sent.toString(), text]))
    }
})

cut('one that ends inside a character too', () => {
  const text = '{"t":"chaussée 中"}'
  for (const lost of [3, 4]) {
    const sent = new Uint8Array(Buffer.from(text).subarray(0, -lost))
    assert.ok(signedBy(['body-other'], 'body', { body: sent }).has(inLatin1(text)), `${lost}`)
  }
})

cut('the words say what was lost, and that it was counted in characters only if it was', () => {
  const text = '{"t":"été"}'
  const bytes = new Uint8Array(Buffer.from(text))
  const counted = findingOn({ body: bytes.subarray(0, text.length) }, { body: text })
  assert.is(counted.id, 'body-other')
  assert.match(
    counted.what,
    /did not arrive, "}\. .*13 bytes, but 11 bytes arrived: as many as the signed text has characters/,
  )
  assert.match(counted.remedy, /Content-Length must be the number of bytes/)
  const other = findingOn({ body: bytes.subarray(0, -1) }, { body: text })
  assert.match(other.what, /did not arrive, }\. The caller signed 13 bytes, but 12 bytes arrived\.$/)
})

cut('a text that is whole, or no JSON, has no end', () => {
  for (const body of ['{"t":"é"}', 'plain', '[1]', '']) {
    const longer = [...signedBy(['body-other'], 'body', { body })].filter(
      (text) => text.startsWith(inLatin1(body)) && /[\]}]\n?$/.test(text.slice(inLatin1(body).length)),
    )
    assert.equal(longer, [])
  }
})
