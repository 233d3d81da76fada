/** Words that must be true: a label, a headline or a hypothesis never says what the bytes disprove. */
import { createHash, sign } from 'node:crypto'
import fc from 'fast-check'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { rsa } from '../../support/keys.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { findingOn } from './forms/changes.ts'

const words = suite('words that are true')

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

interface Sent {
  readonly method?: string
  readonly target?: string
  readonly nonce?: string
  readonly body?: string
  readonly host?: string
}

/** The report on a request with this line. */
const reportOnLine = (authorization: string, { method = 'POST', target = '/v1/jobs', body = '', host }: Sent): Report =>
  diagnose(
    { method, target, authorization: [authorization], body: new Uint8Array(Buffer.from(body)), keys, now, host },
    hash,
    200_000_000,
  )

/** The report on a request in which this text was signed. */
const reportOnText = (text: string | Uint8Array, sent: Sent): Report =>
  reportOnLine(line(signatureOf(text), sent.nonce ?? 'n-1'), sent)

const textOf = ({ method = 'POST', target = '/v1/jobs', nonce = 'n-1', body = '' }: Sent): string =>
  `${method}\n${target}\n${now}\n${nonce}\n${body}`

words('for all signatures of noise: a signature that no key opens may be made by a function that does not sign', () =>
  forAll([fc.uint8Array({ minLength: 256, maxLength: 256 })], { numRuns: 3 }, (noise) => {
    const { findings } = reportOnLine(line(Buffer.from(noise).toString('base64')), {})
    const [found] = findings.filter(({ id }) => id === 'unknown-key')
    assert.match(found?.what ?? '', /Another key made it, .* damaged it on the way, or it is the result of a function that does not sign/)
    assert.match(found?.remedy ?? '', /calls a function that signs/)
  }),
)

for (const hashName of ['sha1', 'sha256'] as const)
  words(`a digest that was signed with ${hashName} is told as hashed again, and by no hash of its own`, () => {
    const digest = createHash('sha256').update(textOf({})).digest()
    const signature = sign(hashName, digest, rsa(2048, 'app-1').privateKey).toString('base64')
    const { findings } = reportOnLine(line(signature), {})
    const found = findings.find(({ id }) => id === 'double-hash')
    assert.is(found?.detail, 'the SHA-256 digest, hashed again')
  })

const jsonLines = fc.array(fc.constantFrom('', '{', '"a": 1,', '}'), { minLength: 2, maxLength: 5 })

words('for all lines with CR CR LF: they are told as such, and as CR LF signed', () =>
  forAll([jsonLines], { numRuns: 5 }, (lines) => {
    const found = findingOn({ body: `x${lines.join('\r\r\n')}` }, { body: `x${lines.join('\r\n')}` })
    assert.is(found.id, 'body-crlf')
    assert.is(found.detail, 'CR LF signed')
    assert.match(found.what, /as CR LF, but they arrived as CR CR LF\. .*text mode/)
    assert.match(found.remedy, /binary mode/)
  }),
)

words('one CR more in some lines alone is no work of the text mode', () => {
  const found = findingOn({ body: 'a\r\nb\r\n' }, { body: 'a\nb\n' })
  assert.is(found.detail, 'LF signed')
  assert.not.match(found.what, /CR CR LF/)
})
