/**
 * Requests that real clients were refused, and that were not explained or explained wrongly.
 */
import { sign as rsaSign } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { readRequest } from '../../../src/kit/diagnosis/pasted/readRequest.ts'
import { contentOf, inWords } from '../../../src/kit/diagnosis/Received.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { rsa } from '../../support/keys.ts'
import { now, publicKey } from '../../support/planting.ts'
import { suite } from '../../support/suite.ts'

interface Sent {
  readonly method?: string
  readonly target?: string
  readonly nonce?: string
  readonly body?: string | Uint8Array
  /** The line, from the signature. */
  readonly line?: (signature: string) => string
}

const headOf = (method: string, target: string, nonce = 'n-1'): string => `${method}\n${target}\n${now}\n${nonce}\n`

const signatureOf = (text: string | Uint8Array): string =>
  rsaSign('sha256', Buffer.from(text as string), rsa(2048, 'app-1').privateKey).toString('base64')

const keys = [{ appId: 'a', key: publicKey(2048, 'app-1') }]

/** The report on a request whose caller signed this text. */
const reportOn = (signed: string | Uint8Array, sent: Sent, budget?: number): Report => {
  const { method = 'GET', target = '/v1/jobs', nonce = 'n-1', body = '' } = sent
  const usual = (signature: string): string =>
    `SVC-SHA256-RSA app_id=a,nonce_str=${nonce},timestamp=${now},signature=${signature}`
  const authorization = [(sent.line ?? usual)(signatureOf(signed))]
  const request = { method, target, authorization, body: new Uint8Array(Buffer.from(body as string)), keys, now }
  return diagnose(request, hash, budget)
}

/** The same of a request that was saved as raw HTTP. */
const reportOnRaw = (signed: string, target: string): Report => {
  const line = `SVC-SHA256-RSA app_id=a,nonce_str=n-1,timestamp=${now},signature=${signatureOf(signed)}`
  const received = readRequest(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: ${line}\r\n\r\n`))
  if (E.isLeft(received)) throw new Error(inWords(received.left))
  const content = contentOf(received.right.body)
  return diagnose({ ...received.right, body: E.isRight(content) ? content.right : new Uint8Array(), keys, now }, hash)
}

const isExactly = ({ exact, findings, alternatives }: Report, ...ids: ReadonlyArray<string>): void => {
  assert.equal(
    findings.map(({ id }) => id),
    ids,
  )
  assert.equal([exact, alternatives.length], [true, 0])
}

const wild = suite('from the wild')

// A caller escapes some characters, and its HTTP library the others.
for (const [sent, signed] of [
  ['/v1/jobs?next=eHk%3D&title=red%20fox', '/v1/jobs?next=eHk%3D&title=red fox'],
  ['/v1/jobs?next=eHk%3D&title=red+fox', '/v1/jobs?next=eHk%3D&title=red fox'],
  ['/v1/jobs?next=eHk%3D&title=%C3%A9t%C3%A9', '/v1/jobs?next=eHk%3D&title=été'],
  ['/v1/jobs?next=eHk%3D&title=%22a%22%20b', '/v1/jobs?next=eHk%3D&title="a" b'],
  ['/v1/jobs?next=eHk%3D&title=%22a%22%20b', '/v1/jobs?next=eHk%3D&title="a"%20b'],
  ['/v1/my%20jobs/a%2Fb?x=1', '/v1/my jobs/a%2Fb?x=1'],
  ['/v1/jobs?tags=%5Ba%5D%26b', '/v1/jobs?tags=[a]%26b'],
  ['/v1/jobs?a=%7Bx%7D%7C%25', '/v1/jobs?a={x}|%25'],
  ['/v1/jobs?a=1%202&b=3%204&c=%3D', '/v1/jobs?a=1 2&b=3%204&c=%3D'],
] as const)
  wild(`the query was escaped in part: ${signed}`, () =>
    isExactly(reportOn(headOf('GET', signed), { target: sent }), 'target-reencoded'),
  )

const job = '{"request_id":"1","stages":[],"title":"狐/é","none":null}'

for (const [name, signed, id, body = job] of [
  ['[object Blob]', '[object Blob]', 'body-printed'],
  ['[object FormData]', '[object FormData]', 'body-printed', '--x\r\n\r\n--x--'],
  ['null fields were dropped', '{"request_id":"1","stages":[],"title":"狐/é"}', 'body-reserialized'],
  [
    'JSON_UNESCAPED_UNICODE of PHP, with U+2028',
    '{"title":"狐\\u2028\\/"}',
    'body-reserialized',
    '{"title":"狐\u2028/"}',
  ],
] as const)
  wild(`the body: ${name}`, () =>
    isExactly(reportOn(headOf('POST', '/v1/jobs') + signed, { method: 'POST', body }), id),
  )

wild('the body: GBK', () => {
  const gbk = Buffer.from('c0ef', 'hex')
  const signed = Buffer.concat([Buffer.from(`${headOf('POST', '/v1/jobs')}{"t":"`), gbk, Buffer.from('"}')])
  isExactly(reportOn(signed, { method: 'POST', body: '{"t":"里"}' }), 'body-encoding')
})

wild('a raw space or a raw letter on the request line', () => {
  for (const target of ['/v1/jobs?title=red fox', '/v1/jobs?title=café', '/v1/狐']) {
    const report = reportOnRaw(headOf('GET', target), target)
    isExactly(report, 'target-raw')
    assert.is(report.reason, 'target_invalid')
    isExactly(reportOnRaw(headOf('GET', encodeURI(target)), target), 'target-raw', 'target-reencoded')
  }
})

wild('a raw space, and a nonce that is made of the clock: both are named', () => {
  const nonce = Buffer.from(hash('md5', Buffer.from(String(now)))).toString('hex')
  const target = '/v1/jobs?title=red fox'
  isExactly(reportOn(headOf('GET', target, nonce), { target, nonce }), 'target-raw', 'nonce-from-clock')
})

wild('a header in another form gives its signature to the search', () => {
  const line = (signature: string): string =>
    `SVC-SHA256-RSA ${JSON.stringify({ app_id: 'a', nonce_str: 'n-1', timestamp: now, signature })}`
  isExactly(reportOn(headOf('GET', '/v1/jobs'), { line }), 'header-form')
  isExactly(reportOn(headOf('GET', '/v1/jobs/'), { line }), 'header-form', 'target-trailing-slash')
})

wild('an empty nonce', () => isExactly(reportOn(headOf('GET', '/v1/jobs', ''), { nonce: '' }), 'nonce-empty'))

wild('the body of an earlier request was signed: a guess, and only where no body was sent', () => {
  const guessed = (sent: Sent): ReadonlyArray<string> => {
    const { exact, findings, alternatives } = reportOn(`${headOf('GET', '/v1/jobs')}{"a":"another"}`, sent, 20_000_000)
    assert.not.ok(exact)
    return [findings, ...alternatives].flat().map(({ id }) => id)
  }
  const without = guessed({})
  assert.ok(without.includes('body-left-over') && !without.includes('body-other'))
  const withOne = guessed({ body: '{}' })
  assert.ok(withOne.includes('body-other') && !withOne.includes('body-left-over'))
})

wild.run()
