import { randomBytes } from 'node:crypto'
import { appendFileSync, readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileParts } from '../../../src/platform/node/fileParts.ts'
import * as server from '../../../src/server/node.ts'
import { lastingFolder } from '../../support/folder.ts'
import { rsa } from '../../support/keys.ts'
import { assert, suite } from '../../support/suite.ts'
import { now, sign } from '../../support/world.ts'

const folder = lastingFolder()

const content = randomBytes(2500)
const file = (bytes: Uint8Array = content): string => {
  const path = join(folder, randomBytes(8).toString('hex'))
  writeFileSync(path, bytes)
  return path
}

/** The open files of this process: on Linux each descriptor is a link to its file. */
const isOpen = (path: string): boolean =>
  readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path
    } catch {
      return false // The descriptor of the folder that is being listed.
    }
  })

/** Copies of the parts: the buffer is reused. */
const copies = async (parts: AsyncIterable<Uint8Array>): Promise<ReadonlyArray<Buffer>> => {
  const all: Array<Buffer> = []
  for await (const part of parts) all.push(Buffer.from(part))
  return all
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'none',
    ({ code }) => code,
  )

const reading = suite('fileParts')

reading('yields all bytes of the file in order, in parts of the given size and a rest', async () => {
  for (const [size, lengths] of [
    [1000, [1000, 1000, 500]],
    [1250, [1250, 1250]],
    [2500, [2500]],
    [undefined, [2500]],
  ] as const) {
    const parts = await copies(fileParts(file(), { size }))
    const shown = parts.map(({ length }) => length)
    assert.equal(shown, lengths)
    assert.equal(Buffer.concat(parts), content)
  }
  assert.equal(await copies(fileParts(file(new Uint8Array()))), [])
})

reading('reuses one buffer; a part is unchanged until the next is requested', async () => {
  const path = file()
  const parts = fileParts(path, { size: 1000 })
  const { value: first } = await parts.next()
  assert.ok(first !== undefined)
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(Buffer.from(first), content.subarray(0, 1000))
  const { value: second } = await parts.next()
  assert.is(second?.buffer, first.buffer)
  assert.is(first.buffer.byteLength, 1000)
  await parts.return()
})

reading('opens the file at the first request, and closes it at the end', async () => {
  const path = file()
  const parts = fileParts(path)
  assert.not.ok(isOpen(path))
  await parts.next()
  assert.ok(isOpen(path))
  assert.ok((await parts.next()).done)
  assert.not.ok(isOpen(path))
})

reading('closes the file when the consumer stops early, in any way', async () => {
  const ways: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
    'a break': async (path) => {
      for await (const _ of fileParts(path, { size: 1 })) break
    },
    'throw()': async (path) => {
      const parts = fileParts(path, { size: 1 })
      await parts.next()
      await parts.throw(new Error('enough'))
    },
  }
  for (const [way, leave] of Object.entries(ways)) {
    const path = file()
    await leave(path).catch(() => {})
    assert.not.ok(isOpen(path), way)
  }
})

reading('throws the system error for a missing file and for a folder, and closes the folder', async () => {
  assert.is(await codeOf(fileParts(join(folder, 'nowhere')).next()), 'ENOENT')
  assert.is(await codeOf(fileParts(folder).next()), 'EISDIR')
  assert.not.ok(isOpen(folder))
})

reading('continues into bytes appended while reading, and ends where the file was truncated', async () => {
  const growing = file()
  const more = fileParts(growing, { size: 2500 })
  await more.next()
  appendFileSync(growing, 'more')
  assert.equal(Buffer.concat(await copies(more)).toString(), 'more')

  const shrinking = file()
  const fewer = fileParts(shrinking, { size: 1000 })
  await fewer.next()
  truncateSync(shrinking, 1200)
  assert.equal(Buffer.concat(await copies(fewer)), content.subarray(1000, 1200))
})

reading('reads an open file from its position, and leaves it open', async () => {
  const path = file()
  const handle = await open(path)
  try {
    await handle.read(new Uint8Array(100), 0, 100)
    assert.equal(Buffer.concat(await copies(fileParts(handle, { size: 700 }))), content.subarray(100))
    assert.ok(isOpen(path))
  } finally {
    await handle.close()
  }
  assert.is(await codeOf(fileParts(handle).next()), 'EBADF')
})

reading('refuses an invalid part size', () => {
  for (const size of [0, -1, 1.5, Number.NaN, 2 ** 53, '7' as never]) {
    assert.throws(
      () => fileParts(file(), { size }),
      (error: unknown) => error instanceof RangeError,
      String(size),
    )
  }
})

const verifying = suite('fileParts: as the body of a request')

const { verifyStream } = await server.createVerifier({
  keys: { 'app-1': rsa(2048, 'app-1').publicPem },
  clock: () => now,
})
const ask = async (
  body: server.StreamedRequest['body'],
  more: Partial<server.StreamedRequest> = {},
): Promise<string> => {
  const { method, target, authorization } = await sign({ body: content })
  return verifyStream({ method, target, authorization, body, ...more }).then(
    ({ bodyLength }) => `${bodyLength} bytes`,
    (error) => (error instanceof server.VerificationError ? error.reason : `threw ${error}`),
  )
}

verifying('an unreadable file is body_incomplete', async () => {
  assert.is(await ask(fileParts(join(folder, 'nowhere'))), 'body_incomplete')
  assert.is(await ask(fileParts(folder)), 'body_incomplete')
})

verifying('a file over the limit is closed after the refusal; a file that need not be read is not opened', async () => {
  const path = file()
  const parts = fileParts(path, { size: 1000 })
  assert.is(await ask(parts, { limit: 1999 }), 'body_too_large')
  assert.not.ok(isOpen(path))
  assert.ok((await parts.next()).done)

  const unread = fileParts(join(folder, 'nowhere'))
  assert.is(await ask(unread, { authorization: undefined }), 'authorization_missing')
  assert.ok((await unread.next()).done)
})

verifying("the program's own generator is not closed: it may read from a connection", async () => {
  let ended = false
  const own = async function* (): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) yield content
    } finally {
      ended = true
    }
  }
  const parts = own()
  assert.is(await ask(parts, { limit: 3000 }), 'body_too_large')
  assert.not.ok(ended)
  await parts.return()
})
