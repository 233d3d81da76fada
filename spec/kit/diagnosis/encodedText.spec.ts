/**
 * The whole string to sign in other letters or another encoding: whatever parts hold the letters, the report is exact, and its
 * sentence names the encoding.
 */
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'

const encoded = suite('the whole string to sign in another encoding')

const nonce = 'n-1'

/** The only finding for a request of which `write` made what was signed. Its id and its sentence. */
const findingFor = (target: string, body: string, write: (text: string) => string | Uint8Array) => {
  const text = `POST\n${target}\n${now}\n${nonce}\n${body}`
  const report = diagnose(
    {
      method: 'POST',
      target,
      authorization: [line(signatureOf(write(text)))],
      body: new Uint8Array(Buffer.from(body)),
      keys: [{ appId: 'app-1', key: publicKey(2048, 'app-1') }],
      now,
    },
    hash,
  )
  const [finding, ...others] = report.findings
  assert.equal([report.exact, others], [true, []])
  return `${finding?.id}: ${finding?.what}`
}

const lower = (text: string): string => text.toLowerCase()
const upper = (text: string): string => text.toUpperCase()
const inLower = 'text-encoded: The caller changed the whole string to sign to lower case before signing.'
const inUpper = 'text-encoded: The caller changed the whole string to sign to upper case before signing.'

encoded('in lower case, where the body alone or the target alone has capitals beside the method', () => {
  assert.is(findingFor('/api/quote', '{"realmName":"Main"}', lower), inLower)
  assert.is(findingFor('/api/Quote', '{"realmname":"main"}', lower), inLower)
})

encoded('in upper case, where the nonce has small letters or only the body has', () => {
  assert.is(findingFor('/api/quote', '12', upper), inUpper)
  assert.is(findingFor('/api/quote', '{"a":"é"}', upper), inUpper)
})

encoded('by the rules of ASCII, or letter by letter, where letters beyond ASCII show it', () => {
  const inAscii = (text: string): string => text.replace(/[A-Z]/g, lower)
  assert.is(findingFor('/api/quote', '{"a":"ÉCLAIR"}', inAscii), inLower)
  const letterByLetter = (text: string): string => text.replace(/[^ß]/g, upper)
  assert.is(findingFor('/api/quote', '{"a":"straße"}', letterByLetter), inUpper)
})

encoded('a text in which only the method shows the case: the method is the cause', () => {
  assert.match(findingFor('/api/quote', '{"a":"b"}', lower), /^method-case: /)
})

encoded('as many bytes of its UTF-16 as it has characters', () => {
  const half = (text: string): Uint8Array => Buffer.from(text, 'utf16le').subarray(0, text.length)
  const sentence =
    'text-encoded: The caller signed only the first half of the string to sign in UTF-16LE. It took the number of characters as the number of bytes.'
  assert.is(findingFor('/v1/tweets', '{"status":"hello"}', half), sentence)
  assert.is(findingFor('/v1/tweets', '{"status":"é狐"}', half), sentence)
})

encoded('the sentence names the encoding', () => {
  const sentenceOf = (write: (text: string) => string | Uint8Array): string => findingFor('/v1/jobs', '{"a":1}', write)
  assert.is(
    sentenceOf((text) => Buffer.from(text, 'utf16le')),
    'text-encoded: The caller signed the string to sign in UTF-16LE. It must be in UTF-8.',
  )
  assert.is(
    sentenceOf((text) => Buffer.from(text).toString('hex')),
    'text-encoded: The caller encoded the whole string to sign before signing: hex.',
  )
  assert.is(
    sentenceOf((text) => `\ufeff${text}`),
    'text-encoded: The caller signed a byte order mark before the string to sign.',
  )
})
