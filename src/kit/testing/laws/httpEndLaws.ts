/** Laws of Http about requests that end early: by the time limit, by the caller's signal, or because no server listens. */
import * as E from 'fp-ts/lib/Either.js'
import type { HttpResponse } from '../../../effects/Http.ts'
import { type HttpScene, statusOrTag, type WithHttp, within } from './HttpScene.ts'
import { expectSame, type Law, law } from './Law.ts'
import { type Answering, listen, ok } from './wire.ts'

/** Writes this text, and leaves the connection open. */
const stall =
  (text: string): Answering =>
  (socket) =>
    void (text !== '' && socket.write(text))

/** A body that sends one byte every 5 ms, for hours. */
const drip: Answering = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n')
  const timer = setInterval(() => socket.write('.'), 5)
  socket.on('close', () => clearInterval(timer))
}

const halfBody = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'

const stalls: ReadonlyArray<readonly [string, Answering]> = [
  ['no answer', stall('')],
  ['half a head', stall('HTTP/1.1 200 OK\r\nX-')],
  ['half a body', stall(halfBody)],
  ['an endless slow body', drip],
]

/** Whether the server sees in time that its only connection has ended. */
const isClosed = async ({ wire, waitMs }: HttpScene): Promise<boolean> =>
  within(waitMs, wire.connections[0]?.closed.then(() => true) ?? Promise.resolve(true), false)

const timeoutMs = 60

const timeLaws = (withHttp: WithHttp): ReadonlyArray<Law> => [
  law('no answer, half an answer and an endless one are timed_out', async () => {
    for (const [given, answer] of stalls)
      await withHttp(answer, async ({ send }) => {
        const expected = E.left({ _tag: 'timed_out', afterMs: timeoutMs })
        expectSame({ given, expected, seen: await send({ timeoutMs }) })
      })
  }),
  law('the connection closes at the time limit, also while the body comes', async () => {
    for (const [given, answer] of stalls)
      await withHttp(answer, async (scene) => {
        await scene.send({ timeoutMs })
        expectSame({ given, expected: 'closed', seen: (await isClosed(scene)) ? 'closed' : 'open' })
      })
  }),
  law('a time limit of any length does not end early', () => {
    const late: Answering = (socket, before, text) => void setTimeout(() => ok(socket, before, text), 50)
    return withHttp(late, async ({ send }) => {
      const long = Number.MAX_SAFE_INTEGER
      expectSame({ given: `${long} ms`, expected: 200, seen: statusOrTag(await send({ timeoutMs: long })) })
    })
  }),
]

/** Reads to the end, or to the error. */
const readBody = async ({ body }: HttpResponse, onPart: () => void): Promise<'whole' | 'threw'> => {
  try {
    for await (const _ of body) onPart()
    return 'whole'
  } catch {
    return 'threw'
  }
}

const checkStoppedReading = async ({ http, requestWith, waitMs }: HttpScene): Promise<void> => {
  const stop = new AbortController()
  const answer = await within(waitMs, http.send(requestWith({ signal: stop.signal }))(), undefined)
  const read = answer !== undefined && E.isRight(answer) ? readBody(answer.right, () => stop.abort()) : undefined
  const seen = read === undefined ? answer : await within(waitMs, read, 'still waits')
  if (answer !== undefined && E.isRight(answer)) answer.right.drop?.()
  expectSame({ given: 'a signal that aborts between two parts of the body', expected: 'threw', seen })
}

const signalLaws = (withHttp: WithHttp): ReadonlyArray<Law> => [
  law('if the signal was aborted before the call, the call ends as aborted, and nothing is sent', () =>
    withHttp(ok, async ({ send, wire }) => {
      const outcome = await send({ signal: AbortSignal.abort() })
      const seen = [statusOrTag(outcome), wire.received.join('')]
      expectSame({ given: 'an aborted signal', expected: ['aborted', ''], seen })
    }),
  ),
  law('a signal that aborts ends the wait for an answer, and the connection', () => {
    const stop = new AbortController()
    return withHttp(
      () => stop.abort(),
      async (scene) => {
        const given = 'a signal that aborts when the request has come'
        expectSame({ given, expected: 'aborted', seen: statusOrTag(await scene.send({ signal: stop.signal })) })
        expectSame({ given, expected: 'closed', seen: (await isClosed(scene)) ? 'closed' : 'open' })
      },
    )
  }),
  law('a signal that aborts while the body is read ends the reading by an error', () =>
    withHttp(stall(halfBody), checkStoppedReading),
  ),
]

export const httpEndLaws = (withHttp: WithHttp): ReadonlyArray<Law> => [
  ...timeLaws(withHttp),
  ...signalLaws(withHttp),
  law('a port on which nobody listens is connection_refused', () =>
    withHttp(ok, async ({ send }) => {
      const { base, close } = await listen(ok)
      await close()
      expectSame({ given: base, expected: 'connection_refused', seen: statusOrTag(await send({ base })) })
    }),
  ),
]
