import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import * as node from '../../src/server/node.ts'
import * as web from '../../src/server/web.ts'
import { rsa } from '../support/keys.ts'
import { assert, suite } from '../support/suite.ts'
import { sign } from '../support/world.ts'
import { clock, faces, keys } from './verdictOf.ts'

const verdictOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accept',
    (error) => (error instanceof node.VerificationError ? `${error.reason}: ${error.message}` : `threw ${error}`),
  )

async function* parts(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

for (const [name, { createVerifier }] of faces) {
  const streaming = suite(`verifyStream (${name})`)

  const body = randomBytes(10_000)
  const arrived = async () => {
    const { method, target, authorization } = await sign({ body })
    return { method, target, authorization }
  }

  streaming('accepts every kind of stream, and resolves to all but the body', async () => {
    const verifier = await createVerifier({ keys, clock })
    const kinds: ReadonlyArray<() => node.StreamedRequest['body']> = [
      () => parts(body),
      () => Readable.from(parts(body)),
      () => new Blob([body]).stream(),
      () => new Response(body).body as ReadableStream<Uint8Array>,
    ]
    for (const made of kinds) {
      const verified = await verifier.verifyStream({ ...(await arrived()), body: made() })
      assert.is(verified.appId, 'app-1')
      assert.is(verified.bodyLength, 10_000)
      assert.not.ok('body' in verified)
    }
  })

  streaming('a generator that passes the parts on sees exactly the verified bytes', async () => {
    const verifier = await createVerifier({ keys, clock })
    const kept = createHash('sha256')
    const passing = async function* () {
      for await (const part of parts(body)) {
        kept.update(part)
        yield part
      }
    }
    await verifier.verifyStream({ ...(await arrived()), body: passing() })
    assert.is(kept.digest('hex'), createHash('sha256').update(body).digest('hex'))
  })

  streaming(
    'refuses a body that is altered, truncated, or over the limit; the last is not read to its end',
    async () => {
      const verifier = await createVerifier({ keys, clock, bodyLimit: 9_999 })
      const ask = async (more: Partial<node.StreamedRequest>) =>
        verdictOf(verifier.verifyStream({ ...(await arrived()), body: parts(body), ...more }))
      assert.match(await ask({}), 'body_too_large: the body is larger than 9999 bytes')
      assert.is(await ask({ limit: 10_000 }), 'accept')
      assert.match(await ask({ limit: 10_000, body: parts(body.subarray(1)) }), /^signature_invalid/)
      let read = 0
      const endless = async function* () {
        for (;;) {
          read += 1000
          yield new Uint8Array(1000)
        }
      }
      assert.match(await ask({ limit: 5000, body: endless() }), /^body_too_large/)
      assert.is(read, 6000)
      const breaking = async function* () {
        yield body.subarray(0, 10)
        throw new Error('reset')
      }
      assert.match(await ask({ limit: 10_000, body: breaking() }), /^body_incomplete/)
    },
  )

  streaming('names what is not a stream of bytes, and a stream that has another reader', async () => {
    const verifier = await createVerifier({ keys, clock })
    const ask = async (more: object) =>
      verdictOf(verifier.verifyStream({ ...(await arrived()), body: parts(body), ...more }))
    for (const wrong of [undefined, null, body, 'text', 7, {}]) {
      assert.match(await ask({ body: wrong }), 'misconfigured: misconfigured: body is a stream of bytes')
    }
    assert.match(await ask({ body: Readable.from(['text']) }), 'misconfigured')
    for (const limit of [-1, 0.5, Number.NaN, '7']) assert.match(await ask({ limit }), 'limit must be a whole number')
    assert.match(await verdictOf(verifier.verifyStream(undefined as never)), 'misconfigured')

    // A part that is `undefined` must not count as the end: later parts would not be verified.
    const gap = async function* () {
      yield body
      yield undefined as unknown as Uint8Array
      yield Buffer.from('and more')
    }
    assert.match(await ask({ body: gap() }), 'misconfigured')

    const locked = new Blob([body]).stream()
    locked.getReader()
    const readBefore = Readable.from(parts(body))
    readBefore.resume()
    await once(readBefore, 'end')
    const decoded = Readable.from(parts(body)).setEncoding('latin1')
    for (const consumed of [locked, readBefore, decoded]) assert.match(await ask({ body: consumed }), /^body_consumed/)
  })
}

const serving = suite('verifyStream: behind node:http')

serving('a web stream that was already read is body_consumed, not an empty body', async () => {
  const verifier = await node.createVerifier({ keys, clock })
  const { method, target, authorization } = await sign({ body: '' })
  const emptied = new Blob(['an unsigned body']).stream()
  const reader = emptied.getReader()
  while (!(await reader.read()).done);
  reader.releaseLock()
  const verdict = verdictOf(verifier.verifyStream({ method, target, authorization, body: emptied }))
  assert.match(await verdict, /^body_consumed/)
})

serving('on the web platform a body in one-byte parts takes no more memory than its size', async () => {
  const verifier = await web.createVerifier({
    keys: { 'app-1': [1, 2, 3, 4].map((n) => rsa(2048, `many-${n}`).publicPem) },
    clock,
  })
  const { method, target, authorization } = await sign()
  const size = 200_000
  const crumbs = async function* () {
    for (let i = 0; i < size; i++) yield new Uint8Array(1)
  }
  const before = process.memoryUsage().rss
  const verdict = await verdictOf(verifier.verifyStream({ method, target, authorization, body: crumbs() }))
  assert.match(verdict, /^signature_invalid/)
  const grown = (process.memoryUsage().rss - before) / 1024 / 1024
  assert.ok(grown < 60, `${grown} MiB`)
})
