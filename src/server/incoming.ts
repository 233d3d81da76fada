/**
 * Builds the verifying program's request from what a program hands over. The caller may be untyped, so every member is
 * checked.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import * as Bytes from '../core/Bytes.ts'
import type { RequestHead } from '../core/Caller.ts'
import { memberOf } from '../core/untrusted.ts'
import type { BodyError, Misconfigured } from '../core/VerifyError.ts'
import type { IncomingRequest, IncomingStream, WithHeaders } from '../programs/verifyRequest.ts'
import { ContractViolation, isContractViolation, wrong } from './untrusted.ts'
import { type AdaptedRequest, BodyUnreadable, type ReceivedRequest, type StreamedRequest } from './Verifier.ts'

/** More lines than any server reads; the rest of a longer list is not looked at. */
const maxLines = 10_000

const headOf = (request: Omit<ReceivedRequest, 'body'>): E.Either<Misconfigured, RequestHead & WithHeaders> => {
  const { method, target } = request ?? {}
  if (typeof method !== 'string' || typeof target !== 'string')
    return wrong('method and target must be text, exactly as on the request line')
  const authorization = memberOf(request, 'authorization')
  const values = typeof authorization === 'string' ? [authorization] : (authorization ?? [])
  const lines: ReadonlyArray<unknown> | undefined = Array.isArray(values) ? values.slice(0, maxLines) : undefined
  // `findIndex` also looks at holes.
  if (!isLines(lines)) return wrong('authorization must be the header line, or a list of all Authorization lines')
  const callerAddress = memberOf(request, 'callerAddress')
  if (callerAddress !== undefined && typeof callerAddress !== 'string')
    return wrong('callerAddress must be text, such as an address')
  const given = memberOf(request, 'headers')
  return E.right({ method, target, authorization: lines, callerAddress, headers: given && headersFrom(given) })
}

/** An adapter hands over a function. What is neither headers nor a function shows nothing. */
const headersFrom = (given: object | (() => object)): (() => object) =>
  typeof given === 'function' ? (given as () => object) : () => given

const isLines = (lines: ReadonlyArray<unknown> | undefined): lines is ReadonlyArray<string> =>
  lines !== undefined && lines.findIndex((line) => typeof line !== 'string') < 0

/** `fault` stands in the request of an adapter that a program's own `verify` hands on. */
export const incomingOf = (
  request: ReceivedRequest & Pick<AdaptedRequest, 'fault'>,
  limit: number,
): E.Either<Misconfigured, IncomingRequest> => {
  const head = headOf(request)
  if (E.isLeft(head)) return head
  const fault = memberOf(request, 'fault')
  if (fault !== undefined) return wrong(fault)
  const body = contentOf(memberOf(request, 'body'), limit)
  if (E.isLeft(body)) return body
  // Hot path: no spread.
  const { method, target, authorization, callerAddress, headers } = head.right
  return E.right({ method, target, authorization, callerAddress, headers, body: body.right })
}

const contentOf = (body: ReceivedRequest['body'], limit: number): E.Either<Misconfigured, IncomingRequest['body']> => {
  if (body === undefined || body === null) return E.right(Bytes.empty)
  if (Bytes.isBytes(body)) {
    if (isShared(body)) return wrong(shared)
    // What is refused for its length needs no copy.
    return E.right(
      body.length > limit ? async () => E.left({ _tag: 'body_too_large', limitBytes: limit }) : copied(body),
    )
  }
  if (typeof body === 'function') return E.right(reading(body))
  if (typeof body !== 'string') return wrong('body is bytes, text, or a function that reads the bytes')
  const bytes = Bytes.ofText(body)
  return E.isRight(bytes)
    ? bytes
    : wrong('the body is text with a lone surrogate, so it is not the body that was received; pass the bytes')
}

/** Whoever holds the bytes may write into them while the verdict is awaited. */
const copied = (bytes: Bytes.Bytes): Bytes.Bytes => new Uint8Array(bytes)

/** First the quick answer, which fails across realms. */
const isShared = ({ buffer }: Bytes.Bytes): boolean =>
  !(buffer instanceof ArrayBuffer) && Object.prototype.toString.call(buffer) === '[object SharedArrayBuffer]'

const shared = 'the body is in shared memory, where another thread may change it; pass a copy of the bytes'

/** Reads a body by a function of the program's. */
export const reading =
  (read: () => Promise<Uint8Array>): TaskEither<BodyError, Bytes.Bytes> =>
  async () => {
    let body: Bytes.Bytes
    try {
      body = await read()
    } catch (thrown) {
      return E.left(bodyErrorOf(thrown))
    }
    if (!Bytes.isBytes(body)) throw new ContractViolation('the body function resolves to bytes, as they were received')
    if (isShared(body)) throw new ContractViolation(shared)
    return E.right(copied(body))
  }

const bodyErrorOf = (thrown: unknown): BodyError =>
  (thrown instanceof BodyUnreadable ? thrown.bodyError : undefined) ?? { _tag: 'body_incomplete' }

/** Whether somebody has read from a web stream; the stream itself does not tell. */
export type IsDisturbed = (stream: unknown) => boolean

/** `limit` is checked as the body arrives: an endless body is not read to its end. */
export const incomingStreamOf = (
  request: StreamedRequest,
  limit: number,
  isDisturbed: IsDisturbed,
): E.Either<Misconfigured, IncomingStream> => {
  const head = headOf(request)
  if (E.isLeft(head)) return head
  if (!Number.isSafeInteger(limit) || limit < 0) return wrong('limit must be a whole number of bytes, 0 or more')
  const { body } = request
  return isIterable(body) || isReadable(body)
    ? E.right({ ...head.right, body: feeding(body, limit, isDisturbed) })
    : wrong('body is a stream of bytes: an async iterable, or a ReadableStream')
}

const isIterable = (body: StreamedRequest['body']): body is AsyncIterable<Uint8Array> =>
  typeof (body as Partial<AsyncIterable<Uint8Array>> | null | undefined)?.[Symbol.asyncIterator] === 'function'

/** Not every browser can iterate over a ReadableStream. */
const isReadable = (body: StreamedRequest['body']): body is ReadableStream<Uint8Array> =>
  typeof body === 'object' && body !== null && typeof memberOf(body as ReadableStream, 'getReader') === 'function'

const feeding =
  (body: StreamedRequest['body'], limit: number, isDisturbed: IsDisturbed): IncomingStream['body'] =>
  (take) =>
  async () => {
    if (isConsumed(body) || isDisturbed(body)) return E.left({ _tag: 'body_consumed' })
    let length = 0
    try {
      // `for await` would destroy a stream of node:http on early exit, and close the connection before the answer is sent.
      const next = partsOf(body)
      for (let { done, value: part } = await next(); done !== true; { done, value: part } = await next()) {
        if (!Bytes.isBytes(part)) throw new ContractViolation('the body is a stream of bytes, as they were received')
        if (isShared(part)) throw new ContractViolation(shared)
        length += part.length
        if (length > limit) return E.left({ _tag: 'body_too_large', limitBytes: limit })
        take(part)
      }
    } catch (thrown) {
      if (isContractViolation(thrown)) throw thrown
      return E.left(bodyErrorOf(thrown))
    }
    return E.right(length)
  }

interface Next {
  readonly done?: boolean | undefined
  readonly value?: unknown
}

const partsOf = (body: StreamedRequest['body']): (() => Promise<Next>) => {
  if (isReadable(body)) {
    const reader = body.getReader()
    return () => reader.read()
  }
  const parts = body[Symbol.asyncIterator]()
  return () => parts.next()
}

/** Somebody else reads the stream, has read it, or has set an encoding: the bytes that were sent are not to be had. */
const isConsumed = (body: StreamedRequest['body']): boolean => {
  const stream = body as Partial<Record<'locked' | 'readableDidRead' | 'readableEncoding', unknown>>
  return (
    memberOf(stream, 'locked') === true ||
    memberOf(stream, 'readableDidRead') === true ||
    typeof memberOf(stream, 'readableEncoding') === 'string'
  )
}
