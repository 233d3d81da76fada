import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../src/core/Authorization.ts'
import * as AuthType from '../../src/core/AuthType.ts'
import * as BaseUrl from '../../src/core/BaseUrl.ts'
import { ofText } from '../../src/core/Bytes.ts'
import type { ClockOffset } from '../../src/core/ClockOffset.ts'
import type { Edition } from '../../src/core/Edition.ts'
import * as HttpDate from '../../src/core/HttpDate.ts'
import type { Signature } from '../../src/core/Signature.ts'
import { add } from '../../src/core/Timestamp.ts'
import type { Token } from '../../src/core/Token.ts'
import { accessToken } from '../../src/effects/Credentials.ts'
import * as Job from '../../src/job/Job.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { platform } from '../../src/platform/node/platform.ts'
import { httpClient as webHttpClient } from '../../src/platform/web/httpClient.ts'
import { defaults, type SubmitEnv, type SubmitSettings, submitJob } from '../../src/programs/submitJob.ts'
import { rsa } from '../support/keys.ts'
import { ok, type RawRequest, type Script, status, withListener } from '../support/listener.ts'
import { assert, character, forAll, right, suite } from '../support/suite.ts'
import { app1, now, signerOf, verdict, world } from '../support/world.ts'

interface TestEnv extends SubmitEnv<'international'> {
  readonly waits: ReadonlyArray<number>
}

const env = async (): Promise<TestEnv> => {
  const offsets = new Map<string, ClockOffset | undefined>()
  const waits: Array<number> = []
  return {
    clock: { now: () => now },
    entropy: platform.entropy,
    http: platform.http,
    // Pauses are recorded instead of waited for.
    timer: { ...platform.timer, wait: (ms) => async () => void waits.push(ms) },
    digest: platform.digest,
    // The shortest pause that may be drawn.
    random: () => 0,
    waits,
    offsets: { get: (origin) => () => offsets.get(origin), set: (origin, s) => () => void offsets.set(origin, s) },
    credentials: {
      _tag: 'SigningApp',
      appId: app1,
      authType: AuthType.standard,
      signer: await signerOf(rsa(2048, 'app-1')),
    },
  }
}

const base = (url: string): BaseUrl.BaseUrl => right(BaseUrl.parse(url))
const settings = (url: string, more: Partial<SubmitSettings<Edition>> = {}): SubmitSettings<'international'> =>
  ({ baseUrl: base(url), edition: 'international', ...defaults, ...more }) as SubmitSettings<'international'>
const body = right(ofText('{"request_id":"1","stages":[]}'))

const header = (request: RawRequest | undefined, name: string): string | undefined =>
  request?.headers.find(([n]) => n === name)?.[1]
const signedHeader = (request: RawRequest | undefined): Authorization.Signed =>
  right(Authorization.parse(header(request, 'authorization') ?? '')) as Authorization.Signed

const sending = suite('submitJob: bytes on the wire')

sending('POST {base_url}/v1/jobs with the headers of the interface, one Authorization, and the bytes unchanged', () =>
  withListener([ok()], async ({ url, requests }) => {
    right(await submitJob(settings(url))(body)(await env())())
    const [request] = requests
    assert.is(request?.requestLine, 'POST /v1/jobs HTTP/1.1')
    assert.is(header(request, 'content-type'), 'application/json; charset=UTF-8')
    assert.is(header(request, 'accept'), 'application/json')
    assert.is(request?.headers.filter(([name]) => name === 'authorization').length, 1)
    assert.equal(Buffer.from(request?.body ?? []), Buffer.from(body))
  }),
)

for (const [name, http] of [
  ['node', platform.http],
  ['web', webHttpClient()],
] as const) {
  sending(`for all base URLs and bodies: a raw listener receives exactly the signed bytes (${name})`, () =>
    withListener([ok()], async ({ url, requests }) => {
      const verifier = await world()
      const submitter = { ...(await env()), http }
      const path = fc.oneof(
        fc.constant(''),
        fc.constant('/'),
        fc.array(fc.string({ unit: character })).map((all) => all.map((one) => `/${encodeURIComponent(one)}`).join('')),
        arb.target().map((t) => t.replace(/[?].*/s, '')),
      )
      await forAll(
        [
          path,
          fc.oneof(
            arb.body(),
            arb.job().map((job) => right(Job.encode(job))),
          ),
        ],
        { numRuns: 60 },
        async (basePath, bytes) => {
          const baseUrl = BaseUrl.parse(url + basePath)
          fc.pre(E.isRight(baseUrl))
          const before = requests.length
          const answer = await submitJob(settings(url + basePath))(bytes)(submitter)()
          if (E.isLeft(answer)) {
            // A target that an HTTP client would rewrite is refused before anything is sent.
            assert.ok(
              answer.left._tag === 'target_rewritten' || answer.left._tag === 'target_invalid',
              JSON.stringify(answer.left),
            )
            assert.is(requests.length, before)
            return
          }
          const request = requests[before] as RawRequest
          const [method = '', target = ''] = request.requestLine.split(' ')
          const authorization = request.headers.filter(([n]) => n === 'authorization').map(([, value]) => value)
          assert.is(await verdict(verifier, { method, target, authorization, body: request.body }), 'accept')
          assert.equal(Buffer.from(request.body), Buffer.from(bytes))
        },
      )
    }),
  )
}

sending('sends a token in the international edition', () =>
  withListener([ok()], async ({ url, requests }) => {
    right(await submitJob(settings(url))(body)({ ...(await env()), credentials: accessToken('abc.def' as Token) })())
    assert.is(header(requests[0], 'authorization'), 'Bearer abc.def')
  }),
)

sending('sends nothing if no verifier would read its header: a token or a signature that is too long', () =>
  withListener([ok()], async ({ url, requests }) => {
    const token = { ...(await env()), credentials: accessToken('a'.repeat(8186) as Token) }
    assert.equal(await submitJob(settings(url))(body)(token)(), E.left({ _tag: 'header_too_long', length: 8193 }))
    const credentials = {
      _tag: 'SigningApp',
      appId: app1,
      authType: AuthType.standard,
      signer: { sign: () => async () => E.right('AAAA'.repeat(2100) as Signature) },
    } as const
    const sent = await submitJob(settings(url))(body)({ ...(await env()), credentials })()
    assert.ok(E.isLeft(sent) && sent.left._tag === 'header_too_long' && sent.left.length > 8400)
    assert.is(requests.length, 0)
  }),
)

sending('sends nothing for a token in the mainland edition, a target too long, or a failing signer', () =>
  withListener([ok()], async ({ url, requests }) => {
    const token = { ...(await env()), credentials: accessToken('abc' as Token) }
    const result = await submitJob(settings(url, { edition: 'mainland' }))(body)(token)()
    assert.equal(result, E.left({ _tag: 'bearer_not_offered' }))
    const long = await submitJob(settings(`${url}/${'x'.repeat(8190)}`))(body)(await env())()
    assert.equal(long, E.left({ _tag: 'target_invalid', rule: 'length', offset: 8192 }))
    const down = { _tag: 'signer_unavailable', detail: 'locked' } as const
    const credentials = {
      _tag: 'SigningApp',
      appId: app1,
      authType: AuthType.standard,
      signer: { sign: () => async () => E.left(down) },
    } as const
    assert.equal(await submitJob(settings(url))(body)({ ...(await env()), credentials })(), E.left(down))
    assert.is(requests.length, 0)
  }),
)

const answers = suite('submitJob: the answer is returned')

answers('status, headers and bytes; a value if it is declared as JSON and valid', async () => {
  for (const [answer, json] of [
    [ok('{"id":7}'), { id: 7 }],
    [status('418 Teapot', 'Content-Type: application/problem+json; charset=utf-8\r\n', '[1]'), [1]],
    [status('200 OK', 'Content-Type: text/plain\r\n', '{"id":7}'), undefined],
    [status('200 OK', 'Content-Type: application/json\r\n', '{oops'), undefined],
    [status('200 OK', 'Content-Type: application/json\r\n', '\xff'), undefined],
    [status('204 No Content'), undefined],
  ] as const) {
    await withListener([answer], async ({ url }) => {
      const got = right(await submitJob(settings(url))(body)(await env())())
      assert.is(got.status, Number(answer.slice(9, 12)))
      assert.equal(got.json, json)
      assert.is('json' in got, json !== undefined)
    })
  }
})

answers('a status outside 100 to 599 is no answer, whatever the HTTP client makes of the line', async () => {
  for (const http of [platform.http, webHttpClient()]) {
    for (const line of ['000 x', '099 x', '0 x', '99 x', '600 x', '999 x', '1000 x', '-1 x', '2e2 x', '20 x', 'x']) {
      await withListener([status(line), ok()], async ({ url, requests }) => {
        const got = await submitJob(settings(url, { retries: 3 }))(body)({ ...(await env()), http })()
        assert.ok(E.isLeft(got) && got.left._tag === 'network_failed', `${line}: ${JSON.stringify(got)}`)
        assert.is(requests.length, 1)
      })
    }
  }
})

answers('one over 16 MiB is refused, and one of 16 MiB is not', async () => {
  const most = 16 * 2 ** 20
  for (const [length, reason] of [
    [most, undefined],
    [most + 1, { _tag: 'network_failed', detail: 'response too large' }],
  ] as const) {
    await withListener([status('200 OK', '', 'x'.repeat(length))], async ({ url }) => {
      const got = await submitJob(settings(url))(body)(await env())()
      assert.equal(E.isLeft(got) ? got.left : undefined, reason)
    })
  }
})

const retrying = suite('submitJob: retries')

const longest = async (): Promise<TestEnv> => ({ ...(await env()), random: () => 1 })

retrying('a 503 is retried with a new signature each time; the pause doubles and honours Retry-After', () =>
  withListener(
    [status('503 Unavailable'), status('503 Unavailable', 'Retry-After: 7\r\n'), ok()],
    async ({ url, requests }) => {
      const submitter = await longest()
      assert.is(right(await submitJob(settings(url, { retries: 2 }))(body)(submitter)()).status, 200)
      assert.is(new Set(requests.map((r) => signedHeader(r).nonce)).size, 3)
      assert.equal(submitter.waits, [200, 7400])
    },
  ),
)

const at = (seconds: number): string => HttpDate.serialize(add(seconds)(now))
const dated = (line: string, asked: number, date?: number): string =>
  status(line, `${date === undefined ? '' : `Date: ${at(date)}\r\n`}Retry-After: ${at(asked)}\r\n`)

retrying('a Retry-After date is a pause until then, by the service’s clock where the answer shows it', () =>
  withListener(
    [dated('503 Busy', 7), dated('503 Busy', 5007, 5000), dated('503 Busy', -9), dated('503 Busy', -9, -20), ok()],
    async ({ url }) => {
      const submitter = await env()
      assert.is(right(await submitJob(settings(url, { retries: 4 }))(body)(submitter)()).status, 200)
      assert.equal(submitter.waits, [7000, 7000, 11_000])
      const corrected = await env()
      await withListener([dated('503 Busy', 5007), ok()], async (other) => {
        corrected.offsets.set(new URL(other.url).origin, { seconds: 5000, confirmedAt: corrected.timer.elapsed() })()
        right(await submitJob(settings(other.url, { retries: 1, maxClockOffset: 5000 }))(body)(corrected)())
        assert.equal(corrected.waits, [7000])
      })
    },
  ),
)

retrying('a 429 is retried, when it says so, with a signed request and with a token', async () => {
  const busy = (asked: string): string => status('429 Slow', `Retry-After: ${asked}\r\n`)
  for (const credentials of [(await env()).credentials, accessToken('abc' as Token)]) {
    await withListener([busy('7'), busy('0'), busy(at(9)), ok()], async ({ url, requests }) => {
      const submitter = { ...(await env()), credentials }
      assert.is(right(await submitJob(settings(url, { retries: 3 }))(body)(submitter)()).status, 200)
      assert.equal(submitter.waits, [7000, 9000])
      assert.is(
        new Set(requests.map((r) => header(r, 'authorization'))).size,
        credentials._tag === 'AccessToken' ? 1 : 4,
      )
    })
  }
  for (const asked of ['soon', '-5', '', 'Sunday, 06-Nov-94 08:49:37 GMT']) {
    await withListener([busy(asked), ok()], async ({ url }) => {
      const submitter = await longest()
      assert.is(right(await submitJob(settings(url, { retries: 3 }))(body)(submitter)()).status, 200, asked)
      assert.equal(submitter.waits, [200], asked)
    })
  }
})

retrying('a Retry-After that begins with a digit and cannot be read is longer than we wait', async () => {
  for (const asked of ['1000000000', '9'.repeat(400), '1.5', '1e9', '2, 3', '7 s', '0x10', '2026-01-01T00:00:00Z']) {
    await withListener([status('503 Busy', `Retry-After: ${asked}\r\n`), ok()], async ({ url, requests }) => {
      const submitter = await longest()
      const answer = await submitJob(settings(url, { retries: 3 }))(body)(submitter)()
      assert.is(right(answer).status, 503, asked)
      assert.equal([requests.length, submitter.waits], [1, []], asked)
    })
  }
  // Leading zeros are digits, too.
  await withListener([status('503 Busy', 'Retry-After: 000000000007\r\n'), ok()], async ({ url }) => {
    const submitter = await env()
    assert.is(right(await submitJob(settings(url, { retries: 1 }))(body)(submitter)()).status, 200)
    assert.equal(submitter.waits, [7000])
  })
})

const clocks = suite('submitJob: one clock correction')

const theirs = (seconds: number): string => `Date: ${HttpDate.serialize(add(seconds)(now))}\r\n`
const refusal = (code: string): string => JSON.stringify({ error: { code, message: '' } })
const json = 'Content-Type: application/json\r\n'
const script = (seconds: number, bodyText: string): Script => [status('401 No', json + theirs(seconds), bodyText), ok()]

clocks('a refused timestamp is retried with the service’s time; the correction is kept for its origin', () =>
  withListener(script(-500, refusal('timestamp_in_future')), async ({ url, requests }) => {
    const submitter = await env()
    assert.is(right(await submitJob(settings(url, { retries: 1 }))(body)(submitter)()).status, 200)
    const timestamps = requests.map((r) => signedHeader(r).timestamp)
    assert.equal(timestamps, [now, now - 500])
    right(await submitJob(settings(url))(body)(submitter)())
    assert.is(signedHeader(requests[2]).timestamp, now - 500)
    await withListener([ok()], async (other) => {
      right(await submitJob(settings(other.url))(body)(submitter)())
      assert.is(signedHeader(other.requests[0]).timestamp, now as number)
    })
  }),
)

clocks('which refusals correct the clock', async () => {
  for (const [what, first, attempts, more] of [
    ['our code: expired', script(2, refusal('timestamp_expired')), 2],
    ['another of our codes', script(500, refusal('nonce_replayed')), 1],
    ['no code, a distant Date', script(500, '{}'), 2],
    ['a code that is no string', script(500, '{"error":{"code":7}}'), 2],
    ['null', script(500, 'null'), 2],
    ['no code, a near Date', script(60, '{}'), 1],
    ['ten minutes away', script(-600, '{}'), 2],
    ['more than ten minutes away', script(-601, '{}'), 1],
    ['a day away, where that is allowed', script(86_400, '{}'), 2, { maxClockOffset: 86_400 }],
    ['more than a day away', script(86_401, '{}'), 1, { maxClockOffset: 86_400 }],
    ['where none is allowed', script(2, refusal('timestamp_expired')), 1, { maxClockOffset: 0 }],
    ['no Date', [status('401 No'), ok()], 1],
    ['an invalid Date', [status('401 No', 'Date: yesterday\r\n'), ok()], 1],
    ['another status', [status('403 No', theirs(500)), ok()], 1],
  ] as ReadonlyArray<readonly [string, Script, number, Partial<SubmitSettings<Edition>>?]>) {
    await withListener(first, async ({ url, requests }) => {
      await submitJob(settings(url, { retries: 5, ...more }))(body)(await env())()
      assert.is(requests.length, attempts, what)
    })
  }
})

const later = (seconds: string, code = 'timestamp_expired', date = theirs(0)): string =>
  status('401 No', `${json}${date}Retry-After: ${seconds}\r\n`, refusal(code))

clocks('timestamp_expired with Retry-After is a pause and corrects no clock', () =>
  withListener([later('7', undefined, theirs(500)), ok()], async ({ url, requests }) => {
    const submitter = await env()
    assert.is(right(await submitJob(settings(url, { retries: 1 }))(body)(submitter)()).status, 200)
    assert.equal(submitter.waits, [7000])
    assert.is(submitter.offsets.get(new URL(url).origin)(), undefined)
    assert.is(new Set(requests.map((r) => signedHeader(r).nonce)).size, 2)
  }),
)

clocks('such a pause honours Retry-After up to 30 seconds, before or after a clock correction', () =>
  withListener([later('1'), ...script(500, '{}').slice(0, 1), later('30'), ok()], async ({ url, requests }) => {
    const submitter = await env()
    assert.is(right(await submitJob(settings(url, { retries: 3 }))(body)(submitter)()).status, 200)
    assert.equal(submitter.waits, [1000, 30_000])
    const timestamps = requests.map((r) => signedHeader(r).timestamp - now)
    assert.equal(timestamps, [0, 0, 500, 500])
  }),
)

clocks('which refusals are such a pause and not a clock correction', async () => {
  for (const [what, first, waits, attempts] of [
    ['another of our codes', later('7', 'nonce_replayed'), [], 1],
    ['a clock that is ahead', later('7', 'timestamp_in_future'), [], 2],
    ['no code', status('401 No', `${theirs(0)}Retry-After: 7\r\n`), [], 1],
    ['no Date', later('7', 'timestamp_expired', ''), [7000], 2],
    ['no seconds', later('0'), [], 2],
    ['a date', later(HttpDate.serialize(now)), [], 2],
    ['a later date', later(at(7)), [7000], 2],
    ['ten digits, which is longer than we wait', later('1'.repeat(10)), [], 1],
    ['another status', later('7').replace('401', '403'), [], 1],
  ] as const) {
    await withListener([first, ok()], async ({ url, requests }) => {
      const submitter = await env()
      await submitJob(settings(url, { retries: 5 }))(body)(submitter)()
      assert.equal(submitter.waits, waits, what)
      assert.is(requests.length, attempts, what)
    })
  }
  await withListener([later('7'), ok()], async ({ url, requests }) => {
    const submitter = { ...(await env()), credentials: accessToken('abc' as Token) }
    await submitJob(settings(url, { retries: 5 }))(body)(submitter)()
    assert.is(requests.length, 1, 'a token, which has no timestamp')
  })
})

/** A 503 of a service whose replay guard has started; its clock is so many seconds ahead of ours. */
const guardStarting = (seconds: number, code = 'guard_starting'): string =>
  status('503 No', `${json}${theirs(seconds)}Retry-After: 2\r\n`, refusal(code))

clocks(
  'guard_starting is a pause, after which a request is signed anew; a clock that is behind goes by the service’s',
  async () => {
    for (const [what, first, offset] of [
      ['the clocks agree', guardStarting(0), 0],
      ['a second passed on the way', guardStarting(1), 0],
      ['ours is behind', guardStarting(40), 40],
      ['ours is ahead', guardStarting(-40), 0],
      ['ours is behind by more than may be corrected', guardStarting(601), 0],
      ['another code', guardStarting(40, 'guard_unavailable'), 0],
      ['no body that we know', status('503 No', `${theirs(40)}Retry-After: 2\r\n`, 'busy'), 0],
    ] as const)
      await withListener([first, ok('{}', theirs(offset))], async ({ url, requests }) => {
        const submitter = await env()
        assert.is(right(await submitJob(settings(url, { retries: 1 }))(body)(submitter)()).status, 200, what)
        assert.equal(submitter.waits, [2000], what)
        assert.is((signedHeader(requests[1]).timestamp as number) - now, offset, what)
        assert.is(new Set(requests.map((r) => signedHeader(r).nonce)).size, 2)
      })
    // A token has no timestamp.
    await withListener([guardStarting(40), ok()], async ({ url }) => {
      const submitter = { ...(await env()), credentials: accessToken('abc' as Token) }
      assert.is(right(await submitJob(settings(url, { retries: 1 }))(body)(submitter)()).status, 200)
      assert.equal(submitter.waits, [2000])
    })
  },
)

clocks('repeated corrections never move the clock by more than the bound', async () => {
  const submitter = await env()
  const led: Array<number> = []
  const ahead = (seconds: number): Script => [
    status('401 No', json + theirs(seconds), refusal('timestamp_expired')),
    ok('{}', theirs(seconds)),
  ]
  const first = ahead(600)
  const second = ahead(1200)
  await withListener([...first, ...second], async ({ url, requests }) => {
    for (let i = 0; i < 3; i++) {
      await submitJob(settings(url, { retries: 1 }))(body)(submitter)()
      led.push((signedHeader(requests.at(-1)).timestamp as number) - now)
    }
  })
  assert.equal(led, [600, 600, 0])
})

clocks('a correction is remembered if the next answer confirms it: accepted, and by a Date that agrees', async () => {
  for (const [what, answer, seconds] of [
    ['accepted', ok(), 500],
    ['a Date that agrees', ok('{}', theirs(530)), 500],
    ['a Date that does not', ok('{}', theirs(0)), 0],
    ['refused again', status('401 No', json + theirs(500), refusal('signature_invalid')), 0],
    ['an answer that need not come from a verifier', status('404 No', theirs(500)), 0],
    ['no answer', undefined, 0],
  ] as const) {
    const [first] = script(500, '{}')
    await withListener([first, answer, ok()], async ({ url, requests }) => {
      const submitter = await env()
      for (let i = 0; i < 2; i++) await submitJob(settings(url, { retries: 1 }))(body)(submitter)()
      const timestamps = requests.map((request) => (signedHeader(request).timestamp as number) - now)
      assert.equal(timestamps, [0, 500, seconds], what)
    })
  }
})

clocks('a remembered correction is dropped by a refusal, and forgotten after ten minutes', () =>
  withListener(
    [...script(500, '{}'), ok(), status('401 No', json, refusal('nonce_replayed')), ok(), ...script(500, '{}'), ok()],
    async ({ url, requests }) => {
      let elapsed = 0
      const plain = await env()
      const submitter = { ...plain, timer: { ...plain.timer, elapsed: () => elapsed } }
      const submit = () => submitJob(settings(url, { retries: 1 }))(body)(submitter)()
      // Corrected and remembered, refused, by our own clock, corrected anew, forgotten.
      for (const pause of [0, 600_000, 0, 0, 0, 600_001]) {
        elapsed += pause
        await submit()
      }
      const timestamps = requests.map((request) => (signedHeader(request).timestamp as number) - now)
      assert.equal(timestamps, [0, 500, 500, 500, 0, 0, 500, 0])
    },
  ),
)

clocks('never happens with a token, which has no timestamp, nor without retries', () =>
  withListener(script(500, '{}'), async ({ url, requests }) => {
    await submitJob(settings(url, { retries: 5 }))(body)({
      ...(await env()),
      credentials: accessToken('abc' as Token),
    })()
    assert.is(requests.length, 1)
    await withListener(script(500, '{}'), async (other) => {
      await submitJob(settings(other.url))(body)(await env())()
      assert.is(other.requests.length, 1)
    })
  }),
)
