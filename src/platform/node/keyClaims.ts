/**
 * Which app has which keys, while key files come and go. The app id is not signed: if two apps had one key, each could claim
 * the requests of the other. So an accepted request proves a key, and a proven key belongs to one app:
 *
 * - unproven: until it is proven, the key closes neither app, for an app without the private half can sign nothing. Both are
 *   reported.
 * - proven: the key belongs to the app whose request was accepted, and closes every other app that has it.
 * - a file of the owner is half-written: the owner gives up no key until each of its files can be read.
 * - a file of the owner is deleted or renamed: the owner gives up the keys that none of its files holds, unless a file of another
 *   name has them in the same look.
 *
 * A record and functions of it, for `keyRingFolder`: it reads no file and no clock.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../../core/AppId.ts'
import type { Fingerprint } from '../../core/Fingerprint.ts'
import { about, type KeyError, type KeyResult, keyError, message } from '../../core/KeyError.ts'
import type { KeySourceUnavailable } from '../../core/VerifyError.ts'
import { maxKeysPerApp, type VerificationKey } from '../../effects/KeyRing.ts'

type Keys = ReadonlyArray<VerificationKey>
/** What a file holds. */
export type Held = KeyResult<Keys>
export type Problem = readonly [file: string, error: KeyError]

interface App {
  /** Its files, in the order of their names. */
  readonly files: ReadonlyArray<string>
  readonly claimed: ReadonlyArray<Fingerprint>
  keys: Keys
  /** An app with problems is closed. */
  problems: ReadonlyArray<Problem>
  /** Its keys that another app has as well, and none has proven: they close nothing. */
  shared: ReadonlyArray<Problem>
}

export interface KeyClaims {
  /** What a file holds now; undefined if it is gone. */
  readonly heldBy: (file: string) => Held | undefined
  readonly apps: Map<AppId, App>
  /** The apps that claim a key. */
  readonly claims: Map<Fingerprint, ReadonlyArray<AppId>>
  /** Who has proven a key. It is the owner while it claims the key: see `ownerOf`. */
  readonly owners: Map<Fingerprint, AppId>
  /** Keys whose owner gave them up in this look. A file of another name may claim them again in the same look. */
  readonly lapsed: Set<Fingerprint>
}

/** No file has come. */
export const empty = (heldBy: KeyClaims['heldBy']): KeyClaims => ({
  heldBy,
  apps: new Map(),
  claims: new Map(),
  owners: new Map(),
  lapsed: new Set(),
})

/** Begins a look: a key whose owner does not have it by now belongs to nobody. */
export const beginLook = (claims: KeyClaims): void => {
  for (const fingerprint of claims.lapsed)
    if (ownerOf(claims, fingerprint) === undefined) claims.owners.delete(fingerprint)
  claims.lapsed.clear()
}

/** A file of the app has come, changed or gone. */
export const update = (claims: KeyClaims, appId: AppId, file: string): void => {
  const before = claims.apps.get(appId) ?? none
  const files = filesAfter(claims, before, file)
  const claimed = claimedAfter(claims, before, files)
  const rivals = new Set<AppId>([appId])
  for (const fingerprint of new Set([...before.claimed, ...claimed])) {
    const isClaimed = claimed.includes(fingerprint)
    if (before.claimed.includes(fingerprint) === isClaimed) continue
    for (const rival of setClaim(claims, appId, fingerprint, isClaimed)) rivals.add(rival)
  }
  if (files.length === 0) claims.apps.delete(appId)
  else claims.apps.set(appId, { ...before, files, claimed })
  for (const each of rivals) judge(claims, each)
}

/** An accepted request of the app was signed with this key. Answers whether the key belongs to the app from now on. */
export const noteProof = (claims: KeyClaims, appId: AppId, fingerprint: Fingerprint): boolean => {
  if (ownerOf(claims, fingerprint) !== undefined || !hasClaim(claims, appId, fingerprint)) return false
  claims.owners.set(fingerprint, appId)
  for (const each of claims.claims.get(fingerprint) ?? []) judge(claims, each)
  return true
}

export const filesOf = ({ apps }: KeyClaims, appId: AppId): ReadonlyArray<string> => apps.get(appId)?.files ?? []

export const keysOf = ({ apps }: KeyClaims, appId: AppId): E.Either<KeySourceUnavailable, Keys> => {
  const { keys, problems } = apps.get(appId) ?? none
  return problems[0] === undefined ? E.right(keys) : unavailable(problems[0])
}

export const problems = ({ apps }: KeyClaims): ReadonlyArray<Problem> =>
  [...apps.values()].flatMap((app) => [...app.shared, ...app.problems]).sort(byName)

/** When somebody asks: of 100,000 apps they are a list of some megabytes. */
export const entries = ({ apps }: KeyClaims): ReadonlyArray<readonly [AppId, Keys]> =>
  [...apps].flatMap(([appId, app]) => (app.problems.length > 0 ? [] : [[appId, app.keys] as const])).sort(byName)

const hasClaim = ({ claims }: KeyClaims, appId: AppId, fingerprint: Fingerprint): boolean =>
  claims.get(fingerprint)?.includes(appId) ?? false

/** The app that has proven the key, if it claims it. */
const ownerOf = (claims: KeyClaims, fingerprint: Fingerprint): AppId | undefined => {
  const owner = claims.owners.get(fingerprint)
  return owner !== undefined && hasClaim(claims, owner, fingerprint) ? owner : undefined
}

const filesAfter = ({ heldBy }: KeyClaims, { files }: App, file: string): ReadonlyArray<string> =>
  [...new Set([...files, file])]
    .filter((name) => heldBy(name) !== undefined)
    .sort()
    // A copy: an array that grew has room for more.
    .slice()

/** While a file of the app is not sound, the app claims what it has claimed before as well. */
const claimedAfter = ({ heldBy }: KeyClaims, before: App, files: ReadonlyArray<string>): ReadonlyArray<Fingerprint> => {
  const held = files.map(heldBy) as ReadonlyArray<Held>
  const isSound = held.every(E.isRight)
  const fingerprints = held.flatMap((each) => (E.isLeft(each) ? [] : each.right.map((key) => key.fingerprint)))
  return [...new Set(isSound ? fingerprints : [...before.claimed, ...fingerprints])]
}

/** Makes or gives up a claim. Answers the other apps that claim the key. */
const setClaim = (
  { claims, owners, lapsed }: KeyClaims,
  appId: AppId,
  fingerprint: Fingerprint,
  isClaimed: boolean,
): ReadonlyArray<AppId> => {
  const others = (claims.get(fingerprint) ?? []).filter((other) => other !== appId)
  const next = isClaimed ? [...others, appId] : others
  if (next.length === 0) claims.delete(fingerprint)
  else claims.set(fingerprint, next)
  if (owners.get(fingerprint) === appId) lapsed.add(fingerprint)
  return others
}

/** What the files of an app come to. */
interface Judgement {
  readonly keys: Array<VerificationKey>
  readonly problems: Array<Problem>
  readonly shared: Array<Problem>
  /** The file with the first key that is too many. */
  crowded: string | undefined
}

const judge = (claims: KeyClaims, appId: AppId): void => {
  const app = claims.apps.get(appId)
  if (app === undefined) return
  const judged: Judgement = { keys: [], problems: [], shared: [], crowded: undefined }
  for (const file of app.files) judgeFile(claims, appId, file, judged)
  const { keys, shared, crowded } = judged
  if (crowded !== undefined) judged.problems.push([crowded, keyError('too-many-keys', String(keys.length))])
  app.problems = judged.problems.length > 0 ? judged.problems : none.problems
  app.shared = shared.length > 0 ? shared : none.shared
  // `push` over-allocates; a copy has no spare room.
  app.keys = keys.slice()
}

const judgeFile = (claims: KeyClaims, appId: AppId, file: string, judged: Judgement): void => {
  const held = claims.heldBy(file)
  if (held === undefined) return
  if (E.isLeft(held)) {
    judged.problems.push([file, held.left])
    return
  }
  for (const key of held.right) judgeKey(claims, appId, file, key, judged)
}

const judgeKey = (claims: KeyClaims, appId: AppId, file: string, key: VerificationKey, judged: Judgement): void => {
  const { fingerprint } = key
  // A copy of a key adds nothing.
  if (judged.keys.some((other) => other.fingerprint === fingerprint)) return
  const owner = ownerOf(claims, fingerprint)
  const rival = owner ?? claims.claims.get(fingerprint)?.find((other) => other !== appId)
  if (rival !== undefined && owner === undefined) judged.shared.push([file, sharedKey(`with ${rival}`)])
  if (owner !== undefined && owner !== appId)
    judged.problems.push([file, sharedKey(`with ${owner}, which has proven that the key is its own`)])
  judged.keys.push(key)
  if (judged.keys.length === maxKeysPerApp + 1) judged.crowded = file
}

/** Files answer in any order. */
const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1)
const none: App = { files: [], claimed: [], keys: [], problems: [], shared: [] }
const sharedKey = (found: string): KeyError => keyError('same-key-for-two-apps', found)

export const unavailable = ([file, error]: Problem): E.Either<KeySourceUnavailable, never> =>
  E.left({ _tag: 'key_source_unavailable', detail: message(about(file)(error)) })
