/**
 * The apps whose keys are cached, for `KeyCache`: a record and functions of it, without a clock. An app is *proven* once a signature was right under one of its keys. Anyone can name an
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

/** Which keys the cached apps have, and who owns them. */
interface Holdings {
  readonly owners: Map<Fingerprint, AppId>
  readonly holders: Map<Fingerprint, Set<AppId>>
}

export interface KnownApps extends Holdings {
  readonly proven: BoundedMap.BoundedMap<AppId, Entry>
  readonly unproven: BoundedMap.BoundedMap<AppId, Entry>
}

/** The proof follows the look-up within milliseconds, so that few apps are between the two. */
export const mostUnproven = 4000

/** No app is cached. */
export const make = (cacheSize: number): KnownApps => {
  const holdings: Holdings = { owners: new Map(), holders: new Map() }
  const onEvict = (appId: AppId, { keys }: Entry): void => release(holdings, appId, keys)
  return {
    owners: holdings.owners,
    holders: holdings.holders,
    proven: BoundedMap.make(cacheSize, onEvict),
    unproven: BoundedMap.make(mostUnproven, onEvict),
  }
}

export const get = ({ proven, unproven }: KnownApps, appId: AppId): Entry | undefined =>
  proven.get(appId) ?? unproven.get(appId)

export const isProven = ({ proven }: KnownApps, appId: AppId): boolean => proven.has(appId)

export const appIds = ({ proven, unproven }: KnownApps): ReadonlyArray<AppId> => [...proven.keys(), ...unproven.keys()]

/** The app that owns this key. */
export const ownerOf = ({ owners }: KnownApps, fingerprint: Fingerprint): AppId | undefined => owners.get(fingerprint)

/** The cached apps that have this key. */
export const holdersOf = ({ holders }: KnownApps, fingerprint: Fingerprint): ReadonlyArray<AppId> => [
  ...(holders.get(fingerprint) ?? []),
]

/** Caches the entry and returns its keys, which notice the app's first proof. */
export const put = (apps: KnownApps, appId: AppId, entry: Entry): Keys => {
  holdOnly(apps, appId, entry.keys)
  const onProof = (): void => promote(apps, appId, keys, entry.keys)
  const keys: Keys = isProven(apps, appId) ? entry.keys : entry.keys.map(watched(onProof))
  homeOf(apps, appId).set(appId, { ...entry, keys })
  return keys
}

/** The cached keys stay, and get other times. */
export const postpone = (apps: KnownApps, appId: AppId, times: Pick<Entry, 'until' | 'away'>): void => {
  const entry = get(apps, appId)
  if (entry !== undefined) homeOf(apps, appId).set(appId, { ...entry, ...times })
}

/**
 * Makes the keys useless. A proven app stays proven, and owns its keys until a look-up finds it without them: `kept` are those
 * that the last one has found.
 */
export const forget = (apps: KnownApps, appId: AppId, kept?: Keys): void => {
  const entry = apps.proven.get(appId)
  const isKept = ({ fingerprint }: VerificationKey) => kept?.some((key) => key.fingerprint === fingerprint) ?? true
  const keys = entry?.keys.filter(isKept) ?? []
  holdOnly(apps, appId, keys)
  apps.unproven.delete(appId)
  if (entry !== undefined) apps.proven.set(appId, { keys, since: longAgo, until: longAgo, away: false })
}

export const drop = (apps: KnownApps, appId: AppId): void => {
  holdOnly(apps, appId, [])
  apps.proven.delete(appId)
  apps.unproven.delete(appId)
}

/** An accepted request of the app was signed with this key. Answers the other apps that have the key, if it is now owned. */
export const noteProof = (apps: KnownApps, appId: AppId, fingerprint: Fingerprint): ReadonlyArray<AppId> => {
  const { owners, holders, unproven } = apps
  const isHeld = holders.get(fingerprint)?.has(appId) === true
  if (!isHeld || owners.has(fingerprint)) return []
  // The proof of the signature came just before, unless the entry was replaced meanwhile.
  const entry = isProven(apps, appId) ? undefined : unproven.get(appId)
  if (entry !== undefined) promote(apps, appId, entry.keys, entry.keys)
  owners.set(fingerprint, appId)
  return holdersOf(apps, fingerprint).filter((other) => other !== appId)
}

/** Keys that were looked up then count no longer. */
const longAgo = Number.NEGATIVE_INFINITY

const homeOf = ({ proven, unproven }: KnownApps, appId: AppId): KnownApps['proven'] =>
  proven.has(appId) ? proven : unproven

/** An entry that was forgotten or replaced since is not brought back. */
const promote = ({ proven, unproven }: KnownApps, appId: AppId, noticing: Keys, keys: Keys): void => {
  const entry = unproven.get(appId)
  if (entry?.keys !== noticing) return
  unproven.delete(appId)
  proven.set(appId, { ...entry, keys })
}

/** From now on the app has these keys alone. It still owns those of them that it owned. */
const holdOnly = (apps: KnownApps, appId: AppId, keys: Keys): void => {
  const { owners } = apps
  const owned = keys.filter(({ fingerprint }) => owners.get(fingerprint) === appId)
  const entry = get(apps, appId)
  if (entry !== undefined) release(apps, appId, entry.keys)
  hold(apps, appId, keys)
  for (const { fingerprint } of owned) owners.set(fingerprint, appId)
}

const hold = ({ holders }: Holdings, appId: AppId, keys: Keys): void => {
  for (const { fingerprint } of keys) {
    const apps = holders.get(fingerprint)
    if (apps === undefined) holders.set(fingerprint, new Set([appId]))
    else apps.add(appId)
  }
}

const release = ({ owners, holders }: Holdings, appId: AppId, keys: Keys): void => {
  for (const { fingerprint } of keys) {
    if (owners.get(fingerprint) === appId) owners.delete(fingerprint)
    const apps = holders.get(fingerprint)
    apps?.delete(appId)
    if (apps?.size === 0) holders.delete(fingerprint)
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
