/** The law of repeating, played against a real server: what it may do to a request is drawn, and so is the request. */
import { createServer, type Server, type Socket } from 'node:net'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../src/core/Authorization.ts'
import * as AuthType from '../../src/core/AuthType.ts'
import * as BaseUrl from '../../src/core/BaseUrl.ts'
import * as HttpDate from '../../src/core/HttpDate.ts'
import * as Method from '../../src/core/Method.ts'
import * as RequestTarget from '../../src/core/RequestTarget.ts'
import type { HttpError } from '../../src/core/SubmitError.ts'
import { add } from '../../src/core/Timestamp.ts'
import * as Token from '../../src/core/Token.ts'
import type { HttpResponse } from '../../src/effects/Http.ts'
import { isWhole } from '../../src/kit/testing/laws/wire.ts'
import { httpClient } from '../../src/platform/node/httpClient.ts'
import { platform } from '../../src/platform/node/platform.ts'
import { type Retry, sendAuthorized } from '../../src/programs/sendAuthorized.ts'
import { rsa } from '../support/keys.ts'
import { status } from '../support/listener.ts'
import { assert, forAll, right, suite } from '../support/suite.ts'
import { app1, now, signerOf } from '../support/world.ts'

/** What happens to one attempt; `asks` is the Retry-After of an answer, in seconds. */
interface Fault {
  readonly kind: 'refused' | 'hang' | 'reset' | 'half' | number
  readonly asks?: number | undefined
  readonly asDate: boolean
}

const untaken: ReadonlyArray<Fault['kind']> = ['refused', 429, 503]
const perhaps: ReadonlyArray<Fault['kind']> = ['hang', 'reset', 'half', 500, 502, 504]

const fault: fc.Arbitrary<Fault> = fc.record(
  {
    kind: fc.constantFrom<Fault['kind']>(...untaken, ...perhaps, 401, 403, 200, 302),
    asks: fc.constantFrom(undefined, undefined, 0, 1, 7, 30, 31, 3600),
    asDate: fc.boolean(),
  },
  { noNullPrototype: true },
)

interface History {
  readonly faults: ReadonlyArray<Fault>
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly idempotent: boolean | undefined
  readonly retries: number
  readonly totalTimeoutMs: number
  readonly random: number
  /** Whether the body is read anew for each attempt, and not kept. */
  readonly reads: boolean
}

const history: fc.Arbitrary<History> = fc.record(
  {
    faults: fc.array(fault, { minLength: 1, maxLength: 6 }),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH'),
    idempotent: fc.constantFrom(undefined, true, false),
    retries: fc.nat(4),
    totalTimeoutMs: fc.constantFrom(5000, 120_000),
    random: fc.constantFrom(0, 0.5, 0.999),
    reads: fc.boolean(),
  },
  { noNullPrototype: true },
)

const answerOf = ({ kind, asks, asDate }: Fault): string => {
  const later = asks === undefined ? '' : `Retry-After: ${asDate ? HttpDate.serialize(add(asks)(now)) : asks}\r\n`
  return status(`${kind} X`, `Connection: close\r\n${later}`)
}

/** A service that does to the n-th attempt what the history says, and then answers 200. */
const misbehaving = async (faults: ReadonlyArray<Fault>) => {
  const nonces: Array<string> = []
  const sockets = new Set<Socket>()
  let attempts = 0
  let port = 0
  let server: Server | undefined
  const open = async (): Promise<void> => {
    const made = createServer((socket) => {
      sockets.add(socket.on('error', () => socket.destroy()))
      let text = ''
      socket.on('data', (part) => {
        text += part.toString('latin1')
        if (!isWhole(text)) return
        const header = /^authorization: (.*)\r$/im.exec(text)?.[1] ?? ''
        const authorization = Authorization.parse(header)
        nonces.push(E.isRight(authorization) && authorization.right._tag === 'Signed' ? authorization.right.nonce : '')
        const at = faults[attempts++]
        if (at?.kind === 'hang') return
        if (at?.kind === 'reset') return void socket.resetAndDestroy()
        if (at?.kind === 'half') return void socket.end('HTTP/1.1 200 OK\r\nConte')
        socket.end(at === undefined ? status('200 OK', 'Connection: close\r\n') : answerOf(at))
      })
    })
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve))
    port = (made.address() as { readonly port: number }).port
    server = made
  }
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy()
      server?.close(() => resolve())
      server = undefined
    })
  await open()
  return {
    base: right(BaseUrl.parse(`http://127.0.0.1:${port}`)),
    nonces,
    /** Before each attempt: how long it may take. A refused connection reaches nobody, so it is counted here. */
    prepare: async (): Promise<number> => {
      const kind = faults[attempts]?.kind
      const refuses = kind === 'refused'
      if (refuses) attempts++
      if (refuses && server !== undefined) await close()
      if (!refuses && server === undefined) await open()
      // A machine that is busy answers late, and no answer may be lost by that.
      return kind === 'hang' ? 40 : 10_000
    },
    attempts: () => attempts,
    close: async () => {
      if (server !== undefined) await close()
    },
  }
}

/** The law, told once more: whether there may be another attempt, and after how long at least. */
const leastPause = ({ kind, asks }: Fault, { method, idempotent }: History): number | undefined => {
  const twice = idempotent ?? (method === 'GET' || method === 'PUT')
  if (!untaken.includes(kind) && !(perhaps.includes(kind) && twice)) return undefined
  const asked = typeof kind === 'number' ? (asks ?? 0) : 0
  return asked > 30 ? undefined : asked * 1000
}

/** A random pause is added to the least one. It is at most 200 ms before the first repetition, and twice as much before each next. */
const mostRandomPause = (repetitionsBefore: number): number => 200 * 2 ** repetitionsBefore

const law = suite('sendAuthorized: the law of repeating')

law(
  'for all histories of faults: never more attempts than allowed, none that is forbidden, no nonce twice',
  async () => {
    const signer = await signerOf(rsa(2048, 'app-1'))
    const http = httpClient()
    await forAll([history], { numRuns: 60 }, async (given) => {
      const { faults, method, idempotent, retries, totalTimeoutMs, random, reads } = given
      const body = new Uint8Array(method === 'GET' ? 0 : 3)
      const open = async function* () {
        yield body
      }
      const service = await misbehaving(faults)
      const told: Array<Retry> = []
      const waits: Array<number> = []
      let elapsed = 0
      try {
        const run = sendAuthorized({
          retries,
          idempotent,
          maxPauseMs: 30_000,
          totalTimeoutMs: totalTimeoutMs,
          maxClockOffset: 600,
        })({
          base: service.base,
          method: right(Method.parse(method)),
          target: right(RequestTarget.parse('/v1/x')),
          headers: {},
          body: reads && method !== 'GET' ? { open } : body,
          timeoutMs: 10_000,
        })
        await run({
          clock: { now: () => now },
          entropy: platform.entropy,
          digest: platform.digest,
          http: {
            send: (request) => () => service.prepare().then((timeoutMs) => http.send({ ...request, timeoutMs })()),
          },
          random: () => random,
          // Pauses pass at once, by a clock of their own.
          timer: {
            ...platform.timer,
            elapsed: () => elapsed,
            wait: (ms) => async () => {
              waits.push(ms)
              elapsed += ms
            },
          },
          offsets: { get: () => () => undefined, set: () => () => undefined },
          credentials: { _tag: 'SigningApp', appId: app1, authType: AuthType.standard, signer },
          mayRetry: (retry) => () => told.push(retry) > 0,
        })()
      } finally {
        await service.close()
      }
      const attempts = told.length + 1
      assert.ok(attempts <= retries + 1)
      assert.is(new Set(service.nonces).size, service.nonces.length)
      assert.ok(elapsed < totalTimeoutMs)
      // Each repetition was allowed, and waited as long as it had to.
      for (const [i, { pauseMs }] of told.entries()) {
        const least = leastPause(faults[i] ?? { kind: 200, asDate: false }, given)
        assert.ok(least !== undefined && pauseMs >= least && pauseMs <= 30_000, JSON.stringify([i, pauseMs, least]))
        assert.ok(pauseMs <= least + mostRandomPause(i))
      }
      // And none was left out that was allowed.
      const last = faults[attempts - 1]
      const next = last && leastPause(last, given)
      if (attempts <= retries && next !== undefined)
        assert.ok(elapsed + next + mostRandomPause(told.length) >= totalTimeoutMs)
      assert.equal(
        waits,
        told.map(({ pauseMs }) => pauseMs).filter((ms) => ms > 0),
      )
    })
  },
)

/** A fault of an attempt, by which another one may follow. */
const lastOutcomes: Readonly<Record<string, E.Either<HttpError, HttpResponse>>> = {
  'the answer 503': E.right({ status: 503, headers: {}, body: [] }),
  'a refused connection': E.left({ _tag: 'connection_refused' }),
  'no answer in time': E.left({ _tag: 'timed_out', afterMs: 10_000 }),
}

const slow = suite('sendAuthorized: a slow signer')

for (const [name, outcome] of Object.entries(lastOutcomes))
  slow(`for all times that signing takes: no attempt begins after the total time, and ${name} is the end`, () =>
    forAll([fc.integer({ min: 1, max: 6000 })], { numRuns: 20 }, async (signingMs) => {
      const signer = await signerOf(rsa(2048, 'app-1'))
      const begun: Array<number> = []
      const limits: Array<number> = []
      let elapsed = 0
      let drops = 0
      const dropped = E.map((answer: HttpResponse) => ({ ...answer, drop: () => void drops++ }))(outcome)
      const end = await sendAuthorized({ retries: 9, maxPauseMs: 0, totalTimeoutMs: 5000, maxClockOffset: 0 })({
        base: right(BaseUrl.parse('http://127.0.0.1:9')),
        method: right(Method.parse('PUT')),
        target: right(RequestTarget.parse('/v1/x')),
        headers: {},
        body: new Uint8Array(1),
        timeoutMs: 10_000,
      })({
        ...platform,
        clock: { now: () => now },
        timer: { ...platform.timer, elapsed: () => elapsed, wait: () => async () => {} },
        http: {
          send:
            ({ timeoutMs }) =>
            async () => {
              begun.push(elapsed)
              limits.push(timeoutMs)
              return dropped
            },
        },
        random: () => 0,
        offsets: { get: () => () => undefined, set: () => () => undefined },
        credentials: {
          _tag: 'SigningApp',
          appId: app1,
          authType: AuthType.standard,
          signer: {
            ...signer,
            sign: (message) => async () => {
              elapsed += signingMs
              return signer.sign(message)()
            },
          },
        },
      })()
      assert.equal(end, dropped)
      const expected = Math.min(10, Math.max(1, Math.ceil(5000 / signingMs) - 1))
      assert.is(begun.length, expected)
      assert.ok(
        begun.slice(1).every((at) => at < 5000) && limits.every((limit) => limit > 0),
        JSON.stringify({ begun, limits }),
      )
      // The caller reads the last answer, and nobody the answers before it.
      assert.is(drops, E.isRight(outcome) ? begun.length - 1 : 0)
    }),
  )

suite('sendAuthorized: a token')('sends nothing where the body cannot be read', async () => {
  const open = async function* () {
    yield new Uint8Array(3)
    throw new RangeError('S3CRET')
  }
  const sent = await sendAuthorized({ retries: 0, maxPauseMs: 0, totalTimeoutMs: 0, maxClockOffset: 0 })({
    base: right(BaseUrl.parse('http://127.0.0.1:9')),
    method: right(Method.parse('PUT')),
    target: right(RequestTarget.parse('/v1/x')),
    headers: {},
    body: { open },
    timeoutMs: 10_000,
  })({
    ...platform,
    clock: { now: () => now },
    http: httpClient(),
    random: () => 0,
    offsets: { get: () => () => undefined, set: () => () => undefined },
    credentials: { _tag: 'AccessToken', reveal: () => right(Token.parse('token-1')) },
  })()
  assert.equal(sent, E.left({ _tag: 'body_unreadable', detail: 'RangeError' }))
})
