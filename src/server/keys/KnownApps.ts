/**
 * The apps whose keys are cached. An app is *proven* once a signature was right under one of its keys. Anyone can name an
 * app, so apps that are not proven have a small cache of their own: a stranger evicts no proven app.
 *
 * An app *owns* a key once a request of it that was signed with the key was accepted: a captured request that is sent again in
 * the name of another app has a right signature as well, but its nonce was claimed.
 */
import type { AppId } from '../../core/AppId.ts'
import type { Fingerprint } from '../../core/Fingerprint.ts'
import type { CheckAnswer, VerificationKey } from '../../effects/KeyRing.ts'
import { aroundChecks } from '../../queue/aroundChecks.ts'
import * as BoundedMap from './BoundedMap.ts'

export type Keys = ReadonlyArray<VerificationKey>

export interface Entry {
  readonly keys: Keys
  /** The start of the look-up: the keys may have changed since. */
  readonly since: number
  /** The next look-up comes no earlier. */
  readonly until: number
  /** The last look-up failed, so no request waits for the next one. */
  readonly away: boolean
}

export interface KnownApps {
  readonly get: (appId: AppId) => Entry | undefined
  readonly isProven: (appId: AppId) => boolean
  /** Caches the entry and returns its keys, which notice the app's first proof. */
  readonly put: (appId: AppId, entry: Entry) => Keys
  /** The cached keys stay, and get other times. */
  readonly postpone: (appId: AppId, times: Pick<Entry, 'until' | 'away'>) => void
  /**
   * Makes the keys useless. A proven app stays proven, and owns its keys until a look-up finds it without them: `kept` are those
   * that the last one has found.
   */
  readonly forget: (appId: AppId, kept?: Keys) => void
  readonly drop: (appId: AppId) => void
  readonly appIds: () => ReadonlyArray<AppId>
  /** An accepted request of the app was signed with this key. Answers the other apps that have the key, if it is now owned. */
  readonly noteProof: (appId: AppId, fingerprint: Fingerprint) => ReadonlyArray<AppId>
  /** The app that owns this key. */
  readonly ownerOf: (fingerprint: Fingerprint) => AppId | undefined
  /** The cached apps that have this key. */
  readonly holdersOf: (fingerprint: Fingerprint) => ReadonlyArray<AppId>
}

/** The proof follows the look-up within milliseconds, so that few apps are between the two. */
export const mostUnproven = 4000

export const make = (mostKnown: number): KnownApps => {
  const owners = new Map<Fingerprint, AppId>()
  const holders = new Map<Fingerprint, Set<AppId>>()

  const hold = (appId: AppId, keys: Keys): void => {
    for (const { fingerprint } of keys) {
      const apps = holders.get(fingerprint)
      if (apps === undefined) holders.set(fingerprint, new Set([appId]))
      else apps.add(appId)
    }
  }

  const release = (appId: AppId, { keys }: Entry): void => {
    for (const { fingerprint } of keys) {
      if (owners.get(fingerprint) === appId) owners.delete(fingerprint)
      const apps = holders.get(fingerprint)
      apps?.delete(appId)
      if (apps?.size === 0) holders.delete(fingerprint)
    }
  }

  const proven = BoundedMap.make<AppId, Entry>(mostKnown, release)
  const unproven = BoundedMap.make<AppId, Entry>(mostUnproven, release)

  const homeOf = (appId: AppId) => (proven.has(appId) ? proven : unproven)

  const get = (appId: AppId): Entry | undefined => proven.get(appId) ?? unproven.get(appId)

  /** From now on the app has these keys alone. It still owns those of them that it owned. */
  const holdOnly = (appId: AppId, keys: Keys): void => {
    const owned = keys.filter(({ fingerprint }) => owners.get(fingerprint) === appId)
    const entry = get(appId)
    if (entry !== undefined) release(appId, entry)
    hold(appId, keys)
    for (const { fingerprint } of owned) owners.set(fingerprint, appId)
  }

  /** An entry that was forgotten or replaced since is not brought back. */
  const promote = (appId: AppId, watched: Keys, keys: Keys): void => {
    const entry = unproven.get(appId)
    if (entry?.keys !== watched) return
    unproven.delete(appId)
    proven.set(appId, { ...entry, keys })
  }

  const holdersOf = (fingerprint: Fingerprint): ReadonlyArray<AppId> => [...(holders.get(fingerprint) ?? [])]

  return {
    get,
    isProven: proven.has,
    put: (appId, entry) => {
      holdOnly(appId, entry.keys)
      const isProven = proven.has(appId)
      const keys: Keys = isProven ? entry.keys : entry.keys.map(watched(() => promote(appId, keys, entry.keys)))
      homeOf(appId).set(appId, { ...entry, keys })
      return keys
    },
    postpone: (appId, times) => {
      const entry = get(appId)
      if (entry !== undefined) homeOf(appId).set(appId, { ...entry, ...times })
    },
    forget: (appId, kept) => {
      const entry = get(appId)
      const isKept = ({ fingerprint }: VerificationKey) => kept?.some((key) => key.fingerprint === fingerprint) ?? true
      const keys = entry !== undefined && proven.has(appId) ? entry.keys.filter(isKept) : []
      holdOnly(appId, keys)
      unproven.delete(appId)
      if (entry === undefined || !proven.has(appId)) return
      proven.set(appId, { keys, since: Number.NEGATIVE_INFINITY, until: Number.NEGATIVE_INFINITY, away: false })
    },
    drop: (appId) => {
      holdOnly(appId, [])
      proven.delete(appId)
      unproven.delete(appId)
    },
    appIds: () => [...proven.keys(), ...unproven.keys()],
    noteProof: (appId, fingerprint) => {
      const isHeld = holders.get(fingerprint)?.has(appId) === true
      if (!isHeld || owners.has(fingerprint)) return []
      // The proof of the signature came just before, unless the entry was replaced meanwhile.
      const entry = proven.has(appId) ? undefined : unproven.get(appId)
      if (entry !== undefined) promote(appId, entry.keys, entry.keys)
      owners.set(fingerprint, appId)
      return holdersOf(fingerprint).filter((other) => other !== appId)
    },
    ownerOf: (fingerprint) => owners.get(fingerprint),
    holdersOf,
  }
}

/** The key, which calls `onProof` when a signature is right. */
const watched =
  (onProof: () => void) =>
  (key: VerificationKey): VerificationKey => {
    const noted = (isRight: CheckAnswer): CheckAnswer => {
      if (isRight === true) onProof()
      return isRight
    }
    return aroundChecks(key, (run) => {
      const isRight = run()
      return isRight instanceof Promise ? isRight.then(noted) : noted(isRight)
    })
  }
