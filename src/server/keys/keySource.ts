/**
 * A key ring that looks keys up where a program keeps them: in a database, or another service. Here are its options, the forms of
 * a lookup, and one call of it; `LookUps` bounds the calls, `KeyCache` keeps what they answer.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type AppId, isAppId } from '../../core/AppId.ts'
import { fn, type Rule, wholeNumber } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'
import { nameOf } from '../../core/untrusted.ts'
import type { KeyRing } from '../../effects/KeyRing.ts'
import { pauses, timeoutRule, within } from '../../effects/Timer.ts'
import { isPlain } from '../untrusted.ts'
import { readOrReject } from '../VerificationError.ts'
import type { Keys } from '../Verifier.ts'
import { away, type Given, importApp, type KeyPlatform, threw } from './importApp.ts'
import * as KeyCache from './KeyCache.ts'
import { type ImportOptions, type ImportSettings, importFields } from './keyImport.ts'
import { type KeyProblems, keyProblems } from './keyProblems.ts'
import * as LookUps from './LookUps.ts'

/** The keys of an app, up to four; nothing if there is no such app. A lookup that throws counts as unavailable. */
export type KeyLookup = (appId: string) => Given | Promise<Given>

/**
 * The keys of each app, as a `Map` or a plain object. An app that is not in it does not exist. `Map` beside `ReadonlyMap`, so that
 * a compiler's error about a Map names the wrong field.
 */
export type KeysByApp = Map<string, Given> | ReadonlyMap<string, Given> | Readonly<Record<string, Given>>

/** A lookup of many apps in one call. */
export interface BatchLookup {
  /** If it throws, the keys of all these apps are unavailable: let it pass over an id that cannot exist. */
  readonly lookUpMany: (appIds: ReadonlyArray<string>) => KeysByApp | Promise<KeysByApp>
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
   * The most calls of the lookup in any second: 500 unless set, or 50 with `lookUpMany`. Without it, an app that has proven
   * itself is looked up beside these, once in `ttl`.
   */
  readonly maxCallsPerSecond?: number | undefined
  /** The most apps whose keys are kept: 10,000 unless set. An app with one key of 2048 bits takes about 5 KB. */
  readonly cacheSize?: number | undefined
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
  extends Settings.Decoded<KeySourceOptions, 'ttl' | 'staleLimit' | 'timeoutMs' | 'cacheSize' | 'maxKeyBits'> {
  readonly policies: ImportSettings['policies']
}

/** A JavaScript Map holds 16.7 million entries, and an app may have four keys. */
const mostApps = 4_000_000

export const sourceFields: Settings.Fields<SourceSettings> = {
  ttl: Settings.defaulting(seconds, 60),
  staleLimit: Settings.defaulting(seconds, 300),
  timeoutMs: Settings.defaulting(timeoutRule, 1000),
  maxCallsPerSecond: Settings.optional(wholeNumber('calls', 1)),
  cacheSize: Settings.defaulting(wholeNumber('apps', 1, mostApps), 10_000),
  onProblem: Settings.optional(fn()),
  ...importFields,
}

const decode = Settings.decode(sourceFields, { mostKnown: 'cacheSize', callsPerSecond: 'maxCallsPerSecond' })

export const ordered = <S extends SourceSettings>(settings: S): E.Either<Settings.Complaints, S> =>
  settings.staleLimit >= settings.ttl ? E.right(settings) : Settings.complain('staleLimit must be at least ttl')

type BatchSettings = Settings.Decoded<BatchLookup, 'idsPerCall'>

const batchFields: Settings.Fields<BatchSettings> = {
  lookUpMany: Settings.required(fn<BatchLookup['lookUpMany']>()),
  idsPerCall: Settings.defaulting(wholeNumber('app ids', 1), 1000),
}

const decodeBatch = Settings.decode(batchFields, { many: 'lookUpMany' })

/** How a registry is asked, whichever form the lookup has. */
interface Asking {
  readonly idsPerCall: number
  readonly maxCallsPerSecond: number
  /** Fails with what is wrong with the answer; rejects with what the lookup throws. */
  readonly ask: (appIds: ReadonlyArray<AppId>) => Promise<E.Either<string, ReadKeys>>
}

/** May throw: a database row may be an object whose getters throw. */
type ReadKeys = (appId: AppId) => Given

const askingOf = (lookup: unknown): E.Either<Settings.Complaints, Asking> => {
  if (typeof lookup === 'function') return E.right(askingOne(lookup as KeyLookup))
  if (!Settings.isRecord(lookup))
    return Settings.complain('give keySource a function from app id to public keys, or { lookUpMany } for many app ids')
  return pipe(decodeBatch(lookup), E.map(askingMany))
}

const askingOne = (lookup: KeyLookup): Asking => ({
  idsPerCall: 1,
  maxCallsPerSecond: 500,
  ask: async ([appId]) => {
    const given = await lookup(appId as AppId)
    return E.right(() => given)
  },
})

const askingMany = ({ lookUpMany, idsPerCall }: BatchSettings): Asking => ({
  idsPerCall,
  maxCallsPerSecond: 50,
  ask: async (appIds) => readerOf(await lookUpMany(appIds)),
})

const readerOf = (answer: unknown): E.Either<string, ReadKeys> => {
  if (answer instanceof Map) return E.right((appId) => answer.get(appId))
  // Own members only: `constructor` is an app id. A driver's result object would read as a record without any app.
  if (isPlain<Given>(answer)) return E.right((appId) => (Object.hasOwn(answer, appId) ? answer[appId] : undefined))
  return E.left('returned neither a Map nor a plain object from app id to keys')
}

export const keySourceOn =
  (platform: KeyPlatform): CreateKeySource =>
  (lookup, options = {}) => {
    const settings = readOrReject('keySource', pipe(decode(options), E.chain(ordered)))
    return sourceOn(platform, readOrReject('keySource', askingOf(lookup)), settings)
  }

const sourceOn = (platform: KeyPlatform, asking: Asking, settings: SourceSettings): KeySource => {
  const { ttl, staleLimit, timeoutMs, maxCallsPerSecond = asking.maxCallsPerSecond, cacheSize, onProblem } = settings
  const { timer } = platform
  const problems = keyProblems('keySource', onProblem)
  const cache = KeyCache.make(
    timer,
    // A look-up waits for its call, and then for the answer.
    { fresh: ttl * 1000, stale: staleLimit * 1000, timeout: 2 * timeoutMs, cacheSize },
    LookUps.make(
      timer,
      { maxCallsPerSecond, idsPerCall: asking.idsPerCall, timeout: timeoutMs },
      callOf(platform, asking, settings, problems),
    ),
    problems.ofApp,
  )
  const ring: KeyRing = { keysOf: cache.keysOf, noteProof: cache.noteProof }
  return {
    ...ring,
    forget: (appId) => {
      if (appId === undefined || isAppId(appId)) cache.forget(appId)
    },
  }
}

/** One call of the lookup: the answer for each of its apps. */
const callOf = (
  platform: KeyPlatform,
  { ask, idsPerCall }: Asking,
  { timeoutMs, ...settings }: SourceSettings,
  problems: KeyProblems,
): LookUps.Call => {
  const { timer } = platform
  const imported = importApp(platform, settings, problems.ofApp)

  const asked = async (appIds: ReadonlyArray<AppId>): Promise<E.Either<string, ReadKeys>> => {
    const lookUp = idsPerCall === 1 ? 'the look-up' : `the look-up of ${appIds.length} apps`
    const task = () => ask(appIds).catch((thrown) => E.left(`threw ${nameOf(thrown)}`))
    const late = () => E.left(`gave no answer within ${timeoutMs} ms`)
    return E.mapLeft((fault: string) => `${lookUp} ${fault}`)(await within(timer, timeoutMs)(task, late)())
  }

  return async (appIds, answer) => {
    const readKeys = await asked(appIds)
    if (E.isLeft(readKeys)) {
      problems.ofCall(appIds[0] ?? '', readKeys.left)
      for (const appId of appIds) answer(appId, away(readKeys.left))
      return
    }
    const pause = pauses(timer)
    for (const appId of appIds) {
      const keys = E.tryCatch(() => readKeys.right(appId), threw)
      if (E.isLeft(keys)) problems.ofApp(appId, keys.left.detail)
      answer(appId, E.isLeft(keys) ? keys.left : await imported(appId, keys.right))
      await pause()
    }
  }
}
