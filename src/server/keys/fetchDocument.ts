/**
 * One fetch of the document of keys behind a URL, for `keysFromUrl`: head and body have one deadline. Answers what the fetch has
 * brought; a failure is in words that hold nothing of the document.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Task } from 'fp-ts/lib/Task.js'
import type { BaseUrl } from '../../core/BaseUrl.ts'
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import { type Bytes, empty, toText } from '../../core/Bytes.ts'
import type { Method } from '../../core/Method.ts'
import type { RequestTarget } from '../../core/RequestTarget.ts'
import { message } from '../../core/SubmitError.ts'
import { inspect } from '../../core/untrusted.ts'
import type { Http, HttpResponse } from '../../effects/Http.ts'
import { pauses, type Timer } from '../../effects/Timer.ts'
import { isPlain } from '../untrusted.ts'
import type { Outcome } from './UrlDocument.ts'

/** The document: from app id to keys, in any form that JSON has. */
export type Apps = Readonly<Record<string, never>>

export interface Place {
  readonly base: BaseUrl
  readonly target: RequestTarget
}

export interface DocumentSource extends Place {
  readonly http: Http
  readonly timer: Timer
  readonly headers: Readonly<Record<string, string>>
  readonly maxBytes: number
  readonly timeoutMs: number
}

/** With an ETag, asks whether the document of that ETag is unchanged; without, for the whole. Never for what is cached on the way. */
export const fetchDocument =
  (source: DocumentSource, etag: string | undefined): Task<Outcome<Apps>> =>
  async () => {
    const { http, timer, base, target, headers, timeoutMs } = source
    const ending = new AbortController()
    const cancel = timer.after(timeoutMs, () => ending.abort())
    try {
      const answer = await http.send({
        base,
        target,
        method: 'GET' as Method,
        headers: headersOf(headers, etag),
        body: empty,
        timeoutMs,
        signal: ending.signal,
      })()
      if (E.isRight(answer)) return await outcomeOf(source, etag, answer.right, ending.signal)
      const { left: fault } = answer
      const late = { _tag: 'timed_out', afterMs: timeoutMs } as const
      return failed(withoutBase(message(fault._tag === 'aborted' ? late : fault)))
    } finally {
      cancel()
    }
  }

/**
 * `no-cache` has a cache on the way ask the server, also with a condition: one cache of several may still hold a document from
 * before the last reload, and with it a withdrawn key. A header of the program must not weaken that.
 */
const headersOf = (own: DocumentSource['headers'], etag: string | undefined): Readonly<Record<string, string>> => {
  const others = Object.entries(own).filter(([name]) => name.toLowerCase() !== 'cache-control')
  const headers = { Accept: 'application/json', ...Object.fromEntries(others), 'Cache-Control': 'no-cache' }
  return etag === undefined ? headers : { ...headers, 'If-None-Match': etag }
}

/** The words are about any base URL; this URL is none. */
export const withoutBase = (words: string): string => words.replaceAll('base URL', 'URL')

const failed = (detail: string): Outcome<Apps> => ({ _tag: 'Failed', detail })

const outcomeOf = async (
  source: DocumentSource,
  etag: string | undefined,
  answer: HttpResponse,
  deadline: AbortSignal,
): Promise<Outcome<Apps>> => {
  const { status, headers, drop } = answer
  const lifetime = lifetimeOf(answer)
  if (status === 200) {
    const apps = await readApps(source, answer, deadline)
    return E.isLeft(apps) ? failed(apps.left) : { _tag: 'Whole', document: apps.right, etag: headers.etag, lifetime }
  }
  drop?.()
  // Only where it was asked for: a 304 without a condition is no answer.
  if (status === 304 && etag !== undefined) return { _tag: 'Unchanged', lifetime }
  const isRedirect = status < 400 && 'location' in headers
  const hint = isRedirect ? '; redirects are not followed: give the URL after the redirect' : ''
  return failed(`the answer is ${status}${hint}`)
}

/** For how many milliseconds an answer is fresh (RFC 9111 §4.2), if it says so. */
const lifetimeOf = ({ headers }: HttpResponse): number | undefined => {
  const { 'cache-control': control = '', age = '' } = headers
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0
  const maxAge = /\bmax-age="?(\d+)/i.exec(control)?.[1]
  return maxAge === undefined ? undefined : 1000 * Math.max(0, Number(maxAge) - (Number.parseInt(age, 10) || 0))
}

const readApps = async (
  source: DocumentSource,
  answer: HttpResponse,
  deadline: AbortSignal,
): Promise<E.Either<string, Apps>> => {
  try {
    const content = await contentOf(source, answer)
    return content === undefined ? E.left(`the document is larger than ${source.maxBytes} bytes`) : appsOf(content)
  } catch {
    const inTime = deadline.aborted ? ` within ${source.timeoutMs} ms` : ''
    return E.left(`the document could not be read to its end${inTime}`)
  }
}

/** `undefined`: there is more than is read. */
const contentOf = async (
  { maxBytes, timer }: DocumentSource,
  { body, drop }: HttpResponse,
): Promise<Bytes | undefined> => {
  const content = ByteBuffer.upTo(maxBytes)
  const pause = pauses(timer)
  for await (const part of body) {
    if (!content.add(part)) {
      drop?.()
      return undefined
    }
    await pause()
  }
  return content.bytes()
}

const appsOf = (bytes: Bytes): E.Either<string, Apps> => {
  const text = toText(bytes)
  const apps: unknown = E.isRight(text) ? inspect(() => JSON.parse(text.right), undefined) : undefined
  if (!isPlain<never>(apps)) return E.left('the document is not one JSON object from app id to keys')
  return isJwkSet(apps) ? E.left(bareJwkSet) : E.right(apps)
}

/** A JWK Set without an app would be read as the keys of an app that is called `keys`. */
const isJwkSet = (apps: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(apps).length === 1 && Array.isArray(apps.keys) && apps.keys.every(isJwk)

const isJwk = (key: unknown): boolean => isPlain<unknown>(key) && 'kty' in key

const bareJwkSet =
  'the document is a JWK Set, which does not say whose keys these are: put it into an object, {"my-app": {"keys": […]}}'
