/**
 * Keys that are looked up one app at a time, in a registry that may be slow, wrong or unavailable. A cached answer counts for
 * a while, and for longer while the registry is unavailable; after that, nothing counts.
 *
 * A stranger can name any number of apps. The cache of unknown apps is therefore bounded and short-lived, and so is the
 * number of their concurrent look-ups. Neither bound applies to a known app.
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

/** The registry's answer: keys (none if there is no such app), keys that are not acceptable, or no answer. */
export type Finding =
  | { readonly _tag: 'Found'; readonly keys: Keys }
  | { readonly _tag: 'Wrong'; readonly detail: string }
  | { readonly _tag: 'Away'; readonly detail: string }

/** In milliseconds. */
export interface Ages {
  /** Keys count this long without another look-up: afterwards a withdrawn key is refused. */
  readonly fresh: number
  /** Keys count this long while the registry is unavailable. */
  readonly stale: number
  /** A look-up may take this long. */
  readonly timeout: number
}

export interface KeyCache extends KeyRing {
  /** Forgets an app, or all: the next request looks the keys up. */
  readonly forget: (appId?: AppId) => void
}

/** An unknown app is looked up again after this many milliseconds. */
export const unknownMs = 5000
export const mostUnknown = 1000
export const mostKnown = 10_000
/** Concurrent look-ups of unknown apps. */
export const mostWaiting = 64
/** After a failure, a known app is not looked up again for this many milliseconds. */
export const pauseMs = 1000

interface Entry {
  readonly keys: Keys
  /** The start of the look-up: the keys may have changed since. */
  readonly since: number
  /** The next look-up comes no earlier. */
  readonly until: number
  /** The last look-up failed, so no request waits for the next one. */
  readonly away: boolean
}

/** A look-up in progress. A worker's runtime may end it silently, with the request that began it. */
interface LookUp {
  readonly answer: Promise<Answer>
  readonly since: number
}

export interface Source {
  /** Never rejects, and answers within the timeout. */
  readonly find: (appId: AppId) => Task<Finding>
  /** Receives each look-up without acceptable keys, and the reason. */
  readonly onProblem: (appId: AppId, detail: string) => void
}

const unavailable = (detail: string): Answer => E.left({ _tag: 'key_source_unavailable', detail })

export const make = (timer: Pick<Timer, 'elapsed'>, { fresh, stale, timeout }: Ages, source: Source): KeyCache => {
  const known = new Map<AppId, Entry>()
  const unknown = new Map<AppId, number>()
  const owners = new Map<Fingerprint, AppId>()
  const running = new Map<AppId, LookUp>()
  /** The look-ups of unknown apps. */
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

  /** The cached keys of an app, unless they are too old to count. */
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
      // The owner may have given the key up: look it up. An owner whose look-up is in progress may be waiting for this one.
      if (owner !== undefined && !isFresh(known.get(owner)) && !underWay(owner)) await sharedLookUp(owner)
    }
    const isTaken = keys.some((key) => ownerOf(key, appId) !== undefined)
    return isTaken ? 'a key of it is registered for another app, too' : undefined
  }

  /** The answer counts for the requests that wait for it; it is cached unless it was forgotten or overtaken meanwhile. */
  const lookUp = async (appId: AppId, since: number, isCurrent: () => boolean): Promise<Answer> => {
    const finding = await source.find(appId)()
    const wrong = finding._tag === 'Found' ? await conflict(appId, finding.keys) : finding.detail
    if (finding._tag === 'Found' && wrong === undefined) {
      if (isCurrent()) keep(appId, finding.keys, since)
      return E.right(finding.keys)
    }
    source.onProblem(appId, wrong ?? '')
    if (!isCurrent()) return unavailable(wrong ?? '')
    // Cached keys count only while the registry is unavailable, not once it answers with wrong ones.
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

  return {
    keysOf: Object.assign(keysOf, { atOnce }),
    forget: (appId) => {
      for (const each of appId === undefined ? [...known.keys()] : [appId]) drop(each)
      if (appId === undefined) unknown.clear()
      else unknown.delete(appId)
      // From now on no request waits for a look-up that began before.
      if (appId === undefined) running.clear()
      else running.delete(appId)
    },
  }
}
