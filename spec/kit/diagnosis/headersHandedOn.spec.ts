/**
 * Every way in hands the headers on in one form: what people paste, and what a verifier refuses, in a server, in a file and in
 * a test. Only those come along that show what happened to a request, and no token among them.
 */
import { createServer } from 'node:http'
import { evidenceOf } from '../../../src/effects/evidenceHeaders.ts'
import { serialize } from '../../../src/effects/keptRequest.ts'
import type { RefusedRequest } from '../../../src/effects/RefusedRequest.ts'
import { verified as verifiedFetch } from '../../../src/server/adapters/fetch.ts'
import { verified } from '../../../src/server/adapters/http.ts'
import { type LambdaEvent, verified as verifiedEvent } from '../../../src/server/adapters/lambda.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { eventOf } from '../../support/lambdaEvents.ts'
import { withServer } from '../../support/loopback.ts'
import { line } from '../../support/planting.ts'
import { assert, suite } from '../../support/suite.ts'
import { now } from '../../support/world.ts'
import { archiveOf, read } from './pasted/reading.ts'

const pasted = suite('headers handed on: of what is pasted')

const signed = line('AAAA')
const agent = 'python-requests/2.32.3'
const date = 'Tue, 14 Nov 2023 22:13:20 GMT'

/** The headers that a text is read with, without those that its program adds. */
const handedOn = (text: string): ReadonlyArray<string> =>
  (read(text).headers ?? []).map(([name, value]) => `${name}: ${value}`)

const both = [`user-agent: ${agent}`, `date: ${date}`]

for (const [form, text] of Object.entries({
  'raw HTTP': `GET /v1/jobs HTTP/1.1\r\nHost: a\r\nAuthorization: ${signed}\r\nCookie: c=S3CRET\r\nUser-Agent: ${agent}\r\nDate: ${date}\r\n\r\n`,
  'curl with headers': `curl https://a/v1/jobs -H 'Authorization: ${signed}' -H 'Cookie: c=S3CRET' -H 'User-Agent: ${agent}' -H 'Date: ${date}'`,
  HTTPie: `http GET https://a/v1/jobs 'Authorization:${signed}' Cookie:c=S3CRET 'User-Agent:${agent}' 'Date:${date}'`,
  wget: `wget https://a/v1/jobs --header='Authorization: ${signed}' --header='Cookie: c=S3CRET' --header='User-Agent: ${agent}' --header='Date: ${date}'`,
  fetch: `fetch("https://a/v1/jobs", { "headers": { "authorization": "${signed}", "cookie": "c=S3CRET", "user-agent": "${agent}", "date": "${date}" } })`,
  'a HAR': archiveOf({
    method: 'GET',
    url: 'https://a/v1/jobs',
    headers: [
      { name: 'Authorization', value: signed },
      { name: 'Cookie', value: 'c=S3CRET' },
      { name: 'User-Agent', value: agent },
      { name: 'Date', value: date },
    ],
  }),
  'an object of a log': JSON.stringify({
    method: 'GET',
    url: '/v1/jobs',
    headers: { authorization: signed, cookie: 'c=S3CRET', 'user-agent': agent, date },
  }),
}))
  pasted(form, () => assert.equal(handedOn(text), both))

pasted('the option of curl for User-Agent, and a header that only removes one', () => {
  assert.equal(handedOn(`curl https://a -A '${agent}'`), [`user-agent: ${agent}`])
  assert.equal(handedOn(`curl https://a -H 'User-Agent:' -H 'Date: ${date}'`), [`date: ${date}`])
})

pasted("a HAR's time is that of the caller's clock", () => {
  const request = { method: 'GET', url: 'https://a/', headers: [{ name: 'Authorization', value: signed }] }
  const entry = { startedDateTime: '2023-11-14T22:13:20.123Z', request }
  assert.equal(handedOn(JSON.stringify({ log: { entries: [entry] } })), ['date: 2023-11-14T22:13:20.123Z'])
})

const refused = suite('headers handed on: of what a verifier refuses')

/** A verifier that refuses everything, and what it has handed over. */
const refusing = async () => {
  const told: Array<RefusedRequest> = []
  const keys = { 'app-1': rsa(2048, 'app-1').publicPem }
  const verifier = await createVerifier({ keys, clock: () => now, onRefusal: (request) => void told.push(request) })
  return { verifier, headers: () => told.flatMap(({ headers = [] }) => headers.map((each) => each.join(': '))) }
}

const sent = { authorization: signed, cookie: 'c=S3CRET', 'user-agent': agent, 'x-forwarded-prefix': '/api' }
const kept = [`user-agent: ${agent}`, 'x-forwarded-prefix: /api']

const only = (lines: ReadonlyArray<string>): ReadonlyArray<string> => lines.filter((each) => kept.includes(each))

refused('by the adapter of node:http', async () => {
  const { verifier, headers } = await refusing()
  const server = createServer(verified(verifier, (_, res) => res.end()))
  await withServer(server, async ({ url }) => void (await fetch(url, { headers: sent })))
  assert.equal(only(headers()), kept)
  assert.not.match(headers().join(), 'S3CRET')
})

refused('by the adapter of fetch handlers', async () => {
  const { verifier, headers } = await refusing()
  await verifiedFetch(verifier, () => new Response())(new Request('http://a/v1/jobs', { headers: sent }))
  assert.equal(headers(), kept)
})

refused('by the adapter of Lambda', async () => {
  const { verifier, headers } = await refusing()
  const event = eventOf('function URL', {
    method: 'GET',
    target: '/v1/jobs',
    headers: Object.entries(sent),
    body: Buffer.alloc(0),
  })
  await verifiedEvent(verifier, async (_: LambdaEvent) => ({ statusCode: 200 }))(event)
  assert.equal(only(headers()), kept)
})

refused('by verify itself, in each form in which a program has headers, and whatever stands there', async () => {
  const list = Object.entries(sent)
  for (const headers of [new Headers(sent), list, sent, new Map(list)]) {
    const { verifier, headers: handed } = await refusing()
    await verifier.verify({ method: 'GET', target: '/', authorization: signed, headers }).catch(() => {})
    assert.equal(handed(), kept)
  }
  const throwing = {
    get date(): string {
      throw new Error('no header')
    },
  }
  for (const headers of [throwing, [1], [[1, 2]], { date: 7 }, () => 7, 'text' as never, null as never]) {
    const { verifier, headers: handed } = await refusing()
    const verdict = verifier.verify({ method: 'GET', target: '/', authorization: signed, headers })
    assert.is(await verdict.catch(({ reason }) => reason), 'signature_malformed')
    assert.equal(handed(), [])
  }
})

refused('a token under another name than Authorization is left out, and a signature stays', () => {
  const tokens = { 'X-Authorization': 'Bearer S3CRET', 'Proxy-Authorization': 'Basic S3CRET' }
  assert.not.match(JSON.stringify(evidenceOf(tokens, 'SVC-SHA256-RSA')), 'S3CRET')
  assert.equal(evidenceOf({ 'X-Authorization': signed }, 'SVC-SHA256-RSA'), [['x-authorization', signed]])
})

refused('a kept file has them, but for those of the length', () => {
  const headers = [
    ['user-agent', agent],
    ['content-length', '99'],
    ['x-authorization', 'Bearer S3CRET'],
    ['date', 'a\r\nb'],
  ] as const
  const request = { method: 'POST', target: '/v1/jobs', authorization: [signed], headers, now, settings: {} }
  const file = Buffer.from(serialize({ ...request, body: Buffer.from('{}') }) ?? []).toString()
  assert.not.match(file, 'S3CRET')
  assert.equal(handedOn(file), [`user-agent: ${agent}`, 'x-authorization: Bearer', 'content-length: 2'])
})
