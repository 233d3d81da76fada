/** A program's keys: a record of app ids with a key, a list of keys, or keys with a validity period. */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { type AppId, isAppId } from '../core/AppId.ts'
import { validityNames } from '../core/Jwk.ts'
import { about, type KeyError, type KeyResult, keyError, refused } from '../core/KeyError.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import { memberOf } from '../core/untrusted.ts'
import type { VerificationKeySettings } from './KeyImport.ts'
import { type AppKeys, type KeyRing, ofRegistered, registry, type Validity, type VerificationKey } from './KeyRing.ts'
import { readValidity, type SecondsOrDate } from './readValidity.ts'
import { pauses, type Timer } from './Timer.ts'

/** A key with its validity period, both ends inclusive, as a row of a database has it; `null` is as `undefined`. */
export interface DatedKey {
  readonly key: KeyInput
  /** In seconds since 1970, or a `Date`. */
  readonly notBefore?: SecondsOrDate | null | undefined
  /** In seconds since 1970, or a `Date`. */
  readonly notAfter?: SecondsOrDate | null | undefined
  /** Whether the key is revoked, or since when: then it is revoked whatever the time is. 0 is as `false`. */
  readonly revoked?: boolean | SecondsOrDate | null | undefined
}

export type AppKey = KeyInput | DatedKey

/** The public keys of each app, up to four. */
export type KeyRecord = Readonly<Record<string, AppKey | ReadonlyArray<AppKey>>>

export type ImportKeys = (
  key: KeyInput,
  settings: VerificationKeySettings,
) => TaskEither<KeyError, ReadonlyArray<VerificationKey>>

/** Imports a record's keys, with pauses. Fails with the first refused key and its app. */
export const toKeyRing =
  (importKeys: ImportKeys, timer: Pick<Timer, 'wait' | 'elapsed'>) =>
  (record: KeyRecord, settings: Omit<VerificationKeySettings, 'validity'> = {}): TaskEither<KeyError, KeyRing> => {
    const importApp = async (name: string, given: KeyRecord[string]): Promise<KeyResult<AppKeys>> => {
      // The error does not repeat a malformed name: it may be a key in the wrong place.
      if (!isAppId(name)) return E.left(keyError('app-id'))
      const keys: Array<VerificationKey> = []
      for (const each of (Array.isArray(given) ? given : [given]) as ReadonlyArray<AppKey>) {
        const read = dated(each)
        if (E.isLeft(read)) return E.left(about(name)(read.left))
        const { key, validity } = read.right
        const imported = await importKeys(key, { ...settings, validity })()
        if (E.isLeft(imported)) return E.left(about(name)(imported.left))
        keys.push(...imported.right)
      }
      return E.right([name, keys])
    }
    // Statements: with a pipe of tasks for each app, a record of 100,000 takes twice as long.
    return async () => {
      const byApp = new Map<AppId, ReadonlyArray<VerificationKey>>()
      const register = registry()
      // Begun here: reading the names is part of the first slice.
      const pause = pauses(timer)
      // The record as it is now. Of 100,000 apps, `Object.entries` alone would hold the event loop for 100 ms.
      const names = Object.keys(record)
      const given = names.map((name) => record[name] as KeyRecord[string])
      for (const [i, name] of names.entries()) {
        const app = await importApp(name, given[i] as KeyRecord[string])
        if (E.isLeft(app)) return app
        const [rejected] = register(app.right)
        if (rejected !== undefined) return E.left(about(rejected.appId)(rejected.error))
        byApp.set(...app.right)
        const pausing = pause()
        if (pausing !== undefined) await pausing
      }
      return E.right(ofRegistered(byApp))
    }
  }

const isDated = (given: AppKey): given is DatedKey =>
  typeof given === 'object' && given !== null && memberOf(given as DatedKey, 'key') !== undefined

/** Own members: nothing on `Object.prototype` ends it. */
const always: Validity = { notBefore: undefined, notAfter: undefined, revoked: undefined }

const dated = (given: AppKey): KeyResult<{ readonly key: KeyInput; readonly validity: Validity }> => {
  if (!isDated(given)) return E.right({ key: given, validity: always })
  const { key, ...own } = given
  const times = validityNames(given).map((name) => [name, given[name as keyof DatedKey]])
  // A row may be an instance of a class, whose getters do not enumerate.
  const validity = readValidity({ ...own, ...Object.fromEntries(times) })
  return E.isLeft(validity) ? refused('validity', validity.left.join('; ')) : E.right({ key, validity: validity.right })
}
