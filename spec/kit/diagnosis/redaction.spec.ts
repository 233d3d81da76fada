/** No secret leaves a report, and no value of the body a ticket without the body. `redaction.live.spec.ts` tries all forms. */

import fc from 'fast-check'
import { reportInChinese, say as sayChinese } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { inEnglish } from '../../../src/kit/diagnosis/chinese/dictionary.ts'
import type { Draft } from '../../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { finding } from '../../../src/kit/diagnosis/finding.ts'
import type { Report } from '../../../src/kit/diagnosis/Report.ts'
import { hidesSecrets, hidesValues, limitsOf, redacted } from '../../../src/kit/diagnosis/redaction.ts'
import { holdsSecret, secretsOf } from '../../../src/kit/diagnosis/secrets.ts'
import { textsNotShown, ticket } from '../../../src/kit/diagnosis/ticket.ts'
import { hash, line, now, publicKey, signatureOf } from '../../support/planting.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import {
  draftWith,
  hidesBodyOf,
  hidesSecretOf,
  kindsOfBody,
  outputsOf,
  places,
  refusal,
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

secrets('a short secret with a mark is hidden where it stands alone', () => {
  for (const secret of ['a-1', 'p@ss', '#7', 'x_y', 'é!']) {
    const mayShow = hidesSecrets([secret], () => false)
    for (const sentence of [
      `The caller signed ${secret}.`,
      `a=${secret}&b=2 was sent`,
      `(${encodeURIComponent(secret)})`,
    ])
      assert.not(mayShow(sentence), sentence)
    for (const sentence of ['The caller signed a=1.', `The caller signed q${secret}q.`])
      assert.ok(mayShow(sentence), sentence)
  }
})

secrets('for all secrets: a sentence that quotes one is not shown', () =>
  forAll([fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 })], (text) => {
    const secret = `1${text.replace(/\s/g, '')}`
    assert.not(hidesSecrets([secret], () => false)(`The caller signed ${secret}, but x was sent.`), secret)
  }),
)

secrets('many secrets are not compared with each sentence one by one, which takes minutes', () => {
  const letters = Array.from({ length: 16 }, (_, i) => String.fromCharCode(0x61 + i))
  const shortSecrets = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}-${c}`)))
  const longSecrets = Array.from({ length: 2700 }, (_, i) => String(100_000 + i))
  for (const many of [shortSecrets, longSecrets]) {
    const mayShow = hidesSecrets(many, () => false)
    for (let i = 0; i < 30; i++) assert.ok(mayShow(`The caller signed ${'中文字'.repeat(2000)}${i}.`))
    assert.not(mayShow(`The caller signed a=${many.at(-1)}.`))
  }
})

/** Of at most four UTF-16 units: a piece of a longer secret is hidden anywhere. */
const shortSecret = fc.stringMatching(/^[a-b1é𠮷-]{1,4}$/u).filter(({ length }) => length <= 4)

secrets(
  'for all secrets and sentences: a short one is hidden exactly where no letter or digit beside it makes a longer word',
  () =>
    forAll([shortSecret, fc.stringMatching(/^[a-b1é𠮷 -]{0,12}$/u)], { numRuns: 300 }, (secret, sentence) => {
      const isPart = /^[\p{L}\p{N}]/u
      const characters = Array.from(sentence)
      const own = Array.from(secret)
      const isThere = characters.some((_, i) => {
        const before = characters[i - 1] ?? ''
        const after = characters[i + own.length] ?? ''
        return (
          characters.slice(i, i + own.length).join('') === secret &&
          !(isPart.test(own[0] ?? '') && isPart.test(before)) &&
          !(isPart.test(own.at(-1) ?? '') && isPart.test(after))
        )
      })
      assert.is(hidesSecrets([secret], () => false)(sentence), !isThere, `${secret} in ${sentence}`)
    }),
)

secrets('a secret that is too long to compare with each sentence hides all sentences', () => {
  const mayShow = hidesSecrets(['x'.repeat(933_000)], () => false)
  assert.not(mayShow('The caller signed a=1.'))
  const mayShowMost = hidesSecrets(['x'.repeat(9_000)], () => false)
  assert.ok(mayShowMost('The caller signed a=1.'))
  assert.not(mayShowMost('The caller signed xxxxxx.'))
})

const secretValues = (text: string): ReadonlyArray<string> =>
  secretsOf({ ...requestOf({ method: 'POST', target: '/v1/jobs', body: utf8(text) }, []) })

secrets('null, true, brackets and a mask are no secrets', () => {
  for (const text of [
    '{"token":null,"password":true}',
    '{"password":false}',
    '{"secret":{}}',
    '{"secret":[]}',
    'token=***&secret=',
    '<password/>',
    'the token: {',
  ]) {
    assert.equal(secretValues(text), [], text)
    assert.not(holdsSecret(text), text)
  }
})

secrets('a secret is found in each notation', () => {
  for (const text of [
    '{"password":"s3cr3t-1"}',
    '{"password" : ["s3cr3t-1"]}',
    '{"token":{"kind":"s3cr3t-1"}}',
    'a=1&password=s3cr3t-1&b=2',
    '{"payload":"{\\"id\\":1,\\"password\\":\\"s3cr3t-1\\"}"}',
    '{"a":"{\\"b\\":\\"{\\\\\\"api_key\\\\\\":\\\\\\"s3cr3t-1\\\\\\"}\\"}"}',
    'next=%2Fjobs%3Ftoken%3Ds3cr3t-1%26a%3D1',
    'next=%252Fjobs%253Ftoken%253Ds3cr3t-1',
    'data=%7B%22api_key%22%3A%22s3cr3t-1%22%7D',
    '<login><password>s3cr3t-1</password></login>',
    '<a:clientSecret kind="x">s3cr3t-1</a:clientSecret>',
    '<login password="s3cr3t-1"/>',
    '<a>{&quot;password&quot;:&quot;s3cr3t-1&quot;}</a>',
    '{"accessToken":"s3cr3t-1"}',
    'my_access_token=s3cr3t-1',
    '{"secretKey":"s3cr3t-1"}',
    'secret_access_key=s3cr3t-1',
    '{"private_key":"s3cr3t-1"}',
    'accessKey: s3cr3t-1',
    'pwd=s3cr3t-1',
    'passphrase = "s3cr3t-1"',
    'passcode=s3cr3t-1',
    'user[password]=s3cr3t-1&a=1',
    'user%5Bpassword%5D=s3cr3t-1&a=1',
    'password[]=s3cr3t-1',
    'password[new]=s3cr3t-1',
    '{"password"=>"s3cr3t-1", :a=>1}',
    'password：s3cr3t-1',
  ]) {
    assert.ok(secretValues(text).includes('s3cr3t-1'), `${text}: ${secretValues(text)}`)
    assert.ok(holdsSecret(text), text)
  }
})

secrets('a text that only names a secret holds none', () => {
  for (const text of [
    '{"prompt":"secret garden"}',
    '/v1/tokens/1?max_tokens=5',
    '<secretary>Jane</secretary>',
    '{"accessKeyId":"AKID1","keys":[1],"secretKeys":2,"private":"x","key":"y"}',
    'openssl pkey -in private_key.pem -pubout',
    'items[token] and [password]',
    '<password></password>',
    'a%3Db',
    '{"q":"a-long-search-for-words","p":"another-long-search"}',
  ]) {
    assert.equal(secretValues(text), [], text)
    assert.not(holdsSecret(text), text)
  }
})

secrets('a ticket shows neither method nor message that has a secret', () => {
  const secret = 'Zm9vYmFyc2VjcmV0'
  const request = requestOf({ method: `X${secret}`, target: `/v1/jobs?token=${secret}`, body: utf8('') }, [])
  for (const say of [inEnglish, sayChinese]) {
    const words = { say, inLanguage: say === inEnglish ? (report: Report) => report : reportInChinese }
    for (const judgement of [
      { ...refusal, message: `the method X${secret} is not known` },
      { outcome: 'none', why: `the file ${secret} is missing` } as const,
      { outcome: 'accept', appId: secret } as const,
    ])
      assert.not.match(ticket({ inspection: request, judgement }, words), secret)
  }
  const harmless = ticket({ inspection: { ...request, method: 'POST' }, judgement: refusal })
  assert.match(harmless, 'The signature is not valid.')
  assert.match(harmless, '`POST /v1/jobs` (the rest of the target is not shown')
})

secrets('a ticket names an empty app id in both languages', () => {
  const header = line('AAAA').replace(/app_id=[^,]*/, 'app_id=')
  const request = requestOf({ method: 'POST', target: '/v1/jobs', body: utf8('') }, [header])
  assert.match(ticket({ inspection: request, judgement: refusal }), '- App id: empty\n')
  const chinese = ticket({ inspection: request, judgement: refusal }, { say: sayChinese, inLanguage: reportInChinese })
  assert.match(chinese, '- 应用 ID：空\n')
})

secrets('a ticket compares the texts only if both are known', () => {
  const sent: Sent = { method: 'POST', target: '/v1/jobs', body: utf8('{"a":1}') }
  const right = draftWith(sent)
  const report = reportOn(right, { ...right, target: '/v1/job' }, 'target-other', 'x')
  const { expected: _, ...others } = report
  const inspection = requestOf(sent, [line('AAAA')])
  const diagnosed = { report: others, circumstances: { keys: 1 } }
  assert.not.match(ticket({ inspection, judgement: refusal, diagnosed }), 'Signed and expected')
  assert.not.match(ticket({ inspection, judgement: refusal, diagnosed }), textsNotShown)
  assert.match(
    ticket({ inspection, judgement: refusal, diagnosed: { ...diagnosed, report } }),
    /Signed and expected\n\nThey first differ/,
  )
})

secrets('a ticket says that the texts are left out if a report without them is given', () => {
  const sent: Sent = { method: 'POST', target: '/v1/jobs', body: utf8('') }
  const right = draftWith(sent)
  const inspection = requestOf(sent, [line('AAAA')])
  const found = reportOn(right, { ...right, target: `/v1/jobs?token=${token()}` }, 'target-other', 'x')
  const report = limitsOf(inspection, found).withoutSecrets(found)
  assert.is(report.signed?.bytes, undefined)
  const diagnosed = { report, circumstances: { keys: 1 } }
  assert.match(ticket({ inspection, judgement: refusal, diagnosed }), textsNotShown)
})

const bodies = suite('redaction, without the body')

const kindNames = Object.keys(kindsOfBody)

for (const [first, kind] of kindNames.entries())
  bodies(`a ticket without the body has no value of ${kind}, whatever the mistake`, () =>
    hidesBodyOf(kindsOfBody[kind] as (typeof kindsOfBody)[string], { first, every: kindNames.length, most: 2 }),
  )

/** Joins a text to sign as some other scheme does: the body is not at the end. */
const bodyFirst = (body: string): Uint8Array => utf8(`${body}\nPOST\n/v1/jobs\n${now}\nn-1`)

bodies('a ticket without the body has no value with escapes, however the text is joined', () => {
  const body = '{"name":"\\u5f20\\u4e09","note":"Mil\\u006cer"}'
  const sent: Sent = { method: 'POST', target: '/v1/jobs', body: utf8(body) }
  const right = draftWith(sent)
  const report = reportOn(right, right, 'body-other', '')
  const signed = { bytes: bodyFirst(body), hash: 'sha256', digest: 'd1' } as const
  // The texts differ where a verifier expects the target.
  const difference = { offset: 5, part: 'target' } as const
  for (const bytes of [signed.bytes, utf8(`${body}\n${body}\n\n\n`), utf8(`POST\n${body}\n${now}\nn-1\n`)]) {
    const text = ticketWithout(requestOf(sent, [line('AAAA')]), { ...report, signed: { ...signed, bytes }, difference })
    for (const piece of ['u5f20', '张', 'Mil', '"note"']) assert.not.match(text, piece)
  }
})

bodies('each value of the body is hidden, as it is written and as it is read', () => {
  const mayTell = hidesValues([
    utf8('{"a":"\\u5f20","b":1e3,"x":41,"x":43,"in":"{\\"deep\\":\\"Jo\\\\u00e9\\"}","t":[-0.50]}'),
  ])
  for (const value of ['\\u5f20', '张', '1e3', '1000', '41', '43', 'Jo\\u00e9', 'Joé', '-0.50', '-0.5'])
    assert.not(mayTell(`The caller signed ${value}, but x was sent.`), value)
  for (const sentence of ['The caller signed x before a.', 'signed a body of 41 bytes, sent a body of 43 bytes'])
    assert.ok(mayTell(sentence), sentence)
})

bodies('for all JSON: no sentence with a value of it is shown', () =>
  forAll([fc.json({ maxDepth: 2 })], (json) => {
    const mayTell = hidesValues([utf8(json)])
    const words = wordsOfValues(JSON.parse(json)).filter((word) => /\d/.test(word))
    for (const word of words) assert.not(mayTell(`The caller signed ${word}.`), `${word} of ${json}`)
  }),
)

const wordsOfValues = (json: unknown): ReadonlyArray<string> => {
  if (Array.isArray(json)) return json.flatMap(wordsOfValues)
  if (typeof json === 'object' && json !== null) return Object.values(json).flatMap(wordsOfValues)
  return typeof json === 'string' || typeof json === 'number' ? (String(json).match(/[\p{L}\p{N}]+/gu) ?? []) : []
}

bodies('a ticket in Chinese has no value between Chinese characters', () => {
  const sent: Sent = { method: 'POST', target: '/v1/jobs', body: utf8('name=张三&id=7') }
  const right = draftWith(sent)
  const report = reportOn(right, { ...right, body: utf8('name=张四&id=7') }, 'body-other', '')
  const words = { say: sayChinese, inLanguage: reportInChinese }
  const diagnosed = { report, circumstances: { keys: 1 } }
  const inspection = requestOf(sent, [line('AAAA')])
  const text = ticket({ inspection, judgement: refusal, diagnosed, withoutBody: true }, words)
  for (const value of ['张三', '张四']) assert.not.match(text, value)
  assert.match(text, '1. **body-other**')
})

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

const inMask = fc.string({ unit: 'grapheme-ascii', minLength: 3, maxLength: 30 })

secrets('for all secrets: a mask hides no more than the secret, or the text is not shown', () =>
  forAll([inMask], { numRuns: 60 }, (text) => {
    const secret = `1${text.replace(/[^!-~]|["'&;,[\]{}<#]/g, '')}z`
    const sent: Sent = { method: 'POST', target: `/v1/jobs?page=2&token=${secret}`, body: utf8('{"a":1}') }
    const request = requestOf(sent, [line('AAAA')])
    const masked = limitsOf(request, undefined).masked(utf8(`POST\n${sent.target}\n`))
    if (masked === undefined) return
    assert.is(Buffer.from(masked).toString(), 'POST\n/v1/jobs?page=2&token=***\n')
  }),
)

secrets('a secret in the query hides its value alone: path, other parameters and headline are shown', () => {
  const target = '/v1/tables?pageToken=abc%3D&size=50'
  const signed = '/v1/tables'
  const request = requestOf({ method: 'POST', target, body: utf8('') }, [
    line(signatureOf(`POST\n${signed}\n${now}\nn-1\n`)),
  ])
  const report = diagnose({ ...request, keys: [{ appId: 'app-1', key: publicKey(2048, 'app-1') }] }, hash)
  const output = outputsOf(request, report)[1] ?? ''
  assert.match(output, 'signed /v1/tables, sent /v1/tables?pageToken=***&size=50')
  assert.match(output, 'In place of each token and password stands ***.')
  assert.not.match(output, 'abc')
})

/** What arrived, what was signed, and a piece of the words that must stay. */
const maskedWords = [
  ['/v1/jobs?page=2&api_key=S3cretKey9', '/v1/jobs?page=2', 'signed the query without api_key=***'],
  ['/v1/jobs?access_token=S3cretKey9&page=2&n=1', '/v1/jobs?page=2&n=1', 'signed the query without access_token=***'],
  ['/v1/jobs?page=2&x_token=S3cretKey9&utm=1', '/v1/jobs?page=2', 'signed the query without x_token=***&utm=1'],
] as const

for (const [target, signed, words] of maskedWords)
  secrets(`the words stay, with a mask in place of the secret: ${words}`, () => {
    const request = requestOf({ method: 'GET', target, body: utf8('') }, [
      line(signatureOf(`GET\n${signed}\n${now}\nn-1\n`)),
    ])
    const report = diagnose({ ...request, keys: [{ appId: 'app-1', key: publicKey(2048, 'app-1') }] }, hash)
    const shown = limitsOf(request, report).withoutSecrets(report)
    assert.match(shown.findings[0]?.what ?? '', words)
    for (const output of outputsOf(request, report)) assert.not(output.includes('S3cretKey9'), output)
    const chinese = reportInChinese(shown).findings[0]?.what ?? ''
    assert.ok(chinese.includes('***') && !chinese.includes('signed'), chinese)
  })

secrets('words that masks would make the same say nothing: the general words take their place', () => {
  const sent: Sent = { method: 'GET', target: '/v1/jobs?a=1&token=S3cretKey9', body: utf8('') }
  const right = draftWith(sent)
  const signed = { ...right, target: '/v1/jobs?a=1&token=S3cretKey8' }
  const request = requestOf(sent, [line('AAAA')])
  const report = reportOn(right, signed, 'target-other', '')
  const shown = limitsOf(request, {
    ...report,
    signed: { bytes: utf8(signed.target), hash: 'sha256', digest: '' },
  }).withoutSecrets(report)
  assert.is(shown.findings[0]?.what, finding('target-other', '').what)
})
