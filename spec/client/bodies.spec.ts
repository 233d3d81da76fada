/** Bodies that are read once to be signed and once to be sent. A real verifier says whether what came is what was signed. */
import { constants, privateEncrypt, sign } from 'node:crypto'
import { appendFile, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import * as node from '../../src/client/node.ts'
import * as web from '../../src/client/web.ts'
import { fileParts } from '../../src/platform/node/fileParts.ts'
import { inFolder } from '../support/folder.ts'
import { withServer } from '../support/loopback.ts'
import { assert, suite } from '../support/suite.ts'
import { withVerifyingService } from '../support/verifyingService.ts'
import { app, faces, key, refusal } from './refusal.ts'

const keys = { 'app-1': key.publicPem }
const bytes = new Uint8Array(2 ** 20 + 600_007).map((_, i) => i * 31 + (i >> 11))
const bodyLimit = 2 ** 23
const info = Buffer.from('3031300d060960864801650304020105000420', 'hex')
const padding = constants.RSA_PKCS1_PADDING
const raw = (content: Uint8Array) => privateEncrypt({ key: key.privatePem, padding }, content)

const streamOf = (content: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < content.length; at += 70_000) controller.enqueue(content.slice(at, at + 70_000))
      controller.close()
    },
  })

/** Every kind of body that is not bytes, of the same content; the path holds it. */
const bodiesOf = (path: string): ReadonlyArray<readonly [string, () => node.ReadableBody]> => [
  ['a Blob', () => new Blob([bytes])],
  ['a function', () => () => streamOf(bytes)],
  ['a file', () => fileParts(path)],
  ['a function that opens a file', () => () => fileParts(path)],
  ['a stream', () => streamOf(bytes)],
]

const withFile = (use: (path: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const path = join(folder, 'body')
    await writeFile(path, bytes)
    await use(path)
  })

for (const [name, { createClient, createSigner }] of faces) {
  const bodies = suite(`bodies of any size (${name})`)

  bodies('are signed and sent by fetch, submitJob and sign alike', () =>
    withFile((path) =>
      withVerifyingService({ keys, bodyLimit }, async ({ baseUrl, handled }) => {
        const client = await createClient({ baseUrl, ...app })
        const same = { method: 'POST', url: '/v1/jobs', timestamp: 1_700_000_000, nonce: 'n-1' }
        const { authorization } = await client.sign({ ...same, body: bytes })
        for (const [kind, make] of bodiesOf(path)) {
          assert.is((await client.fetch('/v1/x?y', { method: 'PUT', body: make() })).status, 201, kind)
          assert.is((await client.submitJob(make())).status, 201, kind)
          assert.is((await client.sign({ ...same, body: make() })).authorization, authorization, kind)
          for (const { body } of handled.slice(-2)) assert.ok(Buffer.from(body).equals(bytes), kind)
        }
      }),
    ),
  )

  bodies('what can be read once, or must be in memory, has a limit that is told', () =>
    withFile(async (path) => {
      const client = await createClient({ baseUrl: 'https://jobs.example', ...app, bodyLimit: 2 ** 20 })
      const signer = await createSigner({ ...app, bodyLimit: 2 ** 20 })
      const readTwice =
        name === 'node'
          ? 'give a body that can be read twice: a Blob, fileParts(path)'
          : 'this key can sign only a complete text'
      for (const call of [
        client.fetch('/', { method: 'POST', body: streamOf(bytes) }),
        client.submitJob(streamOf(bytes)),
        ...(name === 'web'
          ? [client.submitJob(new Blob([bytes])), signer.sign({ method: 'POST', url: '/', body: fileParts(path) })]
          : []),
      ]) {
        const error = await refusal(call)
        assert.match(error.message, 'longer than bodyLimit, and at most 1048576 bytes')
        assert.match(error.message, readTwice)
      }
    }),
  )

  bodies('a body that cannot be read is told by its code', async () => {
    for (const caller of [app, { token: 'token-1' }]) {
      const client = await createClient({ baseUrl: 'http://127.0.0.1:9', ...caller })
      const missing = client.fetch('/', { method: 'POST', body: fileParts('no-such-S3CRET') })
      const error = await missing.catch((thrown) => thrown)
      assert.match(String(error.code ?? error.message), 'ENOENT')
      if (name === 'node') assert.not.match(error.message, 'S3CRET')
    }
  })
}

const twice = suite('a body that is read twice')

/** Counts the bytes of the body that come in, and answers nothing. */
const withSink = async (use: (url: string, received: () => number) => Promise<void>): Promise<void> => {
  let received = 0
  const server = createServer((socket) => {
    socket.on('data', (part) => {
      const head = received === 0 ? part.indexOf('\r\n\r\n') + 4 : 0
      received += part.length - head
    })
    socket.on('error', () => {})
  })
  await withServer(server, ({ url }) => use(url, () => received))
}

for (const [what, change] of [
  ['one byte', (path: string) => writeFile(path, bytes.with(5, 1))],
  ['its last byte', (path: string) => writeFile(path, Uint8Array.from(bytes).fill(0, bytes.length - 1))],
  ['more at its end', (path: string) => appendFile(path, 'x')],
  ['less', (path: string) => truncate(path, bytes.length - 1)],
  ['nothing', (path: string) => truncate(path, 0)],
  ['much more', (path: string) => appendFile(path, bytes)],
] as const) {
  twice(`and has changed in between (${what}): its last part is not sent`, () =>
    withFile((path) =>
      withSink(async (url, received) => {
        const client = await node.createClient({ baseUrl: url, ...app, retries: 3 })
        let opened = 0
        const body = async function* () {
          if (opened++ === 1) await change(path)
          yield* fileParts(path)
        }
        const error = await refusal(client.fetch('/', { method: 'PUT', body: () => body() }))
        assert.is(error.reason, 'body_changed')
        assert.is(opened, 2)
        assert.ok(received() < bytes.length)
      }),
    ),
  )
}

twice('is signed anew for each attempt, tells its progress, and is closed', () =>
  withFile((path) => {
    let refuse = true
    return withVerifyingService({ keys, bodyLimit, authorize: () => !refuse }, async ({ baseUrl, handled }) => {
      const client = await node.createClient({ baseUrl, ...app })
      const told: Array<number> = []
      const onProgress = ({ sent, total }: { sent: number; total: number }) => {
        assert.is(total, bytes.length)
        told.push(sent)
      }
      assert.is((await client.submitJob(fileParts(path), { onProgress })).status, 403)
      refuse = false
      assert.is((await client.submitJob(fileParts(path), { onProgress })).status, 201)
      assert.is(handled.length, 1)
      assert.is(told.at(-1), bytes.length)
      assert.equal(told.slice(-2), [2 ** 20, bytes.length])
    })
  }),
)

twice('ends when the caller aborts', () =>
  withSink(async (url, received) => {
    const client = await node.createClient({ baseUrl: url, ...app })
    const stop = new AbortController()
    const endless = async function* () {
      for (let i = 0; i < 1000; i++) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        yield new Uint8Array(10)
      }
    }
    const mine = new Error('enough')
    setTimeout(() => stop.abort(mine), 20)
    const body = () => endless()
    assert.is(await client.fetch('/', { method: 'POST', body, signal: stop.signal }).catch((e) => e), mine)
    assert.is(received(), 0)
  }),
)

twice('is signed by a remote key that takes digests, and what that key does wrong is told', async () => {
  const request = { method: 'POST', url: '/', timestamp: 1_700_000_000, nonce: 'n-1' }
  const right = await (await node.createSigner(app)).sign({ ...request, body: bytes })
  for (const [signDigest, expected] of [
    [(sha256: Uint8Array) => raw(Buffer.concat([info, sha256])), right.authorization],
    [(sha256: Uint8Array) => raw(sha256), 'the DigestInfo is missing'],
    [(sha256: Uint8Array) => sign('sha256', sha256, key.privatePem), 'the remote key hashed the digest again'],
    [() => sign('sha256', Buffer.from('x'), key.privatePem), 'other bytes were signed'],
  ] as const) {
    const signer = await node.createSigner({ appId: 'app-1', publicKey: key.publicPem, signDigest })
    const told = await signer.sign({ ...request, body: () => streamOf(bytes) }).then(
      ({ authorization }) => authorization,
      ({ message }) => message,
    )
    assert.ok(told.includes(expected), told)
  }
})

const onWeb = suite('a Blob in a browser')

onWeb('is not kept, if a hash takes parts and the key is elsewhere: fetch gets the Blob itself', () =>
  withVerifyingService({ keys, bodyLimit }, async ({ baseUrl, handled }) => {
    const { sha256 } = await import('@noble/hashes/sha2.js')
    const sent: Array<unknown> = []
    const client = await web.createClient({
      baseUrl,
      appId: 'app-1',
      publicKey: key.publicPem,
      bodyLimit: 1000,
      signDigest: (digest) => raw(Buffer.concat([info, digest])),
      sha256: () => sha256.create(),
      fetch: (url, init) => {
        sent.push(init.body)
        return fetch(url, init)
      },
    })
    const blob = new Blob([bytes], { type: 'image/png' })
    assert.is((await client.fetch('/x', { method: 'PUT', body: blob })).status, 201)
    assert.is((await client.submitJob(blob)).status, 201)
    assert.ok(sent.every((body) => body === blob))
    for (const { body } of handled) assert.ok(Buffer.from(body).equals(bytes))
    assert.match((await refusal(client.submitJob(streamOf(bytes)))).message, 'give a Blob')
  }),
)
