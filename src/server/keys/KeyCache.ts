/**
 * Keys that are looked up in a registry that may be slow, wrong or unavailable, by one look-up per app at a time. A cached
 * answer counts for a while, and for longer while the registry is unavailable; after that, nothing counts.
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
import type { LookUps, Rank } from './LookUps.ts'

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

const unavailable = (detail: string): Answer => E.left({ _tag: 'key_source_unavailable', detail })

export const make = (
  timer: Pick<Timer, 'elapsed'>,
  { fresh, stale, timeout, cacheSize }: Limits,
  { find }: LookUps,
  onConflict: OnConflict,
): KeyCache => {
  const known = KnownApps.make(cacheSize)
  const unknown = BoundedMap.make<AppId, number>(mostUnknown)
  const running = new Map<AppId, LookUp>()

  const isFresh = (entry: KnownApps.Entry | undefined): boolean =>
    entry !== undefined && timer.elapsed() - entry.since < fresh

  const underWay = (appId: AppId): LookUp | undefined => {
    const one = running.get(appId)
    return one === undefined || timer.elapsed() - one.since > timeout ? undefined : one
  }

  /** The cached keys of an app, unless they are too old to count. */
  const usable = (appId: AppId): KnownApps.Entry | undefined => {
    const entry = KnownApps.get(known, appId)
    return entry !== undefined && timer.elapsed() - entry.since < stale ? entry : undefined
  }

  const rankOf = (appId: AppId): Rank =>
    !KnownApps.isProven(known, appId) ? 'unknown' : usable(appId) === undefined ? 'known' : 'refresh'

  const keep = (appId: AppId, keys: Keys, since: number): Keys => {
    if (keys.length === 0) {
      KnownApps.drop(known, appId)
      unknown.set(appId, since + unknownMs)
      return keys
    }
    unknown.delete(appId)
    return KnownApps.put(known, appId, { keys, since, until: since + fresh, away: false })
  }

  const ownerOf = ({ fingerprint }: VerificationKey, appId: AppId): AppId | undefined => {
    const owner = KnownApps.ownerOf(known, fingerprint)
    return owner === appId ? undefined : owner
  }

  /** The app id is not signed, so that a key of two apps would let one claim the requests of the other. */
  const conflict = async (appId: AppId, keys: Keys): Promise<string | undefined> => {
    if (keys.length > maxKeysPerApp)
      return `the registry has ${keys.length} keys for it, and ${maxKeysPerApp} are the most`
    for (const key of keys) {
      const owner = ownerOf(key, appId)
      // The owner may have given the key up: look it up. An owner whose look-up is in progress may be waiting for this one.
      if (owner !== undefined && !isFresh(KnownApps.get(known, owner)) && !underWay(owner)) await sharedLookUp(owner)
    }
    const owner = keys.map((key) => ownerOf(key, appId)).find((other) => other !== undefined)
    if (owner !== undefined) return sharedWith(owner, true)
    reportRivals(appId, keys)
    return undefined
  }

  /** Nobody has proven these keys yet: each app hears of the other, and neither is refused. */
  const reportRivals = (appId: AppId, keys: Keys): void => {
    const rivals = new Set(keys.flatMap(({ fingerprint }) => KnownApps.holdersOf(known, fingerprint)))
    for (const rival of rivals) {
      if (rival === appId || !isFresh(KnownApps.get(known, rival))) continue
      onConflict(appId, sharedWith(rival, false))
      onConflict(rival, sharedWith(appId, false))
    }
  }

  /** The answer counts for the requests that wait for it; it is cached unless it was forgotten or overtaken meanwhile. */
  const lookUp = async (appId: AppId, since: number, isCurrent: () => boolean): Promise<Answer> => {
    const finding = await find(appId, rankOf(appId))
    if (finding._tag === 'Away') {
      if (isCurrent()) KnownApps.postpone(known, appId, { until: timer.elapsed() + pauseMs, away: true })
      return unavailable(finding.detail)
    }
    const clash = finding._tag === 'Found' ? await conflict(appId, finding.keys) : undefined
    if (finding._tag === 'Found' && clash === undefined)
      return E.right(isCurrent() ? keep(appId, finding.keys, since) : finding.keys)
    if (clash !== undefined) onConflict(appId, clash)
    // Cached keys count only while the registry is unavailable: not once it answers with wrong ones, nor when strangers
    // fill the queue.
    if (isCurrent()) KnownApps.forget(known, appId, finding._tag === 'Found' ? finding.keys : undefined)
    return unavailable(finding._tag === 'Found' ? (clash ?? '') : finding.detail)
  }

  const sharedLookUp = (appId: AppId): Promise<Answer> => {
    const before = underWay(appId)
    if (before !== undefined)
      return before.answer.catch(() => {
        end(appId, before)
        return sharedLookUp(appId)
      })
    const since = timer.elapsed()
    const isCurrent = (): boolean => running.get(appId) === one
    const one: LookUp = { since, answer: lookUp(appId, since, isCurrent).finally(() => end(appId, one)) }
    running.set(appId, one)
    return one.answer
  }

  const end = (appId: AppId, one: LookUp): void => {
    if (running.get(appId) === one) running.delete(appId)
  }

  /** Cached keys that are fresh enough to use without waiting. */
  const atOnce = (appId: AppId): Answer | undefined => {
    const now = timer.elapsed()
    const entry = usable(appId)
    return entry !== undefined && now < entry.until ? E.right(entry.keys) : undefined
  }

  const keysOf = (appId: AppId) => async (): Promise<Answer> => {
    const recent = atOnce(appId)
    if (recent !== undefined) return recent
    const now = timer.elapsed()
    const entry = usable(appId)
    // Soon after a failure no request waits for the next look-up; later the registry may long have recovered.
    if (entry?.away === true && (underWay(appId) || now < entry.until + pauseMs)) {
      void sharedLookUp(appId)
      return E.right(entry.keys)
    }
    const until = unknown.get(appId)
    if (until !== undefined && now < until) return E.right([])
    const answer = await sharedLookUp(appId)
    const before = E.isLeft(answer) ? usable(appId) : undefined
    return before === undefined ? answer : E.right(before.keys)
  }

  const forget = (appId: AppId): void => {
    KnownApps.forget(known, appId)
    unknown.delete(appId)
    // From now on no request waits for a look-up that began before.
    running.delete(appId)
  }

  return {
    keysOf: Object.assign(keysOf, { atOnce }),
    forget: (appId) => {
      if (appId !== undefined) return forget(appId)
      for (const each of KnownApps.appIds(known)) KnownApps.forget(known, each)
      unknown.clear()
      running.clear()
    },
    noteProof: (appId, fingerprint) => {
      // Their next look-up finds the owner.
      for (const rival of KnownApps.noteProof(known, appId, fingerprint)) forget(rival)
    },
  }
}
