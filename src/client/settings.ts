/**
 * The options of `createSigner` and `createClient`: all complaints about single options at once, then those about several.
 * The base URL, the app id and the keys have reasons of their own and are read where they are used.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AuthType from '../core/AuthType.ts'
import * as BaseUrl from '../core/BaseUrl.ts'
import type { ClockOffset } from '../core/ClockOffset.ts'
import * as Edition from '../core/Edition.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import { boolean, fn, type Rule, wholeNumber } from '../core/Rule.ts'
import * as Settings from '../core/Settings.ts'
import * as Token from '../core/Token.ts'
import { type CryptoOn, cryptoOnRule } from '../effects/KeyImport.ts'
import { timeoutRule } from '../effects/Timer.ts'
import type * as Job from '../job/Job.ts'
import type { SendingFetch } from '../platform/web/httpClient.ts'
import type { Watch } from './attempts.ts'
import { type CallOptions, callFields, type RetryOptions, retryFields } from './CallOptions.ts'
import { type SettingInvalid, settingInvalid } from './ClientError.ts'
import { type OwnSettings, ownFields } from './ownEffects.ts'
import type { RemoteSettings } from './remoteKey.ts'

/** Whose key, and where it is. */
export interface KeySettings extends RemoteSettings, OwnSettings {
  readonly bodyLimit: number
  readonly appId: unknown
  readonly privateKey: KeyInput
  readonly passphrase: string | undefined
  readonly authType: AuthType.AuthType
  readonly cryptoOn: CryptoOn | undefined
}

export interface ClientSettings<J> extends KeySettings, Omit<RetryOptions, 'timeoutMs'> {
  readonly baseUrl: string
  readonly fetch: SendingFetch | undefined
  /** For the platform's own transport, which checks them. */
  readonly proxy: unknown
  readonly ca: unknown
  readonly agent: unknown
  readonly requestIdIsIdempotencyKey: boolean
  readonly hooks: Watch | undefined
  readonly clockOffsets: Map<string, ClockOffset | undefined>
  readonly edition: Edition.Edition
  readonly token: Token.Token | undefined
  /** What writes a job; this package's own unless set. */
  readonly jobs: Job.Encoding<J> | undefined
}

export const text: Rule<string> = { expected: 'text', is: (value): value is string => typeof value === 'string' }

/** An option whose type is only claimed: it is checked where it is used. */
export const unread =
  <A>(): Settings.Field<A> =>
  (_, value) =>
    E.right(value as A)

const keyFields: Settings.Fields<KeySettings> = {
  appId: unread(),
  privateKey: unread(),
  passphrase: Settings.optional(text),
  publicKey: unread(),
  signDigest: Settings.optional(fn()),
  sign: Settings.optional(fn()),
  authType: Settings.defaulting(AuthType.rule, AuthType.standard),
  cryptoOn: Settings.optional(cryptoOnRule),
  timeoutMs: Settings.optional(timeoutRule),
  bodyLimit: Settings.defaulting(wholeNumber('bytes'), 64 * 2 ** 20),
  ...ownFields,
}

const jobsRule: Rule<Job.Encoding<unknown>> = {
  expected: 'the result of Job.withStages',
  is: (value): value is Job.Encoding<unknown> =>
    typeof (value as Partial<Job.Encoding<unknown>> | null)?.encode === 'function',
}

const mapRule: Rule<Map<string, ClockOffset | undefined>> = {
  expected: 'a Map',
  is: (value): value is Map<string, ClockOffset | undefined> => value instanceof Map,
}

const clientFields: Settings.Fields<ClientSettings<unknown>> = {
  baseUrl: Settings.required({ ...text, expected: BaseUrl.rule.expected }),
  ...retryFields,
  fetch: Settings.optional(fn<SendingFetch>()),
  proxy: unread(),
  ca: unread(),
  agent: unread(),
  requestIdIsIdempotencyKey: Settings.defaulting(boolean, false),
  hooks: Settings.optional({ ...fn<Watch>(), expected: 'the result of attemptHooks' }),
  clockOffsets: (name, value = new Map()) => Settings.required(mapRule)(name, value),
  edition: Settings.defaulting(Edition.rule, 'international'),
  token: Settings.optional(Token.rule),
  jobs: Settings.optional(jobsRule),
  ...keyFields,
}

/** Reads a record of a face: `whose` is the face's name. */
export const read = <S extends object>(
  whose: string,
  fields: Settings.Fields<S>,
): ((given: unknown) => E.Either<SettingInvalid, S>) => {
  const decode = Settings.decode(fields)
  return (given) => orInvalid(whose, decode(given))
}

const orInvalid = <S>(whose: string, settings: E.Either<Settings.Complaints, S>): E.Either<SettingInvalid, S> =>
  E.isLeft(settings) ? E.left(settingInvalid(Settings.message(whose)(settings.left))) : settings

/** The options of a call of `submitJob`. */
export const readCall: (given: unknown) => E.Either<SettingInvalid, CallOptions> = read('submitJob', callFields)

/** Those of this client in the options of a call of `fetch`, which has more, and reads `signal` and `headers` itself. */
export const readFetchCall = (given: unknown): E.Either<SettingInvalid, CallOptions> => {
  const own = Object.entries(given ?? {}).filter(([name]) => isOwn(name))
  return orInvalid('fetch', Settings.read(callFields)(Object.fromEntries(own)))
}

/** Whether fetch knows no such option. */
export const isOwn = (name: string): boolean =>
  name !== 'signal' && name !== 'headers' && Object.hasOwn(callFields, name)

/** Reads a record; `complaintOf` says what is wrong with several options together. */
const checked =
  <S extends object>(whose: string, fields: Settings.Fields<S>, complaintOf: (settings: S) => string | undefined) =>
  (given: unknown): E.Either<SettingInvalid, S> => {
    const settings = read(whose, fields)(given)
    if (E.isLeft(settings)) return settings
    const complaint = complaintOf(settings.right)
    return complaint === undefined ? settings : E.left(settingInvalid(complaint))
  }

/** Whether the private key is elsewhere, and this program's function asks for signatures. */
export const isRemote = ({ signDigest, sign }: KeySettings): boolean => signDigest !== undefined || sign !== undefined

const keyComplaint = (s: KeySettings): string | undefined => {
  if (!isRemote(s))
    return s.publicKey === undefined
      ? undefined
      : 'a publicKey belongs to signDigest or sign; give one of them, or only a privateKey'
  if (s.privateKey !== undefined) return 'give either a privateKey, or a publicKey with signDigest or sign'
  if (s.signDigest !== undefined && s.sign !== undefined) return 'give either signDigest or sign'
  if (s.passphrase !== undefined || s.cryptoOn !== undefined) return 'passphrase and cryptoOn belong to a privateKey'
  return s.publicKey === undefined
    ? 'the publicKey is missing: it verifies each signature of signDigest or sign before the request is sent'
    : undefined
}

const ofApp = (s: KeySettings): boolean =>
  isRemote(s) || [s.appId, s.privateKey, s.publicKey].some((given) => given !== undefined)

export const readSigner: (given: unknown) => E.Either<SettingInvalid, KeySettings> = checked(
  'createSigner',
  keyFields,
  (s) =>
    s.privateKey !== undefined && s.timeoutMs !== undefined
      ? 'timeoutMs belongs to signDigest or sign; signing with a privateKey has no time limit'
      : keyComplaint(s),
)

const readAnyClient = checked<ClientSettings<unknown>>('createClient', clientFields, (s) => {
  if (s.token === undefined && !ofApp(s)) return 'give an appId and a privateKey, or a token'
  return s.token !== undefined && ofApp(s) ? 'give either a token, or an appId and a privateKey' : keyComplaint(s)
})

export const readClient = <J>(given: unknown): E.Either<SettingInvalid, ClientSettings<J>> =>
  readAnyClient(given) as E.Either<SettingInvalid, ClientSettings<J>>
