/** Laws of Http about the answer: it comes back as the service wrote it, and anything else is a Left. */
import * as E from 'fp-ts/lib/Either.js'
import { type Outcome, statusOrTag, targetOf, utf8, type WithHttp } from './HttpScene.ts'
import { expectSame, type Law, law } from './Law.ts'
import { type Answering, say } from './wire.ts'

const bodyOf = (outcome: Outcome): Uint8Array | string => (E.isRight(outcome) ? outcome.right.body : outcome.left._tag)

const teapot =
  'HTTP/1.1 418 Teapot\r\nX-A: 1\r\nSet-Cookie: a=1\r\nx-a: 2\r\nSet-Cookie: b=2\r\nDate: now\r\nContent-Length: 4\r\n\r\n'

const wholeAnswer = (withHttp: WithHttp): Law =>
  law(
    'status, headers by their names in lower case with repeated ones joined, and the bytes of the body come back',
    () =>
      withHttp(say(`${teapot}\xff\x00\r\n`), async ({ send }) => {
        const headers = { 'x-a': '1, 2', 'set-cookie': 'a=1, b=2', date: 'now', 'content-length': '4' }
        const expected = E.right({ status: 418, headers, body: Uint8Array.of(0xff, 0, 0x0d, 0x0a) })
        expectSame({ given: teapot, expected, seen: await send() })
      }),
  )

/** Answers in two parts, of which the second comes a little later. */
const framings = [
  ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc', 'de'],
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n', '2\r\nde\r\n0\r\n\r\n'],
  ['HTTP/1.0 200 OK\r\n\r\nabc', 'de'],
] as const

const inTwoParts =
  (first: string, second: string): Answering =>
  (socket) => {
    socket.write(first)
    setTimeout(() => socket.end(second), 10)
  }

const redirect = (status: number): string =>
  `HTTP/1.1 ${status} Moved\r\nLocation: /elsewhere\r\nContent-Length: 2\r\n\r\nhi`

const followsNone = (withHttp: WithHttp): Law =>
  law('a redirect comes back, and is not followed', async () => {
    for (const status of [301, 302, 303, 307, 308])
      await withHttp(say(redirect(status)), async ({ send, wire }) => {
        const outcome = await send()
        const answer = E.isRight(outcome) ? [outcome.right.status, outcome.right.headers.location] : [outcome.left._tag]
        const seen = [...answer, wire.received.length]
        expectSame({ given: redirect(status), expected: [status, '/elsewhere', 1], seen })
      })
  })

/** Answers that are cut off, or that are not HTTP. */
const brokenAnswers = [
  'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
  'HTTP/1.1 200 OK\r\nX-Half',
  'SSH-2.0-OpenSSH_9.2\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  '',
]

const refusesBroken = (withHttp: WithHttp): Law =>
  law('an answer that is cut off or is none, and a reset connection, are network_failed', async () => {
    const answers: ReadonlyArray<readonly [string, Answering]> = [
      ...brokenAnswers.map((text) => [text, say(text)] as const),
      ['a reset connection', (socket) => void socket.resetAndDestroy()],
    ]
    for (const [given, answer] of answers)
      await withHttp(answer, async ({ send }) =>
        expectSame({ given, expected: 'network_failed', seen: statusOrTag(await send()) }),
      )
  })

/** Answers each request with its own target. The first requests get their answers last. */
const echo: Answering = (socket, _, text) => {
  const target = text.split(' ')[1] ?? ''
  const answer = `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${target.length}\r\n\r\n${target}`
  setTimeout(() => socket.end(answer), 40 - 5 * Number(target.slice(1)))
}

export const httpAnswerLaws = (withHttp: WithHttp): ReadonlyArray<Law> => [
  wholeAnswer(withHttp),
  law('a header named __proto__ is a header like any other', () =>
    withHttp(say('HTTP/1.1 200 OK\r\n__proto__: x\r\nContent-Length: 0\r\n\r\n'), async ({ send }) => {
      const outcome = await send()
      const headers = E.isRight(outcome) ? outcome.right.headers : {}
      const seen = { isOwn: Object.hasOwn(headers, '__proto__'), isPlain: Object.getPrototypeOf(headers) }
      expectSame({ given: '__proto__: x', expected: { isOwn: true, isPlain: Object.prototype }, seen })
    }),
  ),
  law('a body is whole by its length, by its chunks, or by the end of the connection', async () => {
    for (const [first, second] of framings)
      await withHttp(inTwoParts(first, second), async ({ send }) =>
        expectSame({ given: [first, second], expected: utf8('abcde'), seen: bodyOf(await send()) }),
      )
  }),
  followsNone(withHttp),
  law('the final answer comes back, not an interim one', () => {
    const given = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
    return withHttp(say(given), async ({ send }) =>
      expectSame({ given, expected: 200, seen: statusOrTag(await send()) }),
    )
  }),
  refusesBroken(withHttp),
  law('each of many requests at once gets its own answer', () =>
    withHttp(echo, async ({ send }) => {
      const targets = Array.from({ length: 8 }, (_, i) => targetOf(`/${i}`))
      const outcomes = await Promise.all(targets.map((target) => send({ target })))
      expectSame({ given: targets, expected: targets.map(utf8), seen: outcomes.map(bodyOf) })
    }),
  ),
]
