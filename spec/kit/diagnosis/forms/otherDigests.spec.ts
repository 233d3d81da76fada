/** Digests and checksums in place of a body, as the platform computes them. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sayDetail, translate } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { digestWords, otherDigests } from '../../../../src/kit/diagnosis/forms/otherDigests.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { assert, byTurns, forAll, suite } from '../../../support/suite.ts'
import { restOfEnglish } from '../chinese/reading.ts'
import { findingOn } from './changes.ts'

const digests = suite('digests in place of the body')

const formsOf = (body: Uint8Array): ReadonlyMap<string, string> =>
  new Map(Array.from(otherDigests(body, hash, new Set()), ([detail, text]) => [text, detail]))

const algorithms = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'] as const
const writings = ['base64url', 'hex', 'base64'] as const

digests('for all bodies: each algorithm, in each writing that the usual forms lack', () =>
  forAll([fc.uint8Array()], { numRuns: 30 }, (body) => {
    const forms = formsOf(body)
    for (const algorithm of algorithms)
      for (const writing of writings) {
        const isUsual = writing !== 'base64url' && !['sha224', 'sha384'].includes(algorithm)
        const text = createHash(algorithm).update(body).digest(writing)
        assert.ok(isUsual || forms.has(text), `${algorithm} ${writing}`)
      }
  }),
)

digests('for all bodies: each text once, and each has words', () =>
  forAll([fc.uint8Array()], { numRuns: 30 }, (body) => {
    const forms = [...otherDigests(body, hash, new Set())]
    assert.is(new Set(forms.map(([, text]) => text)).size, forms.length)
    for (const [detail] of forms) assert.ok(digestWords(detail, body.length > 0) !== undefined, detail)
  }),
)

digests('the check values of CRC-32 and Adler-32', () => {
  assert.is(formsOf(Buffer.from('123456789')).get('cbf43926'), 'crc32, hex')
  assert.is(formsOf(Buffer.from('Wikipedia')).get('11e60398'), 'adler32, hex')
})

digests('the digests of an empty text belong to a body that is not empty', () => {
  assert.is(formsOf(Buffer.from('{}')).get('d41d8cd98f00b204e9800998ecf8427e'), 'of no bytes: md5, hex')
  assert.not.ok([...formsOf(new Uint8Array()).values()].some((detail) => detail.startsWith('of no bytes')))
})

/** A search for a late form takes long. */
const search = byTurns(2, digests)
const body = '{"a":1}'
for (const [signed, what] of [
  [
    createHash('md5').update(body).digest('hex'),
    'The caller signed the MD5 of the body in hexadecimal digits instead of the body.',
  ],
  [
    createHash('sha384').update(body).digest('base64'),
    'The caller signed the SHA-384 of the body in Base64 instead of the body.',
  ],
  [
    createHash('sha1').digest('base64'),
    'The caller signed the SHA-1 of an empty text in Base64 instead of the body. Perhaps it hashed the body before the body had its value.',
  ],
] as const)
  search(`one cause: ${signed}`, () => assert.is(findingOn({ body }, { body: signed }).what, what))

search('the MD5 of no body is one of an empty text', () =>
  assert.is(
    findingOn({}, { body: createHash('md5').digest('hex') }).what,
    'The caller signed the MD5 of an empty text in hexadecimal digits instead of the body. But this request has no body.',
  ),
)

digests('the words are Chinese too', () => {
  for (const text of ['{}', '']) {
    const sent = new Uint8Array(Buffer.from(text))
    for (const [detail] of otherDigests(sent, hash, new Set())) {
      const { digest } = digestWords(detail, sent.length > 0) ?? { digest: '' }
      const english = `The caller signed ${digest} instead of the body.`
      assert.equal([restOfEnglish(translate(english) ?? english), restOfEnglish(sayDetail(detail))], [[], []], english)
    }
  }
})
