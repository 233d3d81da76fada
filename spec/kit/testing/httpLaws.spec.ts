/** The laws of Http: the clients of the package keep them (spec/platform), and for each law a client that is wrong in one way breaks it. */
import { request as nodeRequest } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../src/core/Bytes.ts'
import type { RequestTarget } from '../../../src/core/RequestTarget.ts'
import type { Http, HttpRequest, HttpResponse } from '../../../src/effects/Http.ts'
import { httpLaws, type MakeHttp } from '../../../src/kit/testing/laws.ts'
import { httpClient } from '../../../src/platform/node/httpClient.ts'
import { failsEachLaw } from './lawFaults.ts'

const sound: MakeHttp = () => httpClient()

type Sent = Awaited<ReturnType<ReturnType<Http['send']>>>

/** A sound client whose requests are changed before they are sent. */
const asking =
  (change: (request: HttpRequest) => HttpRequest): MakeHttp =>
  () => ({ send: (request) => httpClient().send(change(request)) })

/** A sound client whose outcomes are changed. */
const answering =
  (change: (sent: Sent, request: HttpRequest, again: () => Promise<Sent>) => Sent | Promise<Sent>): MakeHttp =>
  () => {
    const { send } = httpClient()
    return { send: (request) => async () => change(await send(request)(), request, send(request)) }
  }

/** Changes the answers, and leaves failures as they are. */
const changing = (change: (answer: HttpResponse) => HttpResponse): MakeHttp =>
  answering((sent) => (E.isRight(sent) ? E.right(change(sent.right)) : sent))

const empty: HttpResponse = { status: 200, headers: {}, body: [] }

/** Calls every failure by another name. */
const misnaming = (tag: string): MakeHttp =>
  answering((sent) => (E.isLeft(sent) && sent.left._tag === tag ? E.left({ _tag: 'proxy_failed', detail: '' }) : sent))

const normalized = (target: string): RequestTarget => new URL(`http://h${target}`).href.slice(8) as RequestTarget

const partsOf = async (body: Exclude<HttpRequest['body'], Uint8Array>): Promise<ReadonlyArray<Uint8Array>> => {
  const parts: Array<Uint8Array> = []
  for await (const part of body.open()) parts.push(part)
  return parts
}

/** Reads a content before it sends it; `copy` is what it keeps of a part. */
const readingFirst =
  (copy: (part: Uint8Array) => Uint8Array): MakeHttp =>
  () => ({
    send: (request) => async () => {
      if (Bytes.isBytes(request.body)) return httpClient().send(request)()
      const { open } = request.body
      async function* copies(): AsyncGenerator<Uint8Array, void, undefined> {
        for await (const part of open()) yield copy(part)
      }
      const body = Bytes.concat(await partsOf({ ...request.body, open: copies }))
      return httpClient().send({ ...request, body })()
    },
  })

/** Answers with the first head that comes, interim or not. */
const takingFirstHead: MakeHttp = () => ({
  send:
    ({ base, target }) =>
    () =>
      new Promise((resolve) => {
        const sending = nodeRequest(`${base}${target}`, { method: 'POST' })
        sending.on('information', ({ statusCode: status }) => resolve(E.right({ ...empty, status })))
        sending.on('error', () => resolve(E.right(empty)))
        sending.end()
      }),
})

/** Asks once, and gives the same answer to everything that is asked meanwhile. */
const sharing: MakeHttp = () => {
  let running: Promise<Sent> | undefined
  const { send } = httpClient()
  return {
    send: (request) => async () => {
      running ??= send(request)().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

/** Reads the body, and stops quietly where it breaks. */
async function* quietly({ body }: HttpResponse): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body
  } catch {}
}

const withBody = (change: (answer: HttpResponse) => HttpResponse['body']): MakeHttp =>
  changing((answer) => ({ ...answer, body: change(answer) }))

failsEachLaw('Http', (make: MakeHttp) => httpLaws(make, make === sound ? {} : { waitMs: 300 }), sound, {
  'the headers and the body arrive': asking((request) => ({
    ...request,
    headers: { ...request.headers, Accept: '*/*' },
  })),
  'a target of an odd spelling': asking((request) => ({ ...request, target: normalized(request.target) })),
  'for all targets': asking((request) => ({ ...request, target: `${request.target}&` as RequestTarget })),
  'for all bodies': asking((request) => ({
    ...request,
    body: Bytes.isBytes(request.body) ? new TextEncoder().encode(new TextDecoder().decode(request.body)) : request.body,
  })),
  'an empty body': asking((request) => ({
    ...request,
    headers: { ...request.headers, 'Transfer-Encoding': 'chunked' },
  })),
  'a content in parts': readingFirst((part) => part),
  'not what was signed': readingFirst((part) => Uint8Array.from(part)),
  onSent: asking(({ onSent: _, ...request }) => request),
  'at each run of the task': () => ({
    send: (request) => {
      const sending = httpClient().send(request)()
      return () => sending
    },
  }),
  'sent again': answering((sent, _, again) => (E.isLeft(sent) ? again() : sent)),
  'headers that cannot be sent': asking((request) => ({
    ...request,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name.replaceAll(' ', '-'),
        value.replace(/[^ -~]+/g, ''),
      ]),
    ),
  })),
  'status, headers': changing((answer) => ({ ...answer, headers: { ...answer.headers, 'x-a': '2' } })),
  'named __proto__': changing((answer) => ({ ...answer, headers: Object.assign({}, answer.headers) })),
  'a body is whole': withBody(({ headers, body }) => (headers['content-length'] === undefined ? [] : body)),
  'a redirect': answering((sent, request) =>
    E.isRight(sent) && sent.right.headers.location !== undefined
      ? httpClient().send({ ...request, target: sent.right.headers.location as RequestTarget })()
      : sent,
  ),
  'an interim one': takingFirstHead,
  'is cut off or is none': withBody(quietly),
  'requests at once': sharing,
  'are timed_out': misnaming('timed_out'),
  'closes at the time limit': changing(({ drop: _, ...answer }) => answer),
  'of any length': asking((request) => ({
    ...request,
    timeoutMs: request.timeoutMs > 2 ** 31 ? 1 : request.timeoutMs,
  })),
  'was aborted before': asking(({ signal: _, ...request }) => request),
  'ends the wait': asking(({ signal: _, ...request }) => request),
  'ends the reading': withBody(quietly),
  'nobody listens': misnaming('connection_refused'),
})
