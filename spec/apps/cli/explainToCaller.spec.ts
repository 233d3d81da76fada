/**
 * `serve --explain-to-caller`: a refused caller learns how the server read its own request, and nothing else. The law: the answer is
 * the same for an unknown app, a revoked key, a malformed and a wrong signature.
 */
import { createServer, request as httpRequest } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import fc from 'fast-check'
import { callerHint, callerHints, mostShown, withHint } from '../../../src/apps/cli/callerHint.ts'
import * as VerifyError from '../../../src/core/VerifyError.ts'
import { defaults } from '../../../src/core/VerifyPolicy.ts'
import { answers } from '../../../src/kit/diagnosis/chinese/answers.ts'
import { serviceTextIn } from '../../../src/kit/diagnosis/serviceText.ts'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, byTurns, forAll, suite } from '../../support/suite.ts'
import { countersign, file, publicKey, type Service, serving, signedNow } from './command.ts'

const { authType } = defaults

interface Told {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly string_to_sign?: { readonly length?: number; readonly beginning: string }
  }
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  readonly told: Told['error']
}

/** By node:http: the target is sent as it is written. */
const send = (
  { port }: Pick<Service, 'port'>,
  target: string,
  authorization: string,
  body: string,
  language = 'fr',
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { authorization, 'content-length': Buffer.byteLength(body), 'accept-language': language }
    const sent = httpRequest({ port, host: '127.0.0.1', path: target, method: 'POST', headers }, async (res) => {
      const body = await textOf(res)
      const { date: _, 'x-request-id': __, ...rest } = res.headers
      resolve({ status: res.statusCode ?? 0, headers: rest, body, told: (JSON.parse(body) as Told).error })
    })
    sent.on('error', reject).end(body)
  })

/** One head with each cause that shares the code: all else in them is the same. */
const causesOf = async (target: string, body: string): Promise<ReadonlyArray<string>> => {
  const nonce = 'n-0123456789'
  const header = await signedNow({ target, body: `${body} another`, nonce })
  const signature = header.slice(header.indexOf('signature=') + 10)
  const short = Buffer.from(signature, 'base64').subarray(0, 128).toString('base64')
  return [
    header,
    // Of no app, and of one whose key has 3072 bits.
    header.replace('app_id=app-1', 'app_id=app-9'),
    header.replace('app_id=app-1', 'app_id=app-3'),
    header.replace(signature, short),
    header.replace(signature, signature.replace(/.$/, '*')),
    header.replace(signature, 'AAAA'),
  ]
}

file('hinted/app-1.pem', rsa(2048, 'app-1').publicPem)
file('hinted/app-3.pem', rsa(3072, 'app-3').publicPem)
const options = ['--keys', 'hinted', '--explain-to-caller']

const telling = suite('countersign serve --explain-to-caller')

const isSame = async (service: Service): Promise<void> => {
  const targets = fc.sample(
    fc
      .array(fc.constantFrom('a', '/', '%E4', '?x=1', '~', '-tools', '%20'), { maxLength: 12 })
      .map((parts) => `/${parts.join('').replace(/\/+/g, '/')}`),
    { numRuns: 4, seed: 11 },
  )
  for (const [i, target] of ['/v1/jobs', ...targets].entries()) {
    const body = '{"note":"S3CRET"}'.repeat(i)
    const answers = []
    for (const header of await causesOf(target, body)) answers.push(await send(service, target, header, body))
    const [first, ...others] = answers
    assert.is(first?.told.code, 'signature_invalid')
    assert.ok(first?.told.string_to_sign !== undefined, first?.body)
    for (const other of others) assert.equal(other, first)
  }
}

telling('the same for an unknown app, another length of key, a malformed and a wrong signature', () =>
  serving(options, isSame),
)

telling('the gateway tells the same, and nothing reaches the service', async () => {
  let asked = 0
  const upstream = createServer((_, res) => {
    asked += 1
    res.end()
  })
  await withServer(upstream, ({ url }) => serving([...options, '--upstream', url], isSame))
  assert.is(asked, 0)
})

telling('length and beginning of the text that the server took; JSON that no cache keeps; nothing of the body', () =>
  serving(options, async (service) => {
    const body = '{"note":"S3CRET früh"}'
    const header = await signedNow({ target: '/v1/jobs?a=1', body: '{}', nonce: 'n-1' })
    const { status, headers, told, body: answer } = await send(service, '/v1/jobs?a=1', header, body)
    const timestamp = /timestamp=(\d+)/.exec(header)?.[1]
    const head = `POST\n/v1/jobs?a=1\n${timestamp}\nn-1\n`
    assert.equal(told.string_to_sign, {
      length: head.length + Buffer.byteLength(body),
      beginning: head.replaceAll('\n', '\\n'),
    })
    assert.equal([status, headers['cache-control']], [401, 'no-store'])
    assert.match(String(headers['content-type']), /^application\/json/)
    assert.not.match(answer, /S3CRET|sha256|app-1/)
    file('told.json', answer)
    file(
      'told.http',
      `POST /v1/job?a=1 HTTP/1.1\r\nAuthorization: ${header}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    const files = ['--request', 'told.http', '--signed', 'told.json']
    const { out } = await countersign(['diagnose', '--public-key', publicKey, ...files, '--budget', '1'])
    assert.match(out, /changed on the way: the service read another request, not this request\n.*at byte 12/)
  }),
)

const inBothLanguages = async (service: Service): Promise<void> => {
  const body = '{"note":"S3CRET"}'
  for (const authorization of [...(await causesOf('/v1/jobs', body)), 'x', 'Bearer S3CRET']) {
    const english = await send(service, '/v1/jobs', authorization, body, 'en, zh;q=0.9')
    const chinese = await send(service, '/v1/jobs', authorization, body, 'zh-CN,zh;q=0.9,en;q=0.8')
    const { message, ...told } = chinese.told
    assert.is(message, answers[told.code as VerifyError.PublicCode])
    const { message: _, ...toldInEnglish } = english.told
    assert.equal([chinese.status, told], [english.status, toldInEnglish])
    assert.equal([chinese.headers['content-language'], english.headers['content-language']], ['zh', undefined])
    assert.is(Number(chinese.headers['content-length']), Buffer.byteLength(chinese.body))
  }
}

const inTurn = byTurns(2, telling)

inTurn('the message in Chinese where Accept-Language asks for it; code, status and hint stay', () =>
  serving(options, inBothLanguages),
)

inTurn('the same by the gateway', () =>
  withServer(createServer(), ({ url }) => serving([...options, '--upstream', url], inBothLanguages)),
)

telling('off unless it is asked for, and never with another code', async () => {
  await serving(['--keys', 'hinted'], async (service) => {
    const header = await signedNow({ body: 'x' })
    assert.is((await send(service, '/v1/jobs', header, '')).told.string_to_sign, undefined)
  })
  await serving(options, async (service) => {
    const old = await signedNow({ body: '', timestamp: 1_000_000_000 })
    const { told } = await send(service, '/v1/jobs', old, '')
    assert.equal([told.code, told.string_to_sign], ['timestamp_expired', undefined])
    assert.is((await send(service, '/v1/jobs', 'Bearer S3CRET', '')).told.string_to_sign, undefined)
  })
})

const hint = suite('the hint for a caller')

const parts = fc.record(
  { target: fc.string({ unit: 'binary' }), nonce: fc.stringMatching(/^[0-9A-Za-z-]{0,128}$/), length: fc.nat() },
  { noNullPrototype: true },
)

hint('for all heads: at most 64 bytes of the head in printable ASCII, which are read back as what they were', () =>
  forAll([parts], ({ target, nonce, length }) => {
    const line = `${authType} app_id=a,nonce_str=${nonce},timestamp=1,signature=AAAA`
    const { beginning, length: told } = callerHint({ method: 'POST', target, authorization: [line] }, length, authType)
    assert.match(beginning, /^[ -~]*$/)
    const head = Buffer.from(`POST\n${target}\n1\n${nonce}\n`)
    assert.is(told, head.length + length)
    const read = serviceTextIn(Buffer.from(JSON.stringify({ string_to_sign: { length: told, beginning } })))
    assert.equal(Buffer.from(read?.beginning ?? []), Buffer.from(head.subarray(0, mostShown)))
  }),
)

hint('for all reasons: whoever shares a code gets the same answer', () => {
  const request = { method: 'POST', target: '/v1', authorization: [`${authType} app_id=a,nonce_str=n,timestamp=1`] }
  const answers = VerifyError.reasons.map((reason) => {
    const error = { _tag: reason } as VerifyError.VerifyError
    const code = VerifyError.code(error)
    const identity = {}
    const hints = callerHints(authType)
    hints.note({ ...request, reason } as never, code, identity)
    const req = { headers: { 'content-length': '5' }, httpVersionMajor: 1 }
    return [
      code,
      hints.answer({ status: 401, headers: {}, body: '{"error":{}}' }, req as never, identity).body,
    ] as const
  })
  const shared = answers.filter(([code]) => code === 'signature_invalid')
  assert.equal(shared.length, 4)
  for (const [code, body] of answers)
    assert.is(body, code === 'signature_invalid' ? shared[0]?.[1] : '{"error":{}}', code)
  assert.ok(shared[0]?.[1].includes('"beginning":"POST\\\\n/v1\\\\n1\\\\nn\\\\n"'))
  assert.is(withHint({ status: 401, headers: {}, body: '{"error":{"code":"c"}}' }, { beginning: '' }).status, 401)
})
