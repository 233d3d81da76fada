/**
 * What the lines of a request show beside its signature: several Authorization lines, one under another name, a body that was
 * announced and lost, a prefix that a proxy took, a timestamp with its digits in groups, an app id with a slip.
 */
import fc from 'fast-check'
import { catalogue } from '../../../src/kit/diagnosis/catalogue.ts'
import { callersClock } from '../../../src/kit/diagnosis/evidenceHeaders.ts'
import { type Case, diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { inOrderFor, libraryOf } from '../../../src/kit/diagnosis/library.ts'
import type { Mistake } from '../../../src/kit/diagnosis/Mistake.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import type { Explanation } from '../../../src/kit/diagnosis/search/Explanation.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const textOf = (target: string, timestamp: string = String(now)): string => `POST\n${target}\n${timestamp}\nn-1\n`
const signed = line(signatureOf(textOf('/v1/jobs')))

const reportOn = (more: Partial<Case>, budget = 50_000_000): Report =>
  diagnose(
    { method: 'POST', target: '/v1/jobs', authorization: [signed], body: new Uint8Array(), keys, now, ...more },
    hash,
    budget,
  )

const koi8 = new TextDecoder('koi8-r').decode(Uint8Array.from({ length: 256 }, (_, i) => i))

/** The byte of a character in KOI8-R. */
const koi8Of = (c: string): number => koi8.indexOf(c)

const idsOf = ({ findings }: Report): ReadonlyArray<string> => findings.map(({ id }) => id)

const shown = suite('what the headers show')

shown('of several Authorization lines, the signed one is examined, whichever it is', () => {
  for (const authorization of [
    ['Bearer abc.def', signed],
    [signed, 'Basic YTpi'],
  ]) {
    const report = reportOn({ authorization })
    assert.equal([report.reason, report.exact, idsOf(report)], ['authorization_multiple', true, ['header-several']])
  }
})

shown('a signature in another header than Authorization', () => {
  const report = reportOn({ authorization: [], headers: [['x-authorization', signed]] })
  assert.equal([report.reason, report.exact, idsOf(report)], ['authorization_missing', true, ['header-name']])
  assert.equal(idsOf(reportOn({ authorization: [], headers: [['x-authorization', 'Bearer abc']] })), [])
})

shown('a gateway that put its own credentials into Authorization: the line that it kept is examined', () => {
  const headers = [['x-forwarded-authorization', signed]] as const
  for (const [authorization, reason] of [
    ['Bearer gateway', 'bearer_not_offered'],
    ['Basic YTpi', 'scheme_unsupported'],
  ] as const) {
    const report = reportOn({ authorization: [authorization], headers })
    assert.equal([report.reason, report.exact, idsOf(report)], [reason, true, ['header-name']])
    assert.match(report.findings[0]?.what ?? '', /its own credentials .* arrived in x-forwarded-authorization/)
  }
  const other = [['x-forwarded-authorization', 'Bearer abc']] as const
  assert.equal(idsOf(reportOn({ authorization: ['Bearer gateway'], headers: other })), [])
  assert.equal(idsOf(reportOn({ headers })), [])
})

shown('a proxy that asks by a request of its own, and says which target was called: a guess', () => {
  const authorization = [line(signatureOf(`${textOf('/v1/jobs')}{"a":1}`))]
  const guessed = (uri: string): ReadonlyArray<string> =>
    reportOn({ method: 'GET', target: '/auth', authorization, headers: [['x-original-uri', uri]] }).findings.map(
      ({ id, evidence, detail }) => `${id}, a ${evidence}: ${detail.slice(0, 14)}`,
    )
  assert.equal(guessed('/v1/jobs'), ['target-other, a guess: a header of a '])
  assert.equal(guessed('/auth'), [])
})

shown('a prefix that a proxy says it has removed', () => {
  const authorization = [line(signatureOf(textOf('/teams/imaging/v1/jobs')))]
  const headers = [['x-forwarded-prefix', '/teams/imaging/']] as const
  const { exact, findings } = reportOn({ authorization, headers })
  assert.equal(
    [exact, findings.map(({ id, detail }) => [id, detail])],
    [true, [['target-prefix-added', '/teams/imaging']]],
  )
  assert.not.ok(reportOn({ authorization }).recovered)
})

shown('a prefix that proxies name, each in its way', () => {
  const authorization = [line(signatureOf(textOf('/api/team/v1/jobs')))]
  for (const headers of [
    [['x-forwarded-prefix', '/api, /team']],
    [['x-forwarded-prefix', '/team,/api']],
    [['x-original-uri', '/api/team/v1/jobs']],
    [['x-envoy-original-path', '/api/team/v1/jobs']],
    [['x-original-url', 'https://jobs.example/api/team/v1/jobs']],
  ] as const) {
    const { exact, findings } = reportOn({ authorization, headers })
    const ids = findings.map(({ id, detail }) => `${id}: ${detail}`)
    assert.equal([exact, ids], [true, ['target-prefix-added: /api/team']], JSON.stringify(headers))
  }
})

shown('a target that a proxy has rewritten, by the header that names the one that was called', () => {
  const authorization = [line(signatureOf(textOf('/public/generate?mode=fast')))]
  const headers = [['x-original-url', '/public/generate?mode=fast']] as const
  const { exact, findings } = reportOn({ authorization, headers })
  assert.equal([exact, findings.map(({ id }) => id)], [true, ['target-other']])
  assert.match(
    findings[0]?.what ?? '',
    /x-original-url says that it called this target. But a proxy before the verifier changed the target to \/v1\/jobs/,
  )
  assert.not.ok(reportOn({ authorization }).recovered)
})

shown('the host under which a proxy was called, where the caller signed a whole URL', () => {
  const authorization = [line(signatureOf(textOf('https://api.example.com/v1/jobs')))]
  for (const headers of [
    [['x-forwarded-host', 'api.example.com, inner']],
    [['forwarded', 'for=192.0.2.1;proto=https;host="api.example.com"']],
  ] as const) {
    const report = reportOn({ authorization, headers, host: '10.0.0.7:8080' })
    assert.equal([report.exact, idsOf(report)], [true, ['target-with-origin']], JSON.stringify(headers))
  }
})

const clockOf = (timestamp: number, date: string | undefined): string => {
  const authorization = [line(signatureOf(textOf('/v1/jobs', String(timestamp))), 'n-1', timestamp)]
  const headers = date === undefined ? [] : ([['date', date]] as const)
  const [found, ...more] = reportOn({ authorization, headers }).findings
  assert.equal([found?.evidence, found?.exact, more], ['clock', false, []])
  return found?.what ?? ''
}

shown("the caller's own clock, where the timestamp is not fresh: which of the two is wrong", () => {
  assert.match(
    clockOf(now - 3600, 'Tue, 14 Nov 2023 22:13:18 GMT'),
    /which is right. But the timestamp is 3598 s.* older/,
  )
  assert.match(
    clockOf(now + 28_800, '2023-11-14T22:13:20.123Z'),
    /28800 s ahead of that, so it is not the time of sending\. This is exactly 8 h/,
  )
  assert.match(
    clockOf(now - 5000, 'Tue, 14 Nov 2023 20:50:05 GMT'),
    /agrees with this\. Either this clock is wrong by 4995 s/,
  )
  assert.match(clockOf(now - 3600, '2023-11-15T05:13:21+08:00'), /agrees with this/)
  const usual = clockOf(now - 3600, undefined)
  for (const odd of ['yesterday', 'Tue, 14 Xyz 2023 22:13:18 GMT', '2023-11-14'])
    assert.is(clockOf(now - 3600, odd), usual)
})

shown('for all times: the date of a request is read as the platform reads it', () =>
  forAll([fc.integer({ min: 0, max: 253_402_300_799 })], (seconds) => {
    const date = new Date(seconds * 1000)
    for (const text of [date.toUTCString(), date.toISOString()])
      assert.is(callersClock([['date', text]]), seconds, text)
  }),
)

shown('the encoding that Content-Type names, be it ever so rare', () => {
  const text = '{"prompt":"маяк на рассвете"}'
  const koi8 = Uint8Array.from(text, (c) => koi8Of(c))
  const authorization = [line(signatureOf(textOf('/v1/jobs') + text))]
  const ofType = (type: string): Report => reportOn({ authorization, body: koi8, headers: [['content-type', type]] })
  const report = ofType('application/json; charset=KOI8-R')
  assert.equal([report.exact, idsOf(report)], [true, ['body-encoding']])
  assert.is(report.findings[0]?.detail, 'koi8-r sent, UTF-8 signed')
  assert.not.ok(ofType('application/json').recovered)
  const signedSo = [line(signatureOf(Buffer.concat([Buffer.from(textOf('/v1/jobs')), koi8])))]
  const headers = [['content-type', 'application/json; charset=koi8-r']] as const
  const reverse = reportOn({ authorization: signedSo, body: new Uint8Array(Buffer.from(text)), headers })
  assert.equal([reverse.exact, idsOf(reverse)], [true, ['body-encoding']])
})

shown('the library that sent the request: a fact, and the order of what explains a text alike', () => {
  const authorization = [line(signatureOf(textOf('/v1/jobs')))]
  const sender = (agent: string): string | undefined =>
    reportOn({ authorization, headers: [['user-agent', agent]] }).sender
  for (const [agent, name] of [
    ['python-requests/2.32.3', 'Python requests'],
    ['Python/3.12 aiohttp/3.10.10', 'Python aiohttp'],
    ['Mozilla/5.0 (Windows NT; Windows NT 10.0; zh-CN) WindowsPowerShell/5.1.22621', 'PowerShell'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'a browser'],
    ['okhttp/4.12.0', 'OkHttp'],
    ['something of our own', undefined],
  ] as const)
    assert.is(sender(agent), name, agent)
  const step = (detail: string): Explanation[number] => ({ mistake: catalogue[0] as Mistake, slot: 'body', detail })
  const ways = [[step('go, indent 2')], [step('pretty')], [step('Ruby, pretty')]]
  const ordered = (agent: string): ReadonlyArray<string | undefined> =>
    inOrderFor(libraryOf([['user-agent', agent]]), ways).map(([first]) => first?.detail)
  assert.equal(ordered('Ruby'), ['Ruby, pretty', 'pretty', 'go, indent 2'])
  assert.equal(ordered('Go-http-client/2.0'), ['go, indent 2', 'pretty', 'Ruby, pretty'])
  assert.equal(ordered('something'), ['go, indent 2', 'pretty', 'Ruby, pretty'])
})

shown('a body that was announced, and did not arrive: a guess, and only with such a header', () => {
  const authorization = [line(signatureOf(`${textOf('/v1/jobs')}{"a":1}`))]
  const guessed = (headers: Case['headers']): ReadonlyArray<string> =>
    reportOn({ authorization, headers }, 20_000_000).findings.map(({ id, evidence }) => `${id}, a ${evidence}`)
  assert.equal(guessed([['content-type', 'application/json']]), ['body-lost, a guess'])
  assert.equal(guessed([['content-length', '7']]), ['body-lost, a guess'])
  // Many right requests are a POST without a body.
  assert.equal(guessed([['content-length', '0']]), [])
  assert.equal(guessed(undefined), [])
})

shown('a timestamp with its digits in groups, signed so or in plain digits', () => {
  const grouped = now.toLocaleString('en')
  for (const timestamp of [grouped, String(now)]) {
    const authorization = [line(signatureOf(textOf('/v1/jobs', timestamp)), 'n-1', grouped)]
    const { exact, findings } = reportOn({ authorization })
    assert.equal(
      [exact, findings.map(({ id, detail }) => [id, detail])],
      [true, [['header-timestamp', 'digits in groups']]],
    )
  }
})

shown('milliseconds in the header alone, or signed as well', () => {
  const words = (timestamp: string): string | undefined =>
    reportOn({ authorization: [line(signatureOf(textOf('/v1/jobs', timestamp)), 'n-1', `${now}123`)] }).findings[0]
      ?.what
  assert.is(words(String(now)), 'The caller signed seconds, but sent milliseconds.')
  assert.is(words(`${now}123`), 'The timestamp is in milliseconds, but must be in seconds.')
})

shown('an app id that differs in one character from that of the key', () => {
  const { exact, findings } = reportOn({ authorization: [signed.replace('app-1', 'app-l')] })
  assert.equal([exact, findings.map(({ id }) => id)], [true, ['other-key']])
  assert.match(findings[0]?.what ?? '', /names the app app-l, but the key belongs to app-1: .* one character/)
})

shown('a key that is not known: the fingerprints of those that were tried, and a command that prints one', () => {
  const { findings } = reportOn({ keys: [{ appId: 'app-1', key: publicKey(2048, 'app-2') }] })
  const [found] = findings
  assert.is(found?.id, 'unknown-key')
  assert.match(found?.detail ?? '', /tried: app-1 sha256:[0-9a-f]{8}$/)
  assert.match(found?.remedy ?? '', /^openssl pkey -in private_key\.pem -pubout -outform DER \| sha256sum prints/)
})
