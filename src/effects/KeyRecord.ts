/** A program's keys: a record of app ids with a key, a list of keys, or keys with a validity period. */
import * as E from 'fp-ts/lib/Either.js'
import { flow, pipe } from 'fp-ts/lib/function.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { isAppId } from '../core/AppId.ts'
import { about, type KeyError, keyError } from '../core/KeyError.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import { boolean, wholeNumber } from '../core/Rule.ts'
import * as Settings from '../core/Settings.ts'
import type { Timestamp } from '../core/Timestamp.ts'
import type { VerificationKeySettings } from './KeyImport.ts'
import { type KeyRing, ofKeys, type Validity, type VerificationKey } from './KeyRing.ts'

/** A key with its validity period, in seconds since 1970, both ends inclusive. */
export interface DatedKey {
  readonly key: KeyInput
  readonly notBefore?: number | undefined
  readonly notAfter?: number | undefined
  readonly revoked?: boolean | undefined
}

export type AppKey = KeyInput | DatedKey

/** The public keys of each app, up to four. */
export type KeyRecord = Readonly<Record<string, AppKey | ReadonlyArray<AppKey>>>

export type ImportKey = (key: KeyInput, settings: VerificationKeySettings) => TaskEither<KeyError, VerificationKey>

/** Imports a record's keys. Fails with the first refused key and its app. */
export const toKeyRing =
  (importKey: ImportKey) =>
  (record: KeyRecord, settings: Omit<VerificationKeySettings, 'validity'> = {}): TaskEither<KeyError, KeyRing> => {
    const importOne = (given: AppKey): TaskEither<KeyError, VerificationKey> =>
      pipe(
        TE.fromEither(dated(given)),
        TE.chain(({ key, validity }) => importKey(key, { ...settings, validity })),
      )
    return pipe(
      Object.entries(record),
      TE.traverseSeqArray(([name, given]) =>
        // The error does not repeat a malformed name: it may be a key in the wrong place.
        !isAppId(name)
          ? TE.left(keyError('app-id'))
          : pipe(
              (Array.isArray(given) ? given : [given]) as ReadonlyArray<AppKey>,
              TE.traverseSeqArray(importOne),
              TE.bimap(about(name), (keys) => [name, keys] as const),
            ),
      ),
      TE.chainEitherK(
        flow(
          ofKeys,
          E.mapLeft(({ appId, error }) => about(appId)(error)),
        ),
      ),
    )
  }

/** The year 5138 in seconds. A `notAfter` in milliseconds would be later, and the key would never expire. */
const farFuture = 100_000_000_000

const second = Settings.optional(wholeNumber<Timestamp>('seconds since 1970, not milliseconds', 0, farFuture))

const readValidity = Settings.decode<Validity>({
  notBefore: second,
  notAfter: second,
  revoked: Settings.optional(boolean),
})

const isDated = (given: AppKey): given is DatedKey =>
  typeof given === 'object' && given !== null && Object.hasOwn(given, 'key')

/** Own members: nothing on `Object.prototype` ends it. */
const always: Validity = { notBefore: undefined, notAfter: undefined, revoked: undefined }

const dated = (given: AppKey): E.Either<KeyError, { readonly key: KeyInput; readonly validity: Validity }> => {
  if (!isDated(given)) return E.right({ key: given, validity: always })
  const { key, ...times } = given
  return pipe(
    readValidity(times),
    E.bimap(
      (complaints) => keyError('validity', complaints.join('; ')),
      (validity) => ({ key, validity }),
    ),
  )
}
