/**
 * Keys that are looked up one app at a time, in a registry that may be slow, wrong or away. What it said counts for a while,
 * so that it is not asked for every request, and for a longer while when it cannot be asked; after that nothing does.
 *
 * A stranger can ask for as many apps as they like. So what is known of unknown apps is bounded in number and short-lived,
 * and the look-ups that unknown apps can keep waiting at once are bounded, too; for an app that is known, neither counts.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Task } from 'fp-ts/lib/Task.js'
import type { AppId } from '../core/AppId.ts'
import type { Fingerprint } from '../core/Fingerprint.ts'
import type { KeySourceUnavailable } from '../core/VerifyError.ts'
import { type KeyRing, maxKeysPerApp, type VerificationKey } from '../effects/KeyRing.ts'
import type { Timer } from '../effects/Timer.ts'

type Keys = ReadonlyArray<VerificationKey>
type Answer = E.Either<KeySourceUnavailable, Keys>

/** What a registry says of an app: its keys, none if there is no such app; keys that cannot be taken; or nothing. */
export type Finding =
  | { readonly _tag: 'Found'; readonly keys: Keys }
  | { readonly _tag: 'Wrong'; readonly detail: string }
  | { readonly _tag: 'Away'; readonly detail: string }

/** In milliseconds. */
export interface Ages {
  /** For how long keys count without being looked up again: a key that is withdrawn is refused after this. */
  readonly fresh: number
  /** For how long they count when they cannot be looked up. */
  readonly stale: number
  /** For how long a look-up is waited for. */
  readonly timeout: number
}

export interface KeyCache extends KeyRing {
  /** Forgets an app, or all: the next request looks it up. */
  readonly forget: (appId?: AppId) => void
}

/** An unknown app is looked up again after this. */
export const unknownMs = 5000
export const mostUnknown = 1000
export const mostKnown = 10_000
/** Look-ups of apps that are not known, at once. */
export const mostWaiting = 64
/** A registry that has failed is not asked again before this, for an app whose keys are known. */
export const pauseMs = 1000

interface Entry {
  readonly keys: Keys
  /** When the look-up began: what it found may have changed since. */
  readonly since: number
  /** Not looked up again before this. */
  readonly until: number
  /** The last look-up came to nothing, so that nobody waits for the next one. */
  readonly away: boolean
}

/** One that is under way, unless the runtime has ended it: a worker's ends with the request that began it, and tells nobody. */
interface LookUp {
  readonly answer: Promise<Answer>
  readonly since: number
}

export interface Source {
  /** Never rejects, and answers within the timeout. */
  readonly find: (appId: AppId) => Task<Finding>
  /** Told of each look-up that found no keys to go by, and why. */
  readonly onProblem: (appId: AppId, detail: string) => void
}

const unavailable = (detail: string): Answer => E.left({ _tag: 'key_source_unavailable', detail })

export const make = (timer: Pick<Timer, 'elapsed'>, { fresh, stale, timeout }: Ages, source: Source): KeyCache => {
  const known = new Map<AppId, Entry>()
  const unknown = new Map<AppId, number>()
  const owners = new Map<Fingerprint, AppId>()
  const running = new Map<AppId, LookUp>()
  /** Those of apps that are not known. */
  const strangers = new Set<LookUp>()

  const isFresh = (entry: Entry | undefined): boolean => entry !== undefined && timer.elapsed() - entry.since < fresh

  const isOverdue = ({ since }: LookUp): boolean => timer.elapsed() - since > timeout

  const underWay = (appId: AppId): LookUp | undefined => {
    const one = running.get(appId)
    return one === undefined || isOverdue(one) ? undefined : one
  }

  const isFull = (): boolean => {
    if (strangers.size >= mostWaiting) for (const one of strangers) if (isOverdue(one)) strangers.delete(one)
    return strangers.size >= mostWaiting
  }

  const drop = (appId: AppId): void => {
    for (const { fingerprint } of known.get(appId)?.keys ?? []) owners.delete(fingerprint)
    known.delete(appId)
  }

  /** What is known of an app, as long as it counts at all. */
  const usable = (appId: AppId): Entry | undefined => {
    const entry = known.get(appId)
    return entry !== undefined && timer.elapsed() - entry.since < stale ? entry : undefined
  }

  const keep = (appId: AppId, keys: Keys, since: number): void => {
    drop(appId)
    unknown.delete(appId)
    if (keys.length === 0) {
      if (unknown.size >= mostUnknown) unknown.delete(unknown.keys().next().value as AppId)
      unknown.set(appId, since + unknownMs)
      return
    }
    if (known.size >= mostKnown) drop(known.keys().next().value as AppId)
    for (const { fingerprint } of keys) owners.set(fingerprint, appId)
    known.set(appId, { keys, since, until: since + fresh, away: false })
  }

  const ownerOf = ({ fingerprint }: VerificationKey, appId: AppId): AppId | undefined => {
    const owner = owners.get(fingerprint)
    return owner === appId ? undefined : owner
  }

  /** The app id is not signed, so that a key of two apps would let one claim the requests of the other. */
  const conflict = async (appId: AppId, keys: Keys): Promise<string | undefined> => {
    if (keys.length > maxKeysPerApp)
      return `the registry has ${keys.length} keys for it, and ${maxKeysPerApp} are the most`
    for (const key of keys) {
      const owner = ownerOf(key, appId)
      // It may have been another app's and be so no longer: that app is asked for. One that is being looked up may be
      // waiting for this very answer.
      if (owner !== undefined && !isFresh(known.get(owner)) && !underWay(owner)) await sharedLookUp(owner)
    }
    const isTaken = keys.some((key) => ownerOf(key, appId) !== undefined)
    return isTaken ? 'a key of it is registered for another app, too' : undefined
  }

  /** What it finds counts for those who wait for it, and is kept unless it has been forgotten or overtaken meanwhile. */
  const lookUp = async (appId: AppId, since: number, isCurrent: () => boolean): Promise<Answer> => {
    const finding = await source.find(appId)()
    const wrong = finding._tag === 'Found' ? await conflict(appId, finding.keys) : finding.detail
    if (finding._tag === 'Found' && wrong === undefined) {
      if (isCurrent()) keep(appId, finding.keys, since)
      return E.right(finding.keys)
    }
    source.onProblem(appId, wrong ?? '')
    if (!isCurrent()) return unavailable(wrong ?? '')
    // Keys that are wrong now count no longer; only where nothing can be heard do those that were heard of before.
    const before = finding._tag === 'Away' ? usable(appId) : undefined
    if (before === undefined) drop(appId)
    else known.set(appId, { ...before, until: timer.elapsed() + pauseMs, away: true })
    return unavailable(wrong ?? '')
  }

  const sharedLookUp = (appId: AppId): Promise<Answer> => {
    const before = underWay(appId)
    if (before !== undefined) {
      return before.answer.catch(() => {
        end(appId, before)
        return sharedLookUp(appId)
      })
    }
    const isKnown = known.has(appId)
    if (!isKnown && isFull())
      return Promise.resolve(unavailable(`${mostWaiting} apps that are not known are being looked up already`))
    const since = timer.elapsed()
    const isCurrent = (): boolean => running.get(appId) === one
    const one: LookUp = { since, answer: lookUp(appId, since, isCurrent).finally(() => end(appId, one)) }
    if (!isKnown) strangers.add(one)
    running.set(appId, one)
    return one.answer
  }

  const end = (appId: AppId, one: LookUp): void => {
    if (running.get(appId) === one) running.delete(appId)
    strangers.delete(one)
  }

  /** What was looked up not long ago: nobody waits for that. */
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
    // Soon after a failure nobody waits for the next look-up; later, the registry may have been mended long ago.
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

  return {
    keysOf: Object.assign(keysOf, { atOnce }),
    forget: (appId) => {
      for (const each of appId === undefined ? [...known.keys()] : [appId]) drop(each)
      if (appId === undefined) unknown.clear()
      else unknown.delete(appId)
      // Whoever asks from now on does not wait for a look-up that began before.
      if (appId === undefined) running.clear()
      else running.delete(appId)
    },
  }
}
