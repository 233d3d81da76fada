/** A key ring that looks keys up where a program keeps them: in a database, or another service. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { type AppId, isAppId } from '../../core/AppId.ts'
import { message } from '../../core/KeyError.ts'
import { fn, type Rule, wholeNumber } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'
import { nameOf } from '../../core/untrusted.ts'
import { type AppKey, toKeyRing } from '../../effects/KeyRecord.ts'
import { tell } from '../../effects/Listener.ts'
import type { Platform } from '../../effects/Platform.ts'
import { pauses, timeoutRule, within } from '../../effects/Timer.ts'
import { warnOnce } from '../../platform/common/warn.ts'
import { isPlain } from '../untrusted.ts'
import { readOrReject } from '../VerificationError.ts'
import type { Keys } from '../Verifier.ts'
import * as KeyCache from './KeyCache.ts'
import { type ImportOptions, type ImportSettings, importFields } from './keyImport.ts'
import * as LookUps from './LookUps.ts'

/** The keys of an app, up to four; nothing if there is no such app. A lookup that throws counts as unavailable. */
export type KeyLookup = (appId: string) => Given | Promise<Given>

type Given = AppKey | ReadonlyArray<AppKey> | null | undefined

/**
 * The keys of each app, as a `Map` or a plain object. An app that is not in it does not exist. `Map` beside `ReadonlyMap`, so that
 * a compiler's error about a Map names the wrong field.
 */
export type KeysByApp = Map<string, Given> | ReadonlyMap<string, Given> | Readonly<Record<string, Given>>

/** A lookup of many apps in one call. */
export interface BatchLookup {
  /** If it throws, the keys of all these apps are unavailable: let it pass over an id that cannot exist. */
  readonly many: (appIds: ReadonlyArray<string>) => KeysByApp | Promise<KeysByApp>
  /** The most ids of one call: 1,000 unless set. */
  readonly idsPerCall?: number | undefined
}

export interface KeySourceOptions extends ImportOptions {
  /** Seconds for which keys count without another look-up, and so how long a withdrawn key may pass: 60 unless set. */
  readonly ttl?: number | undefined
  /** Seconds for which they count when they cannot be looked up: 300 unless set. After that the answer is 503. */
  readonly staleLimit?: number | undefined
  /** How long a look-up may take, and how long it may wait for its turn, in milliseconds: 1,000 unless set. */
  readonly timeoutMs?: number | undefined
  /**
   * The most calls of the lookup in any second: 500 unless set, or 50 with `many`. Without `many`, an app that has proven
   * itself is looked up beside these, once in `ttl`.
   */
  readonly callsPerSecond?: number | undefined
  /** The most apps whose keys are kept: 10,000 unless set. An app with one key of 2048 bits takes about 5 KB. */
  readonly mostKnown?: number | undefined
  /**
   * Receives each call that fails, with the first of its apps, and each app with a key that is not accepted. Unless set, the
   * process warns of each fault once, with the code `COUNTERSIGN_KEYS`.
   */
  readonly onProblem?: ((appId: string, message: string) => void) | undefined
}

export interface KeySource extends Keys {
  /** Forgets an app's keys, or all, so that the next request looks them up. Call it when a key is withdrawn. */
  readonly forget: (appId?: string) => void
}

/** Makes a key source of a function that finds the keys of an app, or of many, in a database or behind an address. */
export type CreateKeySource = (lookup: KeyLookup | BatchLookup, options?: KeySourceOptions) => KeySource

export const seconds: Rule<number> = {
  expected: 'a number of seconds, 0 or more',
  is: (value): value is number => Number.isFinite(value) && (value as number) >= 0,
}

/** The options, read. */
export interface SourceSettings
  extends Settings.Decoded<KeySourceOptions, 'ttl' | 'staleLimit' | 'timeoutMs' | 'mostKnown' | 'maxKeyBits'> {
  readonly policies: ImportSettings['policies']
}

/** A JavaScript Map holds 16.7 million entries, and an app may have four keys. */
const mostApps = 4_000_000

export const sourceFields: Settings.Fields<SourceSettings> = {
  ttl: Settings.defaulting(seconds, 60),
  staleLimit: Settings.defaulting(seconds, 300),
  timeoutMs: Settings.defaulting(timeoutRule, 1000),
  callsPerSecond: Settings.optional(wholeNumber('calls', 1)),
  mostKnown: Settings.defaulting(wholeNumber('apps', 1, mostApps), 10_000),
  onProblem: Settings.optional(fn()),
  ...importFields,
}

const decode = Settings.decode(sourceFields)

export const ordered = <S extends SourceSettings>(settings: S): E.Either<Settings.Complaints, S> =>
  settings.staleLimit >= settings.ttl ? E.right(settings) : Settings.complain('staleLimit must be at least ttl')

type BatchSettings = Settings.Decoded<BatchLookup, 'idsPerCall'>

const decodeBatch = Settings.decode<BatchSettings>({
  many: Settings.required(fn<BatchLookup['many']>()),
  idsPerCall: Settings.defaulting(wholeNumber('app ids', 1), 1000),
})

/** How a registry is asked, whichever form the lookup has. */
export interface Asking {
  readonly idsPerCall: number
  readonly callsPerSecond: number
  /** Fails with what is wrong with the answer; rejects with what the lookup throws. */
  readonly ask: (appIds: ReadonlyArray<AppId>) => Promise<E.Either<string, ReadKeys>>
}

/** May throw: a database row may be an object whose getters throw. */
type ReadKeys = (appId: AppId) => Given

const askingOf = (lookup: unknown): E.Either<Settings.Complaints, Asking> => {
  if (typeof lookup === 'function') return E.right(askingOne(lookup as KeyLookup))
  if (!Settings.isRecord(lookup))
    return Settings.complain('give it a function from app id to public keys, or { many } for many app ids')
  return pipe(decodeBatch(lookup), E.map(askingMany))
}

const askingOne = (lookup: KeyLookup): Asking => ({
  idsPerCall: 1,
  callsPerSecond: 500,
  ask: async ([appId]) => {
    const given = await lookup(appId as AppId)
    return E.right(() => given)
  },
})

const askingMany = ({ many, idsPerCall }: BatchSettings): Asking => ({
  idsPerCall,
  callsPerSecond: 50,
  ask: async (appIds) => readerOf(await many(appIds)),
})

const readerOf = (answer: unknown): E.Either<string, ReadKeys> => {
  if (answer instanceof Map) return E.right((appId) => answer.get(appId))
  // Own members only: `constructor` is an app id. A driver's result object would read as a record without any app.
  if (isPlain<Given>(answer)) return E.right((appId) => (Object.hasOwn(answer, appId) ? answer[appId] : undefined))
  return E.left('answered with neither a Map nor a plain object from app id to keys')
}

/** What a source of keys needs of a platform. */
export type KeyPlatform = Pick<Platform, 'timer' | 'verificationKeys'>

export const keySourceOn =
  (platform: KeyPlatform): CreateKeySource =>
  (lookup, options = {}) => {
    const settings = readOrReject('keySource', pipe(decode(options), E.chain(ordered)))
    return sourceOn(platform, 'keySource', readOrReject('keySource', askingOf(lookup)), settings)
  }

/** `called` is what the warnings call it. */
export const sourceOn = (
  platform: KeyPlatform,
  called: string,
  { ask, idsPerCall, ...standard }: Asking,
  given: SourceSettings,
): KeySource => {
  const {
    ttl,
    staleLimit,
    timeoutMs,
    callsPerSecond = standard.callsPerSecond,
    mostKnown,
    onProblem,
    ...settings
  } = given
  const { timer } = platform
  const warn = warnOnce('keys')
  /** Numbers differ from time to time: how many apps a call asks for, a row that holds the present time. */
  const withoutNumbers = (text: string): string => text.replace(/\d+/g, '')
  const consequence = 'until that is mended, requests are refused with 503; give onProblem to hear of each fault'

  /** A call that fails is one fault, whatever the apps. */
  const callFailed = (appIds: ReadonlyArray<AppId>, detail: string): void => {
    if (onProblem === undefined) warn(`${called}: ${detail}; ${consequence}`, withoutNumbers(detail))
    else tell(onProblem, appIds[0] ?? '', detail)
  }

  const appFailed = (appId: AppId, detail: string): void => {
    // A key's error begins with its app.
    const named = detail.startsWith(`${appId}: `) ? detail : `${appId}: ${detail}`
    if (onProblem === undefined) warn(`${called}: ${named}; ${consequence}`, `${appId} ${withoutNumbers(detail)}`)
    else tell(onProblem, appId, detail)
  }

  const toRing = toKeyRing(platform.verificationKeys, platform.timer)

  const asked = async (appIds: ReadonlyArray<AppId>): Promise<E.Either<string, ReadKeys>> => {
    const lookUp = idsPerCall === 1 ? 'the look-up' : `the look-up of ${appIds.length} apps`
    const task = () => ask(appIds).catch((thrown) => E.left(`threw ${nameOf(thrown)}`))
    const late = () => E.left(`gave no answer within ${timeoutMs} ms`)
    return E.mapLeft((fault: string) => `${lookUp} ${fault}`)(await within(timer, timeoutMs)(task, late)())
  }

  const imported = async (appId: AppId, keys: NonNullable<Given>): Promise<LookUps.Finding> => {
    // Reading a key may throw, too: it may be an object with getters.
    const ring = await TE.tryCatch(async () => toRing({ [appId]: keys }, settings)(), threw)()
    if (E.isLeft(ring)) return reported(appId, ring.left)
    if (E.isLeft(ring.right)) return reported(appId, wrong(message(ring.right.left)))
    const found = await ring.right.right.keysOf(appId)()
    return E.isLeft(found) ? reported(appId, wrong(found.left.detail)) : { _tag: 'Found', keys: found.right }
  }

  const reported = (appId: AppId, fault: Fault): LookUps.Finding => {
    appFailed(appId, fault.detail)
    return fault
  }

  const call: LookUps.Call = async (appIds, answer) => {
    const readKeys = await asked(appIds)
    if (E.isLeft(readKeys)) {
      callFailed(appIds, readKeys.left)
      for (const appId of appIds) answer(appId, away(readKeys.left))
      return
    }
    const pause = pauses(timer)
    for (const appId of appIds) {
      const keys = E.tryCatch(() => readKeys.right(appId), threw)
      if (E.isLeft(keys)) answer(appId, reported(appId, keys.left))
      else if (keys.right === undefined || keys.right === null) answer(appId, noApp)
      else answer(appId, await imported(appId, keys.right))
      await pause()
    }
  }

  const cache = KeyCache.make(
    timer,
    // A look-up waits for its call, and then for the answer.
    { fresh: ttl * 1000, stale: staleLimit * 1000, timeout: 2 * timeoutMs, mostKnown },
    LookUps.make(timer, { callsPerSecond, idsPerCall, timeout: timeoutMs }, call),
    appFailed,
  )
  return {
    keysOf: cache.keysOf,
    forget: (appId) => {
      if (appId === undefined || isAppId(appId)) cache.forget(appId)
    },
  }
}

interface Fault {
  readonly _tag: 'Away' | 'Wrong'
  readonly detail: string
}

const noApp: LookUps.Finding = { _tag: 'Found', keys: [] }
const threw = (thrown: unknown): Fault => away(`the look-up threw ${nameOf(thrown)}`)
const away = (detail: string): Fault => ({ _tag: 'Away', detail })
const wrong = (detail: string): Fault => ({ _tag: 'Wrong', detail })
