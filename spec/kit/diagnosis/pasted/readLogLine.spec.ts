/** Lines of our own log are told from requests, and nothing is judged by them. */

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { type Logged, readLogLine, wordsFor } from '../../../../src/kit/diagnosis/pasted/readLogLine.ts'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { createVerifier, type Verdict } from '../../../../src/server/node.ts'
import { rsa } from '../../../support/keys.ts'
import { assert, forAll, suite } from '../../../support/suite.ts'
import { now, sign } from '../../../support/world.ts'

const at = 1_700_000_000
const iso = new Date(at * 1000).toISOString()
const reading = suite('readLogLine')

const of = (line: string, expected: Logged | undefined): void => assert.equal(readLogLine(line), expected, line)

/** The verdicts of a real verifier: accepted, and refused. */
const verdicts = async (): Promise<ReadonlyArray<Verdict>> => {
  const told: Array<Verdict> = []
  const keys = { 'app-1': rsa(2048, 'app-1').publicPem }
  const verifier = await createVerifier({ keys, clock: () => now, onVerdict: (verdict) => told.push(verdict) })
  const { authorization } = await sign({ target: '/v1/jobs?a=1' })
  const head = { method: 'POST', target: '/v1/jobs?a=1', authorization }
  await verifier.verify({ ...head, body: '{}' })
  await verifier.verify({ ...head, body: '' }).catch(() => {})
  return told
}

reading('a verdict as JSON, and as pino writes it', async () => {
  const lines: Array<string> = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  for (const verdict of await verdicts()) {
    log.info(verdict, 'request accepted')
    log.warn({ verdict }, 'request refused')
    lines.push(JSON.stringify(verdict), JSON.stringify(verdict, null, 2))
  }
  for (const [i, line] of lines.entries()) {
    const { now: time, ...logged } = readLogLine(line) ?? {}
    const refused = i >= 4 ? { reason: 'signature_invalid' as const } : {}
    assert.equal(logged, { ...refused, appId: 'app-1', method: 'POST', path: '/v1/jobs' }, line)
    assert.is(time !== undefined, i % 4 < 2)
    const read = readRequest(Buffer.from(line))
    assert.ok(E.isLeft(read) && read.left.logged !== undefined && read.left.what.startsWith('this is a line of a log'))
  }
})

reading('a line of serve, with its colours or without', () => {
  of(`${iso} [31m401[39m nonce_replayed: seen`, { reason: 'nonce_replayed', now: at })
  of(`${iso} 200 app-1: GET /v1/jobs/7`, { appId: 'app-1', method: 'GET', path: '/v1/jobs/7', now: at })
  of(`${iso} 502 app-1: GET /v1/jobs: no answer, 1.5 ms`, {
    appId: 'app-1',
    method: 'GET',
    path: '/v1/jobs',
    now: at,
  })
  of(`${iso} 400 request_unreadable, from 127.0.0.1:5: the method is none`, { now: at })
})

reading('a line of serve without its time, as a guide or a person copies it', () => {
  of('401 signature_invalid: POST /v1/jobs: the signature', {
    reason: 'signature_invalid',
    method: 'POST',
    path: '/v1/jobs',
  })
  of('explained: reject signature_invalid exact=body-bom', { reason: 'signature_invalid' })
  of('explained: request_unreadable GET /v1/jobs?…: byte 23', {})
  of('400 request_unreadable, from 127.0.0.1:5: the method is none', {})
  of('kept as refused/x.http (3 more not kept)', {})
  of('kept refused/x.http 0 passed over', {})
  of('unreadable 400 GET /v1/jobs?…: byte 23 of the request line', {})
})

reading('what verify, submit and a service answer of a refusal', () => {
  of('refused: signature_invalid', { reason: 'signature_invalid' })
  of('refused: the service answered 401', {})
  of('{"outcome":"reject","status":401,"headers":{},"body":"{}"}', {})
  of('{"error":{"code":"signature_invalid","message":"the signature is invalid"}}', { reason: 'signature_invalid' })
  of('{"error":{"code":"job_invalid","message":"the job"}}', {})
})

reading('a line of serve as JSON', () => {
  const line = { time: iso, status: 401, message: 'app_unknown: no such app', reason: 'app_unknown' }
  of(JSON.stringify(line), { reason: 'app_unknown', now: at })
  of(JSON.stringify({ ...line, status: 200, message: 'app-1: GET /v1/jobs/7', reason: undefined }), {
    appId: 'app-1',
    method: 'GET',
    path: '/v1/jobs/7',
    now: at,
  })
  of(JSON.stringify({ time: iso, message: 'kept as refused/x.http' }), { now: at })
  of(JSON.stringify({ time: iso, message: 'there is no key yet in keys' }), undefined)
})

reading('a reason with its words, and a summary, as the guides log them', () => {
  of('signature_invalid the signature does not verify', { reason: 'signature_invalid' })
  of('diagnosed reject app_unknown seen=nothing 0 passed over', { reason: 'app_unknown' })
  of('2026-01-01 10:00:00,5 app_unknown x', {
    reason: 'app_unknown',
    now: Date.parse('2026-01-01 10:00:00.5') / 1000 - 0.5,
  })
})

reading('a time, an app, a method and a path only in their own form', () => {
  const line = { outcome: 'reject', reason: 'app_unknown', appId: 'a b', method: 'g', path: '/a b', time: 'S' }
  of(JSON.stringify(line), { reason: 'app_unknown' })
  of(JSON.stringify({ timestamp: at, ...line, time: at * 1000 }), { reason: 'app_unknown', now: at })
  of(JSON.stringify({ ...line, time: at }), { reason: 'app_unknown' })
  of(JSON.stringify({ ...line, time: iso }), { reason: 'app_unknown', now: at })
})

reading('requests and other texts are none', () => {
  for (const text of [
    'POST /v1/jobs HTTP/1.1',
    'curl https://h/v1/jobs -d 1',
    'http POST :8787/v1/jobs',
    'fetch("http://h")',
    '{"log":{"entries":[]}}',
    '{"outcome":"reject","reason":"toString"}',
    '{"outcome":"accept"}',
    '{"outcome"',
    '{"outcome":"reject"}',
    '{"error":"signature_invalid"}',
    '{"error":{"code":7,"message":""}}',
    'refused: 7',
    'refused: the service',
    '401 Unauthorized',
    '[1]',
    '{"a":[{}],"b":null}',
    'reject nothing',
    '',
    `${iso} 401`,
    `${iso} GET /v1/jobs`,
  ])
    of(text, undefined)
})

reading('says what the line lacks and what to do, and repeats nothing but the reason', () => {
  assert.is(
    wordsFor({ reason: 'app_unknown', path: '/S3CRET', appId: 'S3CRET' }),
    'this is a line of a log, of a request that was refused: app_unknown. It has no Authorization header, no query and no body, so nothing can be checked: give the request itself. countersign serve --keep DIR or keepRefusals can save the next refused request',
  )
  assert.match(wordsFor({}), /^this is a line of a log\. It has no Authorization header, no target and/)
})

reading('a lone Authorization header is told as such, and nothing else is', async () => {
  const { authorization } = await sign({})
  const told = (text: string): string | undefined => {
    const read = readRequest(Buffer.from(text))
    return E.isLeft(read) ? read.left.logged?.authorization : undefined
  }
  for (const value of [authorization, 'Bearer S3CRET', 'SVC-SHA256-RSA app_id=a,nonce=b', 'Token S3CRET'])
    for (const name of ['Authorization: ', 'authorization:', '> Authorization: ', '  AUTHORIZATION :\t'])
      assert.is(told(`\n${name}${value} \r\n`), value)
  for (const value of [authorization, 'Bearer S3CRET', 'X-RSA app_id="a", nonce_str=b']) assert.is(told(value), value)
  for (const text of [
    'Authorization',
    'Host: h',
    'Bearer',
    'junk',
    'GET /?app_id=a',
    'Token S3CRET',
    'a b',
    'Authorization: ',
  ])
    assert.is(told(text), undefined, text)
  const read = readRequest(Buffer.from(`Authorization: ${authorization}`))
  assert.ok(E.isLeft(read) && !JSON.stringify({ ...read.left, logged: undefined }).includes('app_id'))
  assert.is(
    wordsFor({ authorization }),
    'this is only the Authorization header. Method, target and body are missing, so nothing can be checked: give the request itself',
  )
})

reading('for all texts: an answer, in time', async () => {
  await forAll([fc.string()], (text) => void readLogLine(text))
  const began = performance.now()
  for (const part of ['{"a":', '[31m', ' ', 'a_', `${iso} `, '200 a: ', 'reject ']) readLogLine(part.repeat(20_000))
  assert.ok(performance.now() - began < 2000)
})
