/** No secret leaves a report, and no value of the body a ticket without the body. `redaction.live.spec.ts` tries all forms. */

import { limitsOf } from '../../../src/apps/cli/limits.ts'
import type { Draft } from '../../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { finding } from '../../../src/kit/diagnosis/finding.ts'
import { hidesSecrets, hidesValues, redacted } from '../../../src/kit/diagnosis/redaction.ts'
import { holdsSecret, secretsOf } from '../../../src/kit/diagnosis/secrets.ts'
import { hash, line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'
import {
  draftWith,
  hidesBodyOf,
  hidesSecretOf,
  kindsOfBody,
  outputsOf,
  places,
  reportOn,
  requestOf,
  type Sent,
  ticketWithout,
  token,
  utf8,
} from './redactions.ts'

const secrets = suite('redaction')

const placeNames = Object.keys(places)

for (const [first, place] of placeNames.entries())
  secrets(`no output has a secret of ${place}, whatever the mistake`, () =>
    hidesSecretOf(places[place] as (typeof places)[string], { first, every: placeNames.length, most: 2 }),
  )

secrets('no output has a secret that was signed and not sent, or sent and not signed', () => {
  const secret = token()
  const pairs = [
    ['/v1/jobs?a=1', `/v1/jobs?a=1&access_token=${secret}`],
    [`/v1/jobs?a=1&access_token=${secret}`, '/v1/jobs?a=1'],
  ] as const
  for (const [target, signedTarget] of pairs) {
    const sent: Sent = { method: 'POST', target, body: utf8('') }
    const signedText = `POST\n${signedTarget}\n${now}\nn-1\n`
    const request = requestOf(sent, [line(signatureOf(signedText))])
    const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
    const report = diagnose({ ...request, keys, claimed: utf8(signedText) }, hash)
    assert.match(report.headline ?? '', secret)
    for (const output of outputsOf(request, report)) assert.not(output.includes(secret), output)
  }
})

secrets('a header of another scheme: no output has its token', () => {
  const secret = token()
  for (const authorization of [`Bearer ${secret}`, `Token ${secret}`, `SVC-SHA256-RSA app_id=a,api_key=${secret}`]) {
    const request = requestOf({ method: 'POST', target: '/v1/jobs', body: utf8('') }, [authorization])
    const report = diagnose({ ...request, keys: [] }, hash)
    for (const output of outputsOf(request, report)) assert.not(output.includes(secret), output)
  }
})

secrets('a request without a secret keeps its words, its texts and its headline', () => {
  const sent: Sent = { method: 'POST', target: '/v1/jobs?tokens=3&page=2', body: utf8('{"prompt":"secret garden"}') }
  const right = draftWith(sent)
  const request = requestOf(sent, [line('AAAA')])
  const signed = { ...right, target: '/v1/jobs?tokens=3' }
  const report = reportOn(right, signed, 'query-respelled', 'x')
  assert.equal(limitsOf(request, report).withoutSecrets(report), report)
  assert.match(report.findings[0]?.what ?? '', 'without page=2')
})

secrets('words that quote no secret stay, and the general words replace those that do', () => {
  const secret = 'Zm9vYmFyc2VjcmV0'
  const sent: Sent = { method: 'POST', target: `/v1/jobs?a=1&token=${secret}`, body: utf8('{"a":1}') }
  const right = draftWith(sent)
  const mayShow = hidesSecrets(secretsOf(requestOf(sent, [])), holdsSecret)
  const wordsOf = (id: string, signed: Draft) => redacted(reportOn(right, signed, id, ''), mayShow).findings[0]
  const other = wordsOf('body-other', { ...right, body: utf8('{"a":1}\0\0\0') })
  assert.match(other?.what ?? '', 'signed 3 more bytes after the body')
  const hidden = wordsOf('query-respelled', { ...right, target: '/v1/jobs?a=1' })
  assert.equal([hidden?.what, hidden?.detail], [finding('query-respelled', '').what, ''])
  // A piece of it is enough, in any case, with escapes or in Base64.
  for (const quotation of ['…VjcmV0', 'a=zm9vy', 'x%5A%6D%39%76%59', Buffer.from(`a=${secret}`).toString('base64')])
    assert.not(mayShow(`The caller signed ${quotation}.`), quotation)
  assert.ok(mayShow('The caller signed Zm9v.'))
})

const bodies = suite('redaction, without the body')

const kindNames = Object.keys(kindsOfBody)

for (const [first, kind] of kindNames.entries())
  bodies(`a ticket without the body has no value of ${kind}, whatever the mistake`, () =>
    hidesBodyOf(kindsOfBody[kind] as (typeof kindsOfBody)[string], { first, every: kindNames.length, most: 2 }),
  )

bodies('values of a few characters are values, and lengths are not', () => {
  const mayTell = hidesValues([utf8('{"a":"7","b":8,"c":"Jo","name":"string"}')])
  for (const sentence of ['/a: "7" where nothing was sent', 'the value 8 was sent', 'Jo where "" was sent'])
    assert.not(mayTell(sentence), sentence)
  for (const sentence of ['signed a body of 7 bytes, sent a body of 8 bytes', 'The name is not the string to sign.'])
    assert.ok(mayTell(sentence), sentence)
})

bodies('a difference before the body is shown with its bytes', () => {
  const sent: Sent = { method: 'POST', target: '/v1/jobs', body: utf8('{"name":"Jane"}') }
  const right = draftWith(sent)
  const report = reportOn(right, { ...right, target: '/v1/job' }, 'target-other', 'x')
  const text = ticketWithout(requestOf(sent, [line('AAAA')]), report)
  assert.match(text, 'POST␊\n/v1/job␊\n')
  assert.match(text, 'the expected byte is `0x73 (s)`')
})
