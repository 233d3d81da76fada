/** Bodies to send: kept in memory, or read once to be signed and once to be sent. */
import * as ByteBuffer from '../core/ByteBuffer.ts'
import { type Bytes, isBytes } from '../core/Bytes.ts'
import type { Rule } from '../core/Rule.ts'
import { type Content, reopened } from '../effects/Content.ts'
import { unlessAborted } from './CallOptions.ts'
import { wrong } from './ClientError.ts'

type Parts = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>

/**
 * A body of any size: a `Blob`, a function that gives the same stream at each call, or `fileParts` of a path. Another stream
 * can be read once, so it is kept, up to `bodyLimit`.
 */
export type ReadableBody = Blob | Parts | (() => Parts)

/** A content, and what is known of it. */
export interface KnownContent extends Content {
  readonly type?: string
  readonly size?: number
}

const isParts = (body: unknown): body is Parts =>
  typeof body === 'object' && body !== null && (Symbol.asyncIterator in body || body instanceof ReadableStream)

/** Whether this is no text, no bytes and no value to encode. */
export const isReadable = (body: unknown): body is ReadableBody => contentOf(body) !== undefined || isParts(body)

/** A body that is signed and sent as it is; a value is encoded by the caller, once. */
export const bodyRule: Rule<Uint8Array | string | ReadableBody> = {
  expected:
    'bytes, text or a stream: encode the value once, for example with JSON.stringify, then sign and send that text',
  is: (value): value is Uint8Array | string | ReadableBody =>
    typeof value === 'string' || isBytes(value) || isReadable(value),
}

/** A body that can be opened again; undefined for any other. */
export const contentOf = (body: unknown): KnownContent | undefined => {
  if (body instanceof Blob)
    return { open: () => partsOf(body.stream()), native: body, type: body.type, size: body.size }
  if (typeof body === 'function') return { open: () => partsOf(body()) }
  const open = reopened(body)
  return open && { open }
}

/** The body as it is sent. Rejects with the error of what is read, or with the reason of the signal. */
export type BodyReader = (body: Bytes | ReadableBody, signal?: AbortSignal | undefined) => Promise<Bytes | Content>

/** A content that is no larger is kept: then it is read once. */
const small = 2 ** 20

/** What is read part by part: every content, or Blobs alone, where fetch can send no other in parts. */
export type Streamed = 'all' | 'blobs' | 'none'

export const bodyReader =
  (streamed: Streamed, limit: number): BodyReader =>
  async (body, signal) => {
    if (isBytes(body)) return body
    const content = contentOf(body)
    const { open, native, size } = content ?? { open: () => body as Parts }
    const streams = content !== undefined && (streamed === 'all' || (streamed === 'blobs' && native !== undefined))
    if (!streams || (size !== undefined && size <= Math.min(small, limit)))
      return kept(open(), limit, signal, remedies[streamed])
    return { open: () => until(partsOf(open()), signal), native }
  }

const remedies: Readonly<Record<Streamed, string>> = {
  all: 'give a body that can be read twice: a Blob, fileParts(path), or a function that returns a stream',
  blobs: 'give a Blob',
  none: 'make the body smaller (this key can sign only a complete text, so the complete body must be in memory)',
}

const kept = async (body: Parts, limit: number, signal: AbortSignal | undefined, remedy: string): Promise<Bytes> => {
  const content = ByteBuffer.upTo(limit)
  const parts = partsOf(body)[Symbol.asyncIterator]()
  for (;;) {
    const part = await unlessAborted(signal, () => parts.next())
    if (part.done === true) return content.bytes()
    if (!content.add(part.value)) {
      await parts.return?.()
      throw wrong(
        `the body is longer than bodyLimit, and at most ${limit} bytes are kept in memory; raise bodyLimit, or ${remedy}`,
      )
    }
  }
}

async function* until(parts: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    if (signal?.aborted) return
    yield part
  }
}

/** Not every platform's stream can be iterated. */
async function* partsOf(body: Parts): AsyncGenerator<Uint8Array, void, undefined> {
  if (Symbol.asyncIterator in body) return yield* body
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  try {
    for (let read = await reader.read(); read.value !== undefined; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}
