/**
 * Keys that are looked up in a registry that may be slow, wrong or unavailable, by one look-up per app at a time. A cached
 * answer counts for a while, and for longer while the registry is unavailable; after that, nothing counts.
 *
 * `plan` decides what a request does, `lookUp` what an answer of the registry changes. Both act on one record, `Cache`.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../../core/AppId.ts'
import type { Fingerprint } from '../../core/Fingerprint.ts'
import type { KeySourceUnavailable } from '../../core/VerifyError.ts'
import { type KeyRing, maxKeysPerApp, type VerificationKey } from '../../effects/KeyRing.ts'
import type { Timer } from '../../effects/Timer.ts'
import * as BoundedMap from './BoundedMap.ts'
import * as KnownApps from './KnownApps.ts'
import { sharedWith } from './keyProblems.ts'
import type { Finding, LookUps, Rank } from './LookUps.ts'

type Keys = KnownApps.Keys
type Answer = E.Either<KeySourceUnavailable, Keys>

/** Times are in milliseconds. */
export interface Limits {
  /** Keys count this long without another look-up: afterwards a withdrawn key is refused. */
  readonly fresh: number
  /** Keys count this long while the registry is unavailable. */
  readonly stale: number
  /** A look-up may take this long. */
  readonly timeout: number
  /** The proven apps that are cached. */
  readonly cacheSize: number
}

export interface KeyCache extends KeyRing {
  /** Forgets the keys of an app, or of all: the next request looks them up. */
  readonly forget: (appId?: AppId) => void
  /** An accepted request of the app was signed with this key: the key is no other app's, as long as the registry has it so. */
  readonly noteProof: (appId: AppId, fingerprint: Fingerprint) => void
}

/** An unknown app is looked up again after this many milliseconds. */
export const unknownMs = 5000
export const mostUnknown = 1000
/** After a failure, a known app is not looked up again for this many milliseconds. */
export const pauseMs = 1000

/** A look-up in progress. A worker's runtime may end it silently, with the request that began it. */
interface LookUp {
  readonly answer: Promise<Answer>
  readonly since: number
}

/** Receives each app whose keys cannot count, or are another app's as well, and the reason. */
type OnConflict = (appId: AppId, detail: string) => void

interface Cache {
  readonly timer: Pick<Timer, 'elapsed'>
  readonly limits: Limits
  readonly find: LookUps['find']
  readonly onConflict: OnConflict
  readonly known: KnownApps.KnownApps
  /** The apps that the registry did not know, and until when they are not looked up again. */
  readonly unknown: BoundedMap.BoundedMap<AppId, number>
  readonly running: Map<AppId, LookUp>
}

/** No app is cached. */
export const make = (
  timer: Pick<Timer, 'elapsed'>,
  limits: Limits,
  { find }: LookUps,
  onConflict: OnConflict,
): KeyCache => {
  const cache: Cache = {
    timer,
    limits,
    find,
    onConflict,
    known: KnownApps.make(limits.cacheSize),
    unknown: BoundedMap.make(mostUnknown),
    running: new Map(),
  }
  return {
    keysOf: Object.assign((appId: AppId) => () => keysOf(cache, appId), {
      atOnce: (appId: AppId) => {
        const keys = atOnce(cache, appId)
        return keys === undefined ? undefined : E.right(keys)
      },
    }),
    forget: (appId) => (appId === undefined ? forgetAll(cache) : forget(cache, appId)),
    noteProof: (appId, fingerprint) => noteProof(cache, appId, fingerprint),
  }
}

/** What a request for the keys of an app does. */
type Plan =
  | { readonly _tag: 'Use'; readonly keys: Keys }
  /** Uses the keys, while a look-up runs in the background. */
  | { readonly _tag: 'UseAndRefresh'; readonly keys: Keys }
  | { readonly _tag: 'LookUp' }

const plan = (cache: Cache, appId: AppId): Plan => {
  const now = cache.timer.elapsed()
  const recent = atOnce(cache, appId)
  if (recent !== undefined) return { _tag: 'Use', keys: recent }
  const entry = usable(cache, appId)
  // Soon after a failure no request waits for the next look-up; later the registry may long have recovered.
  if (entry?.away === true && (underWay(cache, appId) !== undefined || now < entry.until + pauseMs))
    return { _tag: 'UseAndRefresh', keys: entry.keys }
  const until = cache.unknown.get(appId)
  return until !== undefined && now < until ? { _tag: 'Use', keys: [] } : { _tag: 'LookUp' }
}

const keysOf = async (cache: Cache, appId: AppId): Promise<Answer> => {
  const planned = plan(cache, appId)
  if (planned._tag === 'UseAndRefresh') void sharedLookUp(cache, appId)
  if (planned._tag !== 'LookUp') return E.right(planned.keys)
  const answer = await sharedLookUp(cache, appId)
  const before = E.isLeft(answer) ? usable(cache, appId) : undefined
  return before === undefined ? answer : E.right(before.keys)
}

/** Cached keys that are fresh enough to use without waiting. */
const atOnce = (cache: Cache, appId: AppId): Keys | undefined => {
  const entry = usable(cache, appId)
  return entry !== undefined && cache.timer.elapsed() < entry.until ? entry.keys : undefined
}

/** The cached keys of an app, unless they are too old to count. */
const usable = ({ timer, limits, known }: Cache, appId: AppId): KnownApps.Entry | undefined => {
  const entry = KnownApps.get(known, appId)
  return entry !== undefined && timer.elapsed() - entry.since < limits.stale ? entry : undefined
}

const isFresh = ({ timer, limits, known }: Cache, appId: AppId): boolean => {
  const entry = KnownApps.get(known, appId)
  return entry !== undefined && timer.elapsed() - entry.since < limits.fresh
}

/** The look-up of an app that is in progress, unless the runtime has probably ended it. */
const underWay = ({ timer, limits, running }: Cache, appId: AppId): LookUp | undefined => {
  const begun = running.get(appId)
  return begun === undefined || timer.elapsed() - begun.since > limits.timeout ? undefined : begun
}

const rankOf = (cache: Cache, appId: AppId): Rank => {
  if (!KnownApps.isProven(cache.known, appId)) return 'unknown'
  return usable(cache, appId) === undefined ? 'known' : 'refresh'
}

/** The look-up in progress, or a new one. */
const sharedLookUp = (cache: Cache, appId: AppId): Promise<Answer> => {
  const { timer, running } = cache
  const before = underWay(cache, appId)
  if (before !== undefined)
    return before.answer.catch(() => {
      end(cache, appId, before)
      return sharedLookUp(cache, appId)
    })
  const since = timer.elapsed()
  const isCurrent = (): boolean => running.get(appId) === begun
  const begun: LookUp = {
    since,
    answer: lookUp(cache, appId, since, isCurrent).finally(() => end(cache, appId, begun)),
  }
  running.set(appId, begun)
  return begun.answer
}

const end = ({ running }: Cache, appId: AppId, ended: LookUp): void => {
  if (running.get(appId) === ended) running.delete(appId)
}

/** What the finding of a look-up means for the app. */
type Outcome =
  | { readonly _tag: 'Found'; readonly keys: Keys }
  /** Cached keys count on. */
  | { readonly _tag: 'Away'; readonly detail: string }
  /** Cached keys no longer count. The app goes on owning those that were found. */
  | { readonly _tag: 'Wrong'; readonly detail: string; readonly found: Keys | undefined }

/** Cached keys count only while the registry is unavailable: not once it answers with wrong ones, nor when strangers fill the queue. */
const outcomeOf = (finding: Finding, clash: string | undefined): Outcome => {
  if (finding._tag === 'Away') return finding
  if (finding._tag !== 'Found') return { _tag: 'Wrong', detail: finding.detail, found: undefined }
  return clash === undefined ? finding : { _tag: 'Wrong', detail: clash, found: finding.keys }
}

/** The answer counts for the requests that wait for it; it is cached unless it was forgotten or overtaken meanwhile. */
const lookUp = async (cache: Cache, appId: AppId, since: number, isCurrent: () => boolean): Promise<Answer> => {
  const finding = await cache.find(appId, rankOf(cache, appId))
  const clash = finding._tag === 'Found' ? await conflict(cache, appId, finding.keys) : undefined
  if (clash !== undefined) cache.onConflict(appId, clash)
  const outcome = outcomeOf(finding, clash)
  if (outcome._tag === 'Found') return E.right(isCurrent() ? keep(cache, appId, outcome.keys, since) : outcome.keys)
  if (isCurrent()) noteFailure(cache, appId, outcome)
  return unavailable(outcome.detail)
}

const keep = ({ limits, known, unknown }: Cache, appId: AppId, keys: Keys, since: number): Keys => {
  if (keys.length === 0) {
    KnownApps.drop(known, appId)
    unknown.set(appId, since + unknownMs)
    return keys
  }
  unknown.delete(appId)
  return KnownApps.put(known, appId, { keys, since, until: since + limits.fresh, away: false })
}

const noteFailure = ({ timer, known }: Cache, appId: AppId, outcome: Exclude<Outcome, { _tag: 'Found' }>): void => {
  if (outcome._tag === 'Wrong') KnownApps.forget(known, appId, outcome.found)
  else KnownApps.postpone(known, appId, { until: timer.elapsed() + pauseMs, away: true })
}

/** Why these keys cannot count. The app id is not signed, so that a key of two apps would let one claim the requests of the other. */
const conflict = async (cache: Cache, appId: AppId, keys: Keys): Promise<string | undefined> => {
  if (keys.length > maxKeysPerApp)
    return `the registry has ${keys.length} keys for this app, but at most ${maxKeysPerApp} are allowed`
  for (const key of keys) {
    const owner = otherOwner(cache, key, appId)
    // The owner may have given the key up: look it up. An owner whose look-up is in progress may be waiting for this one.
    if (owner !== undefined && !isFresh(cache, owner) && !underWay(cache, owner)) await sharedLookUp(cache, owner)
  }
  const owner = keys.map((key) => otherOwner(cache, key, appId)).find((other) => other !== undefined)
  if (owner !== undefined) return sharedWith(owner, true)
  reportRivals(cache, appId, keys)
  return undefined
}

const otherOwner = ({ known }: Cache, { fingerprint }: VerificationKey, appId: AppId): AppId | undefined => {
  const owner = KnownApps.ownerOf(known, fingerprint)
  return owner === appId ? undefined : owner
}

/** Nobody has proven these keys yet: report each app to the other, and refuse neither. */
const reportRivals = (cache: Cache, appId: AppId, keys: Keys): void => {
  const rivals = new Set(keys.flatMap(({ fingerprint }) => KnownApps.holdersOf(cache.known, fingerprint)))
  for (const rival of rivals) {
    if (rival === appId || !isFresh(cache, rival)) continue
    cache.onConflict(appId, sharedWith(rival, false))
    cache.onConflict(rival, sharedWith(appId, false))
  }
}

const forget = ({ known, unknown, running }: Cache, appId: AppId): void => {
  KnownApps.forget(known, appId)
  unknown.delete(appId)
  // From now on no request waits for a look-up that began before.
  running.delete(appId)
}

const forgetAll = ({ known, unknown, running }: Cache): void => {
  for (const appId of KnownApps.appIds(known)) KnownApps.forget(known, appId)
  unknown.clear()
  running.clear()
}

const noteProof = (cache: Cache, appId: AppId, fingerprint: Fingerprint): void => {
  // The next look-up of a rival finds the owner.
  for (const rival of KnownApps.noteProof(cache.known, appId, fingerprint)) forget(cache, rival)
}

const unavailable = (detail: string): Answer => E.left({ _tag: 'key_source_unavailable', detail })
