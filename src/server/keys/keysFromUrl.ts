/**
 * Keys behind a URL: one JSON object from app id to keys, such as JWK Sets, fetched again when its cache headers say so. Here are
 * its options and its face; `UrlDocument` decides when to fetch, `DocumentKeys` reads the rows.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type AppId, isAppId } from '../../core/AppId.ts'
import * as BaseUrl from '../../core/BaseUrl.ts'
import { parse } from '../../core/RequestTarget.ts'
import { fn, type Rule, wholeNumber } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'
import { message } from '../../core/SubmitError.ts'
import type { Platform } from '../../effects/Platform.ts'
import { timeoutRule } from '../../effects/Timer.ts'
import { httpClient } from '../../platform/web/httpClient.ts'
import { isPlain } from '../untrusted.ts'
import { readOrReject } from '../VerificationError.ts'
import * as DocumentKeys from './DocumentKeys.ts'
import * as Runner from './documentRunner.ts'
import { fetchDocument, type Place, withoutBase } from './fetchDocument.ts'
import { importApp, type KeyPlatform } from './importApp.ts'
import { keyProblems } from './keyProblems.ts'
import {
  type KeySource,
  type KeySourceOptions,
  ordered,
  type SourceSettings,
  seconds,
  sourceFields,
} from './keySource.ts'
import * as UrlDocument from './UrlDocument.ts'

export interface KeysFromUrlOptions extends Omit<KeySourceOptions, 'maxCallsPerSecond'> {
  /**
   * The least seconds between two fetches that no document's age asks for: after a failure, for an app that is not in it, for a
   * signature that fits no key of its app, or where the document may not be kept at all. 10 unless set.
   */
  readonly coolDown?: number | undefined
  /** The largest document, in bytes: 1 MiB unless set. */
  readonly maxBytes?: number | undefined
  /** Sent with each fetch, such as an Authorization. No condition such as `If-None-Match`: these are our own. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Fetches in place of the platform's transport. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

export interface UrlKeys extends KeySource {
  /**
   * Fetches the whole document now, whatever the cool-down and any cache on the way. Rejects if that fails; then the document
   * before still counts, up to `staleLimit`.
   */
  readonly reload: () => Promise<void>
  /** From now on, the keys of an app, or of all, count only if they are fetched anew: the next request does it. */
  readonly forget: (appId?: string) => void
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

/** Makes a key source of a URL. */
export type KeysFromUrl = (url: string | URL, options?: KeysFromUrlOptions) => UrlKeys

type UrlSettings = SourceSettings &
  Settings.Decoded<Omit<KeysFromUrlOptions, keyof SourceSettings>, 'coolDown' | 'maxBytes' | 'headers'>

/** What makes a request conditional (RFC 9110 §13.1): its answer may have no document. */
const conditions = /^(?:if-(?:none-)?match|if-(?:un)?modified-since|if-range|range)$/i

const texts: Rule<Readonly<Record<string, string>>> = {
  expected: 'a record of header values, without conditions such as If-None-Match',
  is: (value): value is Readonly<Record<string, string>> =>
    isPlain(value) &&
    Object.entries(value).every(
      ([name, text]) => typeof text === 'string' && !/[\r\n\0]/.test(text) && !conditions.test(name),
    ),
}

const decode = Settings.decode<UrlSettings>({
  ...sourceFields,
  timeoutMs: Settings.defaulting(timeoutRule, 5000),
  coolDown: Settings.defaulting(seconds, 10),
  maxBytes: Settings.defaulting(wholeNumber('bytes', 1), 2 ** 20),
  headers: Settings.defaulting(texts, {}),
  fetch: Settings.optional(fn<NonNullable<KeysFromUrlOptions['fetch']>>()),
})

/** A base URL has no query, and this URL may have one: from its first question mark to its end. */
const placeOf = (url: string): E.Either<Settings.Complaints, Place> => {
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const path = url.slice(0, end)
  return pipe(
    E.Do,
    E.bind('base', () => BaseUrl.parse(path)),
    E.bindW('target', ({ base }) => parse((path.slice(BaseUrl.origin(base).length) || '/') + url.slice(end))),
    E.mapLeft((fault) => [
      fault._tag === 'base_url_invalid'
        ? withoutBase(message(fault))
        : 'percent-encode the path and the query of the URL',
    ]),
  )
}

const rulesOf = ({ ttl, staleLimit, coolDown, timeoutMs }: UrlSettings): UrlDocument.Rules => ({
  ttl: ttl * 1000,
  staleLimit: staleLimit * 1000,
  coolDown: coolDown * 1000,
  timeout: timeoutMs,
})

/** What a source holds while it runs. */
interface Source {
  readonly runner: Runner.DocumentRunner
  readonly keys: DocumentKeys.DocumentKeys
}

export const keysFromUrlOn =
  (platform: KeyPlatform & Pick<Platform, 'http'>): KeysFromUrl =>
  (url, options = {}) => {
    const settings = readOrReject('keysFromUrl', pipe(decode(options), E.chain(ordered)))
    const place = readOrReject('keysFromUrl', placeOf(String(url)))
    return faceOf(sourceOf(platform, settings, place))
  }

const sourceOf = (platform: KeyPlatform & Pick<Platform, 'http'>, settings: UrlSettings, place: Place): Source => {
  const { timer } = platform
  const { headers, maxBytes, timeoutMs, fetch } = settings
  const http = fetch === undefined ? platform.http : httpClient({ fetch })
  const problems = keyProblems('keysFromUrl', settings.onProblem)
  const document = { ...place, http, timer, headers, maxBytes, timeoutMs }
  const importRow = importApp(platform, settings, problems.ofApp)
  const keys = DocumentKeys.make(settings.cacheSize, importRow, problems.ofApp)
  const runner: Runner.DocumentRunner = {
    state: UrlDocument.initial,
    rules: rulesOf(settings),
    timer,
    waiters: new Set(),
    fetch: (etag) => fetchDocument(document, etag)(),
    onDocument: (apps) => DocumentKeys.releaseMissing(keys, apps),
    onFailure: (appId, detail) => problems.ofCall(appId, `the fetch failed: ${detail}`),
  }
  return { runner, keys }
}

const faceOf = (source: Source): UrlKeys => {
  const { runner, keys } = source
  const ring = {
    keysOf: Object.assign((appId: AppId) => () => keysOf(source, appId), {
      atOnce: (appId: AppId) => keysAtOnce(source, appId),
    }),
    lookAgain: (appId: AppId) => () => keysAgain(source, appId),
    noteProof: (appId: AppId, fingerprint: Parameters<typeof DocumentKeys.noteProof>[2]) =>
      DocumentKeys.noteProof(keys, appId, fingerprint),
  }
  return {
    ...ring,
    forget: (appId) => {
      if (appId === undefined || isAppId(appId)) Runner.forget(runner, appId)
    },
    reload: async () => {
      const failure = await Runner.reload(runner)
      if (failure !== undefined) throw new Error(failure)
    },
    state: () => stateOf(runner),
  }
}

const keysAtOnce = ({ runner, keys }: Source, appId: AppId): DocumentKeys.Answer | undefined => {
  const apps = Runner.appsNow(runner, appId)
  return apps === undefined ? undefined : DocumentKeys.known(keys, apps, appId)
}

const keysOf = async ({ runner, keys }: Source, appId: AppId): Promise<DocumentKeys.Answer> => {
  const now = Runner.appsNow(runner, appId)
  const apps = now !== undefined && DocumentKeys.hasApp(now, appId) ? now : await Runner.lookUp(runner, appId, false)
  return apps === undefined ? noDocument(runner) : DocumentKeys.read(keys, apps, appId)
}

/** For a signature that fits no key: the keys after another fetch, if one may begin or is under way. */
const keysAgain = async ({ runner, keys }: Source, appId: AppId): Promise<DocumentKeys.Answer> => {
  const apps = await Runner.lookUp(runner, appId, true)
  return apps === undefined ? noDocument(runner) : DocumentKeys.read(keys, apps, appId)
}

const noDocument = ({ state }: Runner.DocumentRunner): DocumentKeys.Answer =>
  E.left({
    _tag: 'key_source_unavailable',
    detail: `the fetch failed: ${state.failure ?? 'there is no answer yet'}`,
  })

const stateOf = ({ state, rules, timer }: Runner.DocumentRunner): UrlKeysState => {
  const { kept, failure } = state
  const at = timer.elapsed()
  return {
    apps: kept === undefined ? 0 : Object.keys(kept.document).length,
    ageSeconds: kept === undefined ? undefined : (at - kept.confirmedAt) / 1000,
    isFresh: UrlDocument.isFresh(rules, state, at),
    failure,
  }
}
