/**
 * The Redis guard's settings.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type TextRule, text, wholeNumber } from '../../core/Rule.ts'
import * as Options from '../../core/Settings.ts'
import type { Misconfigured } from '../../core/VerifyError.ts'
import * as Shared from '../settings.ts'

/** All of them are optional. */
export interface Settings extends Shared.LifetimeOptions {
  /** How the guard's keys begin; guards with one prefix share one memory. Without `{` in a cluster. Default `countersign:`. */
  readonly prefix?: string | undefined
  /** For how many milliseconds a claim may wait for Redis; then it fails, and its request is refused. Default 100. */
  readonly deadlineMs?: number | undefined
  /**
   * How many seconds a caller's clock may be ahead of ours without risk when Redis fails over, restarts or is flushed.
   * After such a loss, no request is accepted for `fence` and two more seconds; in a cluster three, and only in the shards that
   * were hit. `maxSkew + margin / 2` covers every caller. Default 5.
   */
  readonly fence?: number | undefined
  /**
   * How many claims one key may have. Default: a fifth of what fits into Redis's `maxmemory`, at 120 bytes each, so that
   * an app with four keys cannot fill it; 4,000,000 where `maxmemory` is not set. In a cluster: of all primaries, and each of the 64
   * shards has a 64th of it.
   */
  readonly quota?: number | undefined
}

type Read = Options.Decoded<Omit<Settings, keyof Shared.Lifetime>, 'prefix' | 'deadlineMs' | 'fence'> & Shared.Lifetime

export type Rules = Shared.Lived<Read>

const prefix: TextRule<string> = text(
  { alphabet: '\\x21-\\x7e', minLength: 1, maxLength: 128 },
  (count) => `${count} visible ASCII characters`,
)

export const fields: Options.Fields<Read> = {
  ...Shared.fields,
  prefix: Options.defaulting(prefix, 'countersign:'),
  deadlineMs: Shared.deadlineMs,
  fence: Options.defaulting(wholeNumber('seconds', 0, 86_400), 5),
  quota: Shared.quotaField,
}

/** The settings with their defaults, or all that is wrong with them. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> =>
  pipe(settings, Options.read(fields), E.chain(Shared.withBoundedLife), Shared.refused)
