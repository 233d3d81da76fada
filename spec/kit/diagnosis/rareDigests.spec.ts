/** A digest that was signed in place of the text, as Node, KMS and LibreSSL make it. The expected bytes are Node's own. */
import { createHash } from 'node:crypto'
import { reportInChinese } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'

const text = `GET\n/v1/jobs\n${now}\nn-1\n`
const digest = createHash('sha256').update(text).digest()

const digests = suite('a digest in place of the text')

const messages = [
  [Buffer.from(digest.toString()), 'read as text in UTF-8'],
  [Buffer.from(digest.toString('latin1'), 'utf8'), 'with each byte as one letter'],
  [Buffer.concat([Buffer.from('3031300d060960864801650304020105000420', 'hex'), digest]), 'in a DigestInfo'],
  [Buffer.from(`SHA256(stdin)= ${digest.toString('hex')}\n`), 'as LibreSSL prints it'],
  [Buffer.from(digest.toString('base64url')), 'in the URL alphabet of Base64'],
] as const

for (const [message, words] of messages)
  digests(words, () => {
    const request = { method: 'GET', target: '/v1/jobs', authorization: [line(signatureOf(message))] }
    const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
    const report = diagnose({ ...request, body: new Uint8Array(), keys, now }, hash)
    assert.ok(report.exact)
    const [found] = report.findings
    assert.is(found?.id, 'hex-digest-signed')
    assert.match(found?.what ?? '', words)
    assert.not.match(reportInChinese(report).findings[0]?.what ?? '', /signed|digest of/)
  })
