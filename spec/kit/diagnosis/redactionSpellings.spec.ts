/** A mask hides a whole secret, whatever characters it has, in each spelling in which a text shows it. */
import fc from 'fast-check'
import { limitsOf } from '../../../src/kit/diagnosis/redaction.ts'
import { line } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { draftWith, reportOn, requestOf, type Sent, utf8 } from './redactions.ts'

const masks = suite('redaction, spellings of a secret')

/** The text as it is shown beside this request. Undefined if it is not shown. */
const shown = (sent: Sent, text: string): string | undefined => {
  const right = draftWith(sent)
  const signed = { bytes: utf8(text), hash: 'sha256', digest: 'd1' } as const
  const report = { ...reportOn(right, right, 'body-other', ''), signed }
  const masked = limitsOf(requestOf(sent, [line('AAAA')]), report).masked(utf8(text))
  return masked === undefined ? undefined : Buffer.from(masked).toString()
}

const lowerHex = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase())
const inUrl = encodeURIComponent
const jsonUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')

/** The spellings of a value, each with a name. */
const spellings: Readonly<Record<string, (value: string) => string>> = {
  raw: (value) => value,
  escaped: inUrl,
  'escaped in lower case': (value) => lowerHex(inUrl(value)),
  'escaped twice': (value) => inUrl(inUrl(value)),
  'of a form': (value) => inUrl(value).replaceAll('%20', '+'),
  'a string of JSON': (value) => JSON.stringify(value).slice(1, -1),
  'a string of PHP': (value) => JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
  'JSON in JSON': (value) => JSON.stringify(JSON.stringify(value).slice(1, -1)).slice(1, -1),
  'units of JSON': jsonUnits,
  entities: (value) =>
    value.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? '&#39;'),
}

/** Each place in which a secret is sent. */
const senders: Readonly<Record<string, (value: string) => Sent>> = {
  query: (value) => ({ method: 'POST', target: `/v1/jobs?page=2&token=${inUrl(value)}`, body: utf8('') }),
  'query with +': (value) => ({
    method: 'POST',
    target: `/v1/jobs?page=2&token=${inUrl(value).replaceAll('%20', '+')}`,
    body: utf8(''),
  }),
  form: (value) => ({
    method: 'POST',
    target: '/v1/jobs',
    body: utf8(`a=1&password=${inUrl(value).replaceAll('%20', '+')}&b=2`),
  }),
  JSON: (value) => ({ method: 'POST', target: '/v1/jobs', body: utf8(JSON.stringify({ a: 1, api_key: value, b: 2 })) }),
  'an object of JSON': (value) => ({
    method: 'POST',
    target: '/v1/jobs',
    body: utf8(JSON.stringify({ a: 1, token: { id: { x: 'zz9-zz9' }, value }, b: 2 })),
  }),
  header: (value) => ({
    method: 'POST',
    target: '/v1/jobs',
    body: utf8(''),
    headers: [['x-api-key', value.trim()]],
  }),
  cookie: (value) => ({
    method: 'POST',
    target: '/v1/jobs',
    body: utf8(''),
    headers: [['cookie', `a=1; token=${inUrl(value)}; b=2`]],
  }),
}

masks('a token with a blank, a plus and a slash is masked to its end', () => {
  const sent: Sent = { method: 'POST', target: '/v1/hooks?token=a%2Bb%20c%2F9&src=1', body: utf8('') }
  assert.is(shown(sent, 'POST\n/v1/hooks?token=a+b c/9&src=1\n'), 'POST\n/v1/hooks?token=***&src=1\n')
})

/** Short pieces between marks: no piece is long enough to be found by itself. */
const secretValue = fc
  .array(fc.stringMatching(/^[A-Za-z0-9é中]{1,3}[ +/=;'"&,%#<>\\[\]{}:.~_-]{1,2}$/u), { minLength: 2, maxLength: 6 })
  .map((pieces) => `q8${pieces.join('')}z7`)

for (const [place, sentWith] of Object.entries(senders))
  masks(`for all secrets in ${place}: a text shows it in no spelling`, () =>
    forAll([secretValue], { numRuns: 15 }, (value) => {
      const sent = sentWith(value)
      for (const [name, spelling] of Object.entries(spellings))
        for (const before of ['/v1/x?token=', 'It signed ', '{"id":1,"v":"']) {
          const text = shown(sent, `${before}${spelling(value)}\n`)
          assert.ok(
            text === undefined || text === `${before}***\n`,
            `${name} after ${before}: ${spelling(value)} is shown as ${text}`,
          )
        }
    }),
  )

masks('for all secrets of the signed text alone: the rest of a raw value is not shown', () =>
  forAll([secretValue], { numRuns: 15 }, (value) => {
    const secret = value.replaceAll('&', '')
    const sent: Sent = { method: 'POST', target: '/v1/jobs', body: utf8('') }
    const text = shown(sent, `POST\n/v1/jobs?token=${secret}&page=2\n`)
    assert.ok(text === undefined || text === 'POST\n/v1/jobs?token=***&page=2\n', `${secret}: ${text}`)
  }),
)

masks('many backslashes are found at once', () => {
  const started = Date.now()
  const sent: Sent = {
    method: 'POST',
    target: '/v1/jobs',
    body: utf8(JSON.stringify({ token: `a${'\\"'.repeat(60)}b` })),
  }
  shown(sent, `x${'\\\\\\\\"'.repeat(120)}a${'\\\\\\\\"'.repeat(120)}c`)
  assert.ok(Date.now() - started < 2000, `${Date.now() - started} ms`)
})
