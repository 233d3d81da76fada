/**
 * The keys of the apps in the document behind a URL, for `keysFromUrl`. A row of the document is imported when its app is named,
 * and again only when it has changed. The document decides how long keys count; nothing here has an age.
 *
 * The app id is not signed, so a key belongs to one app: the one that has proven it by an accepted request.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../../core/AppId.ts'
import type { Fingerprint } from '../../core/Fingerprint.ts'
import type { KeySourceUnavailable } from '../../core/VerifyError.ts'
import type { VerificationKey } from '../../effects/KeyRing.ts'
import * as BoundedMap from './BoundedMap.ts'
import type { Apps } from './fetchDocument.ts'
import type { Given } from './importApp.ts'
import { sharedWith } from './keyProblems.ts'
import type { Finding } from './LookUps.ts'

export type Answer = E.Either<KeySourceUnavailable, ReadonlyArray<VerificationKey>>

interface Imported {
  /** The row as the last document had it: an equal row in a later document is the same. */
  row: unknown
  readonly finding: Finding
  readonly answer: Answer
  /** Which clashes of its keys were reported. */
  readonly told: Set<string>
}

export interface DocumentKeys {
  readonly imported: BoundedMap.BoundedMap<AppId, Imported>
  /** Imports in progress. */
  readonly running: Map<AppId, { readonly row: unknown; readonly end: Promise<Imported> }>
  /** The imported apps that have a key. */
  readonly holders: Map<Fingerprint, Set<AppId>>
  /** The app that has proven a key. */
  readonly owners: Map<Fingerprint, AppId>
  readonly importRow: (appId: AppId, row: Given) => Promise<Finding>
  readonly onClash: (appId: AppId, detail: string) => void
}

export const make = (
  cacheSize: number,
  importRow: DocumentKeys['importRow'],
  onClash: DocumentKeys['onClash'],
): DocumentKeys => {
  const holders: DocumentKeys['holders'] = new Map()
  return {
    imported: BoundedMap.make<AppId, Imported>(cacheSize, (appId, { finding }) => unhold(holders, appId, finding)),
    running: new Map(),
    holders,
    owners: new Map(),
    importRow,
    onClash,
  }
}

export const hasApp = (apps: Apps, appId: AppId): boolean => Object.hasOwn(apps, appId)

const rowOf = (apps: Apps, appId: AppId): unknown => (hasApp(apps, appId) ? apps[appId] : undefined)

/** The answer for an app of this document, if its row is imported and no key of it is another app's. */
export const known = (keys: DocumentKeys, apps: Apps, appId: AppId): Answer | undefined => {
  const before = hasApp(apps, appId) ? importedOf(keys, apps, appId) : undefined
  if (before === undefined) return undefined
  const isOwn = keysIn(before.finding).every(({ fingerprint }) => (keys.owners.get(fingerprint) ?? appId) === appId)
  return isOwn ? before.answer : undefined
}

/** The answer for an app of this document. */
export const read = async (keys: DocumentKeys, apps: Apps, appId: AppId): Promise<Answer> => {
  if (!hasApp(apps, appId)) return noKeys
  const found = await importOnce(keys, apps, appId)
  for (const { fingerprint } of keysIn(found.finding)) {
    const owner = await ownerOf(keys, apps, fingerprint)
    if (owner !== undefined && owner !== appId) {
      const clash = sharedWith(owner, true)
      report(keys, appId, found, clash)
      return unavailable(clash)
    }
    if (owner === undefined) reportRivals(keys, apps, appId, fingerprint)
  }
  return found.answer
}

/** An accepted request of the app was signed with this key. The first app that proves a key owns it. */
export const noteProof = ({ imported, owners }: DocumentKeys, appId: AppId, fingerprint: Fingerprint): void => {
  if (owners.has(fingerprint)) return
  const found = imported.get(appId)
  if (found !== undefined && hasKey(found.finding, fingerprint)) owners.set(fingerprint, appId)
}

/** Apps that are gone own nothing. Call it with each new document. */
export const releaseMissing = ({ owners }: DocumentKeys, apps: Apps): void => {
  for (const [fingerprint, appId] of owners) if (!hasApp(apps, appId)) owners.delete(fingerprint)
}

const noKeys: Answer = E.right([])

const unavailable = (detail: string): Answer => E.left({ _tag: 'key_source_unavailable', detail })

const keysIn = (finding: Finding): ReadonlyArray<VerificationKey> => (finding._tag === 'Found' ? finding.keys : [])

const hasKey = (finding: Finding, wanted: Fingerprint): boolean =>
  keysIn(finding).some(({ fingerprint }) => fingerprint === wanted)

const importedOf = ({ imported }: DocumentKeys, apps: Apps, appId: AppId): Imported | undefined => {
  const before = imported.get(appId)
  const row = rowOf(apps, appId)
  if (before === undefined || !isSameRow(before.row, row)) return undefined
  before.row = row
  return before
}

const isSameRow = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

const importOnce = async (keys: DocumentKeys, apps: Apps, appId: AppId): Promise<Imported> => {
  const before = importedOf(keys, apps, appId)
  if (before !== undefined) return before
  const row = rowOf(apps, appId)
  const running = keys.running.get(appId)
  if (running !== undefined && running.row === row) return running.end
  const end = importRow(keys, appId, row)
  const one = { row, end }
  keys.running.set(appId, one)
  const found = await end
  // A later document may have begun another import of its own row.
  if (keys.running.get(appId) !== one) return found
  keys.running.delete(appId)
  keep(keys, appId, found)
  return found
}

const importRow = async (keys: DocumentKeys, appId: AppId, row: unknown): Promise<Imported> => {
  const finding = await keys.importRow(appId, row as Given)
  const answer: Answer = finding._tag === 'Found' ? E.right(finding.keys) : unavailable(finding.detail)
  return { row, finding, answer, told: new Set() }
}

const keep = ({ imported, holders }: DocumentKeys, appId: AppId, found: Imported): void => {
  const before = imported.get(appId)
  if (before !== undefined) unhold(holders, appId, before.finding)
  imported.set(appId, found)
  for (const { fingerprint } of keysIn(found.finding)) {
    const apps = holders.get(fingerprint)
    if (apps === undefined) holders.set(fingerprint, new Set([appId]))
    else apps.add(appId)
  }
}

const unhold = (holders: DocumentKeys['holders'], appId: AppId, finding: Finding): void => {
  for (const { fingerprint } of keysIn(finding)) {
    const apps = holders.get(fingerprint)
    apps?.delete(appId)
    if (apps?.size === 0) holders.delete(fingerprint)
  }
}

/** The app that has proven the key, as long as the document has it for that app. A row that is broken gives nothing up. */
const ownerOf = async (keys: DocumentKeys, apps: Apps, fingerprint: Fingerprint): Promise<AppId | undefined> => {
  const owner = keys.owners.get(fingerprint)
  if (owner === undefined) return undefined
  if (hasApp(apps, owner)) {
    const { finding } = await importOnce(keys, apps, owner)
    if (finding._tag !== 'Found' || hasKey(finding, fingerprint)) return owner
  }
  if (keys.owners.get(fingerprint) === owner) keys.owners.delete(fingerprint)
  return undefined
}

/** Nobody has proven the key yet: each app hears of the other, and neither is refused. */
const reportRivals = (keys: DocumentKeys, apps: Apps, appId: AppId, fingerprint: Fingerprint): void => {
  const own = keys.imported.get(appId)
  for (const rival of keys.holders.get(fingerprint) ?? []) {
    const theirs = rival === appId ? undefined : importedOf(keys, apps, rival)
    if (theirs === undefined) continue
    report(keys, appId, own, sharedWith(rival, false))
    report(keys, rival, theirs, sharedWith(appId, false))
  }
}

const report = ({ onClash }: DocumentKeys, appId: AppId, found: Imported | undefined, detail: string): void => {
  if (found === undefined || found.told.has(detail)) return
  found.told.add(detail)
  onClash(appId, detail)
}
