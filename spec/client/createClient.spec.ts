import * as t from 'io-ts'
import * as node from '../../src/client/node.ts'
import * as web from '../../src/client/web.ts'
import { parse } from '../../src/core/Authorization.ts'
import * as Job from '../../src/job/Job.ts'
import type { VerifierOptions } from '../../src/server/node.ts'
import { ok, type RawRequest, silence, status, withListener } from '../support/listener.ts'
import { assert, right, suite } from '../support/suite.ts'
import { type Service, withVerifyingService } from '../support/verifyingService.ts'
import { app, faces, key, refusal } from './refusal.ts'

const job: Job.Job = {
  request_id: '7',
  stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } }],
}
const seconds = (): number => Math.floor(Date.now() / 1000)

/** A service that knows the key's public half. */
const withService = (options: Partial<VerifierOptions>, use: (service: Service) => Promise<void>): Promise<void> =>
  withVerifyingService({ keys: { 'app-1': key.publicPem }, ...options }, use)

const headerOf = ({ headers }: RawRequest): string => headers.find(([name]) => name === 'authorization')?.[1] ?? ''
const timestampOf = (request: RawRequest): number => {
  const authorization = right(parse(headerOf(request)))
  return authorization._tag === 'Signed' ? authorization.timestamp : Number.NaN
}

for (const [name, { createClient }] of faces) {
  const submitting = suite(`createClient (${name}): submitJob`)

  submitting('knows stages that were added', () =>
    withService({}, async ({ baseUrl, handled }) => {
      const jobs = Job.withStages({ UPSCALE: t.type({ factor: t.number }) })
      const client = await createClient({ baseUrl, jobs, ...app })
      const answer = await client.submitJob({ request_id: '7', stages: [{ type: 'UPSCALE', factor: 2 }] })
      assert.is(answer.status, 201)
      const shown = Buffer.from(handled[0]?.body ?? []).toString()
      assert.is(shown, '{"request_id":"7","stages":[{"type":"UPSCALE","factor":2}]}')
      const wrong = { request_id: '7', stages: [{ type: 'UPSCALE', factor: '2' }] }
      const refused = await refusal(client.submitJob(wrong as unknown as Uint8Array))
      assert.is(
        refused.message,
        'the job is invalid: at /stages/0/factor, expected a number from -9007199254740991 to 9007199254740991, found a string',
      )
      const strange = await refusal(createClient({ baseUrl, ...app, jobs: {} as typeof jobs }))
      assert.is(strange.message, 'createClient: jobs must be the result of Job.withStages')
    }),
  )

  submitting('encodes a value as JSON; sends text and bytes unchanged', () =>
    withService({}, async ({ baseUrl, handled }) => {
      const client = await createClient({ baseUrl, ...app })
      const text = ' {"stages":[ ],\n"request_id":"7"} '
      for (const given of [job, text, Buffer.from(text), new Uint8Array(Buffer.from(text))]) {
        assert.is((await client.submitJob(given)).status, 201)
      }
      const bodies = handled.map(({ body }) => Buffer.from(body).toString())
      assert.equal(bodies, [Buffer.from(right(Job.encode(job))).toString(), text, text, text])
      assert.is(new Set(handled.map(({ nonce }) => nonce)).size, 4)
      for (const { method, target, appId } of handled)
        assert.equal([method, target, appId], ['POST', '/v1/jobs', 'app-1'])
    }),
  )

  submitting('with a token', () =>
    withService({ tokens: { 'app-9': 'abc' } }, async ({ baseUrl, handled }) => {
      const client = await createClient({ baseUrl, token: 'abc' })
      assert.is((await client.submitJob(job)).status, 201)
      assert.equal([handled[0]?.appId, handled[0]?.scheme], ['app-9', 'bearer'])
      assert.equal(Object.keys(client), ['submitJob', 'fetch', 'poll'])
    }),
  )

  submitting('in the mainland edition, and under another auth type', () =>
    withService({ edition: 'mainland', authType: 'NEXT' }, async ({ baseUrl, refused }) => {
      const client = await createClient({ baseUrl, ...app, edition: 'mainland', authType: 'NEXT' })
      assert.is((await client.submitJob(job)).status, 201)
      assert.is((await (await createClient({ baseUrl, ...app })).submitJob(job)).status, 401)
      assert.equal(refused, ['scheme_unsupported'])
    }),
  )

  submitting('has options for each call: headers, retries, timeoutMs, signal, shouldRetry', () =>
    withListener([status('503 Busy'), ok(), silence], async ({ url, requests }) => {
      const client = await createClient({ baseUrl: url, ...app, maxPauseMs: 1 })
      const headers = { 'X-Mine': 'yes', 'Content-Type': 'application/x' }
      assert.is((await client.submitJob(job, { headers, retries: 1 })).status, 200)
      const named = (name: string) => requests.map((each) => each.headers.filter(([n]) => n === name).map(([, v]) => v))
      assert.equal(named('x-mine'), [['yes'], ['yes']])
      assert.equal(named('content-type'), [['application/x'], ['application/x']])
      assert.is((await refusal(client.submitJob(job, { timeoutMs: 20 }))).reason, 'timed_out')
      const mine = new Error('enough')
      const signal = AbortSignal.timeout(20)
      assert.is(await client.submitJob(job, { signal: AbortSignal.abort(mine) }).catch((e) => e), mine)
      assert.is(await client.submitJob(job, { signal }).catch(({ name }) => name), 'TimeoutError')
      for (const [options, words] of [
        [{ headers: { authorization: 'x' } }, 'this client writes the Authorization header'],
        [{ headers: { a: 1 } }, 'submitJob: headers must be a record of texts'],
        [{ retry: 1 }, '"retry" is not an option here'],
        [{ totalMs: 1 }, '"totalMs" is not an option here; it is called totalTimeoutMs now'],
        [{ signal: 7 }, 'signal must be an AbortSignal'],
      ] as const)
        assert.match((await refusal(client.submitJob(job, options as never))).message, words)
      // On a busy machine one of the two that timed out may not have arrived.
      assert.ok(requests.length <= 4)
    }),
  )

  submitting(
    'is repeated after a lost connection if its request_id is a key, and not if the program says no',
    async () => {
      for (const [options, attempts] of [
        [{}, 1],
        [{ requestIdIsIdempotencyKey: true }, 2],
        [{ requestIdIsIdempotencyKey: true, shouldRetry: () => false }, 1],
      ] as const)
        await withListener([undefined, ok()], async ({ url, requests }) => {
          const client = await createClient({ baseUrl: url, ...app, retries: 1, maxPauseMs: 1, ...options })
          await client.submitJob(job).catch(() => {})
          assert.is(requests.length, attempts)
          assert.is(new Set(requests.map(headerOf)).size, attempts)
        })
    },
  )

  const retrying = suite(`createClient (${name}): retries`)

  retrying('takes the time and the nonces of the program, for each attempt', () =>
    withService({ clock: () => 1_700_000_000 }, async ({ baseUrl, handled }) => {
      const nonces = ['n-3', 'n-2', 'n-1']
      const nonce = () => nonces.pop() ?? ''
      const client = await createClient({ baseUrl, ...app, clock: () => 1_700_000_010.5, nonce })
      assert.is((await client.submitJob(job)).status, 201)
      assert.is((await client.fetch('/x')).status, 201)
      const { timestamp, nonce: used } = handled.at(-1) ?? {}
      assert.equal([timestamp, used], [1_700_000_010, 'n-2'])
      assert.match(Buffer.from((await client.sign({ method: 'GET', url: '/' })).stringToSign).toString(), 'n-3')
      assert.is((await refusal(client.submitJob(job))).reason, 'nonce_malformed')
      assert.is((await refusal(client.fetch('/x'))).reason, 'nonce_malformed')
      const late = await createClient({ baseUrl, ...app, clock: () => Number.NaN })
      const calls = [() => late.submitJob(job), () => late.fetch('/x'), () => late.sign({ method: 'GET', url: '/' })]
      for (const call of calls)
        assert.match((await refusal(call())).message, 'clock must return the seconds since 1970')
    }),
  )

  retrying('each client has its own clock correction', () =>
    withListener([ok()], async ({ url, requests }) => {
      await withService({ clock: () => Date.now() / 1000 + 500 }, async ({ baseUrl }) => {
        await (await createClient({ baseUrl, ...app, retries: 1 })).submitJob(job)
        await (await createClient({ baseUrl: url, ...app })).submitJob(job)
        assert.ok(Math.abs(timestampOf(requests[0] as RawRequest) - seconds()) < 60)
      })
    }),
  )

  const failing = suite(`createClient (${name}): what it rejects with`)

  failing('invalid settings', async () => {
    const baseUrl = 'https://jobs.example'
    for (const [options, reason, words] of [
      [undefined, 'setting_invalid', 'createClient: the options must be a record of baseUrl, retries'],
      [{ ...app }, 'setting_invalid', 'baseUrl must be an https URL'],
      [{ ...app, baseUrl: new URL(baseUrl) }, 'setting_invalid', 'baseUrl must be an https URL'],
      [{ ...app, baseUrl: 'http://jobs.example' }, 'base_url_invalid', 'it must be https'],
      [{ ...app, baseUrl: 'https://me:S3CRET@jobs.example' }, 'base_url_invalid', 'user name or password'],
      [{ ...app, baseUrl, retries: -1 }, 'setting_invalid', 'retries must be a whole number, 0 or more'],
      [
        { ...app, baseUrl, timeoutMs: 0 },
        'setting_invalid',
        'timeoutMs must be a whole number of milliseconds, 1 or more',
      ],
      [{ ...app, baseUrl, edition: 'x' }, 'setting_invalid', 'edition must be international or mainland'],
      [{ ...app, baseUrl, token: 'abc' }, 'setting_invalid', 'give either a token, or an appId and a privateKey'],
      [{ baseUrl, token: 'two S3CRETs' }, 'setting_invalid', 'token must be a token as in RFC 6750'],
      [{ baseUrl, token: 'abc', edition: 'mainland' }, 'bearer_not_offered', 'the mainland edition does not offer'],
      [
        { baseUrl, token: 'abc', retry: 1 },
        'setting_invalid',
        '"retry" is not an option here; the options are baseUrl, retries',
      ],
      [
        { ...app, baseUrl, requestIdIsKey: true },
        'setting_invalid',
        '"requestIdIsKey" is not an option here; it is called requestIdIsIdempotencyKey now',
      ],
      [
        { baseUrl: 7, retries: -1, retry: 1 },
        'setting_invalid',
        /^createClient: baseUrl must be .+; retries must be .+; "retry" is not an option here; the options are baseUrl, /,
      ],
      [{ baseUrl }, 'setting_invalid', 'give an appId and a privateKey, or a token'],
      [{ baseUrl, privateKey: key.privatePem }, 'app_id_malformed', 'the app id must be'],
      [
        { baseUrl, appId: 'app-1' },
        'key_invalid',
        'there is no key; is the environment variable set, and the file not empty? (found undefined)',
      ],
      [{ ...app, baseUrl, privateKey: key.publicPem }, 'key_invalid', 'public key instead of a private key'],
    ] as const) {
      const error = await refusal(createClient(options as unknown as node.ClientOptions))
      assert.is(error.reason, reason)
      assert.match(error.message, words)
      assert.not.match(error.message, 'S3CRET')
    }
  })

  failing('an invalid job, before anything is sent', () =>
    withListener([ok()], async ({ url, requests }) => {
      const client = await createClient({ baseUrl: url, ...app })
      for (const [given, reason, words] of [
        [{ request_id: 7, stages: [] }, 'job_invalid', 'at /request_id, expected a string, found a number'],
        [{ request_id: '7' }, 'job_invalid', 'at /stages, expected an array, found nothing'],
        [undefined, 'job_invalid', ''],
        [null, 'job_invalid', ''],
        [7, 'job_invalid', ''],
        ['\ud800', 'body_not_unicode', 'half a surrogate pair'],
      ] as const) {
        const error = await refusal(client.submitJob(given as unknown as Job.Job))
        assert.is(error.reason, reason, String(given))
        assert.match(error.message, words)
      }
      assert.is(requests.length, 0)
    }),
  )
}

const onTheWeb = suite('createClient (web): a target that fetch would rewrite')

onTheWeb('is refused before anything is sent; node sends it', () =>
  withListener([ok()], async ({ url, requests }) => {
    const baseUrl = `${url}/a/../b`
    const error = await refusal((await web.createClient({ baseUrl, ...app })).submitJob(job))
    assert.is(error.reason, 'target_rewritten')
    assert.is(requests.length, 0)
    assert.is((await (await node.createClient({ baseUrl, ...app })).submitJob(job)).status, 200)
    assert.is(requests[0]?.requestLine, 'POST /a/../b/v1/jobs HTTP/1.1')
  }),
)
