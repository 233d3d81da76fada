/**
 * What the lines of a request show beside its signature: several Authorization lines, one under another name, a body that was
 * announced and lost, a prefix that a proxy took, a timestamp with its digits in groups, an app id with a slip.
 */
import { type Case, diagnose } from '../../../src/kit/diagnosis/examine.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'

const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
const textOf = (target: string, timestamp: string = String(now)): string => `POST\n${target}\n${timestamp}\nn-1\n`
const signed = line(signatureOf(textOf('/v1/jobs')))

const reportOn = (more: Partial<Case>, budget = 50_000_000): Report =>
  diagnose(
    { method: 'POST', target: '/v1/jobs', authorization: [signed], body: new Uint8Array(), keys, now, ...more },
    hash,
    budget,
  )

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
  assert.equal(guessed('/v1/jobs'), ['target-other, a guess: X-Original-URI'])
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

shown('a body that was announced, and did not arrive: a guess, and only with such a header', () => {
  const authorization = [line(signatureOf(`${textOf('/v1/jobs')}{"a":1}`))]
  const guessed = (headers: Case['headers']): ReadonlyArray<string> =>
    reportOn({ authorization, headers }, 20_000_000).findings.map(({ id, evidence }) => `${id}, a ${evidence}`)
  assert.equal(guessed([['content-type', 'application/json']]), ['body-lost, a guess'])
  assert.equal(guessed([['content-length', '7']]), ['body-lost, a guess'])
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
  assert.is(words(String(now)), 'The caller signed seconds, and sent milliseconds.')
  assert.is(words(`${now}123`), 'The caller signed and sent milliseconds.')
})

shown('an app id that differs in one character from that of the key', () => {
  const { exact, findings } = reportOn({ authorization: [signed.replace('app-1', 'app-l')] })
  assert.equal([exact, findings.map(({ id }) => id)], [true, ['other-key']])
  assert.match(findings[0]?.what ?? '', /names the app app-l, and the key is that of app-1: .* one character/)
})

shown('a key that is not known: the fingerprints of those that were tried, and a command that prints one', () => {
  const { findings } = reportOn({ keys: [{ appId: 'app-1', key: publicKey(2048, 'app-2') }] })
  const [found] = findings
  assert.is(found?.id, 'unknown-key')
  assert.match(found?.detail ?? '', /tried: app-1 sha256:[0-9a-f]{8}$/)
  assert.match(found?.remedy ?? '', /^openssl pkey -in private_key\.pem -pubout -outform DER \| sha256sum prints/)
})
