import { createSign, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { processorMs } from '../../../scripts/processorMs.ts'
import { dryVerify } from '../../../src/apps/inspector/dryVerify.ts'
import { hash } from '../../../src/apps/inspector/hash.ts'
import { caseOf, type Inspection } from '../../../src/apps/inspector/Inspection.ts'
import { readKeys } from '../../../src/apps/inspector/keyTexts.ts'
import { fragmentOf, linked, maxInLink } from '../../../src/apps/inspector/link.ts'
import type { Timestamp } from '../../../src/core/Timestamp.ts'
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { holdsSecret, withoutUser } from '../../../src/kit/diagnosis/secrets.ts'
import { ticket } from '../../../src/kit/diagnosis/ticket.ts'
import { rsa } from '../../support/keys.ts'
import { assert, forAll, right, suite } from '../../support/suite.ts'

const key = rsa(2048, 'app-1')
const appKeys = right(readKeys(`app-1:\n${key.publicPem}`))

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const now = 1_700_000_000 as Timestamp

/** A request whose caller signed `signed` in place of its string to sign. */
const inspection = (given: Partial<Inspection> = {}, signed?: string): Inspection => {
  const { method = 'POST', target = '/v1/jobs', body = utf8('{"a":1}') } = given
  const text = signed ?? `${method}\n${target}\n${now}\nn-1\n${new TextDecoder().decode(body)}`
  const signature = createSign('sha256').update(text).sign(key.privateKey, 'base64')
  return {
    method,
    target,
    authorization: [`SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=${now},signature=${signature}`],
    body,
    appKeys,
    otherKeys: [],
    now,
    settings: { authType: 'SVC-SHA256-RSA', maxAge: 300, maxSkew: 60 } as Inspection['settings'],
    ...given,
  }
}

const told = async (request: Inspection): Promise<string> => {
  const report = diagnose(caseOf(request), hash, 5_000_000)
  return ticket({
    inspection: request,
    judgement: await dryVerify(request),
    diagnosed: { report, circumstances: { keys: request.appKeys.length } },
  })
}

const markdown = suite('ticket')

markdown('tells the verdict, the request, the cause and both texts', async () => {
  const text = await told(inspection({}, `POST\n/v1/jobs\n${now}\nn-1\n{"a": 1}`))
  for (const part of [
    '## Refused: `signature_invalid`',
    '- Request: `POST /v1/jobs`, 7 bytes of body',
    '- App id: `app-1`',
    `- Timestamp: \`${now}\`; judged at \`${now}\``,
    '### Exact',
    '`signed a body of 8 bytes, sent a body of 7 bytes`',
    '1. **body-reserialized** (with spaces): The caller signed one JSON text',
    '   → Serialize the body once',
    'They first differ at byte 34 (body): the signed byte is `0x20 (space)`, the expected byte is `0x31 (1)`.',
    'What the caller signed:\n\n```text\nPOST␊\n/v1/jobs␊\n1700000000␊\nn-1␊\n{"a": 1}\n```',
  ])
    assert.ok(text.includes(part), `${part} is not in:\n${text}`)
})

markdown('without the body: the cause, the digests, and the place of the difference', async () => {
  const body = utf8(`{"a":1,"long":"${'S3CRET '.repeat(20)}","b":2}`)
  const request = inspection(
    { body },
    `POST\n/v1/jobs\n${now}\nn-1\n{"a": 1, "long": "${'S3CRET '.repeat(20)}", "b": 2}`,
  )
  const report = diagnose(caseOf(request), hash, 5_000_000)
  const finished = {
    inspection: request,
    judgement: await dryVerify(request),
    diagnosed: { report, circumstances: { keys: 1 } },
  }
  assert.match(ticket(finished), 'S3CRET S3CRET')
  const short = ticket({ ...finished, withoutBody: true })
  assert.not.match(short, 'S3CRET S3CRET')
  assert.match(short, /- signed: \d+ bytes, sha256 `[0-9a-f]{64}`\n- expected: \d+ bytes, sha256 `[0-9a-f]{64}`/)
})

markdown('of an accepted request is short', async () => {
  const text = await told(inspection())
  assert.match(text, /^## Accepted\n/)
  assert.not(text.includes('###'))
})

const secret = 'c2VjcmV0LXRva2Vu'

markdown('holds no token and no key that is private', async () => {
  // The shortest private key: the search reads every byte of the body, many times.
  const privatePem = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const pem = privatePem.split('\n')[1] as string
  for (const request of [
    inspection({ authorization: [`Bearer ${secret}`] }),
    inspection({ authorization: [`Basic ${secret}`] }),
    inspection({ target: `/v1/jobs?access_token=${secret}` }, 'x'),
    inspection({ target: `/v1/jobs?access_token=${secret}` }, `POST\n/v1/jobs\n${now}\nn-1\n{"a":1}`),
    inspection({ body: utf8(`{"key":${JSON.stringify(privatePem)}}`) }, 'x'),
    inspection(
      { body: utf8(`{"key": ${JSON.stringify(privatePem)}}`) },
      `POST\n/v1/jobs\n${now}\nn-1\n${JSON.stringify({ key: privatePem })}`,
    ),
    inspection({ body: utf8(`{"api_key":"${secret}"}`) }, 'x'),
    inspection({ url: `https://me:${secret}@jobs.example/` }),
  ]) {
    const text = await told(request)
    assert.not(text.includes(secret), text)
    assert.not(text.includes(pem), text)
  }
})

markdown('is read as text, whatever the request holds', async () => {
  const text = await told(
    inspection({ target: '/v1/`jobs`', body: utf8('```\n# a') }, `POST\n/v1/\`jobs\`\n${now}\nn-1\n\`\`\`\n# a\n`),
  )
  assert.ok(text.includes('- Request: `` POST /v1/`jobs` ``'))
  assert.ok(text.includes('````text\nPOST'))
})

const link = suite('link')

const opened = (fragment: string) => right(linked(fragment) ?? E.left('no link'))
const fragment = (request: Inspection): string => right(fragmentOf(request))

link('without the body says how long it was, and holds nothing of it, nor the signed text', () => {
  const request = inspection({ body: utf8('{"S3CRET":1}'), claimed: utf8('POST\n{"S3CRET":1}') })
  const { body, bodyMissing, claimed } = opened(right(fragmentOf(request, true)))
  assert.equal([body.length, bodyMissing, claimed], [0, '12 bytes', undefined])
  const large = inspection({ body: utf8('a'.repeat(maxInLink)) })
  assert.ok(E.isLeft(fragmentOf(large)) && E.isRight(fragmentOf(large, true)))
})

link('keeps the text of the caller', () => {
  const claimed = utf8('POST\r\n/v1')
  assert.equal(opened(fragment(inspection({ claimed }))).claimed, claimed)
})

link('opens as the same request, keys and settings', () => {
  const request = inspection({ host: 'jobs.example', url: 'https://jobs.example/v1/jobs' })
  assert.equal(opened(fragment(request)), {
    method: 'POST',
    target: '/v1/jobs',
    authorization: request.authorization,
    host: 'jobs.example',
    url: 'https://jobs.example/v1/jobs',
    body: utf8('{"a":1}'),
    paths: undefined,
    headers: undefined,
    bodyMissing: undefined,
    appKey: `app-1:\n${key.publicPem}`,
    otherKeys: '',
    settings: { now: String(now), maxAge: '300', maxSkew: '60', authType: 'SVC-SHA256-RSA' },
  })
})

link('for all targets and bodies: opens as the same', () =>
  forAll([fc.string({ unit: 'grapheme' }), fc.uint8Array()], (target, body) => {
    const made = fragmentOf(inspection({ target, body, authorization: [] }))
    if (E.isLeft(made)) return
    assert.match(made.right, /^#1\.[\w-]+$/)
    const read = opened(made.right)
    assert.is(read.target, target)
    assert.equal(read.body, body)
  }),
)

link('is not made of what is secret, nor of more than programs carry', () => {
  for (const given of [
    { authorization: [`Bearer ${secret}`] },
    { authorization: [`Token ${secret}`] },
    { target: `/?token=${secret}` },
    { body: utf8(key.privatePem) },
    { body: utf8(JSON.stringify(key.privateKey.export({ format: 'jwk' }))) },
  ])
    assert.match(
      String(Object.values(fragmentOf(inspection(given)))),
      /seems to hold a token, a password or a private key/,
    )
  const long = fragmentOf(inspection({ body: new Uint8Array(maxInLink) }))
  assert.match(E.isLeft(long) ? long.left : '', /programs cut links of more than 32,000/)
  const started = processorMs()
  fragmentOf(inspection({ body: new Uint8Array(50_000_000), authorization: [] }, 'x'))
  assert.ok(processorMs() - started < 1000, 'a large body is not encoded first')
})

link('leaves out the user and the password of the URL', () => {
  assert.is(opened(fragment(inspection({ url: `https://me:${secret}@h/a@b` }))).url, 'https://h/a@b')
  assert.is(withoutUser('https://a@b@h'), 'https://h')
})

link('longer than the page makes one is refused before it is decoded', () => {
  const whole = fragment(inspection())
  const { length } = whole
  // The rest of a link that the page made, with a member that says nothing, up to a length.
  const members = Buffer.from(whole.slice(3), 'base64url').toString().replace(/\}$/, ',"paths":["')
  const ofLength = (wanted: number): string => {
    const bytes = Math.floor(((wanted - 3) * 3) / 4)
    return `#1.${Buffer.from(`${members.padEnd(bytes - 3, '/')}"]}`).toString('base64url')}`
  }
  assert.ok(length < maxInLink)
  // Base64 has no text of four characters and one more.
  assert.is(ofLength(maxInLink).length, maxInLink - 1)
  assert.is(opened(ofLength(maxInLink)).method, inspection().method)
  for (const fragment of [ofLength(maxInLink + 2), `#1.${'A'.repeat(2_000_000)}`, `#1.${'%'.repeat(maxInLink)}`]) {
    assert.ok(fragment.length > maxInLink)
    const read = linked(fragment)
    assert.ok(read !== undefined && E.isLeft(read))
    assert.match(read.left, /^This link is longer than any that the page makes/)
  }
})

link('that is damaged is refused, and another fragment is none', () => {
  assert.is(linked(''), undefined)
  assert.is(linked('#result'), undefined)
  const whole = fragment(inspection())
  const json = (value: unknown): string => `#1.${Buffer.from(JSON.stringify(value)).toString('base64url')}`
  for (const text of [
    '#1.',
    '#1.%',
    '#2.AAAA',
    whole.slice(0, -9),
    json({}),
    json(null),
    json({ ...JSON.parse(Buffer.from(whole.slice(3), 'base64url').toString()), authorization: [1] }),
  ]) {
    const read = linked(text)
    assert.ok(read !== undefined && E.isLeft(read), text.slice(0, 40))
  }
})

link('knows secrets from what is none', () => {
  for (const text of [
    '-----BEGIN RSA PRIVATE KEY-----',
    '"d":"0123456789abcdef0123"',
    'Bearer abcdefgh',
    'x?access_token=1',
    '"client_secret": 1',
    'password=1',
  ])
    assert.ok(holdsSecret(text), text)
  for (const text of [
    '-----BEGIN PUBLIC KEY-----',
    '{"d":"a dog"}',
    'a bearer of news',
    '/v1/tokens/1',
    '{"prompt":"secret garden"}',
  ])
    assert.not(holdsSecret(text), text)
})
