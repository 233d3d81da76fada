import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type VerifiedListener, verified } from '../../../src/server/adapters/http.ts'
import { bundled } from '../../guards/child.ts'
import { onLoopback } from '../../support/loopback.ts'
import { plant, runIn } from '../../support/project.ts'
import { assert, suite, until } from '../../support/suite.ts'
import { warningsOf } from '../../support/warnings.ts'
import { adapterContract, head, header, request, running, type Serve } from './adapterContract.ts'

const hello: VerifiedListener = (_, res, { appId, body }) => void res.end(`${appId} ${body.length}`)

/** Optionally behind another listener. */
const serving =
  (before: (next: RequestListener) => RequestListener = (next) => next): Serve =>
  async (verifier, handle) => {
    return onLoopback(
      createServer(before(verified(verifier, (_, res, got) => void res.end(handle(got, Buffer.from(got.body)))))),
    )
  }

adapterContract('http', serving())

const refusing = suite('verified: refusals')

refusing('the rest of a refused body is waited for, but not for ever', () =>
  running(
    serving(),
    async ({ connect }) => {
      const { ask, ended } = connect()
      assert.is((await ask(head('POST /v1/jobs', await header({ body: '' }), 'Content-Length: 1025'))).status, 413)
      await ended
    },
    { bodyLimit: 1024 },
  ),
)

refusing('a route of the Next.js Pages Router, whose parser has read the body, is told bodyParser: false', async () => {
  const parsed = serving((next) => async (req, res) => {
    await req.resume().toArray()
    next(Object.assign(req, { preview: undefined, previewData: undefined }), res)
  })
  const warnings = await warningsOf(() =>
    running(parsed, async ({ connect }) => {
      const { ask } = connect()
      const sent = head('POST /v1/jobs', await header({ body: 'a body' }), 'Content-Length: 6')
      assert.is((await ask(`${sent}a body`)).status, 500)
    }),
  )
  const words = warnings.map(({ message }) => message).join()
  assert.match(words, /bodyParser: false/)
  assert.not.match(words, /req\.rawBody/)
})

refusing('the caller hangs up during the key look-up', async () => {
  let hungUp = (): void => {}
  const gone = new Promise<void>((resolve) => {
    hungUp = resolve
  })
  const slow = {
    keysOf: () => async () => {
      await gone
      return { _tag: 'Right', right: [{ signatureLength: 256, validity: {}, verify: () => async () => true }] }
    },
  }
  await running(
    serving((next) => (req, res) => {
      req.once('close', () => setImmediate(hungUp))
      next(req, res)
    }),
    async ({ connect, refused }) => {
      const { send, socket } = connect()
      send(head('POST /v1/jobs', await header({ body: 'a body' }), 'Content-Length: 6'))
      await once(socket, 'connect')
      socket.destroy()
      await until(() => refused.length > 0)
      assert.is(refused[0]?.reason, 'body_incomplete')
    },
    { keys: slow },
  )
})

const wasRead: ReadonlyArray<readonly [how: string, read: (req: IncomingMessage) => Promise<unknown>]> = [
  ['to its end', (req) => req.toArray()],
  ['in part', (req) => once(req, 'readable').then(() => req.read(1))],
  ['as text', async (req) => req.setEncoding('utf8')],
]
for (const [how, read] of wasRead) {
  refusing(`a body that a listener in front has read ${how}: 500 body_consumed`, () =>
    running(
      serving((next) => async (req, res) => read(req).then(() => next(req, res))),
      async ({ ask, refused, handled }) => {
        // More than a stream buffers without a reader.
        const body = 'x'.repeat(300_000)
        const refusal = await ask(await request(body))
        assert.is(refusal.status, 500)
        assert.is(refusal.body, '{"error":{"code":"internal","message":"internal error"}}')
        assert.is(
          refused[0]?.message,
          'internal error: other code read the request body before the verifier; put the verifier before every body parser, and before all other code that reads or replaces the body',
        )
        assert.is((await ask(`${head('POST /v1/jobs', 'Content-Length: 1')}x`)).status, 401)
        assert.is(handled.length, 0)
      },
    ),
  )
}

refusing('a listener in front that does not read the body is harmless', () =>
  running(
    serving((next) => (req, res) => {
      req.pause()
      setImmediate(() => next(req, res))
    }),
    async ({ ask }) => {
      assert.is((await ask(await request('a body'))).body, 'app-1 6')
      assert.is((await ask(head('POST /v1/jobs', await header({ body: '' })))).body, 'app-1 0')
    },
  ),
)

const listeners = suite('verified: a listener that throws')

const { file, remove } = await bundled(new URL('../../../src/server/adapters/http.ts', import.meta.url))
listeners.after(remove)

const program = (listeners: ReadonlyArray<string>, before = ''): string => `
  import events from 'node:events'
  import { createServer } from 'node:http'
  import { verified } from '${file}'
  const verifier = { bodyLimit: 10, verify: async (r) => ({ appId: 'a', method: r.method, target: r.target, body: await r.body() }) }
  ${before}
  for (const listener of [${listeners}]) {
    const server = createServer(verified(verifier, listener))
    server.listen(0, '127.0.0.1', async () => {
      const answer = await fetch('http://127.0.0.1:' + server.address().port)
      console.log('answered', answer.status)
      server.close()
      server.closeAllConnections()
    })
  }
`
const runProgram = (text: string) => runIn(plant({ 'program.mjs': text }), 'node program.mjs')

const faulty = {
  throws: '() => { throw new Error("my own fault") }',
  rejects: 'async () => { throw new Error("my own fault") }',
}
for (const [how, listener] of Object.entries(faulty))
  listeners(
    `a listener that ${how} ends the process with its own stack, as node does without the adapter`,
    async () => {
      const { code, output } = await runProgram(program([listener]))
      assert.is(code, 1)
      assert.match(output, 'Error: my own fault\n    at ')
      assert.not.match(output, 'answered')
    },
  )

listeners('a listener that throws or rejects is answered with 500 by a server with captureRejections', async () => {
  const { code, output } = await runProgram(program(Object.values(faulty), 'events.captureRejections = true'))
  assert.is(output, 'answered 500\nanswered 500\n')
  assert.is(code, 0)
})

listeners('an unexpected error of the verifier is not taken for a refusal', async () => {
  const mine = () => Promise.reject(new RangeError('mine'))
  const verifier = { bodyLimit: 0, verify: mine, verifyJob: mine, verifyStream: mine }
  const listener = verified(verifier, hello)
  const thrown = await listener({ rawHeaders: [] } as unknown as IncomingMessage, {} as never).catch((error) => error)
  assert.instance(thrown, RangeError)
})
