/**
 * A body that was signed in UTF-8 and sent in another encoding, with another mistake in the same body: PowerShell signs CR LF in UTF-8, and
 * sends LF in ISO-8859-1.
 */
import fc from 'fast-check'
import { diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { encodeInCharset } from '../../../../src/kit/diagnosis/forms/charsets.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../../support/planting.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** The mistakes that a report proves. */
const provenOn = (signed: Uint8Array, body: Uint8Array, contentType?: string): ReadonlyArray<string> => {
  const head = Buffer.from(`POST\n/v1/jobs\n${now}\nn-1\n`)
  const authorization = [line(signatureOf(Buffer.concat([head, signed])))]
  const headers = contentType === undefined ? [] : [['content-type', contentType] as const]
  const report = diagnose({ method: 'POST', target: '/v1/jobs', authorization, body, headers, keys, now }, hash)
  return report.findings.flatMap(({ id, evidence }) => (evidence === 'digest' ? [id] : [])).toSorted()
}

const encodings = [
  { letters: 'Søren Müller', encode: (text: string) => new Uint8Array(Buffer.from(text, 'latin1')) },
  { letters: '王小明', encode: (text: string) => encodeInCharset('gbk', text) },
  { letters: '山田', encode: (text: string) => encodeInCharset('shift_jis', text) },
  { letters: '김철수', encode: (text: string) => encodeInCharset('euc-kr', text) },
] as const

/** What the caller signed, the text of what it sent, and the mistake beside the encoding. */
const seconds = [
  {
    id: 'body-crlf',
    signed: (name: string) => `{"name":\r\n"${name}"}`,
    sent: (name: string) => `{"name":\n"${name}"}`,
  },
  {
    id: 'body-crlf',
    signed: (name: string) => `{"name":\n"${name}"}`,
    sent: (name: string) => `{"name":\r\n"${name}"}`,
  },
  {
    id: 'body-reserialized',
    signed: (name: string) => `{"name": "${name}"}`,
    sent: (name: string) => `{"name":"${name}"}`,
  },
  {
    id: 'body-bom',
    signed: (name: string) => `\ufeff{"name":"${name}"}`,
    sent: (name: string) => `{"name":"${name}"}`,
  },
  {
    id: 'body-trailing-newline',
    signed: (name: string) => `{"name":"${name}"}`,
    sent: (name: string) => `{"name":"${name}"}\n`,
  },
] as const

const inCharset = suite('a body in another encoding, and a second mistake')

inCharset('for all letters, encodings and second mistakes: both are told', () =>
  forAll(
    [fc.constantFrom(...encodings), fc.constantFrom(...seconds)],
    { numRuns: 8 },
    ({ letters, encode }, second) => {
      const signed = new Uint8Array(Buffer.from(second.signed(letters)))
      assert.equal(provenOn(signed, encode(second.sent(letters))), ['body-encoding', second.id].toSorted())
    },
  ),
)

inCharset('the reverse, where Content-Type names the encoding: both are told', () => {
  const signed = encodeInCharset('gbk', '{"name":"王小明","n":1}')
  const body = new Uint8Array(Buffer.from('{"name": "王小明", "n": 1}'))
  const told = provenOn(signed, body, 'application/json; charset=gbk')
  assert.equal(told, ['body-encoding', 'body-reserialized'])
})
