/**
 * Requests that real clients were refused, and that were not explained or explained wrongly.
 */
import * as E from 'fp-ts/lib/Either.js'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { readRequest } from '../../../src/kit/diagnosis/pasted/readRequest.ts'
import { contentOf } from '../../../src/kit/diagnosis/Received.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, right, suite } from '../../support/suite.ts'

interface Sent {
  readonly method?: string
  readonly target?: string
  readonly nonce?: string
  readonly body?: string | Uint8Array
  readonly url?: string | undefined
  readonly host?: string | undefined
  /** The line, from the signature. */
  readonly line?: (signature: string) => string
}

const headOf = (method: string, target: string, nonce = 'n-1'): string => `${method}\n${target}\n${now}\n${nonce}\n`

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]

/** The report on a request whose caller signed this text. */
const reportOn = (signed: string | Uint8Array, sent: Sent, budget?: number): Report => {
  const { method = 'GET', target = '/v1/jobs', nonce = 'n-1', body = '', url, host } = sent
  const signature = signatureOf(signed)
  const authorization = [sent.line?.(signature) ?? line(signature, nonce)]
  const content = new Uint8Array(Buffer.from(body as string))
  return diagnose({ method, target, authorization, body: content, keys, url, host, now }, hash, budget)
}

/** The same of a request that was saved as raw HTTP. */
const reportOnRaw = (signed: string, target: string): Report => {
  const text = `GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: ${line(signatureOf(signed))}\r\n\r\n`
  const received = right(readRequest(Buffer.from(text)))
  const body = E.getOrElse((): Uint8Array => new Uint8Array())(contentOf(received.body))
  return diagnose({ ...received, body, keys, now }, hash)
}

const isExactly = ({ exact, findings, alternatives }: Report, ...ids: ReadonlyArray<string>): void => {
  const found = findings.map(({ id }) => id)
  assert.equal(found, ids)
  assert.equal([exact, alternatives.length], [true, 0])
}

const wild = suite('from the wild')

// A caller escapes some characters, and its HTTP library the others.
for (const [sent, signed] of [
  ['/v1/jobs?next=eHk%3D&title=red%20fox', '/v1/jobs?next=eHk%3D&title=red fox'],
  ['/v1/jobs?next=eHk%3D&title=%C3%A9t%C3%A9', '/v1/jobs?next=eHk%3D&title=été'],
  ['/v1/jobs?next=eHk%3D&title=%22a%22%20b', '/v1/jobs?next=eHk%3D&title="a"%20b'],
  ['/v1/jobs?tags=%5Ba%5D%26b', '/v1/jobs?tags=[a]%26b'],
  ['/v1/jobs?a=1%202&b=3%204&c=%3D', '/v1/jobs?a=1 2&b=3%204&c=%3D'],
  ['/v1/jobs?at=red+fox%2F26&to=https%3A%2F%2Fme', '/v1/jobs?at=red%20fox/26&to=https%3A//me'],
  ['/v1/jobs?tags=a,b:1&user=~bob+x', '/v1/jobs?tags=a%2Cb%3A1&user=%7Ebob+x'],
] as const)
  wild(`the query was escaped in part: ${signed}`, () =>
    isExactly(reportOn(headOf('GET', signed), { target: sent }), 'target-reencoded'),
  )

const job = '{"request_id":"1","stages":[],"title":"狐/é","none":null}'

for (const [name, signed, id, body = job] of [
  ['[object Blob]', '[object Blob]', 'body-printed'],
  ['[object FormData]', '[object FormData]', 'body-printed', '--x\r\n\r\n--x--'],
  ['null fields were dropped', '{"request_id":"1","stages":[],"title":"狐/é"}', 'body-reserialized'],
  ['PHP, with U+2028', '{"title":"狐\\u2028\\/"}', 'body-reserialized', '{"title":"狐\u2028/"}'],
] as const)
  wild(`the body: ${name}`, () =>
    isExactly(reportOn(headOf('POST', '/v1/jobs') + signed, { method: 'POST', body }), id),
  )

wild('the body: GBK', () => {
  const gbk = Buffer.from('c0ef', 'hex')
  const signed = Buffer.concat([Buffer.from(`${headOf('POST', '/v1/jobs')}{"t":"`), gbk, Buffer.from('"}')])
  isExactly(reportOn(signed, { method: 'POST', body: '{"t":"里"}' }), 'body-encoding')
})

wild('the body was sent in UTF-16, and signed in UTF-8', () => {
  const body = Buffer.from(`\ufeff${job}`, 'utf16le')
  isExactly(reportOn(headOf('POST', '/v1/jobs') + job, { method: 'POST', body }), 'body-encoding')
  isExactly(reportOn(headOf('POST', '/v1/jobs') + job, { method: 'POST', body: body.swap16() }), 'body-encoding')
})

const ctime = new Date(now * 1000).toUTCString().replace(/(\w+), (\d+) (\w+) (\d+) (\S+) GMT/, '$1 $3 $2 $5 $4')

for (const [signed, id] of [
  [`:post\n/v1/jobs\n${now}\nn-1\n`, 'parts-labelled'],
  ['POST\n/v1/jobs\ntime()\nn-1\n', 'part-unfilled'],
  [`POST\n/v1/jobs\n${now}\n$(uuidgen)\n`, 'part-unfilled'],
  [`POST\n/v1/jobs\n${ctime}\n\nn-1\n`, 'timestamp-format'],
] as const)
  wild(`a part was printed: ${JSON.stringify(signed)}`, () => isExactly(reportOn(signed, { method: 'POST' }), id))

wild('a raw space or a raw letter on the request line', () => {
  for (const target of ['/v1/jobs?title=red fox', '/v1/jobs?title=café', '/v1/狐']) {
    const report = reportOnRaw(headOf('GET', target), target)
    isExactly(report, 'target-raw')
    assert.is(report.reason, 'target_invalid')
    isExactly(reportOnRaw(headOf('GET', encodeURI(target)), target), 'target-raw', 'target-reencoded')
    assert.not.match(report.findings[0]?.remedy ?? '', '#', 'no # is removed where there is none')
  }
})

wild('a raw space, and a nonce that is made of the clock: both are named', () => {
  const nonce = Buffer.from(hash('md5', Buffer.from(String(now)))).toString('hex')
  const target = '/v1/jobs?title=red fox'
  isExactly(reportOn(headOf('GET', target, nonce), { target, nonce }), 'target-raw', 'nonce-from-clock')
})

wild('a header in another form gives its signature to the search', () => {
  const line = (signature: string): string =>
    `SVC-SHA256-RSA ${JSON.stringify({ app_id: 'app-1', nonce_str: 'n-1', timestamp: now, signature })}`
  isExactly(reportOn(headOf('GET', '/v1/jobs'), { line }), 'header-form')
  isExactly(reportOn(headOf('GET', '/v1/jobs/'), { line }), 'header-form', 'target-trailing-slash')
})

wild('an empty nonce', () => isExactly(reportOn(headOf('GET', '/v1/jobs', ''), { nonce: '' }), 'nonce-empty'))

wild('another body was signed: a guess, and only where the request speaks for it', () => {
  const guessed = (method: string, sent: Sent): ReadonlyArray<string> => {
    const { exact, findings, alternatives } = reportOn(
      `${headOf(method, '/v1/jobs')}{"a":"another"}`,
      { method, ...sent },
      20_000_000,
    )
    assert.not.ok(exact)
    return [findings, ...alternatives].flat().map(({ id }) => id)
  }
  assert.equal(guessed('POST', {}), [])
  assert.equal(guessed('POST', { body: '{}' }), [])
  assert.equal(guessed('POST', { body: '{"a":"anoth' }), ['body-other'])
  // As a shell splits it at its first blank.
  assert.equal(guessed('POST', { body: '{"a":' }), ['body-through-shell'])
})

/** Every explanation in a line; `exact` in front, if there is one. */
const told = ({ exact, recovered, findings, alternatives }: Report): string => {
  const all = [findings, ...alternatives].map((some) => some.map(({ id }) => id).join('+'))
  return recovered ? `${exact ? 'exact ' : ''}${all.toSorted().join(' | ')}` : ''
}

/** One was sent, another signed, the URL and the host that the caller told. */
for (const [sent, signed, expected, url, host] of [
  // The collection was signed in place of one of its members: says so, and nothing of a URL.
  ['/v1/jobs/8812', '/v1/jobs', 'exact target-other'],
  ['/v1/jobs/8812', '/v1/jobs', 'exact target-other', 'http://127.0.0.1:9000/v1/jobs'],
  ['/v1/jobs/8812', '/v1/jobs', 'exact target-other', 'http://127.0.0.1:9000/v1/jobs/8812'],
  ['/v1/jobs/8812', '/v1/jobs', 'exact target-other', '/v1/jobs'],
  ['/v1/jobs/8812', '/v1/jobs', 'exact target-other', ''],
  // Another target of the same service is found without a URL.
  ['/v1/jobs/8812?full', '/v1/jobs?full', 'exact target-other'],
  ['/v1/jobs/8812', '/v1/jobs/', 'exact target-other'],
  ['/v1/jobs/8812', '/v1/jobs/{id}', 'exact target-other'],
  ['/v1/jobs/8812/result', '/v1/jobs/undefined/result', 'exact target-other'],
  ['/jobs', '/v1/jobs', 'exact target-prefix-added'],
  ['/v1/jobs', '/v1/v1/jobs', 'exact target-other'],
  ['/v1/jobs', '/v1/jobs?', 'exact target-other'],
  ['/v1/jobs?a=1', '/v1/jobsa=1', 'exact target-other'],
  ['/v1/jobs', '/v1/../v1/jobs', 'exact target-other'],
  ['/v1/jobs', '/jobs', 'exact target-prefix-lost'],
  ['/v1/jobs', '/v1/jobs/', 'exact target-trailing-slash'],
  // The text ends with the target, in the query of the URL.
  ['/v1/jobs', '/login?next=/v1/jobs', 'exact target-other', 'http://h.example/login?next=/v1/jobs', 'h.example'],
  // A path alone has no origin.
  ['/jobs', 'v1/jobs', '', 'v1/jobs', 'h.example'],
  ['/v1/jobs', '/edge/v1/jobs', 'exact target-prefix-added', 'http://h.example/edge/v1/jobs', 'h.example'],
  ['/v1/jobs', 'http://h.example/v1/jobs', 'exact target-with-origin', 'http://h.example/v1/jobs', 'h.example'],
  // Java gives -1 for the port of a URL without one, Python None, JavaScript nothing.
  [
    '/v1/jobs?a=1',
    'http://h.example:81http://h.example:81/v1/jobs?a=1',
    'exact target-with-origin',
    undefined,
    'h.example:81',
  ],
  ['/v1/jobs?a=1', 'http://h.example:-1/v1/jobs?a=1', 'exact target-with-origin', undefined, 'h.example'],
  ['/v1/jobs', 'h.example:None/v1/jobs', 'exact target-with-origin', undefined, 'h.example'],
  ['/v1/jobs', 'https://h.example:/v1/jobs', 'exact target-with-origin', undefined, 'h.example'],
  ['/v1/jobs', '/v1/jobs#top', 'exact target-with-fragment', 'http://h.example/v1/jobs#top', 'h.example'],
  ['/v1/jobs?page=1', '/v1/jobs', 'exact target-without-query', 'http://h.example/v1/jobs?page=2', 'h.example'],
  // Several mistakes in the target are told one by one only if the path is still that of the resource.
  ['/v1/jobs?b=2&a=1', '/v1/jobs/?a=1&b=2', 'exact target-trailing-slash+query-reordered'],
  ['/api/v1/jobs?a=1', '/v1/jobs/?a=1', 'exact target-other'],
  // Only an escape is missing, whoever left it out.
  ['/v1/jobs?%7E', '/v1/jobs?~', 'exact target-decoded'],
] as ReadonlyArray<readonly [sent: string, signed: string, expected: string, url?: string, host?: string]>)
  wild(`${signed} was signed and ${sent} sent, URL ${url}`, () => {
    const report = reportOn(headOf('GET', signed), { target: sent, url, host }, 160_000_000)
    assert.is(told(report), expected)
    if (!expected.endsWith('target-other')) return
    assert.is(report.headline, `signed ${signed}, sent ${sent}`)
  })

for (const [sent, signed, expected] of [
  // No story of how an empty body is written.
  ['{"a":1}', '{}', 'exact body-other'],
  ['{"a":1}', '""', 'exact body-other'],
  ['{"a":1}', '', 'exact body-missing'],
  // One byte in UTF-16, or a NUL behind the text.
  ['1', '1\0', 'body-encoding | text-encoded'],
  ['null', '""', 'exact body-other'],
  // Two line feeds behind a body that ends with one are one mistake.
  ['\n', '\n\n\n', 'exact trailing-line-feed'],
] as const)
  wild(`the body ${JSON.stringify(signed)} was signed and ${JSON.stringify(sent)} sent`, () =>
    assert.is(told(reportOn(headOf('GET', '/v1/jobs') + signed, { body: sent }, 80_000_000)), expected),
  )

// A mistake that may lie in the target as well lies in the method here.
for (const [method, id] of [
  ['POST\r', 'white-space-signed'],
  ['HttpMethod.POST', 'parts-labelled'],
] as const)
  wild(`another target, and the method as ${JSON.stringify(method)}: both are told`, () => {
    const sent = { method: 'POST', target: '/api/v1/jobs', body: '{"a":1}', url: 'https://jobs.example/api/v1/jobs' }
    const report = reportOn(`${headOf(method, '/v1/jobs')}{"a":1}`, sent)
    isExactly(report, 'target-prefix-lost', id)
  })

wild('another target and another method', () => {
  const report = reportOn(headOf('get', '/v1/jobs'), { target: '/v1/jobs/8812' }, 500_000_000)
  assert.is(told(report), 'exact method-case+target-other')
  assert.is(report.headline, 'signed the method get, sent GET; signed /v1/jobs, sent /v1/jobs/8812')
})

wild('a text without the other parts, whatever form was met first', () =>
  assert.is(told(reportOn('null', { method: 'POST', body: 'null' })), 'part-missing | part-unfilled'),
)

wild('a timestamp in milliseconds hides no other explanation', () => {
  const inMilliseconds = (signature: string): string => line(signature, 'n-1', `${now}000`)
  const of = (sent: string, signed: string): string =>
    told(reportOn(headOf('GET', '/v1/jobs') + signed, { body: sent, line: inMilliseconds }))
  assert.is(of('1', '1\0'), 'header-milliseconds+body-encoding | header-milliseconds+text-encoded')
  // The plainer one of two that mean the same.
  assert.is(of('{"é":"&"}', '{"\\u00E9":"&"}'), 'exact header-milliseconds+body-reserialized')
})

wild('each of several explanations says what would tell it apart, and a single one does not', () => {
  const tells = (signed: string, sent: Sent): ReadonlyArray<string | undefined> => {
    const { findings, alternatives } = reportOn(signed, sent, 80_000_000)
    return [findings, ...alternatives].map(([finding]) => finding?.tells)
  }
  const [one, other] = tells(`${headOf('GET', '/v1/jobs')}1\0`, { body: '1' })
  assert.ok(one !== undefined && other !== undefined && one !== other)
  assert.equal(tells(headOf('GET', '/v1/jobs'), { target: '/v1/jobs/1' }), [undefined])
})
