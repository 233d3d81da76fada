/**
 * A program's record of public keys, and the key ring that is made of it. An app has a key, a list of keys, or keys with a validity
 * period:
 *
 *     { 'app-1': pem, 'app-2': [oldJwk, newJwk], 'app-3': { key: pem, notAfter: new Date('2030-01-01') } }
 *
 * Rows of a database will do: times may be numbers, bigints, digits or Dates, and an empty column is `null`.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { type AppId, isAppId } from '../core/AppId.ts'
import { validityNames } from '../core/Jwk.ts'
import { about, type KeyError, type KeyResult, keyError, refused } from '../core/KeyError.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import { mustBe, wholeNumber } from '../core/Rule.ts'
import * as Settings from '../core/Settings.ts'
import type { Timestamp } from '../core/Timestamp.ts'
import { inspect, memberOf } from '../core/untrusted.ts'
import type { VerificationKeySettings } from './KeyImport.ts'
import { type AppKeys, type KeyRing, ofRegistered, registry, type Validity, type VerificationKey } from './KeyRing.ts'
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
  (record: KeyRecord, settings: Omit<VerificationKeySettings, 'validity'> = {}): TaskEither<KeyError, KeyRing> =>
  // Statements: with a pipe of tasks for each app, a record of 100,000 takes twice as long.
  async () => {
    const importDated = ({ key, validity }: ReadKey) => importKeys(key, { ...settings, validity })()
    const byApp = new Map<AppId, ReadonlyArray<VerificationKey>>()
    const register = registry()
    // Begun here: reading the names is part of the first slice.
    const pause = pauses(timer)
    // The record as it is now. Of 100,000 apps, `Object.entries` alone would hold the event loop for 100 ms.
    const names = Object.keys(record)
    const keysOfApps = names.map((name) => record[name] as KeyRecord[string])
    for (const [index, name] of names.entries()) {
      const app = await importApp(name, keysOfApps[index] as KeyRecord[string], importDated)
      if (E.isLeft(app)) return app
      const [rejected] = register(app.right)()
      if (rejected !== undefined) return E.left(about(rejected.appId)(rejected.error))
      byApp.set(...app.right)
      const pausing = pause()
      if (pausing !== undefined) await pausing
    }
    return E.right(ofRegistered(byApp))
  }

/** A key and when it is valid, as read from the record. */
interface ReadKey {
  readonly key: KeyInput
  readonly validity: Validity
}

/** Imports the keys of one app. */
const importApp = async (
  name: string,
  keysOfApp: KeyRecord[string],
  importDated: (key: ReadKey) => Promise<KeyResult<ReadonlyArray<VerificationKey>>>,
): Promise<KeyResult<AppKeys>> => {
  // The error does not repeat a malformed name: it may be a key in the wrong place.
  if (!isAppId(name)) return E.left(keyError('app-id'))
  const keys: Array<VerificationKey> = []
  for (const appKey of (Array.isArray(keysOfApp) ? keysOfApp : [keysOfApp]) as ReadonlyArray<AppKey>) {
    const read = readKey(appKey)
    if (E.isLeft(read)) return E.left(about(name)(read.left))
    const imported = await importDated(read.right)
    if (E.isLeft(imported)) return E.left(about(name)(imported.left))
    for (const key of imported.right) keys.push(key)
  }
  return E.right([name, keys])
}

// ---- One key with its validity

const isDated = (appKey: AppKey): appKey is DatedKey =>
  typeof appKey === 'object' && appKey !== null && memberOf(appKey as DatedKey, 'key') !== undefined

/** Own members, so that a polluted `Object.prototype` cannot end the validity. */
const always: Validity = { notBefore: undefined, notAfter: undefined, revoked: undefined }

const readKey = (appKey: AppKey): KeyResult<ReadKey> => {
  if (!isDated(appKey)) return E.right({ key: appKey, validity: always })
  const { key, ...own } = appKey
  const times = validityNames(appKey).map((name) => [name, appKey[name as keyof DatedKey]])
  // A row may be an instance of a class, whose getters do not enumerate.
  const validity = readValidity({ ...own, ...Object.fromEntries(times) })
  return E.isLeft(validity) ? refused('validity', validity.left.join('; ')) : E.right({ key, validity: validity.right })
}

// ---- Times

/** Seconds since 1970, not milliseconds, or a `Date`. Drivers give BIGINT as digits in a text, or as a bigint. */
export type SecondsOrDate = number | bigint | `${bigint}` | Date

/** The year 5138 in seconds. A `notAfter` in milliseconds would be later, and the key would never expire. */
const farFuture = 100_000_000_000

const second = {
  ...wholeNumber<Timestamp>(undefined, 0, farFuture),
  expected: `a Date, null, or whole seconds since 1970, 0 to ${farFuture}`,
}

const isDate = (value: unknown): value is Date =>
  // By its tag: `instanceof` fails across realms, such as a test runner's sandbox.
  inspect(() => Object.prototype.toString.call(value) === '[object Date]', false)

/** A number if it is seconds in any of the forms. A key is valid for whole seconds only, hence `round`. */
const secondsOf = (given: unknown, round: (seconds: number) => number): unknown => {
  if (isDate(given)) return round(Number(given) / 1000)
  return typeof given === 'bigint' || (typeof given === 'string' && /^(?:0|[1-9]\d{0,15})$/.test(given))
    ? Number(given)
    : given
}

/** What was given, in the words of a programmer who looks for the mistake. */
const foundIn = (given: unknown): string => {
  const seconds = secondsOf(given, Math.floor)
  if (typeof seconds === 'number') {
    if (isDate(given) && Number.isNaN(seconds)) return 'an invalid Date'
    return seconds > farFuture && seconds < farFuture * 1000
      ? `${seconds}, which looks like milliseconds: divide by 1000`
      : `${seconds}`
  }
  if (typeof given !== 'string') return typeof given
  return /^\d{4}-\d\d-\d\d/.test(given) ? 'text that holds a date: give new Date(text)' : 'text'
}

/** `null` counts as left out: it is what an empty column gives. */
const instant =
  (round: (seconds: number) => number): Settings.Field<Timestamp | undefined> =>
  (name, given) => {
    if (given === undefined || given === null) return E.right(undefined)
    const seconds = secondsOf(given, round)
    return second.is(seconds)
      ? E.right(seconds)
      : Settings.complain(`${mustBe(name, second)} (found ${foundIn(given)})`)
  }

/** A boolean, the 0 or 1 of a database without booleans, or when the key was revoked: it is revoked from the start. */
const revoked: Settings.Field<boolean | undefined> = (name, given) => {
  if (given === undefined || given === null || typeof given === 'boolean') return E.right(given ?? undefined)
  const since = secondsOf(given, Math.trunc)
  return second.is(since) || (isDate(given) && !Number.isNaN(since))
    ? E.right(isDate(given) || since !== 0)
    : Settings.complain(
        `${name} must be true, false, or the time of the revocation: ${second.expected} (found ${foundIn(given)})`,
      )
}

/** The validity in a row without its key. A name that is not known is refused: it may be a misspelled `notAfter`. */
export const readValidity: (given: unknown) => E.Either<Settings.Complaints, Validity> =
  /* @__PURE__ */ Settings.decode<Validity>({
    notBefore: /* @__PURE__ */ instant(Math.ceil),
    notAfter: /* @__PURE__ */ instant(Math.floor),
    revoked,
  })
