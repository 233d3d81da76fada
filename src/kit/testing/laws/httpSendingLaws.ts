/** Laws of Http about what reaches the service: exactly what was asked, once, or nothing. */
import * as E from 'fp-ts/lib/Either.js'
import { toHex } from '../../../core/Bytes.ts'
import * as Method from '../../../core/Method.ts'
import type { SignedContent } from '../../../effects/Content.ts'
import { body, target } from '../arbitraries.ts'
import { type HttpScene, latin1, statusOrTag, targetOf, type WithHttp } from './HttpScene.ts'
import { expectSame, expectThat, type Law, law, lawForAll } from './Law.ts'
import { ok } from './wire.ts'

const allBytes = Uint8Array.from({ length: 256 }, (_, i) => i)

const someHeaders = {
  'Content-Type': 'application/json; charset=UTF-8',
  Accept: 'application/json',
  Authorization: 'Bearer a==',
}

const methodOf = (text: string): Method.Method => {
  const method = Method.parse(text)
  if (E.isLeft(method)) throw new Error(`${text} is no method`)
  return method.right
}

const checkWholeRequest = async ({ send, sent, wire }: HttpScene): Promise<void> => {
  const text = '/v1//jobs?b=2&a=1&a=%7e&c=%2F+%20'
  const asked = { method: methodOf('PATCH'), target: targetOf(text), headers: someHeaders, body: allBytes }
  expectSame({ given: asked, expected: 200, seen: statusOrTag(await send(asked)) })
  const { line, headers, names, body: received } = sent()
  const host = wire.base.slice('http://'.length)
  const own = Object.entries(someHeaders).map(([name, value]) => [name.toLowerCase(), value] as const)
  const expected = { line: `PATCH ${text} HTTP/1.1`, ...Object.fromEntries(own), host, length: '256', isEachOnce: true }
  const seen = {
    line,
    ...Object.fromEntries(own.map(([name]) => [name, headers[name]])),
    host: headers.host,
    length: headers['content-length'],
    isEachOnce: new Set(names).size === names.length,
  }
  expectSame({ given: asked, expected, seen })
  expectSame({ given: asked, expected: latin1(allBytes), seen: received })
}

/** The target arrives as it is, or the client refuses it and the server hears nothing. */
const checkTarget = async ({ send, sent, wire }: HttpScene, text: ReturnType<typeof targetOf>): Promise<void> => {
  const before = wire.received.join('').length
  const outcome = await send({ target: text })
  if (E.isRight(outcome)) return expectSame({ given: text, expected: `POST ${text} HTTP/1.1`, seen: sent().line })
  expectSame({ given: text, expected: E.left({ _tag: 'target_rewritten' }), seen: outcome })
  expectSame({ given: `${text}, which was refused`, expected: before, seen: wire.received.join('').length })
}

const oddTargets = [
  '/?',
  '/a?',
  '/a/../b',
  '/a/./b',
  '/%2e%2e/',
  "/?it's",
  '//x//',
  '/\\',
  '/a|b^`{}"<>',
  '/?"<>',
  '/:80/@',
  '/%zz',
  '/;p=1',
]

const targetLaws = (withHttp: WithHttp): ReadonlyArray<Law> => [
  law('a target of an odd spelling arrives unchanged, or is refused and nothing is sent', () =>
    withHttp(ok, async (scene) => {
      for (const text of oddTargets) await checkTarget(scene, targetOf(text))
    }),
  ),
  lawForAll('for all targets: it arrives unchanged, or is refused and nothing is sent', target(), 50, (text) =>
    withHttp(ok, (scene) => checkTarget(scene, text)),
  ),
]

/** A content whose parts share their memory: each is overwritten when the next one is asked for. */
const contentOf = async (bytes: Uint8Array, signed: Uint8Array = bytes): Promise<SignedContent> => {
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(signed))
  async function* open(): AsyncGenerator<Uint8Array, void, undefined> {
    const room = new Uint8Array(100)
    for (let at = 0; at < bytes.length; at += room.length) {
      const part = bytes.subarray(at, at + room.length)
      room.set(part)
      yield room.subarray(0, part.length)
      room.fill(0)
    }
  }
  return { open, length: signed.length, sha256: new Uint8Array(digest) }
}

const bodyLaws = (withHttp: WithHttp): ReadonlyArray<Law> => [
  lawForAll('for all bodies: each byte arrives, and the length is announced', body(), 30, (bytes) =>
    withHttp(ok, async ({ send, sent }) => {
      const given = toHex(bytes)
      expectSame({ given, expected: 200, seen: statusOrTag(await send({ body: bytes })) })
      expectSame({ given, expected: latin1(bytes), seen: sent().body })
      expectSame({ given, expected: String(bytes.length), seen: sent().headers['content-length'] })
    }),
  ),
  law('an empty body has the length 0, and no other framing', () =>
    withHttp(ok, async ({ send, sent }) => {
      await send({ body: new Uint8Array(0) })
      const { headers, body: received } = sent()
      const seen = [headers['content-length'], headers['transfer-encoding'], received]
      expectSame({ given: 'no bytes', expected: ['0', undefined, ''], seen })
    }),
  ),
  law('a content in parts arrives whole, even if each part is overwritten after the next is asked for', () =>
    withHttp(ok, async ({ send, sent }) => {
      const content = await contentOf(allBytes)
      expectSame({ given: 'parts of 100 bytes', expected: 200, seen: statusOrTag(await send({ body: content })) })
      expectSame({ given: 'parts of 100 bytes', expected: latin1(allBytes), seen: sent().body })
    }),
  ),
  law('a content that is not what was signed fails with body_changed, and its last part is not sent', () =>
    withHttp(ok, async ({ send, wire }) => {
      const given = 'a content whose last byte has changed'
      const changed = Uint8Array.from(allBytes).fill(0x21, 255)
      const outcome = await send({ body: await contentOf(changed, allBytes) })
      expectSame({ given, expected: E.left({ _tag: 'body_changed' }), seen: outcome })
      expectSame({ given, expected: false, seen: wire.received.join('').includes('\xfe!') })
    }),
  ),
  law('onSent is told rising numbers, at last the length of the body', () =>
    withHttp(ok, async ({ send }) => {
      const told: Array<number> = []
      await send({ onSent: (bytes) => void told.push(bytes) })
      const seen = { last: told.at(-1), rises: told.every((bytes, i) => bytes >= (told[i - 1] ?? 0)) }
      expectSame({ given: 'a body of 18 bytes', expected: { last: 18, rises: true }, seen })
    }),
  ),
]

/** A service that keeps the connection, and then resets it at the second request. */
const keeping = 'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\nContent-Length: 0\r\n\r\n'

const timesIn = (text: string, part: string): number => text.split(part).length - 1

const onceLaws = (withHttp: WithHttp): ReadonlyArray<Law> => [
  law('a request is sent at each run of the task, not when the task is made', () =>
    withHttp(ok, async ({ http, requestWith, wire }) => {
      const task = http.send(requestWith({}))
      // A request that is sent too early arrives before these answers.
      await http.send(requestWith({ target: targetOf('/other') }))()
      const seen: Array<number> = []
      for (let run = 0; run < 3; run++) {
        seen.push(timesIn(wire.received.join(''), 'POST /v1/jobs '))
        await task()
      }
      expectSame({ given: 'one task that runs twice', expected: [0, 1, 2], seen })
    }),
  ),
  law('no request is sent again, even if the service closes a kept connection', () =>
    withHttp(
      (socket, before) => void (before === 0 ? socket.write(keeping) : socket.resetAndDestroy()),
      async ({ send, wire }) => {
        const names = ['n-1', 'n-2', 'n-3']
        for (const name of names) await send({ headers: { Authorization: name } })
        const all = wire.received.join('')
        const seen = names.map((name) => timesIn(all, `: ${name}\r\n`))
        expectSame({ given: names, expected: [1, 1, 1], seen })
      },
    ),
  ),
  law('headers that cannot be sent are network_failed, and nothing is sent', () =>
    withHttp(ok, async ({ send, wire }) => {
      for (const headers of [{ Authorization: 'a\r\nb: c' }, { 'a b': 'c' }, { Authorization: '\u20ac' }]) {
        expectSame({ given: headers, expected: 'network_failed', seen: statusOrTag(await send({ headers })) })
        expectThat(
          wire.received.every((text) => text === ''),
          { given: headers, expected: 'nothing', seen: wire.received },
        )
      }
    }),
  ),
]

export const httpSendingLaws = (withHttp: WithHttp): ReadonlyArray<Law> => [
  law('exactly the method, the target, the headers and the body arrive', () => withHttp(ok, checkWholeRequest)),
  ...targetLaws(withHttp),
  ...bodyLaws(withHttp),
  ...onceLaws(withHttp),
]
