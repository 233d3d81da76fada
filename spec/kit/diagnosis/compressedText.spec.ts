/** A shown text with a compressed body: it is compared with the content that arrived, whatever program compressed it. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { reportInChinese } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { bodyOfText } from '../../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { decompress } from '../../../src/platform/node/decompress.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const bytesOf = (given: string | Uint8Array): Uint8Array => new Uint8Array(Buffer.from(given as string))

const reportOn = (signedBody: Uint8Array, body: Uint8Array): Report => {
  const claimed = bytesOf(Buffer.concat([Buffer.from(`POST\n/v1/jobs\n${now}\nn-1\n`), signedBody]))
  return diagnose(
    {
      method: 'POST',
      target: '/v1/jobs',
      authorization: [line(signatureOf(claimed))],
      body,
      decoded: decompress(body, 65_536),
      claimed,
      claimedDecoded: decompress(bodyOfText(claimed), 65_536),
      keys: [{ appId: 'app-1', key: publicKey(2048, 'app-1') }],
      now,
    },
    hash,
  )
}

const content = bytesOf('{"request_id":"20260101","text":"a lighthouse at dawn, a lighthouse at dusk"}')
const levels = [1, 3, 6, 9]

const compressed = suite('a shown text with a compressed body')

const assertTold = ({ findings, ...report }: Report, words: RegExp): void => {
  assert.equal(
    findings.map(({ id }) => id),
    ['body-compressed'],
  )
  assert.match(findings[0]?.what ?? '', words)
  const [inChinese] = reportInChinese({ ...report, findings }).findings
  assert.not.match(`${inChinese?.what} ${inChinese?.detail}`, /[A-Za-z]{3}/)
}

compressed('for all codings and levels: signed compressed, arrived without compression', () => {
  const signedBodies = [
    ...levels.flatMap((level) => [gzipSync(content, { level }), deflateSync(content, { level })]),
    brotliCompressSync(content),
  ]
  for (const signedBody of signedBodies)
    assertTold(reportOn(bytesOf(signedBody), content), /signed the compressed body, but the body arrived without/)
})

compressed('signed with one program or level, arrived with another', () => {
  const pairs = [
    [gzipSync(content, { level: 1 }), gzipSync(content, { level: 9 })],
    [gzipSync(content, { memLevel: 1, strategy: 2 }), gzipSync(content)],
    [deflateSync(content), brotliCompressSync(content)],
  ] as const
  for (const [signedBody, body] of pairs)
    assertTold(reportOn(bytesOf(signedBody), bytesOf(body)), /compressed by another program or with other settings/)
})

compressed('signed before it was compressed, at any level', () => {
  for (const level of levels) assertTold(reportOn(content, bytesOf(gzipSync(content, { level }))), /before compression/)
})

compressed('not: a compressed body with other content', () => {
  const { findings } = reportOn(bytesOf(gzipSync('{"a":1}')), content)
  assert.not.ok(findings.some(({ id }) => id === 'body-compressed'))
})

compressed('for all texts: the body is what stands after the fourth line feed', () =>
  forAll([fc.array(fc.stringMatching(/^[a-z]*$/), { minLength: 4, maxLength: 4 }), fc.string()], (lines, body) => {
    assert.equal(bodyOfText(bytesOf(`${lines.join('\n')}\n${body}`)), bytesOf(body))
    assert.equal(bodyOfText(bytesOf(lines.join('\n'))), bytesOf(''))
  }),
)
