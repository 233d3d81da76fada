/**
 * Which app has which keys, while key files come and go. The app id is not signed: if two apps had one key, each could claim
 * the requests of the other. So the app that had the key first keeps it, until its files are sound and do not hold it: a file
 * that is being written gives nothing up, nor does one that gets another name. Nothing says which of two apps was first if both come with a key in one look, such
 * as the first; then both are closed.
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
}

interface Claim {
  readonly appId: AppId
  readonly look: number
}

export interface KeyClaims {
  /** Begins a look: all keys that come until the next call come at the same time. */
  readonly look: () => void
  /** Call when a file of the app has come, changed or gone. */
  readonly update: (appId: AppId, file: string) => void
  readonly filesOf: (appId: AppId) => ReadonlyArray<string>
  readonly keysOf: (appId: AppId) => E.Either<KeySourceUnavailable, Keys>
  readonly problems: () => ReadonlyArray<Problem>
  readonly entries: () => ReadonlyArray<readonly [AppId, Keys]>
}

export const make = (heldBy: (file: string) => Held | undefined): KeyClaims => {
  const apps = new Map<AppId, App>()
  /** The first claim is the oldest. */
  const claims = new Map<Fingerprint, ReadonlyArray<Claim>>()
  /** Given up since the look began. Who claims it again in that look, in a file of another name, has had it all the time. */
  const given = new Map<string, Claim>()
  let looks = 0

  /** Another app that keeps this one from the key. */
  const rivalOf = (appId: AppId, fingerprint: Fingerprint): AppId | undefined => {
    const [first, second] = claims.get(fingerprint) ?? []
    if (first === undefined || second === undefined) return undefined
    if (first.appId !== appId) return first.appId
    return first.look === second.look ? second.appId : undefined
  }

  const judge = (appId: AppId): void => {
    const app = apps.get(appId)
    if (app === undefined) return
    const problems: Array<Problem> = []
    const keys: Array<VerificationKey> = []
    let crowded: string | undefined
    for (const file of app.files) {
      const held = heldBy(file)
      if (held === undefined) continue
      if (E.isLeft(held)) problems.push([file, held.left])
      for (const key of E.isLeft(held) ? [] : held.right) {
        // A copy of a key adds nothing.
        if (keys.some(({ fingerprint }) => fingerprint === key.fingerprint)) continue
        const rival = rivalOf(appId, key.fingerprint)
        if (rival !== undefined) problems.push([file, keyError('same-key-for-two-apps', `with ${rival}`)])
        keys.push(key)
        if (keys.length === maxKeysPerApp + 1) crowded = file
      }
    }
    if (crowded !== undefined) problems.push([crowded, keyError('too-many-keys', String(keys.length))])
    app.problems = problems.length > 0 ? problems : none.problems
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
      const others = (claims.get(fingerprint) ?? []).filter((claim) => claim.appId !== appId)
      for (const other of others) rivals.add(other.appId)
      const mine = `${fingerprint} ${appId}`
      const own = (claims.get(fingerprint) ?? []).find((claim) => claim.appId === appId)
      if (own !== undefined) given.set(mine, own)
      const claim = given.get(mine) ?? { appId, look: looks }
      const next = claimed.includes(fingerprint) ? [...others, claim].sort((a, b) => a.look - b.look) : others
      if (next.length === 0) claims.delete(fingerprint)
      else claims.set(fingerprint, next)
    }
    if (files.length === 0) apps.delete(appId)
    else apps.set(appId, { ...before, files, claimed })
    for (const each of rivals) judge(each)
  }

  return {
    look: () => {
      given.clear()
      looks++
    },
    update,
    filesOf: (appId) => apps.get(appId)?.files ?? [],
    keysOf: (appId) => {
      const { keys, problems } = apps.get(appId) ?? none
      return problems[0] === undefined ? E.right(keys) : unavailable(problems[0])
    },
    problems: () => [...apps.values()].flatMap(({ problems }) => problems).sort(byName),
    // When somebody asks: of 100,000 apps they are a list of some megabytes.
    entries: () =>
      [...apps]
        .flatMap(([appId, { keys, problems }]) => (problems.length > 0 ? [] : [[appId, keys] as const]))
        .sort(byName),
  }
}

/** Files answer in any order. */
const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1)
const none: App = { files: [], claimed: [], keys: [], problems: [] }

export const unavailable = ([file, error]: Problem): E.Either<KeySourceUnavailable, never> =>
  E.left({ _tag: 'key_source_unavailable', detail: message(about(file)(error)) })
