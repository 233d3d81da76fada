/**
 * The string to sign in another form as a whole, and parts that were never filled in: for each form what was signed in place
 * of the right text.
 */

import { createHash } from 'node:crypto'
import type { Hash } from '../../../../src/effects/Hash.ts'
import { catalogue } from '../../../../src/kit/diagnosis/catalogue.ts'
import { type Draft, message, standard } from '../../../../src/kit/diagnosis/Draft.ts'
import { utf8 } from '../../../../src/kit/diagnosis/forms/charsets.ts'
import { textEncodings } from '../../../../src/kit/diagnosis/forms/wholeText.ts'
import { rightDraft } from '../../../support/signedText.ts'
import { assert, suite } from '../../../support/suite.ts'

const hash: Hash = (name, bytes) => new Uint8Array(createHash(name).update(bytes).digest())

const draft = (body: string | Uint8Array, target = '/v1/jobs?a=1', method = 'POST'): Draft =>
  rightDraft({ method, target, body })

/** The details of the forms of a mistake that lead to this text. */
const detailsFor = (id: string, right: Draft, text: string | Uint8Array): ReadonlyArray<string> =>
  [...(catalogue.find((mistake) => mistake.id === id)?.variations(right, hash) ?? [])].flatMap(({ detail, signed }) =>
    signed._tag === 'Draft' &&
    Buffer.compare(message({ ...right, ...signed.change }, hash), Buffer.from(text as string)) === 0
      ? [detail]
      : [],
  )

const forms = suite('the whole text in another form')

const body = '{"a":"é"}'
const lines = ['POST', '/v1/jobs?a=1', '1700000000', 'n-1', body]
const right = lines.join('\n')
const [method, target, timestamp] = lines
const utf16 = Buffer.from(right, 'utf16le')
const bytes = Buffer.from(right)
const ascii = (text: string): string => JSON.stringify(text).replace('é', '\\u00e9')

for (const [id, signed] of [
  ['parts-labelled', `method: POST\nurl: ${target}\ntimestamp: ${timestamp}\nnonce: n-1\nbody: ${body}`],
  ['parts-labelled', `Method:POST\nPath:${target}\nTimestamp:${timestamp}\nNonce:n-1\nBody:${body}`],
  ['parts-labelled', `METHOD=POST\nURI=${target}\nTIMESTAMP=${timestamp}\nNONCE_STR=n-1\nBODY=${body}`],
  ['parts-labelled', `body=${body}&method=POST&nonce=n-1&timestamp=${timestamp}&url=${target}`],
  ['parts-labelled', `method=POST\nurl=${target}\ntimestamp=${timestamp}\nnonce=n-1\nbody=${body}\n`],
  ['parts-labelled', `app_id=app-1&method=POST&url=${target}&nonce_str=n-1&timestamp=${timestamp}&body=${body}`],
  ['part-missing', `app_id=app-1&body=${body}&nonce_str=n-1&timestamp=${timestamp}`],
  ['part-missing', `nonce=n-1&timestamp=${timestamp}&url=${target}`],
  ['parts-labelled', lines.map(encodeURIComponent).join('&')],
  ['part-missing', `${timestamp}.${body}`],
  ['part-missing', `${timestamp}n-1${body}`],
  ['parts-labelled', JSON.stringify(lines)],
  ['parts-labelled', `POST\n${target}\n${timestamp}\nSome("n-1")\n${body}`],
  ['parts-labelled', `[${lines.join(' ')}]`],
  ['parts-labelled', `[${lines.join(', ')}]`],
  ['parts-labelled', `"${right}"`],
  ['part-missing', lines.slice(1).join('\n')],
  ['part-missing', `\n${lines.slice(1).join('\n')}`],
  ['part-missing', [target, body].join('\n')],
  ['part-missing', [method, target].join('\n')],
  ['part-missing', ''],
  ['part-unfilled', `POST\n${target}\n${timestamp}\n$NONCE\n${body}`],
  ['part-unfilled', `POST\n${target}\n${timestamp}\nn-1\n$body`],
  ['part-unfilled', `undefined\n${target}\n${timestamp}\nn-1\n${body}`],
  ['part-unfilled', '[object Promise]'],
  ['part-unfilled', `POST\\n${target}\\n#{ts}\\n#{nonce}\\n#{b}`],
  ['part-unfilled', `POST\n${target}\n$ts\n$nonce\n$b`],
  ['part-unfilled', `POST\n${target}\n${timestamp}\n{nonce}\n{body}`],
  ['part-unfilled', '{method}\n{uri}\n{ts}\n{nonce}\n{b}'],
  ['parts-reordered', [body, method, target, timestamp, 'n-1'].join('\n')],
  ['parts-reordered', [method, target, timestamp, body, 'n-1'].join('|')],
  ['parts-reordered', [target, 'n-1', timestamp, method, body, ''].join('\n')],
  ['parts-reordered', [method, target, 'n-1', 'n-1', body].join('\n')],
  ['parts-reordered', [method, target, timestamp, 'n-1', 'n-1', body].join('\n')],
  ['text-encoded', utf16],
  ['text-encoded', utf16.subarray(0, right.length)],
  ['text-encoded', Buffer.from(right, 'utf16le').swap16()],
  ['text-encoded', Buffer.concat([Buffer.from('fffe', 'hex'), utf16])],
  ['text-encoded', Buffer.concat([Buffer.from('feff', 'hex'), Buffer.from(utf16).swap16()])],
  ['text-encoded', `${bytes.toString('base64')}\n`],
  ['text-encoded', (bytes.toString('base64').match(/.{1,76}/g) ?? []).map((line) => `${line}\n`).join('')],
  ['text-encoded', bytes.toString('base64url')],
  ['text-encoded', bytes.toString('hex')],
  ['text-encoded', bytes.toString('hex').toUpperCase()],
  ['text-encoded', encodeURIComponent(right)],
  ['text-encoded', new URLSearchParams({ x: right }).toString().slice(2)],
  ['text-encoded', JSON.stringify(right)],
  ['text-encoded', ascii(right)],
  ['text-encoded', JSON.stringify(right).slice(1, -1)],
  ['text-encoded', `'${right.replaceAll('\n', '\\n')}'`],
  ['text-encoded', `b'${right.replaceAll('\n', '\\n').replace('é', '\\xc3\\xa9')}'`],
  ['text-encoded', `\ufeff${right}`],
  ['text-encoded', `${right}\0`],
] as const) {
  forms(`${id}: ${JSON.stringify(String(signed)).slice(0, 80)}`, () =>
    assert.ok(detailsFor(id, draft(body), signed).length > 0),
  )
}

forms('entities in the target, in the body, and in all of it', () => {
  const both = draft('{"a":"<é>"}', '/v1/jobs?a=1&b=2')
  const head = (query: string): string => `POST\n/v1/jobs?${query}\n1700000000\nn-1\n`
  const quoted = '{&quot;a&quot;:&quot;&lt;é&gt;&quot;}'
  assert.equal(detailsFor('html-entities', both, `${head('a=1&amp;b=2')}{"a":"<é>"}`), [
    'the target, written by Ruby or lodash',
  ])
  assert.equal(detailsFor('html-entities', both, `${head('a=1&b=2')}${quoted}`), [
    'the body, written by Ruby or lodash',
  ])
  const sent = draft('{&quot;a&#34;:&#x27;&copy;}')
  assert.equal(detailsFor('html-entities', sent, 'POST\n/v1/jobs?a=1\n1700000000\nn-1\n{"a":\'&copy;}'), [
    'the body, taken out where it was signed',
  ])
  assert.equal(detailsFor('html-entities', draft(Uint8Array.of(0xff)), 'x'), [])
})

forms('a body that is no text has a form as well: each byte is a character', () => {
  const whole = textEncodings().find(({ name }) => name === 'a string literal: JSON')
  assert.ok(whole)
  const text = message({ ...draft(Uint8Array.of(0xff)), layout: { ...standard, whole } }, hash)
  assert.is(Buffer.from(text).toString(), JSON.stringify('POST\n/v1/jobs?a=1\n1700000000\nn-1\nÿ'))
  for (const { name, write } of textEncodings()) assert.ok(write(utf8('a\nb/=')).length > 3, name)
})

const times = suite('timestamps in other forms')

/** Each in a form of its own; a line holds several. */
const written = `
6553f100|6553F100|0x6553f100|1.7e+09|1.700000e+09|1.7E9|1.7e+9|"1700000000"|1700000000L|28333333
١٧٠٠٠٠٠٠٠٠|۱۷۰۰۰۰۰۰۰۰|१७००००००००|１７００００００００|2023-11-14T22:13:20Z|2023-11-14T22:13:20.000Z|2023-11-14T22:13:20+00:00
2023-11-15T06:13:20+08:00|2023-11-15T03:43:20+05:30|2023-11-14 22:13:20
2023-11-14 22:13:20 +0000 UTC|Tue, 14 Nov 2023 22:13:20 GMT|Wed, 15 Nov 2023 06:13:20 +0800
Tue Nov 14 22:13:20 2023|20231114221320|Tue Nov 14 2023 22:13:20 GMT+0000 (Coordinated Universal Time)
11/14/2023, 10:13:20 PM|14.11.2023, 22:13:20|1700000000000000|1700000000000000000
`

times('a fraction of milliseconds, with zeros at its end and without', () => {
  for (const text of ['1700000000.5', '1700000000.500', '1700000000.007', '1700000000.999'])
    assert.is(detailsFor('timestamp-fraction', draft(''), `POST\n/v1/jobs?a=1\n${text}\nn-1\n`).length, 1, text)
})

for (const text of written.trim().split(/[|\n]/)) {
  times(text, () => {
    const found = ['timestamp-format', 'timestamp-milliseconds', 'timestamp-grouped'].flatMap((id) =>
      detailsFor(id, draft(''), `POST\n/v1/jobs?a=1\n${text}\nn-1\n`),
    )
    assert.is(found.length, 1, found.join())
  })
}

times('midnight and noon in twelve hours, and the first day of a month', () => {
  const at = (timestamp: string, text: string): ReadonlyArray<string> =>
    detailsFor('timestamp-format', { ...draft(''), timestamp }, `POST\n/v1/jobs?a=1\n${text}\nn-1\n`)
  assert.equal(at('1701388800', '12/1/2023, 12:00:00 AM'), ['toLocaleString, en-US'])
  assert.equal(at('1701388800', 'Fri Dec  1 00:00:00 2023'), ['ctime'])
  assert.equal(at('1701432000', '12/1/2023, 12:00:00 PM'), ['toLocaleString, en-US'])
})
