/**
 * What every adapter on node:http guarantees to a client on a raw socket, beside the answers of everyAdapter.spec.ts: a
 * framework in between changes none of it.
 */
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import {
  createVerifier,
  type RefusedVerdict,
  type VerifiedRequest,
  type Verifier,
  type VerifierOptions,
} from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { assert, suite, until } from '../../support/suite.ts'
import { now, sign, type ToSign } from '../../support/world.ts'
import { type Talks, talks } from './talk.ts'

export interface Served {
  readonly port: number
  readonly close: () => unknown
}

export interface Handled {
  readonly request: VerifiedRequest
  /** The body as the framework passes it to the handler. */
  readonly body: unknown
}

/** Starts a server that answers every verified request, of any method and path, with the result of `handle`. */
export type Serve = (verifier: Verifier, handle: (request: VerifiedRequest, body: unknown) => string) => Promise<Served>

export interface Running extends Pick<Talks, 'connect' | 'ask'> {
  readonly port: number
  readonly handled: ReadonlyArray<Handled>
  readonly refused: ReadonlyArray<RefusedVerdict>
}

export const running = async (
  serve: Serve,
  use: (server: Running) => Promise<void>,
  options: Partial<VerifierOptions> = {},
): Promise<void> => {
  const handled: Array<Handled> = []
  const refused: Array<RefusedVerdict> = []
  const verifier = await createVerifier({
    keys: { 'app-1': rsa(2048, 'app-1').publicPem },
    clock: () => now,
    onVerdict: (verdict) => verdict.outcome === 'reject' && refused.push(verdict),
    ...options,
  })
  const { port, close } = await serve(verifier, (request, body) => {
    handled.push({ request, body })
    return `${request.appId} ${request.body.length}`
  })
  const { connect, ask, end } = talks(port)
  try {
    await use({ port, connect, ask, handled, refused })
  } finally {
    end()
    await close()
  }
}

export const header = async (toSign: ToSign = {}): Promise<string> =>
  `Authorization: ${(await sign(toSign)).authorization}`

export const head = (line: string, ...fields: ReadonlyArray<string>): string =>
  `${[`${line} HTTP/1.1`, 'Host: h.example', ...fields].join('\r\n')}\r\n\r\n`

/** A complete signed request that announces a body of this length. */
export const request = async (
  body: string,
  line = 'POST /v1/jobs',
  ...fields: ReadonlyArray<string>
): Promise<string> => {
  const [method = '', target = ''] = line.split(' ')
  return head(line, await header({ method, target, body }), `Content-Length: ${body.length}`, ...fields) + body
}

export const adapterContract = (name: string, serve: Serve): void => {
  const passing = suite(`${name}: verifies the request as sent on the wire`)

  passing('pipelined requests', () =>
    running(serve, async ({ connect }) => {
      const { send, answer } = connect()
      send(`${await request('a')}${head('POST /v1/jobs', 'Content-Length: 2')}xx${await request('bcd')}`)
      const shown = [(await answer())?.body, (await answer())?.status, (await answer())?.body]
      assert.equal(shown, ['app-1 1', 401, 'app-1 3'])
    }),
  )

  passing('pipelined requests, one at a time: each is verified once those before it are answered', () => {
    let underWay = 0
    let most = 0
    const authorize = async (): Promise<boolean> => {
      underWay++
      most = Math.max(most, underWay)
      await setImmediate()
      underWay--
      return true
    }
    return running(
      serve,
      async ({ connect }) => {
        const { send, answer } = connect()
        const bodies = Array.from({ length: 20 }, (_, i) => 'x'.repeat(i))
        send((await Promise.all(bodies.map((body) => request(body)))).join(''))
        for (const body of bodies) assert.is((await answer())?.body, `app-1 ${body.length}`)
        assert.is(most, 1)
      },
      { authorize },
    )
  })

  const refusing = suite(`${name}: refusals`)

  refusing('a HEAD gets the length of the body, and no body', () =>
    running(serve, async ({ ask }) => {
      const bare = await ask(head('HEAD /v1/jobs'), 'head')
      assert.is(bare.status, 401)
      assert.ok(Number(bare.headers['content-length']) > 0)
      assert.is((await ask(head('GET /v1/jobs'))).status, 401)
    }),
  )

  refusing('a Content-Length over the limit is refused at once, before the body is sent', () =>
    running(
      serve,
      async ({ connect, refused }) => {
        const { send, answer, ended } = connect()
        send(head('POST /v1/jobs', await header({ body: '' }), 'Content-Length: 1025'))
        // No byte of the body has been sent.
        const refusal = await answer()
        assert.is(refusal?.status, 413)
        assert.match(refusal?.body ?? '', '"code":"body_too_large"')
        assert.is(refusal?.headers.connection, 'close')
        assert.is(refused[0]?.reason, 'body_too_large')
        send('x'.repeat(1025))
        await ended
      },
      { bodyLimit: 1024 },
    ),
  )

  refusing('a chunked body is refused when it passes the limit, not at its last chunk', () =>
    running(
      serve,
      async ({ connect, handled }) => {
        const { ask, send, ended } = connect()
        send(head('POST /v1/jobs', await header({ body: '' }), 'Transfer-Encoding: chunked'))
        send(`400\r\n${'x'.repeat(1024)}\r\n`)
        const refusal = await ask('1\r\nx\r\n')
        assert.is(refusal.status, 413)
        assert.is(refusal.headers.connection, 'close')
        send('0\r\n\r\n')
        await ended
        const exact = connect()
        const body = 'x'.repeat(1024)
        exact.send(head('POST /v1/jobs', await header({ body }), 'Transfer-Encoding: chunked'))
        exact.send(`400\r\n${body}\r\n0\r\n\r\n`)
        assert.is((await exact.answer())?.status, 200)
        assert.is(handled.length, 1)
      },
      { bodyLimit: 1024 },
    ),
  )

  refusing('endless chunks after any other refusal close the connection', () =>
    running(serve, async ({ connect }) => {
      const { ask, send, ended } = connect()
      const refusal = await ask(head('POST /v1/jobs', 'Transfer-Encoding: chunked'))
      assert.is(refusal.status, 401)
      assert.is(refusal.headers.connection, 'close')
      send('0\r\n\r\n')
      await ended
    }),
  )

  refusing('the caller hangs up, or says no more, while its body is read', () =>
    running(serve, async ({ connect, refused, handled }) => {
      for (const [field, start, end] of [
        ['Content-Length: 6', 'a b', 'destroy'],
        ['Content-Length: 6', 'a b', 'end'],
        ['Transfer-Encoding: chunked', '6\r\na b', 'destroy'],
      ] as const) {
        const { send, socket } = connect()
        send(head('POST /v1/jobs', await header({ body: 'a body' }), field))
        send(start)
        await once(socket, 'connect')
        socket[end]()
      }
      await until(() => refused.length === 3)
      assert.ok(refused.every(({ reason }) => reason === 'body_incomplete'))
      assert.is(handled.length, 0)
    }),
  )
}
