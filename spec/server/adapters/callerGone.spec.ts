/**
 * A caller that hangs up or resets its stream, at any moment, over any adapter and server of ours. The law: no verdict, no
 * answer in a log and no warning blames the server.
 */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import * as http2 from 'node:http2'
import { connect } from 'node:net'
import fc from 'fast-check'
import { loggedServer } from '../../../src/apps/cli/loggedServer.ts'
import { gateway } from '../../../src/apps/gateway/gateway.ts'
import { type Upstream, upstreamOf } from '../../../src/apps/gateway/Upstream.ts'
import { verified as onHttp } from '../../../src/server/adapters/http.ts'
import { createVerifier, keySource, type Verdict, type Verifier } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { onLoopback } from '../../support/loopback.ts'
import { assert, forAll, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'
import { apps } from './apps.ts'

/** What a server under test says of its requests: verdicts, and the statuses in its own log. */
interface Said {
  readonly verdicts: Array<Verdict>
  readonly statuses: Array<number>
}

const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise(setImmediate)
}

const closers: Array<() => unknown> = []
const listening = async (server: Parameters<typeof onLoopback>[0]): Promise<number> => {
  const { port, close } = await onLoopback(server)
  closers.push(close)
  return port
}

const forwarding = async (verifier: Verifier, { statuses }: Said): Promise<RequestListener> => {
  const behind = createServer((req, res) => void req.resume().on('end', () => res.end('hello')))
  const upstream = upstreamOf(`http://127.0.0.1:${await listening(behind)}`) as Upstream
  closers.push(upstream.close)
  const { handle } = gateway(verifier, {
    upstream,
    identityOf: () => ({ requestId: '1', client: '127.0.0.1' }),
    passAuthorization: false,
    maxUpload: 1_000_000,
    upstreamTimeoutMs: 5000,
    maxRequests: 100,
    report: ({ status }) => statuses.push(status),
  })
  return (req, res) => void handle(req, res)
}

/** Each makes a listener for servers of HTTP/1.1 and of HTTP/2. */
const makers: Record<string, (verifier: Verifier, said: Said) => RequestListener | Promise<RequestListener>> = {
  ...Object.fromEntries(
    Object.entries(apps).map(([name, make]) => [name, (verifier: Verifier) => make(verifier, { answer: () => 'ok' })]),
  ),
  'a stream of its own': (verifier) => async (req, res) => {
    const { method = '', url: target = '', headers } = req
    const asked = { method, target, authorization: headers.authorization, body: req, limit: 1_000_000 }
    await verifier.verifyStream(asked as Parameters<Verifier['verifyStream']>[0]).then(
      () => res.end('ok'),
      ({ status }) => res.writeHead(status).end(),
    )
  },
  gateway: forwarding,
}

/** Express knows HTTP/1.1 alone. */
const speaks = (name: string): ReadonlyArray<'http/1.1' | 'h2'> =>
  name === 'express' ? ['http/1.1'] : ['http/1.1', 'h2']

interface Hung {
  readonly isForged: boolean
  /** Of the body that is announced, in bytes. */
  readonly length: number
  /** How much of the body is sent before the caller goes; all of it if it is more. */
  readonly sent: number
  /** Whether the end of the body is sent. */
  readonly isEnded: boolean
  /** Turns of the event loop between the request and the caller's going. */
  readonly after: number
  /** Turns of the event loop that the look-up of keys takes. */
  readonly lookUp: number
  /** For HTTP/2. */
  readonly code: number
}

const { NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_PROTOCOL_ERROR } = http2.constants

const hung: fc.Arbitrary<Hung> = fc.record(
  {
    isForged: fc.boolean(),
    length: fc.constantFrom(0, 1, 2, 100, 70_000),
    sent: fc.constantFrom(0, 1, 2, 50, 100_000),
    isEnded: fc.boolean(),
    after: fc.nat(12),
    lookUp: fc.nat(8),
    code: fc.constantFrom(NGHTTP2_NO_ERROR, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_PROTOCOL_ERROR),
  },
  { noNullPrototype: true },
)

const signed = new Map<string, string>()

/** Signed once for each body; the guard refuses the repetitions. */
const signedOf = async ({ isForged, length }: Hung) => {
  const body = Buffer.alloc(length, 'x')
  const what = isForged ? `${body}!` : `${body}`
  const authorization = signed.get(what) ?? (await sign({ method: 'POST', target: '/r', body: what })).authorization
  signed.set(what, authorization)
  return { body, authorization }
}

/** Sends every request on one connection, and resets each stream; the last one ends the connection. */
const overHttp2 = async (port: number, all: ReadonlyArray<Hung>): Promise<void> => {
  const session = http2.connect(`http://127.0.0.1:${port}`)
  session.on('error', () => {})
  await once(session, 'connect')
  await Promise.all(
    all.map(async (one) => {
      const { authorization, body } = await signedOf(one)
      if (session.destroyed) return
      const stream = session.request(
        { ':method': 'POST', ':path': '/r', authorization },
        { endStream: one.length === 0 },
      )
      stream.on('error', () => {})
      if (one.length > 0) {
        if (one.isEnded && one.sent >= one.length) stream.end(body)
        else stream.write(body.subarray(0, one.sent))
      }
      await turns(one.after)
      stream.close(one.code)
    }),
  )
  await turns(10)
  session.destroy()
}

const overHttp1 = async (port: number, all: ReadonlyArray<Hung>): Promise<void> => {
  await Promise.all(
    all.map(async (one) => {
      const { authorization, body } = await signedOf(one)
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      await once(socket, 'connect')
      const lines = ['POST /r HTTP/1.1', 'Host: h', `Authorization: ${authorization}`, `Content-Length: ${one.length}`]
      socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body.subarray(0, one.sent)]))
      await turns(one.after)
      if (one.code === NGHTTP2_NO_ERROR) socket.destroy()
      else socket.resetAndDestroy()
    }),
  )
}

const gone = suite('a caller that hangs up is no fault of the server')

const warnings: Array<string> = []
const listen = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`)
gone.before(() => void process.on('warning', listen))
gone.after(() => {
  process.off('warning', listen)
  for (const close of closers) close()
})

for (const name of Object.keys(makers)) {
  for (const protocol of speaks(name)) {
    gone(`${name} over ${protocol}: at any moment, with any error code`, async () => {
      const said: Said = { verdicts: [], statuses: [] }
      let lookUp = 0
      const keys = keySource(
        async () => {
          await turns(lookUp)
          return rsa(2048, 'app-1').publicPem
        },
        { ttl: 0, maxCallsPerSecond: 100_000 },
      )
      const verifier = await createVerifier({ keys, clock: () => now, onVerdict: (it) => said.verdicts.push(it) })
      const listener = (await makers[name]?.(verifier, said)) as RequestListener
      const server = protocol === 'h2' ? http2.createServer(listener as never) : createServer(listener)
      const port = await listening(server)
      await forAll([fc.array(hung, { minLength: 1, maxLength: 12 })], { numRuns: 10 }, async (all) => {
        lookUp = Math.max(...all.map((one) => one.lookUp))
        await (protocol === 'h2' ? overHttp2 : overHttp1)(port, all)
        await turns(20)
        const blamed = said.verdicts.filter((it) => it.outcome === 'reject' && it.status >= 500)
        said.verdicts.length = 0
        assert.is(blamed.map((it) => it.outcome === 'reject' && it.reason).join(), '')
        assert.ok(said.statuses.every((status) => status < 500))
        assert.is(warnings.splice(0).join(), '')
      })
    })
  }
}

gone('in the log of a server of the command: no answer of 500', async () => {
  const statuses: Array<number> = []
  const verifier = await createVerifier({
    keys: { 'app-1': rsa(2048, 'app-1').publicPem },
    clock: () => now,
    onVerdict: (it) => it.outcome === 'reject' && statuses.push(it.status),
  })
  const server = loggedServer(
    onHttp(verifier, (_, res) => void res.end('ok')),
    (status) => statuses.push(status),
  )
  const port = await listening(server)
  await forAll([fc.array(hung, { minLength: 1, maxLength: 12 })], { numRuns: 10 }, async (all) => {
    await overHttp1(port, all)
    await turns(20)
    assert.ok(statuses.every((status) => status < 500))
  })
})
