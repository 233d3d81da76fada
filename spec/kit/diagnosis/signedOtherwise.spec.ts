/** Habits of callers and gateways that many signing schemes know, each in one request: what is found, and how it is told. */
import { reportInChinese } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'

interface Sent {
  readonly method: string
  readonly target: string
  readonly body: string
}

const job: Sent = { method: 'POST', target: '/v1/jobs', body: '{"a":1}' }

/** The work that is enough for pairs of two rare forms. */
const enoughWork = 1_500_000_000

const reportOn = (sent: Sent, signedText: string): Report => {
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  const body = new Uint8Array(Buffer.from(sent.body))
  return diagnose({ ...sent, body, authorization: [line(signatureOf(signedText))], keys, now }, hash, enoughWork)
}

/** The right text with other parts. */
const textWith = (parts: Partial<Sent & { readonly time: string }>): string => {
  const { method, target, time, body } = { ...job, time: String(now), ...parts }
  return [method, target, time, 'n-1', body].join('\n')
}

const habits = suite('signed otherwise')

const form: Sent = { method: 'POST', target: '/v1/jobs?v=2', body: 'prompt=cat&n=2' }

/** What was sent, what was signed, the findings and a piece of the words. */
const cases: ReadonlyArray<readonly [name: string, Sent, string, ids: string, words: string]> = [
  ['PUT as POST', job, textWith({ method: 'PUT' }), 'method-other', 'X-HTTP-Method-Override or in a field _method'],
  [
    'an object of JSON',
    job,
    JSON.stringify({ method: 'POST', path: '/v1/jobs', timestamp: now, nonce: 'n-1', body: job.body }),
    'parts-labelled',
    'an object of JSON, with the names method, path, timestamp, nonce, body',
  ],
  [
    'a dict of Python',
    job,
    `{'method': 'POST', 'url': '/v1/jobs', 'timestamp': ${now}, 'nonce_str': 'n-1', 'body': '${job.body}'}`,
    'parts-labelled',
    'a dict of Python, with the names method, url, timestamp, nonce_str, body',
  ],
  ['a name before one line', job, textWith({ body: `body=${job.body}` }), 'parts-labelled', 'some parts: body= before'],
  [
    'a version that a gateway routes',
    job,
    textWith({ target: '/v2/jobs' }),
    'target-other',
    'the caller signed v2, but v1 was sent',
  ],
  [
    'the documented path behind a rewrite',
    { ...job, target: '/index.php?page=2' },
    textWith({ target: '/v1/jobs?page=2' }),
    'target-other',
    'a server on the way rewrote the path',
  ],
  [
    'a stage and milliseconds',
    job,
    textWith({ target: '/prod/v1/jobs', time: `${now}000` }),
    'target-prefix-added timestamp-milliseconds',
    '/prod',
  ],
  [
    'the parameters of query and form in one sorted query',
    form,
    textWith({ target: '/v1/jobs?n=2&prompt=cat&v=2', body: '' }),
    'body-missing',
    'sent these parameters in the body',
  ],
]

for (const [name, sent, signedText, ids, words] of cases)
  habits(`${name}: ${words}`, () => {
    const report = reportOn(sent, signedText)
    assert.ok(report.exact, JSON.stringify(report.findings))
    assert.is(report.findings.map(({ id }) => id).join(' '), ids)
    assert.match(report.findings[0]?.what ?? '', words)
    assert.not.match(reportInChinese(report).findings[0]?.what ?? '', /caller|signed/)
  })

const inQuery = (json: string): string => `/v1/jobs?filter=${encodeURIComponent(json)}&page=1`

habits('JSON in a parameter: sorted members and white space are found, and the words show both texts', () => {
  const target = inQuery('{"status":"done","n":[1,2]}')
  for (const json of ['{"n":[1,2],"status":"done"}', '{"status": "done", "n": [1, 2]}']) {
    const report = reportOn({ ...job, target }, textWith({ target: inQuery(json) }))
    assert.ok(report.exact)
    assert.match(report.findings[0]?.what ?? '', `holds JSON, and the caller wrote it twice. It signed ${json}, but`)
  }
})

habits('a rewritten path is told as such only if the two paths have no segment in common', () => {
  const wordsOf = (sent: string, signed: string): string =>
    reportOn({ ...job, target: sent }, textWith({ target: signed })).findings[0]?.what ?? ''
  assert.match(wordsOf('/index.php?page=2&size=50', '/v1/jobs?page=2&size=50'), 'rewrote the path')
  assert.match(wordsOf('/internal/submit', '/v1/jobs'), 'rewrote the path')
  assert.not.match(wordsOf('/internal/jobs', '/v1/jobs'), 'rewrote the path')
})

habits('a version may be changed by a gateway, and another segment by anything', () => {
  const operatorOf = (target: string) => reportOn(job, textWith({ target })).findings[0]?.remedyFor?.operator
  assert.match(operatorOf('/v2/jobs') ?? '', 'a gateway changed the version')
  assert.is(operatorOf('/v1/undefined'), undefined)
})
