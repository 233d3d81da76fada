/** A key ring that looks keys up where a program keeps them: in a database, or another service. */
import * as E from 'fp-ts/lib/Either.js'
import { flow, identity, pipe } from 'fp-ts/lib/function.js'
import type { Task } from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { type AppId, isAppId } from '../core/AppId.ts'
import { message } from '../core/KeyError.ts'
import { fn, type Rule } from '../core/Rule.ts'
import * as Settings from '../core/Settings.ts'
import { nameOf } from '../core/untrusted.ts'
import { type Misconfigured, misconfigured } from '../core/VerifyError.ts'
import { type AppKey, toKeyRing } from '../effects/KeyRecord.ts'
import { tell } from '../effects/Listener.ts'
import type { Platform } from '../effects/Platform.ts'
import { timeoutRule, within } from '../effects/Timer.ts'
import * as KeyCache from './KeyCache.ts'
import { type ImportOptions, type ImportSettings, importFields } from './keyImport.ts'
import { orReject } from './VerificationError.ts'
import type { Keys } from './Verifier.ts'

/** The keys of an app, up to four; nothing if there is no such app. A lookup that throws counts as unavailable. */
export type KeyLookup = (appId: string) => Given | Promise<Given>

type Given = AppKey | ReadonlyArray<AppKey> | null | undefined

export interface KeySourceOptions extends ImportOptions {
  /** Seconds for which keys count without another look-up, and so how long a withdrawn key may pass: 60 unless set. */
  readonly ttl?: number | undefined
  /** Seconds for which they count when they cannot be looked up: 300 unless set. After that the answer is 503. */
  readonly staleLimit?: number | undefined
  /** How long a look-up may take, in milliseconds: 1,000 unless set. */
  readonly timeoutMs?: number | undefined
  /** Receives each look-up that fails, or finds a key that is not accepted. */
  readonly onProblem?: ((appId: string, message: string) => void) | undefined
}

export interface KeySource extends Keys {
  /** Forgets an app's keys, or all, so that the next request looks them up. Call it when a key is withdrawn. */
  readonly forget: (appId?: string) => void
}

/** Makes a key source of a function that finds the keys of an app, in a database or behind an address. */
export type CreateKeySource = (lookup: KeyLookup, options?: KeySourceOptions) => KeySource

const seconds: Rule<number> = {
  expected: 'a number of seconds, 0 or more',
  is: (value): value is number => Number.isFinite(value) && (value as number) >= 0,
}

interface SourceSettings extends ImportSettings {
  readonly ttl: number
  readonly staleLimit: number
  readonly timeoutMs: number
  readonly onProblem: KeySourceOptions['onProblem']
}

const decode = Settings.decode<SourceSettings>({
  ttl: Settings.defaulting(seconds, 60),
  staleLimit: Settings.defaulting(seconds, 300),
  timeoutMs: Settings.defaulting(timeoutRule, 1000),
  onProblem: Settings.optional(fn()),
  ...importFields,
})

const parse = (lookup: KeyLookup, options: KeySourceOptions): E.Either<Misconfigured, SourceSettings> =>
  pipe(
    decode(options),
    E.filterOrElse(
      ({ ttl, staleLimit }) => staleLimit >= ttl,
      (): Settings.Complaints => ['staleLimit must be at least ttl'],
    ),
    E.filterOrElse(
      () => typeof lookup === 'function',
      (): Settings.Complaints => ['give it a function from app id to public keys'],
    ),
    E.mapLeft(flow(Settings.words('keySource'), misconfigured)),
  )

export const keySourceOn =
  (platform: Platform): CreateKeySource =>
  (lookup, options = {}) => {
    const { ttl, staleLimit, timeoutMs, onProblem, ...settings } = orReject(parse(lookup, options))
    const toRing = toKeyRing(platform.verificationKey)

    const ask = (appId: AppId): Task<KeyCache.Finding> =>
      pipe(
        TE.tryCatch(
          // Reading what was found may throw, too.
          async () => toRing({ [appId]: (await lookup(appId)) ?? [] }, settings)(),
          (thrown) => away(`the look-up threw ${nameOf(thrown)}`),
        ),
        TE.chainEitherK(E.mapLeft((error) => wrong(message(error)))),
        TE.chain(({ keysOf }) =>
          pipe(
            keysOf(appId),
            TE.mapLeft(({ detail }) => wrong(detail)),
          ),
        ),
        TE.match(identity, (keys): KeyCache.Finding => ({ _tag: 'Found', keys })),
      )

    const cache = KeyCache.make(
      platform.timer,
      { fresh: ttl * 1000, stale: staleLimit * 1000, timeout: timeoutMs },
      {
        find: (appId) =>
          within(platform.timer, timeoutMs)(ask(appId), () =>
            away(`the look-up gave no answer within ${timeoutMs} ms`),
          ),
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

const away = (detail: string): KeyCache.Finding => ({ _tag: 'Away', detail })
const wrong = (detail: string): KeyCache.Finding => ({ _tag: 'Wrong', detail })
