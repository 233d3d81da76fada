/**
 * What has changed among the public keys since the last look, for the log: so an operator sees that a new key counts, and that a
 * withdrawn one does not.
 *
 *   app-1.2.pem was put there   →   keys of app-1: sha256:33c62c42, sha256:7fe859f9
 */
import * as Fingerprint from '../../core/Fingerprint.ts'
import type { KeyRing } from '../../effects/KeyRing.ts'

/** The short fingerprints of each app's keys. */
export type KnownKeys = ReadonlyMap<string, string>

export const knownKeys = ({ entries = () => [] }: Pick<KeyRing, 'entries'>): KnownKeys =>
  new Map(
    [...entries()].map(([appId, keys]) => {
      const fingerprints = keys.map(({ fingerprint }) => Fingerprint.short(fingerprint))
      return [appId, fingerprints.sort().join(', ')]
    }),
  )

/** More changes than this at one look have one line together. */
const mostNamed = 10

export const keyChanges = (before: KnownKeys, now: KnownKeys): ReadonlyArray<string> => {
  const apps = [...new Set([...before.keys(), ...now.keys()])]
  const changed = apps.filter((appId) => before.get(appId) !== now.get(appId))
  if (changed.length > mostNamed) return [`the keys of ${changed.length} apps have changed`]
  return changed.map((appId) => `keys of ${appId}: ${now.get(appId) ?? 'none'}`)
}
