/**
 * Keys as a program writes them down: a record of app id and key, a list of keys, or keys with the time in which they count.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { type AppId, isAppId } from '../core/AppId.ts'
import { about, type KeyError, keyError } from '../core/KeyError.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import { isTimestamp, type Timestamp } from '../core/Timestamp.ts'
import type { VerificationKeySettings } from './KeyImport.ts'
import { type KeyRing, ofKeys, type Validity, type VerificationKey } from './KeyRing.ts'

/** A key with the time in which it counts, in seconds since 1970, both ends inclusive. */
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

/** The ring of a record's keys, by a platform's import; the first key that is not taken is named by its app. */
export const toKeyRing =
  (importKey: ImportKey) =>
  (record: KeyRecord, settings: Omit<VerificationKeySettings, 'validity'> = {}): TaskEither<KeyError, KeyRing> =>
  async () => {
    const entries: Array<readonly [AppId, ReadonlyArray<VerificationKey>]> = []
    for (const [name, given] of Object.entries(record)) {
      // A name that breaks the rule is not repeated: it may be a key in the wrong place.
      if (!isAppId(name)) return E.left(keyError('app-id'))
      const keys: Array<VerificationKey> = []
      for (const each of (Array.isArray(given) ? given : [given]) as ReadonlyArray<AppKey>) {
        const { key, validity } = dated(each)
        if (E.isLeft(validity)) return E.left(about(name)(validity.left))
        const imported = await importKey(key, { ...settings, validity: validity.right })()
        if (E.isLeft(imported)) return E.left(about(name)(imported.left))
        keys.push(imported.right)
      }
      entries.push([name, keys])
    }
    const ring = ofKeys(entries)
    return E.isLeft(ring) ? E.left(about(ring.left.appId)(ring.left.error)) : ring
  }

/** The year 5138 in seconds, and 1973 in milliseconds: a key that was to end in these would never end. */
const farFuture = 100_000_000_000

const datedKeyNames: ReadonlyArray<string> = ['key', 'notBefore', 'notAfter', 'revoked'] satisfies ReadonlyArray<
  keyof DatedKey
>

const isDated = (given: AppKey): given is DatedKey => typeof given === 'object' && given !== null && 'key' in given

const dated = (given: AppKey): { readonly key: KeyInput; readonly validity: E.Either<KeyError, Validity> } => {
  if (!isDated(given)) return { key: given, validity: E.right({}) }
  const { key, notBefore, notAfter, revoked } = given
  // A `revoked` that is 1, or that is misspelled, would leave the key valid.
  const known = Object.keys(given).every((name) => datedKeyNames.includes(name))
  if (!known || (revoked !== undefined && typeof revoked !== 'boolean'))
    return { key, validity: E.left(keyError('validity')) }
  for (const at of [notBefore, notAfter]) {
    if (at !== undefined && !(isTimestamp(at) && at <= farFuture))
      return { key, validity: E.left(keyError('validity')) }
  }
  const validity = {
    ...(notBefore === undefined ? {} : { notBefore: notBefore as Timestamp }),
    ...(notAfter === undefined ? {} : { notAfter: notAfter as Timestamp }),
    ...(revoked === undefined ? {} : { revoked }),
  }
  return { key, validity: E.right(validity) }
}
