/** Reads the content of an answer, up to a limit and for a limited time. */
import * as E from 'fp-ts/lib/Either.js'
import type { Task } from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as ByteBuffer from '../core/ByteBuffer.ts'
import type { Bytes } from '../core/Bytes.ts'
import type { HttpError } from '../core/SubmitError.ts'
import type { Http, HttpResponse } from '../effects/Http.ts'
import { type Deadline, deadlineIn, type Timer } from '../effects/Timer.ts'
import { errorOf } from '../platform/common/httpBody.ts'

export interface ReadAnswer {
  /** The whole content, or why it was not read to its end. */
  readonly content: E.Either<HttpError, Bytes>
  /** The answer, whose body can be read from its first byte on. */
  readonly answer: HttpResponse
}

/** Never more than `limit` bytes are kept; `timeoutMs` is what is told when the deadline is over. */
export const readAnswer =
  (timer: Timer, limit: number, timeoutMs: number, begun?: Deadline) =>
  (answer: HttpResponse): Task<ReadAnswer> =>
  () => {
    const deadline = begun ?? deadlineIn(timer, timeoutMs)
    return gather(answer, limit, timeoutMs, deadline).finally(deadline.end)
  }

const gather = async (
  answer: HttpResponse,
  limit: number,
  timeoutMs: number,
  deadline: Deadline,
): Promise<ReadAnswer> => {
  const parts = iteratorOf(answer.body)
  const kept = ByteBuffer.upTo(limit)
  for (;;) {
    const next = Promise.resolve(parts.next())
    const read = await deadline.within(
      TE.tryCatch(() => next, errorOf),
      () => E.left<HttpError>({ _tag: 'timed_out', afterMs: timeoutMs }),
    )()
    const again = (content: ReadAnswer['content']): ReadAnswer => ({
      content,
      answer: { ...answer, body: replay(kept.bytes(), next, parts) },
    })
    if (E.isLeft(read)) return again(read)
    if (read.right.done === true) return { content: E.right(kept.bytes()), answer: { ...answer, body: [kept.bytes()] } }
    if (!kept.add(read.right.value)) return again(E.left({ _tag: 'network_failed', detail: 'response too large' }))
  }
}

/** The same transport, whose answers are read to their end within the time of their attempt. */
export const whole = ({ send }: Http, timer: Timer, limit: number): Http => ({
  send: (request) => async () => {
    const { timeoutMs } = request
    const deadline = deadlineIn(timer, timeoutMs)
    const head = await send(request)()
    if (E.isLeft(head)) {
      deadline.end()
      return head
    }
    const { content, answer } = await readAnswer(timer, limit, timeoutMs, deadline)(head.right)()
    if (E.isLeft(content)) answer.drop?.()
    return E.isLeft(content) ? content : E.right(answer)
  },
})

type Parts = Iterator<Bytes> | AsyncIterator<Bytes>

const iteratorOf = (body: HttpResponse['body']): Parts =>
  Symbol.asyncIterator in body ? body[Symbol.asyncIterator]() : body[Symbol.iterator]()

async function* replay(
  kept: Bytes,
  next: Promise<IteratorResult<Bytes>>,
  rest: Parts,
): AsyncGenerator<Bytes, void, undefined> {
  yield kept
  for (let part = await next; part.done !== true; part = await rest.next()) yield part.value
}
