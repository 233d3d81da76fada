/**
 * Reads the options that a program gives to `createSigner`, `createClient` and their calls, perhaps without types. First come all
 * complaints about single options at once, then a complaint about options that do not go together.
 *
 *     { retries: -1, fetch: 'x' }     createClient: baseUrl must be …; retries must be a whole number, 0 or more; …
 *     { token, appId }                give either a token, or an appId and a privateKey
 *
 * A wrong base URL, app id or key has a reason of its own in a `ClientError`. So these options pass unchecked here (`unread`), and are
 * checked where they are used.
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

/** The settings of everything that signs: the app, and its key or the function that asks for signatures. */
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
  /** The platform's own transport checks this one and the next two. */
  readonly proxy: unknown
  readonly ca: unknown
  readonly agent: unknown
  readonly requestIdIsIdempotencyKey: boolean
  readonly hooks: Watch | undefined
  readonly clockOffsets: Map<string, ClockOffset | undefined>
  readonly edition: Edition.Edition
  readonly token: Token.Token | undefined
  /** Writes jobs; this package's own encoding unless set. */
  readonly jobs: Job.Encoding<J> | undefined
}

export const text: Rule<string> = { expected: 'text', is: (value): value is string => typeof value === 'string' }

/** An option that is not checked here: its type is only asserted. */
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
  // Only its type is checked here; the complaint names a URL all the same.
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

/** Reads the options of a public function. `whose` is the name of the function, for the complaints. */
export const read = <S extends object>(
  whose: string,
  fields: Settings.Fields<S>,
): ((options: unknown) => E.Either<SettingInvalid, S>) => {
  const decode = Settings.decode(fields)
  return (options) => orInvalid(whose, decode(options))
}

const orInvalid = <S>(whose: string, settings: E.Either<Settings.Complaints, S>): E.Either<SettingInvalid, S> =>
  E.isLeft(settings) ? E.left(settingInvalid(Settings.message(whose)(settings.left))) : settings

/** The options of a call of `submitJob`. */
export const readCall: (options: unknown) => E.Either<SettingInvalid, CallOptions> = read('submitJob', callFields)

/** This client's own options among those of a call of `fetch`. The others are the platform's, and `fetch` reads them itself. */
export const readFetchCall = (options: unknown): E.Either<SettingInvalid, CallOptions> => {
  const ownOptions = Object.entries(options ?? {}).filter(([name]) => isOwn(name))
  // Without a check for unknown options: `isOwn` has left known ones only.
  return orInvalid('fetch', Settings.read(callFields)(Object.fromEntries(ownOptions)))
}

/** Whether an option is this client's own. The platform's fetch knows `signal` and `headers` too. */
export const isOwn = (name: string): boolean =>
  name !== 'signal' && name !== 'headers' && Object.hasOwn(callFields, name)

/** As `read`. `complaintOf` says which options do not go together. */
const checked =
  <S extends object>(whose: string, fields: Settings.Fields<S>, complaintOf: (settings: S) => string | undefined) =>
  (options: unknown): E.Either<SettingInvalid, S> => {
    const settings = read(whose, fields)(options)
    if (E.isLeft(settings)) return settings
    const complaint = complaintOf(settings.right)
    return complaint === undefined ? settings : E.left(settingInvalid(complaint))
  }

/** Whether the private key is elsewhere, as in a KMS, and a function of the program asks for signatures. */
export const isRemote = ({ signDigest, sign }: KeySettings): boolean => signDigest !== undefined || sign !== undefined

/** Which of the key's options do not go together. */
const keyComplaint = (settings: KeySettings): string | undefined => {
  const { privateKey, publicKey, signDigest, sign, passphrase, cryptoOn } = settings
  if (!isRemote(settings))
    return publicKey === undefined
      ? undefined
      : 'give publicKey only together with signDigest or sign; without them, give only a privateKey'
  if (privateKey !== undefined) return 'give either a privateKey, or a publicKey with signDigest or sign'
  if (signDigest !== undefined && sign !== undefined) return 'give either signDigest or sign'
  if (passphrase !== undefined || cryptoOn !== undefined)
    return 'give passphrase and cryptoOn only together with privateKey'
  return publicKey === undefined
    ? 'the publicKey is missing: it verifies each signature of signDigest or sign before the request is sent'
    : undefined
}

const signerComplaint = (settings: KeySettings): string | undefined =>
  settings.privateKey !== undefined && settings.timeoutMs !== undefined
    ? 'give timeoutMs only together with signDigest or sign; signing with a privateKey has no time limit'
    : keyComplaint(settings)

export const readSigner: (options: unknown) => E.Either<SettingInvalid, KeySettings> = checked(
  'createSigner',
  keyFields,
  signerComplaint,
)

/** Whether a client signs as an app. Otherwise it sends a token. */
const isOfApp = (settings: KeySettings): boolean =>
  isRemote(settings) ||
  settings.appId !== undefined ||
  settings.privateKey !== undefined ||
  settings.publicKey !== undefined

const clientComplaint = (settings: ClientSettings<unknown>): string | undefined => {
  const { token } = settings
  if (token === undefined && !isOfApp(settings)) return 'give an appId and a privateKey, or a token'
  if (token !== undefined && isOfApp(settings)) return 'give either a token, or an appId and a privateKey'
  return keyComplaint(settings)
}

const readAnyClient = checked('createClient', clientFields, clientComplaint)

export const readClient = <J>(options: unknown): E.Either<SettingInvalid, ClientSettings<J>> =>
  readAnyClient(options) as E.Either<SettingInvalid, ClientSettings<J>>
