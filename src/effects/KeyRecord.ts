/** A program's keys: a record of app ids with a key, a list of keys, or keys with a validity period. */
import * as E from 'fp-ts/lib/Either.js'
import { flow, pipe } from 'fp-ts/lib/function.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { isAppId } from '../core/AppId.ts'
import { about, type KeyError, keyError } from '../core/KeyError.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import { memberOf } from '../core/untrusted.ts'
import { validityNames } from '../core/validityNames.ts'
import type { VerificationKeySettings } from './KeyImport.ts'
import { type AppKeys, type KeyRing, ofRegistered, registry, type Validity, type VerificationKey } from './KeyRing.ts'
import { traverseInSlices } from './pauses.ts'
import { readValidity, type SecondsOrDate } from './readValidity.ts'
import type { Timer } from './Timer.ts'

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
    const importGiven = (given: AppKey): TaskEither<KeyError, ReadonlyArray<VerificationKey>> =>
      pipe(
        TE.fromEither(dated(given)),
        TE.chain(({ key, validity }) => importKeys(key, { ...settings, validity })),
      )
    const importApp = ([name, given]: readonly [string, KeyRecord[string]]): TaskEither<KeyError, AppKeys> =>
      // The error does not repeat a malformed name: it may be a key in the wrong place.
      !isAppId(name)
        ? TE.left(keyError('app-id'))
        : pipe(
            (Array.isArray(given) ? given : [given]) as ReadonlyArray<AppKey>,
            TE.traverseSeqArray(importGiven),
            TE.bimap(about(name), (keys) => [name, keys.flat()] as const),
          )
    return () => {
      const register = registry()
      const addApp = (entry: AppKeys): E.Either<KeyError, AppKeys> => {
        const [rejected] = register(entry)
        return rejected === undefined ? E.right(entry) : E.left(about(rejected.appId)(rejected.error))
      }
      return pipe(
        traverseInSlices(timer)(Object.entries(record), flow(importApp, TE.chainEitherK(addApp))),
        TE.map((entries) => ofRegistered(new Map(entries))),
      )()
    }
  }

const isDated = (given: AppKey): given is DatedKey =>
  typeof given === 'object' && given !== null && memberOf(given as DatedKey, 'key') !== undefined

/** Own members: nothing on `Object.prototype` ends it. */
const always: Validity = { notBefore: undefined, notAfter: undefined, revoked: undefined }

const dated = (given: AppKey): E.Either<KeyError, { readonly key: KeyInput; readonly validity: Validity }> => {
  if (!isDated(given)) return E.right({ key: given, validity: always })
  const { key, ...own } = given
  const times = validityNames(given).map((name) => [name, given[name as keyof DatedKey]])
  return pipe(
    // A row may be an instance of a class, whose getters do not enumerate.
    readValidity({ ...own, ...Object.fromEntries(times) }),
    E.bimap(
      (complaints) => keyError('validity', complaints.join('; ')),
      (validity) => ({ key, validity }),
    ),
  )
}
