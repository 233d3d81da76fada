/**
 * Behind every adapter on node the raw request gives the verified bytes to whoever reads it: plugins and proxies do, and know
 * nothing of `verified`.
 */
import { createServer, type IncomingMessage, request as requestTo, type Server } from 'node:http'
import * as http2 from 'node:http2'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import express from 'express'
import fc from 'fast-check'
import { fastify } from 'fastify'
import { verified as onExpress } from '../../../src/server/adapters/express.ts'
import { verified as onFastify } from '../../../src/server/adapters/fastify.ts'
import { verified as onHttp } from '../../../src/server/adapters/http.ts'
import { createVerifier, keySource, type Verifier } from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { type Loopback, onLoopback } from '../../support/loopback.ts'
import { assert, forAll, suite, until } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'
import { apps } from './apps.ts'
import { talk } from './talk.ts'

type Raw = IncomingMessage | http2.Http2ServerRequest
type Read = (req: Raw) => Promise<Buffer>

const ways: Readonly<Record<string, Read>> = {
  data: (req) =>
    new Promise((resolve, reject) => {
      const chunks: Array<Buffer> = []
      ;(req as Readable)
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve(Buffer.concat(chunks)))
        .on('error', reject)
    }),
  readable: (req) =>
    new Promise((resolve) => {
      const chunks: Array<Buffer> = []
      ;(req as Readable)
        .on('readable', () => {
          for (let chunk = req.read(1); chunk !== null; chunk = req.read(999) ?? req.read()) chunks.push(chunk)
        })
        .on('end', () => resolve(Buffer.concat(chunks)))
    }),
  'for await': async (req) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  },
  pipe: (req) => buffer(req.pipe(new PassThrough())),
  pipeline: async (req) => {
    const through = new PassThrough()
    const [read] = await Promise.all([buffer(through), pipeline(req, through)])
    return read
  },
  'a web stream': async (req) =>
    Buffer.from(await new Response(Readable.toWeb(req as Readable) as never).arrayBuffer()),
  'text, a turn later': async (req) => {
    await new Promise(setImmediate)
    ;(req as Readable).setEncoding('latin1')
    let text = ''
    for await (const part of req) text += part
    return Buffer.from(text, 'latin1')
  },
  'req.pipe(http.request(…))': (req) =>
    new Promise((resolve, reject) => {
      const { port } = upstream
      const { 'content-length': length } = req.headers
      const headers = length === undefined ? {} : { 'content-length': length }
      const sent = requestTo({ port, method: req.method, headers }, (answer) => buffer(answer).then(resolve, reject))
      req.pipe(sent.on('error', reject))
    }),
}

const upstream = await onLoopback(createServer((req, res) => void req.pipe(res)))

/** Starts an app that answers with what `read` finds in the raw request. */
type Make = (verifier: Verifier, read: (req: Raw) => Promise<string>) => Promise<Server | http2.Http2Server>

const ofFramework =
  (name: Exclude<keyof typeof apps, 'fetch'>): Make =>
  async (verifier, read) =>
    createServer(await apps[name](verifier, { answer: (_, { raw }) => read(raw) }))

const makers: Readonly<Record<string, Make>> = {
  http: ofFramework('http'),
  http2: async (verifier, read) =>
    http2.createServer(
      onHttp<http2.Http2ServerRequest, http2.Http2ServerResponse>(
        verifier,
        async (req, res) => void res.end(await read(req)),
      ),
    ),
  express: ofFramework('express'),
  'express, parsers behind': async (verifier, read) =>
    createServer(
      express().use(
        onExpress(verifier),
        express.json({ type: '*/*' }),
        express.raw({ type: '*/*' }),
        express.urlencoded(),
        async (req, res) => void res.send(await read(req)),
      ),
    ),
  koa: ofFramework('koa'),
  fastify: async (verifier, read) => {
    const app = fastify()
    app.register(onFastify, { verifier })
    // As @fastify/multipart does it: the payload is left alone, and a handler reads the raw request.
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    app.all('*', (request) => read(request.raw))
    await app.ready()
    return createServer((req, res) => app.routing(req, res))
  },
  hono: ofFramework('hono'),
}

const keys = { 'app-1': rsa(2048, 'app-1').publicPem }

/** The last request that a handler saw. */
let last: Raw | undefined
let reading: Read | undefined

const started = new Map<string, Loopback>()
const portOf = (name: string): number => started.get(name)?.port ?? 0

const again = suite('behind every adapter on node, the raw request can be read')

again.before(async () => {
  for (const [name, make] of Object.entries(makers))
    for (const [speed, given] of [
      ['', keys],
      // The body has come to its end before it is read.
      [
        ', a slow source of keys',
        keySource((appId) => new Promise((then) => setTimeout(then, 2, keys[appId as 'app-1'])), { ttl: 0.001 }),
      ],
    ] as const) {
      const verifier = await createVerifier({ keys: given, clock: () => now })
      const server = await make(verifier, async (req) => {
        last = req
        return reading === undefined ? 'unread' : (await reading(req)).toString('hex')
      })
      started.set(name + speed, await onLoopback(server))
    }
})
again.after(() => {
  for (const { close } of [upstream, ...started.values()]) void close()
})

interface Sent {
  readonly body: Buffer
  readonly framing: 'Content-Length' | 'chunks'
  /** Where the packets, and the chunks, end. */
  readonly cuts: ReadonlyArray<number>
}

const piecesOf = ({ body, cuts }: Sent): ReadonlyArray<Buffer> => {
  const at = [0, ...cuts.map((cut) => cut % (body.length + 1)).sort((a, b) => a - b), body.length]
  return at.slice(1).map((end, i) => body.subarray(at[i], end))
}

const overHttp1 = async ({ send, answer }: ReturnType<typeof talk>, sent: Sent): Promise<string | undefined> => {
  const { authorization } = await sign({ body: sent.body })
  const framing = sent.framing === 'chunks' ? 'Transfer-Encoding: chunked' : `Content-Length: ${sent.body.length}`
  send(`POST /v1/jobs HTTP/1.1\r\nHost: h\r\nAuthorization: ${authorization}\r\n${framing}\r\n\r\n`)
  for (const piece of piecesOf(sent)) {
    if (piece.length > 0)
      send(
        sent.framing === 'chunks'
          ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
          : piece,
      )
    await new Promise(setImmediate)
  }
  if (sent.framing === 'chunks') send('0\r\n\r\n')
  const answered = await answer()
  return answered && `${answered.status} ${answered.body}`
}

const overHttp2 = async (session: http2.ClientHttp2Session, sent: Sent): Promise<string> => {
  const { authorization } = await sign({ body: sent.body })
  const length = sent.framing === 'chunks' ? {} : { 'content-length': sent.body.length }
  const stream = session.request({ ':method': 'POST', ':path': '/v1/jobs', authorization, ...length })
  let status = 0
  stream.on('response', (headers) => {
    status = Number(headers[':status'])
  })
  for (const piece of piecesOf(sent)) {
    stream.write(piece)
    await new Promise(setImmediate)
  }
  stream.end()
  const read = await buffer(stream)
  return `${status} ${read}`
}

/** Several requests over one connection, which has to stay usable. */
const connected = async (
  name: string,
  use: (ask: (sent: Sent) => Promise<string | undefined>) => Promise<void>,
): Promise<void> => {
  if (name.startsWith('http2')) {
    const session = http2.connect(`http://127.0.0.1:${portOf(name)}`)
    try {
      await use((sent) => overHttp2(session, sent))
    } finally {
      session.destroy()
    }
    return
  }
  const connection = talk(portOf(name))
  try {
    await use((sent) => overHttp1(connection, sent))
  } finally {
    connection.socket.destroy()
  }
}

const sentArbitrary = (): fc.Arbitrary<Sent> =>
  fc.record({
    body: fc
      .tuple(fc.uint8Array({ minLength: 0, maxLength: 30 }), fc.constantFrom(1, 1, 100, 5000))
      .map(([bytes, times]) => Buffer.concat(new Array(times).fill(bytes))),
    framing: fc.constantFrom('Content-Length', 'chunks'),
    cuts: fc.array(fc.nat(), { maxLength: 3 }),
  })

for (const name of Object.keys(makers).flatMap((each) => [each, `${each}, a slow source of keys`]))
  again(`${name}: whatever reads it, and however it came`, () =>
    connected(name, (ask) =>
      forAll([sentArbitrary(), fc.constantFrom(...Object.keys(ways))], { numRuns: 16 }, async (sent, way) => {
        reading = ways[way]
        assert.is(await ask(sent), `200 ${sent.body.toString('hex')}`, way)
      }),
    ),
  )

for (const name of Object.keys(makers))
  again(`${name}: what nobody reads is let go once the answer is out`, () =>
    connected(name, async (ask) => {
      reading = undefined
      for (const framing of ['Content-Length', 'chunks'] as const) {
        assert.is(await ask({ body: Buffer.alloc(100_000, 'x'), framing, cuts: [] }), '200 unread')
        await until(() => last?.readableEnded === true)
        assert.is(last?.readableLength, 0)
      }
    }),
  )

/** What a reader behind `verified` meets, where something in front reads as well. */
const inFrontOf = async (before: (req: IncomingMessage) => unknown, options: object): Promise<string> => {
  const verifier = await createVerifier({ keys, clock: () => now })
  const answer = onHttp(
    verifier,
    async (req, res, { body }) => {
      const met: Array<string> = [Buffer.from(body).toString()]
      // `Readable.toWeb` asks nobody, and makes an empty stream.
      for (const [way, read] of Object.entries(ways))
        if (way !== 'a web stream')
          await Promise.resolve(req)
            .then(read)
            .then(
              (bytes) => met.push(`${way}: ${bytes}`),
              (error: Error) => met.push(error.message),
            )
      res.end([...new Set(met)].join(' | '))
    },
    options,
  )
  const server = createServer(async (req, res) => {
    const waits = before(req)
    // In the same turn, or what a listener has set flowing is gone.
    if (waits instanceof Promise) await waits
    answer(req, res)
  })
  started.set('in front', await onLoopback(server))
  let told = ''
  await connected('in front', async (ask) => {
    told = String(await ask({ body: Buffer.from('a body'), framing: 'chunks', cuts: [2, 4] }))
  })
  return told
}

const loud =
  'the body of this request has been read already, so nothing is left to read: use the bytes that `verified` gives to the handler'

again('what a parser in front has read and kept is not there for a second reader, and says so', async () => {
  const kept = new WeakMap<object, Buffer>()
  const before = async (req: IncomingMessage) => kept.set(req, await buffer(req))
  const rawBody = (req: object) => kept.get(req)
  assert.is(await inFrontOf(before, { rawBody }), `200 a body | ${loud}`)
})

again('a listener in front gets each byte once and the end, and a later reader hears of it', async () => {
  const heard: Array<string> = []
  const before = (req: IncomingMessage) =>
    req.on('data', (part: Buffer) => heard.push(String(part))).on('end', () => heard.push('end'))
  assert.is(await inFrontOf(before, {}), `200 a body | ${loud}`)
  assert.is(heard.join(''), 'a bodyend')
})

again('a handler that reads on after its answer gets all of it', async () => {
  let told: (read: Buffer) => void = () => {}
  const read = new Promise<Buffer>((resolve) => {
    told = resolve
  })
  await connected('http', async (ask) => {
    reading = async (req) => {
      const stream = req as Readable
      stream.pause()
      setTimeout(() => void ways['for await']?.(req).then(told), 20)
      return Buffer.of()
    }
    const body = Buffer.alloc(70_000, 'y')
    assert.is(await ask({ body, framing: 'chunks', cuts: [] }), '200 ')
    assert.equal(await read, body)
  })
})
