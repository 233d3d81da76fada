/**
 * Which app has which keys, while key files come and go. The app id is not signed: if two apps had one key, each could claim
 * the requests of the other. So a key belongs to the app that has proven it by an accepted request, until its files are sound and
 * do not hold it: a file that is being written gives nothing up, nor does one that gets another name. Before that the key closes
 * neither app, since who lacks the private half can sign nothing; and both are told of.
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
  /** Begins a look: a key whose owner does not have it by now belongs to nobody. */
  readonly look: () => void
  /** Call when a file of the app has come, changed or gone. */
  readonly update: (appId: AppId, file: string) => void
  /** An accepted request of the app was signed with this key. Answers whether the key belongs to the app from now on. */
  readonly noteProof: (appId: AppId, fingerprint: Fingerprint) => boolean
  readonly filesOf: (appId: AppId) => ReadonlyArray<string>
  readonly keysOf: (appId: AppId) => E.Either<KeySourceUnavailable, Keys>
  readonly problems: () => ReadonlyArray<Problem>
  readonly entries: () => ReadonlyArray<readonly [AppId, Keys]>
}

export const make = (heldBy: (file: string) => Held | undefined): KeyClaims => {
  const apps = new Map<AppId, App>()
  /** The apps that claim a key. */
  const claims = new Map<Fingerprint, ReadonlyArray<AppId>>()
  const owners = new Map<Fingerprint, AppId>()
  /** Given up by their owner since the look began. In that look, a file of another name may claim them again. */
  const lapsed = new Set<Fingerprint>()

  const hasClaim = (appId: AppId, fingerprint: Fingerprint): boolean =>
    claims.get(fingerprint)?.includes(appId) ?? false

  /** The app that has proven the key, if it claims it. */
  const ownerOf = (fingerprint: Fingerprint): AppId | undefined => {
    const owner = owners.get(fingerprint)
    return owner !== undefined && hasClaim(owner, fingerprint) ? owner : undefined
  }

  const judge = (appId: AppId): void => {
    const app = apps.get(appId)
    if (app === undefined) return
    const problems: Array<Problem> = []
    const shared: Array<Problem> = []
    const keys: Array<VerificationKey> = []
    let crowded: string | undefined
    for (const file of app.files) {
      const held = heldBy(file)
      if (held === undefined) continue
      if (E.isLeft(held)) problems.push([file, held.left])
      for (const key of E.isLeft(held) ? [] : held.right) {
        // A copy of a key adds nothing.
        if (keys.some(({ fingerprint }) => fingerprint === key.fingerprint)) continue
        const owner = ownerOf(key.fingerprint)
        const rival = owner ?? claims.get(key.fingerprint)?.find((other) => other !== appId)
        if (rival !== undefined && owner === undefined) shared.push([file, sharedKey(`with ${rival}`)])
        if (rival !== undefined && owner !== undefined && owner !== appId)
          problems.push([file, sharedKey(`with ${owner}, which has proven it`)])
        keys.push(key)
        if (keys.length === maxKeysPerApp + 1) crowded = file
      }
    }
    if (crowded !== undefined) problems.push([crowded, keyError('too-many-keys', String(keys.length))])
    app.problems = problems.length > 0 ? problems : none.problems
    app.shared = shared.length > 0 ? shared : none.shared
    // A copy: an array that grew has room for 17.
    app.keys = keys.slice()
  }

  const update = (appId: AppId, file: string): void => {
    const before = apps.get(appId) ?? none
    const files = [...new Set([...before.files, file])]
      .filter((name) => heldBy(name) !== undefined)
      .sort()
      .slice()
    const held = files.map(heldBy) as ReadonlyArray<Held>
    const isSound = held.every(E.isRight)
    const fingerprints = held.flatMap((each) => (E.isLeft(each) ? [] : each.right.map((key) => key.fingerprint)))
    const claimed = [...new Set(isSound ? fingerprints : [...before.claimed, ...fingerprints])]
    const rivals = new Set<AppId>([appId])
    for (const fingerprint of new Set([...before.claimed, ...claimed])) {
      if (before.claimed.includes(fingerprint) === claimed.includes(fingerprint)) continue
      const others = (claims.get(fingerprint) ?? []).filter((other) => other !== appId)
      for (const other of others) rivals.add(other)
      const next = claimed.includes(fingerprint) ? [...others, appId] : others
      if (next.length === 0) claims.delete(fingerprint)
      else claims.set(fingerprint, next)
      if (owners.get(fingerprint) === appId) lapsed.add(fingerprint)
    }
    if (files.length === 0) apps.delete(appId)
    else apps.set(appId, { ...before, files, claimed })
    for (const each of rivals) judge(each)
  }

  return {
    look: () => {
      for (const fingerprint of lapsed) if (ownerOf(fingerprint) === undefined) owners.delete(fingerprint)
      lapsed.clear()
    },
    update,
    noteProof: (appId, fingerprint) => {
      if (ownerOf(fingerprint) !== undefined || !hasClaim(appId, fingerprint)) return false
      owners.set(fingerprint, appId)
      for (const each of claims.get(fingerprint) ?? []) judge(each)
      return true
    },
    filesOf: (appId) => apps.get(appId)?.files ?? [],
    keysOf: (appId) => {
      const { keys, problems } = apps.get(appId) ?? none
      return problems[0] === undefined ? E.right(keys) : unavailable(problems[0])
    },
    problems: () => [...apps.values()].flatMap(({ problems, shared }) => [...shared, ...problems]).sort(byName),
    // When somebody asks: of 100,000 apps they are a list of some megabytes.
    entries: () =>
      [...apps]
        .flatMap(([appId, { keys, problems }]) => (problems.length > 0 ? [] : [[appId, keys] as const]))
        .sort(byName),
  }
}

/** Files answer in any order. */
const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1)
const none: App = { files: [], claimed: [], keys: [], problems: [], shared: [] }
const sharedKey = (found: string): KeyError => keyError('same-key-for-two-apps', found)

export const unavailable = ([file, error]: Problem): E.Either<KeySourceUnavailable, never> =>
  E.left({ _tag: 'key_source_unavailable', detail: message(about(file)(error)) })
