/**
 * A ring of keys that are looked up where a program keeps them: a database, another service.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Task } from 'fp-ts/lib/Task.js'
import { type AppId, isAppId } from '../core/AppId.ts'
import { message } from '../core/KeyError.ts'
import * as OptionName from '../core/OptionName.ts'
import type { Policies } from '../core/Policies.ts'
import { nameOf } from '../core/untrusted.ts'
import { type AppKey, toKeyRing } from '../effects/KeyRecord.ts'
import { tell } from '../effects/Listener.ts'
import type { Platform, Where } from '../effects/Platform.ts'
import { within } from '../effects/Timer.ts'
import * as KeyCache from './KeyCache.ts'
import { misconfigured } from './rejection.ts'
import type { Keys } from './Verifier.ts'

/** The keys of an app, up to four; nothing if there is no such app. It may throw: then it is taken to be away. */
export type KeyLookup = (appId: string) => Given | Promise<Given>

type Given = AppKey | ReadonlyArray<AppKey> | null | undefined

export interface KeySourceOptions {
  /** Seconds for which keys count without being looked up again, and so how long a withdrawn key may pass: 60 unless set. */
  readonly ttl?: number | undefined
  /** Seconds for which they count when they cannot be looked up: 300 unless set. After that the answer is 503. */
  readonly staleLimit?: number | undefined
  /** How long a look-up may take, in milliseconds: 1,000 unless set. */
  readonly timeoutMs?: number | undefined
  /** The two policies that concern keys; a verifier's own do not reach a source. */
  readonly policies?: Partial<Pick<Policies, 'small-exponent' | 'missing-null'>> | undefined
  /** Told of each look-up that fails, or finds what is no key that is taken. */
  readonly onProblem?: ((appId: string, message: string) => void) | undefined
  readonly where?: Where | undefined
}

export interface KeySource extends Keys {
  /** Forgets an app's keys, or all, so that the next request looks them up: for whoever is told that a key was withdrawn. */
  readonly forget: (appId?: string) => void
}

/** Makes a key source of a function that finds the keys of an app, in a database or behind an address. */
export type CreateKeySource = (lookup: KeyLookup, options?: KeySourceOptions) => KeySource

const names: ReadonlyArray<string> = [
  'ttl',
  'staleLimit',
  'timeoutMs',
  'policies',
  'onProblem',
  'where',
] satisfies ReadonlyArray<keyof KeySourceOptions>

export const keySourceOn =
  (platform: Platform): CreateKeySource =>
  (lookup, options = {}) => {
    check(lookup, options)
    const { ttl = 60, staleLimit = 300, timeoutMs = 1000, policies, onProblem, where = 'pool' } = options
    const toRing = toKeyRing(platform.verificationKey)
    const settings = { where, policies }

    const ask =
      (appId: AppId): Task<KeyCache.Finding> =>
      async () => {
        try {
          const given = await lookup(appId)
          if (given === undefined || given === null) return { _tag: 'Found', keys: [] }
          const ring = await toRing({ [appId]: given }, settings)()
          if (E.isLeft(ring)) return { _tag: 'Wrong', detail: message(ring.left) }
          const keys = await ring.right.keysOf(appId)()
          return E.isLeft(keys) ? { _tag: 'Wrong', detail: keys.left.detail } : { _tag: 'Found', keys: keys.right }
        } catch (thrown) {
          // The look-up itself, or a member of what it has found.
          return { _tag: 'Away', detail: `the look-up threw ${nameOf(thrown)}` }
        }
      }

    const cache = KeyCache.make(
      platform.timer,
      { fresh: ttl * 1000, stale: staleLimit * 1000, patience: timeoutMs },
      {
        find: (appId) => {
          const late: KeyCache.Finding = { _tag: 'Away', detail: `the look-up gave no answer within ${timeoutMs} ms` }
          return within(platform.timer, timeoutMs)(ask(appId), () => late)
        },
        onProblem: (appId, detail) => tell(onProblem, appId, detail),
      },
    )
    return {
      keysOf: cache.keysOf,
      forget: (appId) => {
        if (appId === undefined || isAppId(appId)) cache.forget(appId)
      },
    }
  }

const check = (lookup: KeyLookup, options: KeySourceOptions): void => {
  if (typeof lookup !== 'function') throw misconfigured('keySource takes a function from app id to its public keys')
  if (typeof options !== 'object' || options === null) throw misconfigured('the options of keySource are a record')
  const complaint = OptionName.complaint(names, options, 'keySource has')
  if (complaint !== undefined) throw misconfigured(complaint)
  const { ttl = 60, staleLimit = 300, timeoutMs = 1000, onProblem, where } = options
  if (!Number.isFinite(ttl) || ttl < 0) throw misconfigured('ttl is a number of seconds, 0 or more')
  if (!Number.isFinite(staleLimit) || staleLimit < ttl)
    throw misconfigured('staleLimit is a number of seconds, at least ttl')
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1)
    throw misconfigured('timeoutMs is a whole number of milliseconds, 1 or more')
  if (onProblem !== undefined && typeof onProblem !== 'function') throw misconfigured('onProblem is a function')
  if (where !== undefined && where !== 'loop' && where !== 'pool') throw misconfigured('where is loop or pool')
}
