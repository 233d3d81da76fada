/**
 * What a stranger who pipelines can have of the gateway and of `serve`: one request of a connection at a time, few parsed, and
 * the end of the connection for too many. Counted are verifications and the requests that Node has made, not time.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { loggedServer } from '../../../src/apps/cli/loggedServer.ts'
import { verified } from '../../../src/server/adapters/http.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { talks } from '../../server/adapters/talk.ts'
import { rsa } from '../../support/keys.ts'
import { onLoopback } from '../../support/loopback.ts'
import { assert, gate, suite, until } from '../../support/suite.ts'
import { now } from '../../support/world.ts'
import { head, signedHead, signedRequest, standing } from './standing.ts'

const unsigned = head('GET /p')

/** Of the requests that Node hands to servers whose path is `/p`: how many have no answer yet, at most. */
const countParsed = async (use: (most: () => number) => Promise<void>): Promise<void> => {
  let open = 0
  let most = 0
  const onParsed = (message: unknown): void => {
    const { response } = message as { readonly response: ServerResponse }
    if (response.req.url !== '/p') return
    open++
    most = Math.max(most, open)
    response.once('close', () => open--)
  }
  subscribe('http.server.request.start', onParsed)
  try {
    await use(() => most)
  } finally {
    unsubscribe('http.server.request.start', onParsed)
  }
}

const flooding = suite('pipelined requests of a stranger')

flooding('2,000 in one write to the gateway: one is answered, and the connection ends', () =>
  countParsed((most) =>
    standing(async ({ connect, refused }) => {
      const { send, answer, ended } = connect()
      send(unsigned.repeat(2000))
      assert.is((await answer())?.status, 401)
      await ended
      assert.is(refused.length, 1)
      assert.ok(most() <= 2, `${most()} requests were parsed`)
    }),
  ),
)

flooding('100,000 behind a request that waits: few are parsed, and the request is answered', () => {
  const { open, opened } = gate()
  return countParsed((most) =>
    standing(
      async ({ connect, got, refused, ask }) => {
        const { send, answer, ended } = connect()
        const next = await signedHead({ method: 'GET', body: '' })
        send(await signedRequest({ body: 'slow' }))
        await until(() => got.length === 1)
        send(next)
        send(unsigned.repeat(100_000))
        // Others are served meanwhile.
        assert.is((await ask(head('GET /other'))).status, 401)
        assert.ok(most() <= 2, `${most()} requests were parsed`)
        open()
        assert.is((await answer())?.status, 200)
        await ended
        assert.equal([got.length, refused.length], [1, 1])
        // What was dropped has claimed no nonce.
        assert.is((await ask(next)).status, 200)
      },
      {
        upstream: (req, res) => {
          if (req.headers['content-length'] === '4') void opened.then(() => res.end())
          else res.end()
        },
      },
    ),
  )
})

flooding('60 connections with 60 KB each: the gateway verifies one request of each', () =>
  countParsed((most) =>
    standing(async ({ connect, refused, ask }) => {
      const callers = Array.from({ length: 60 }, connect)
      for (const { send } of callers) send(unsigned.repeat(2143))
      await Promise.all(callers.map(({ ended }) => ended))
      assert.is((await ask(head('GET /other'))).status, 401)
      assert.is(refused.length, 61)
      assert.ok(most() <= 120, `${most()} requests were parsed`)
    }),
  ),
)

flooding('2,000 in one write to serve: one is answered, and the connection ends', () =>
  countParsed(async (most) => {
    let verdicts = 0
    const verifier = await createVerifier({
      keys: { 'app-1': rsa(2048, 'app-1').publicPem },
      clock: () => now,
      onVerdict: () => verdicts++,
    })
    const server = loggedServer(
      verified(verifier, (_, res) => res.end()),
      () => {},
    )
    const { port, close } = await onLoopback(server)
    const { connect, end } = talks(port)
    const { send, answer, ended } = connect()
    send(unsigned.repeat(2000))
    assert.is((await answer())?.status, 401)
    await ended
    assert.is(verdicts, 1)
    assert.ok(most() <= 2, `${most()} requests were parsed`)
    end()
    await close()
  }),
)

flooding('100 in one write are answered, each after the one before', () =>
  standing(async ({ connect, refused }) => {
    const { send, answer } = connect()
    send(unsigned.repeat(100))
    for (let i = 0; i < 100; i++) assert.is((await answer())?.status, 401)
    assert.is(refused.length, 100)
  }),
)
