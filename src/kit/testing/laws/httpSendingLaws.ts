/**
 * Laws of Http about what reaches the service: exactly what the caller asked for, once, or nothing. In each law `send` sends a
 * request by the client under test, and `sent` reads that request out of the bytes that the raw server has received.
 */
import * as E from 'fp-ts/lib/Either.js'
import { toHex } from '../../../core/Bytes.ts'
import * as Method from '../../../core/Method.ts'
import type { RequestTarget } from '../../../core/RequestTarget.ts'
import type { SignedContent } from '../../../effects/Content.ts'
import { body as anyBody, target as anyTarget } from '../arbitraries.ts'
import { type HttpScene, latin1, statusOrTag, targetOf, type WithHttp } from './HttpScene.ts'
import { expectSame, expectThat, type Law, law, lawForAll } from './Law.ts'
import { type Answering, ok } from './wire.ts'

const allBytes = Uint8Array.from({ length: 256 }, (_, i) => i)

// ---- The whole request

const askedHeaders = {
  'Content-Type': 'application/json; charset=UTF-8',
  Accept: 'application/json',
  Authorization: 'Bearer a==',
}

const methodOf = (word: string): Method.Method => {
  const method = Method.parse(word)
  if (E.isLeft(method)) throw new Error(`${word} is no method`)
  return method.right
}

/** Each part of the request arrives as it was asked for. The client adds Host and Content-Length, and repeats no header. */
const checkWholeRequest = async ({ send, sent, wire }: HttpScene): Promise<void> => {
  const target = targetOf('/v1//jobs?b=2&a=1&a=%7e&c=%2F+%20')
  const asked = { method: methodOf('PATCH'), target, headers: askedHeaders, body: allBytes }
  expectSame({ given: asked, expected: 200, seen: statusOrTag(await send(asked)) })
  const { line, headers, names, body: receivedBody } = sent()
  const expected = {
    line: `PATCH ${target} HTTP/1.1`,
    'content-type': askedHeaders['Content-Type'],
    accept: askedHeaders.Accept,
    authorization: askedHeaders.Authorization,
    host: wire.base.slice('http://'.length),
    length: '256',
    isEachOnce: true,
  }
  const seen = {
    line,
    'content-type': headers['content-type'],
    accept: headers.accept,
    authorization: headers.authorization,
    host: headers.host,
    length: headers['content-length'],
    isEachOnce: new Set(names).size === names.length,
  }
  expectSame({ given: asked, expected, seen })
  expectSame({ given: asked, expected: latin1(allBytes), seen: receivedBody })
}

// ---- The target

/** The target arrives unchanged, or the client refuses it and sends nothing. */
const checkTarget = async ({ send, sent, wire }: HttpScene, target: RequestTarget): Promise<void> => {
  const bytesBefore = wire.received.join('').length
  const outcome = await send({ target })
  if (E.isRight(outcome)) return expectSame({ given: target, expected: `POST ${target} HTTP/1.1`, seen: sent().line })
  expectSame({ given: target, expected: E.left({ _tag: 'target_rewritten' }), seen: outcome })
  const bytesAfter = wire.received.join('').length
  expectSame({ given: `${target}, which was refused`, expected: bytesBefore, seen: bytesAfter })
}

/** Spellings that URL parsers and HTTP clients like to rewrite. */
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
      for (const target of oddTargets) await checkTarget(scene, targetOf(target))
    }),
  ),
  lawForAll('for all targets: it arrives unchanged, or is refused and nothing is sent', anyTarget(), 50, (target) =>
    withHttp(ok, (scene) => checkTarget(scene, target)),
  ),
]

// ---- The body

/**
 * A content in parts of 100 bytes. All parts use one buffer, and each part overwrites the one before, as readers of files do. `signed`
 * is the content of the length and the digest, if it differs from the sent content.
 */
const contentOf = async (bytes: Uint8Array, signed: Uint8Array = bytes): Promise<SignedContent> => {
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(signed))
  async function* open(): AsyncGenerator<Uint8Array, void, undefined> {
    const buffer = new Uint8Array(100)
    for (let start = 0; start < bytes.length; start += buffer.length) {
      const part = bytes.subarray(start, start + buffer.length)
      buffer.set(part)
      yield buffer.subarray(0, part.length)
      buffer.fill(0)
    }
  }
  return { open, length: signed.length, sha256: new Uint8Array(digest) }
}

const bodyLaws = (withHttp: WithHttp): ReadonlyArray<Law> => [
  lawForAll('for all bodies: each byte arrives, and the length is announced', anyBody(), 30, (bytes) =>
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
      const { headers, body } = sent()
      const seen = [headers['content-length'], headers['transfer-encoding'], body]
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
      const lastByteChanged = Uint8Array.from(allBytes).fill(0x21, 255)
      const outcome = await send({ body: await contentOf(lastByteChanged, allBytes) })
      expectSame({ given, expected: E.left({ _tag: 'body_changed' }), seen: outcome })
      const lastTwoBytes = '\xfe!'
      expectSame({ given, expected: false, seen: wire.received.join('').includes(lastTwoBytes) })
    }),
  ),
  law('onSent is told rising numbers, at last the length of the body', () =>
    withHttp(ok, async ({ send }) => {
      const progress: Array<number> = []
      await send({ onSent: (bytes) => void progress.push(bytes) })
      const seen = { last: progress.at(-1), rises: progress.every((bytes, i) => bytes >= (progress[i - 1] ?? 0)) }
      expectSame({ given: 'a body of 18 bytes', expected: { last: 18, rises: true }, seen })
    }),
  ),
]

// ---- Once, or not at all

const keepAlive = 'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\nContent-Length: 0\r\n\r\n'

/** Answers the first request of a connection and keeps the connection. The second request resets it. */
const resetAtSecondRequest: Answering = (socket, earlier) =>
  void (earlier === 0 ? socket.write(keepAlive) : socket.resetAndDestroy())

const countIn = (bytes: string, pattern: string): number => bytes.split(pattern).length - 1

/** Headers with a line end in the value, a blank in the name, or a character outside of Latin-1. */
const unsendableHeaders = [{ Authorization: 'a\r\nb: c' }, { 'a b': 'c' }, { Authorization: '\u20ac' }]

const onceLaws = (withHttp: WithHttp): ReadonlyArray<Law> => [
  law('a request is sent at each run of the task, not when the task is made', () =>
    withHttp(ok, async ({ http, requestWith, wire }) => {
      const task = http.send(requestWith({}))
      // A request that is sent too early arrives before these answers.
      await http.send(requestWith({ target: targetOf('/other') }))()
      const seen: Array<number> = []
      for (let run = 0; run < 3; run++) {
        seen.push(countIn(wire.received.join(''), 'POST /v1/jobs '))
        await task()
      }
      expectSame({ given: 'one task that runs twice', expected: [0, 1, 2], seen })
    }),
  ),
  law('no request is sent again, even if the service closes a kept connection', () =>
    withHttp(resetAtSecondRequest, async ({ send, wire }) => {
      const credentials = ['n-1', 'n-2', 'n-3']
      for (const credential of credentials) await send({ headers: { Authorization: credential } })
      const received = wire.received.join('')
      const seen = credentials.map((credential) => countIn(received, `: ${credential}\r\n`))
      expectSame({ given: credentials, expected: [1, 1, 1], seen })
    }),
  ),
  law('headers that cannot be sent are network_failed, and nothing is sent', () =>
    withHttp(ok, async ({ send, wire }) => {
      for (const headers of unsendableHeaders) {
        expectSame({ given: headers, expected: 'network_failed', seen: statusOrTag(await send({ headers })) })
        const isNothingSent = wire.received.join('') === ''
        expectThat(isNothingSent, { given: headers, expected: 'nothing', seen: wire.received })
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
