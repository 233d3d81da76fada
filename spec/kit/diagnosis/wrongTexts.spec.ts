/**
 * Texts that people sign in the first hour in place of the string to sign: the report proves which text it was, by one mistake, and says
 * nothing else.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { type Case, diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

interface Parts {
  readonly method: string
  readonly target: string
  readonly timestamp: string
  readonly nonce: string
  readonly body: string
}

const post: Parts = {
  method: 'POST',
  target: '/v1/jobs?dry=1',
  timestamp: String(now),
  nonce: '4f0b9d0c1a7e4c55b0f3a6d2e8c97a10',
  body: '{"name":"Ünal","n":1}',
}
const get: Parts = { ...post, method: 'GET', target: '/v1/jobs', body: '' }

const reportOn = ({ method, target, nonce, body }: Parts, signedText: string): Report => {
  const request: Case = {
    method,
    target,
    authorization: [line(signatureOf(signedText), nonce)],
    body: new Uint8Array(Buffer.from(body)),
    keys,
    now,
    host: 'api.example.com',
  }
  return diagnose(request, hash)
}

const foundIn = ({ findings }: Report): ReadonlyArray<string> => findings.map(({ id }) => id)

const listOf = ({ method, target, timestamp, nonce, body }: Parts): ReadonlyArray<string> => [
  method,
  target,
  timestamp,
  nonce,
  body,
]

const standardText = (parts: Parts): string => listOf(parts).join('\n')

const indented = (parts: Parts, width: number, outer: number): string =>
  `\n${listOf(parts)
    .map((part) => ' '.repeat(width) + part)
    .join('\n')}\n${' '.repeat(outer)}`

const digestOf = (hashName: string, encoding: 'hex' | 'base64', parts: Parts): string =>
  createHash(hashName).update(standardText(parts)).digest(encoding)

const items = ({ timestamp, nonce }: Parts): string => `app_id=app-1,nonce_str=${nonce},timestamp=${timestamp}`

/** What the caller signs, and the one mistake that the report names. */
const texts: Readonly<Record<string, readonly [text: (parts: Parts) => string, id: string]>> = {
  'a slash in place of a backslash': [(parts) => listOf(parts).join('/n'), 'separator-other'],
  'escaped line feeds': [(parts) => listOf(parts).join('%0A'), 'separator-other'],
  'line ends of HTML': [(parts) => listOf(parts).join('<br>'), 'separator-other'],
  'an object of JSON': [
    ({ method, target, timestamp, nonce, body }) =>
      JSON.stringify({ method, url: target, timestamp, nonce_str: nonce, body }),
    'parts-labelled',
  ],
  'an object of JSON with a number': [
    ({ method, target, timestamp, nonce, body }) =>
      JSON.stringify({ method, path: target, timestamp: Number(timestamp), nonce, data: body }),
    'parts-labelled',
  ],
  'an object of JSON, sorted, with spaces (Python)': [
    ({ method, target, timestamp, nonce, body }) =>
      `{"body": ${JSON.stringify(body)}, "method": "${method}", "nonce": "${nonce}", "timestamp": ${timestamp}, "uri": "${target}"}`,
    'parts-labelled',
  ],
  'a list of Python': [(parts) => `['${listOf(parts).join("', '")}']`, 'parts-labelled'],
  'a tuple of Python with a number': [
    ({ method, target, timestamp, nonce, body }) => `('${method}', '${target}', ${timestamp}, '${nonce}', '${body}')`,
    'parts-labelled',
  ],
  'each part in quotation marks': [
    (parts) =>
      listOf(parts)
        .map((part) => `"${part}"`)
        .join('\n'),
    'parts-labelled',
  ],
  'the bytes of the nonce as Python prints them': [
    (parts) => standardText({ ...parts, nonce: `b'${parts.nonce}'` }),
    'parts-labelled',
  ],
  'a literal of Python over several lines': [(parts) => indented(parts, 8, 4), 'lines-indented'],
  'a literal with its end at the left': [(parts) => indented(parts, 4, 0), 'lines-indented'],
  'the MD5 of the text': [(parts) => digestOf('md5', 'hex', parts), 'hex-digest-signed'],
  'the SHA-1 of the text in Base64': [(parts) => digestOf('sha1', 'base64', parts), 'hex-digest-signed'],
  'the items of the header': [items, 'part-missing'],
  'the text of Alipay+': [
    ({ method, target, timestamp, body }) => `${method} ${target.replace(/\?.*/, '')}\napp-1.${timestamp}.${body}`,
    'part-missing',
  ],
  'sorted parameters with the body': [
    ({ timestamp, nonce, body }) => `app_id=app-1&biz_content=${body}&nonce_str=${nonce}&timestamp=${timestamp}`,
    'part-missing',
  ],
  'a timestamp that was read half an hour ago': [
    (parts) => standardText({ ...parts, timestamp: String(now - 1720) }),
    'timestamp-drift',
  ],
  'the time at which the request expires': [
    (parts) => standardText({ ...parts, timestamp: String(now + 300) }),
    'timestamp-drift',
  ],
}

const wrong = suite('texts of the first hour')

for (const [name, [write, id]] of Object.entries(texts))
  for (const parts of [post, get])
    wrong(`${name}, with ${parts.method}: recovered, and named by one mistake`, () => {
      const report = reportOn(parts, write(parts))
      assert.equal([foundIn(report), report.recovered], [[id], true], write(parts))
    })

for (const [name, signedText] of [
  ['the query alone', 'dry=1'],
  ['the query and the body (Binance)', `dry=1${post.body}`],
] as const)
  wrong(`${name}: recovered, and named by one mistake`, () => {
    const report = reportOn(post, signedText)
    assert.equal([foundIn(report), report.recovered], [['part-missing'], true])
    assert.match(report.findings[0]?.what ?? '', /text of another scheme: Binance/)
  })

wrong('without a query, the body alone is no text of Binance', () => {
  const report = reportOn({ ...post, target: '/v1/jobs' }, post.body)
  assert.equal(foundIn(report), ['part-missing'])
  assert.not.match(report.findings[0]?.what ?? '', /Binance/)
})

const numberNonces = fc.stringMatching(/^0{1,4}[1-9][0-9]{9,24}$/)

wrong('for all nonces of digits with zeros in front: a number without them is named', () =>
  forAll([numberNonces], { numRuns: 10 }, (nonce) => {
    const report = reportOn({ ...get, nonce }, standardText({ ...get, nonce: nonce.replace(/^0+/, '') }))
    assert.equal(foundIn(report), ['nonce-encoding'])
    assert.match(report.findings[0]?.what ?? '', /zeros in front were lost/)
  }),
)

wrong('for all nonces of 64 digits: the first half is named, with its length', () =>
  forAll([fc.stringMatching(/^[0-9a-f]{64}$/)], { numRuns: 10 }, (nonce) => {
    const report = reportOn({ ...get, nonce }, standardText({ ...get, nonce: nonce.slice(0, 32) }))
    assert.equal(foundIn(report), ['nonce-encoding'])
    assert.match(report.findings[0]?.what ?? '', /^The caller signed only the first 32 characters of the nonce/)
  }),
)

wrong('the right text has no finding, whatever digits the nonce has', () => {
  for (const nonce of ['008123', '1234567890123456789012', 'f'.repeat(64)]) {
    const report = reportOn({ ...get, nonce }, standardText({ ...get, nonce }))
    assert.equal([report.outcome, foundIn(report)], ['accept', []])
  }
})
