/** Keys behind a URL: one JSON object from app id to keys, such as JWK Sets, fetched again when its cache headers say so. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as BaseUrl from '../../core/BaseUrl.ts'
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import { type Bytes, empty, toText } from '../../core/Bytes.ts'
import type { Method } from '../../core/Method.ts'
import { parse, type RequestTarget } from '../../core/RequestTarget.ts'
import { fn, type Rule, wholeNumber } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'
import { message } from '../../core/SubmitError.ts'
import { inspect } from '../../core/untrusted.ts'
import type { HttpResponse } from '../../effects/Http.ts'
import type { Platform } from '../../effects/Platform.ts'
import { timeoutRule } from '../../effects/Timer.ts'
import { httpClient } from '../../platform/web/httpClient.ts'
import { isPlain } from '../untrusted.ts'
import { readOrReject } from '../VerificationError.ts'
import {
  type Asking,
  type KeyPlatform,
  type KeySource,
  type KeySourceOptions,
  ordered,
  type SourceSettings,
  seconds,
  sourceFields,
  sourceOn,
} from './keySource.ts'

export interface KeysFromUrlOptions extends Omit<KeySourceOptions, 'callsPerSecond'> {
  /** The least seconds between two fetches, also after a failure or for an app that is not there: 10 unless set. */
  readonly coolDown?: number | undefined
  /** The largest document, in bytes: 1 MiB unless set. */
  readonly maxBytes?: number | undefined
  /** Sent with each fetch, such as an Authorization. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Fetches in place of the platform's transport. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

export interface UrlKeys extends KeySource {
  /** Fetches now, whatever the cool-down, and forgets all keys that were looked up before. Rejects if that fails. */
  readonly reload: () => Promise<void>
  /** How it stands with the document: for a health check. */
  readonly state: () => UrlKeysState
}

export interface UrlKeysState {
  /** The apps in the document; 0 before it is there. */
  readonly apps: number
  /** Seconds since the document was fetched or found unchanged; undefined before it is there. */
  readonly ageSeconds: number | undefined
  /** Whether it is used without another fetch. */
  readonly isFresh: boolean
  /** Why the last fetch failed; undefined if it did not. */
  readonly failure: string | undefined
}

type Apps = Readonly<Record<string, never>>

/** Makes a key source of a URL. */
export type KeysFromUrl = (url: string | URL, options?: KeysFromUrlOptions) => UrlKeys

type UrlSettings = SourceSettings &
  Settings.Decoded<Omit<KeysFromUrlOptions, keyof SourceSettings>, 'coolDown' | 'maxBytes' | 'headers'>

const texts: Rule<Readonly<Record<string, string>>> = {
  expected: 'a record of header values',
  is: (value): value is Readonly<Record<string, string>> =>
    isPlain(value) && Object.values(value).every((text) => typeof text === 'string' && !/[\r\n\0]/.test(text)),
}

const decode = Settings.decode<UrlSettings>({
  ...sourceFields,
  timeoutMs: Settings.defaulting(timeoutRule, 5000),
  coolDown: Settings.defaulting(seconds, 10),
  maxBytes: Settings.defaulting(wholeNumber('bytes', 1), 2 ** 20),
  headers: Settings.defaulting(texts, {}),
  fetch: Settings.optional(fn<NonNullable<KeysFromUrlOptions['fetch']>>()),
})

interface Place {
  readonly base: BaseUrl.BaseUrl
  readonly target: RequestTarget
}

/** A base URL has no query, and this URL may have one. */
const placeOf = (url: string): E.Either<Settings.Complaints, Place> => {
  const [path = '', query = ''] = url.split(/(?=\?.*)/s)
  return pipe(
    E.Do,
    E.bind('base', () => BaseUrl.parse(path)),
    E.bindW('target', ({ base }) => parse((path.slice(BaseUrl.origin(base).length) || '/') + query)),
    E.mapLeft((fault) => [
      fault._tag === 'base_url_invalid'
        ? withoutBase(message(fault))
        : 'percent-encode the path and the query of the URL',
    ]),
  )
}

const withoutBase = (words: string): string => words.replaceAll('base URL', 'URL')

/** For how many seconds an answer is fresh (RFC 9111 §4.2), if it says so. */
const lifetimeOf = ({ headers }: HttpResponse): number | undefined => {
  const { 'cache-control': control = '', age = '' } = headers
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0
  const maxAge = /\bmax-age="?(\d+)/i.exec(control)?.[1]
  return maxAge === undefined ? undefined : Math.max(0, Number(maxAge) - (Number.parseInt(age, 10) || 0))
}

/** Why there is no document, in words that hold nothing of it. */
class Fault extends Error {}

const wholeOf = async ({ body, drop }: HttpResponse, maxBytes: number): Promise<Bytes> => {
  const content = ByteBuffer.upTo(maxBytes)
  for await (const part of body) {
    if (content.add(part)) continue
    drop?.()
    throw new Fault(`the document is larger than ${maxBytes} bytes`)
  }
  return content.bytes()
}

const appsOf = (bytes: Bytes): Apps => {
  const text = toText(bytes)
  const apps: unknown = E.isRight(text) ? inspect(() => JSON.parse(text.right), undefined) : undefined
  if (isPlain<never>(apps)) return apps
  throw new Fault('the document is not one JSON object from app id to keys')
}

export const keysFromUrlOn =
  (platform: KeyPlatform & Pick<Platform, 'http'>): KeysFromUrl =>
  (url, options = {}) => {
    const settings = readOrReject('keysFromUrl', pipe(decode(options), E.chain(ordered)))
    const place = readOrReject('keysFromUrl', placeOf(String(url)))
    const { coolDown, maxBytes, headers, fetch, ...given } = settings
    const { ttl, staleLimit, timeoutMs } = given
    const http = fetch === undefined ? platform.http : httpClient({ fetch })
    const seconds = (): number => platform.timer.elapsed() / 1000

    let kept: { readonly apps: Apps; readonly etag: string | undefined } | undefined
    let fetchedAt = Number.NEGATIVE_INFINITY
    let freshUntil = Number.NEGATIVE_INFINITY
    let triedAt = Number.NEGATIVE_INFINITY
    let failure: string | undefined
    let loading: Promise<void> | undefined

    const fetched = async (): Promise<void> => {
      const conditional = kept?.etag === undefined ? {} : { 'If-None-Match': kept.etag }
      const result = await http.send({
        ...place,
        method: 'GET' as Method,
        headers: { Accept: 'application/json', ...conditional, ...headers },
        body: empty,
        timeoutMs,
        signal: AbortSignal.timeout(timeoutMs),
      })()
      if (E.isLeft(result)) {
        const { left: fault } = result
        const late = { _tag: 'timed_out', afterMs: timeoutMs } as const
        throw new Fault(withoutBase(message(fault._tag === 'aborted' ? late : fault)))
      }
      const { right: answer } = result
      const { status } = answer
      if (status === 200) kept = { apps: appsOf(await wholeOf(answer, maxBytes)), etag: answer.headers.etag }
      else answer.drop?.()
      const redirects =
        status < 400 && 'location' in answer.headers ? '; no redirect is followed: give the URL it leads to' : ''
      if (status !== 200 && (status !== 304 || kept === undefined))
        throw new Fault(`the answer is ${status}${redirects}`)
      fetchedAt = seconds()
      freshUntil = fetchedAt + Math.min(lifetimeOf(answer) ?? ttl, staleLimit)
      failure = undefined
    }

    const load = (): Promise<void> => {
      triedAt = seconds()
      loading ??= fetched()
        .catch((thrown: unknown) => {
          failure = thrown instanceof Fault ? thrown.message : 'the document could not be read to its end'
          throw new Fault(failure)
        })
        .finally(() => {
          loading = undefined
        })
      return loading
    }

    const isFresh = (): boolean => seconds() < freshUntil
    const ask: Asking['ask'] = async (appIds) => {
      const lacks = appIds.some((appId) => kept === undefined || !Object.hasOwn(kept.apps, appId))
      const isDue = (!isFresh() || lacks) && seconds() >= triedAt + coolDown
      await (isDue ? load() : loading)?.catch(() => {})
      const { apps } = kept ?? {}
      return apps !== undefined && seconds() <= fetchedAt + staleLimit
        ? E.right((appId) => (Object.hasOwn(apps, appId) ? apps[appId] : undefined))
        : E.left(`failed: ${failure}`)
    }
    // What cannot be fetched counts as long as the document does.
    const asking = { idsPerCall: 1000, callsPerSecond: 50, ask }
    const source = sourceOn(platform, 'keysFromUrl', asking, { ...given, staleLimit: ttl })
    return {
      ...source,
      reload: async () => {
        await load()
        source.forget()
      },
      state: () => ({
        apps: kept === undefined ? 0 : Object.keys(kept.apps).length,
        ageSeconds: kept === undefined ? undefined : seconds() - fetchedAt,
        isFresh: isFresh(),
        failure,
      }),
    }
  }
