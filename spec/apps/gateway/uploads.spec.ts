import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spool } from '../../../src/apps/gateway/Spool.ts'
import { assert, gate, suite, until } from '../../support/suite.ts'
import { signedHead, signedRequest, standing } from './standing.ts'

const home = mkdtempSync(join(tmpdir(), 'countersign-uploads-spec-'))
const before = process.env.TMPDIR
process.env.TMPDIR = home
const limits = { verifier: { bodyLimit: 1000 }, settings: { maxUpload: 3_000_000 } } as const

/** Files under the folder that this process has open, also those without a name; nothing where there is no /proc. */
const openFiles = (): ReadonlyArray<string> => {
  try {
    return readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const file = readlinkSync(`/proc/self/fd/${fd}`)
        return file.startsWith(home) ? [file] : []
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}

const uploading = suite('bodies over --max-body')

uploading.after(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(home, { recursive: true, force: true })
})

uploading.after.each(async () => {
  await until(() => openFiles().length === 0)
  assert.equal(readdirSync(home), [])
})

const large = randomBytes(2_500_000)

uploading('are refused unless an upload is allowed', () =>
  standing(
    async ({ ask, got }) => {
      assert.is((await ask(await signedHead({ body: large }, `Content-Length: ${large.length}`))).status, 413)
      assert.is(got.length, 0)
    },
    { verifier: limits.verifier },
  ),
)

uploading('reach the upstream whole, with a length and chunked, and small ones in chunks', () =>
  standing(async ({ connect, got }) => {
    const { ask, send } = connect()
    assert.is((await ask(await signedRequest({ body: large }))).status, 200)
    for (const body of [large, Buffer.from('small')]) {
      send(await signedHead({ body }, 'Transfer-Encoding: chunked'))
      for (let at = 0; at < body.length; at += 100_000) {
        const part = body.subarray(at, at + 100_000)
        send(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]))
      }
      assert.is((await ask('0\r\n\r\n')).status, 200)
    }
    const bodies = got.map(({ body }) => body.length)
    assert.equal(bodies, [large.length, large.length, 5])
    assert.ok(got[0]?.body.equals(large))
    assert.ok(got[1]?.body.equals(large))
  }, limits),
)

uploading('wait until their last byte is verified', () =>
  standing(async ({ connect, got, refused }) => {
    const { ask, send } = connect()
    const altered = Buffer.from(large)
    altered[altered.length - 1] = (altered.at(-1) as number) ^ 1
    send(await signedHead({ body: large }, `Content-Length: ${large.length}`))
    send(altered.subarray(0, 2_000_000))
    await until(() => openFiles().length > 0 || process.platform !== 'linux')
    // The file loses its name at once.
    await until(() => readdirSync(home).length === 0)
    assert.is(got.length, 0)
    assert.is((await ask(altered.subarray(2_000_000))).status, 401)
    assert.is(refused[0]?.reason, 'signature_invalid')
    assert.is(got.length, 0)
  }, limits),
)

uploading('are refused over --max-upload, by their length at once, in chunks at that byte', () =>
  standing(async ({ connect, got }) => {
    const first = connect()
    first.send(await signedHead({ body: '' }, 'Content-Length: 3000001'))
    assert.is((await first.answer())?.status, 413)
    const second = connect()
    second.send(await signedHead({ body: '' }, 'Transfer-Encoding: chunked'))
    second.send(`2dc6c1\r\n${'x'.repeat(3_000_001)}\r\n`)
    assert.is((await second.answer())?.status, 413)
    assert.is(got.length, 0)
  }, limits),
)

uploading('that are unsigned are not stored', () =>
  standing(async ({ ask, refused }) => {
    assert.is((await ask('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2000000\r\n\r\n')).status, 401)
    assert.is(refused[0]?.reason, 'authorization_missing')
    assert.equal(openFiles(), [])
  }, limits),
)

uploading('end with their caller', () =>
  standing(async ({ connect, got, refused }) => {
    const { send, socket } = connect()
    send(await signedHead({ body: large }, `Content-Length: ${large.length}`))
    send(large.subarray(0, 1_000_000))
    await until(() => openFiles().length > 0 || process.platform !== 'linux')
    socket.destroy()
    await until(() => refused.length === 1)
    assert.is(refused[0]?.reason, 'body_incomplete')
    assert.is(got.length, 0)
  }, limits),
)

uploading('whose answer comes early, or whose caller hangs up before the answer, leave no file', () =>
  standing(
    async ({ connect, lines }) => {
      const first = connect()
      first.send(await signedRequest({ body: large }))
      assert.is((await first.answer())?.status, 413)
      const second = connect()
      second.send(await signedRequest({ body: large, target: '/second' }))
      await until(() => isHere)
      second.socket.destroy()
      await until(() => lines.length === 2)
      assert.is(lines[1]?.status, 499)
    },
    {
      ...limits,
      raw: (socket) =>
        void socket.once('data', (part) => {
          if (part.includes('/second')) {
            isHere = true
            socket.resume()
          } else {
            socket.pause()
            socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno')
          }
        }),
    },
  ),
)
let isHere = false

uploading('that the disk does not take are 503, and the log says why', async () => {
  process.env.TMPDIR = join(home, 'nowhere')
  try {
    await standing(async ({ ask, got, lines }) => {
      const refusal = await ask(await signedRequest({ body: large }))
      assert.is(refusal.status, 503)
      assert.match(refusal.body, 'upload_unavailable')
      assert.is(lines[0]?.message, 'upload_unavailable: the upload could not be stored; try again later (ENOENT)')
      assert.is(got.length, 0)
    }, limits)
  } finally {
    process.env.TMPDIR = home
  }
})

uploading('are in memory up to the limit, and then in a file of this user alone', async () => {
  const store = spool(4, () => () => {})
  await store.add(Buffer.from('ab'))
  await store.add(Buffer.from('cd'))
  assert.equal(openFiles(), [])
  assert.equal(Buffer.from(store.content() as Uint8Array).toString(), 'abcd')
  await store.add(Buffer.from('e'))
  let text = ''
  for await (const part of store.content() as AsyncIterable<Buffer>) text += part
  assert.is(text, 'abcde')
  await store.close()
})

uploading('get no file without a place', async () => {
  const store = spool(0, () => undefined)
  const refused = await store.add(Buffer.from('a')).catch((error: Error) => error)
  assert.instance(refused, Error)
  assert.is(store.failure(), 'too many uploads at once')
  assert.equal(openFiles(), [])
  await store.close()
})

uploading('a body that is closed while it waits for a place gives the place back, and keeps no file', async () => {
  const { open, opened } = gate()
  let held = 0
  const store = spool(0, async () => {
    await opened
    held++
    return () => {
      held--
    }
  })
  const added = store.add(Buffer.from('x')).catch(() => {})
  await store.close()
  open()
  await added
  assert.is(held, 0)
  assert.equal(openFiles(), [])
})
