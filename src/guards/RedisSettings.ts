/**
 * The Redis guard's settings.
 */
import * as E from 'fp-ts/lib/Either.js'
import { flow, pipe } from 'fp-ts/lib/function.js'
import { type TextRule, text, wholeNumber } from '../core/Rule.ts'
import * as Options from '../core/Settings.ts'
import * as Timestamp from '../core/Timestamp.ts'
import { type Misconfigured, misconfigured } from '../core/VerifyError.ts'
import * as Lifetime from './Lifetime.ts'

/** What a program may write down, any of it left out. */
export interface Settings extends Lifetime.Settings {
  /** What the guard's keys begin with; guards with the same prefix share one memory. Default `countersign:`. */
  readonly prefix?: string | undefined
  /** For how many milliseconds a claim may wait for Redis; then it fails, and nothing is accepted. Default 100. */
  readonly deadlineMs?: number | undefined
  /**
   * How many seconds a caller's clock may be ahead of ours for the promise to hold over a failover, a restart or a flush of
   * Redis: for so long, and two seconds more, no request is accepted then. `maxSkew + margin / 2` covers every caller.
   * Default 5.
   */
  readonly fence?: number | undefined
  /** The first timestamp that is taken where nothing is stored yet. Default the second in which the guard starts; an earlier one is for tests. */
  readonly floor?: number | undefined
}

export interface Rules {
  readonly lifetime: Lifetime.Lifetime
  readonly prefix: string
  readonly deadlineMs: number
  readonly fence: number
  readonly floor: Timestamp.Timestamp | undefined
}

const prefix: TextRule<string> = text(/^[\x21-\x7e]{1,128}$/, 'visible ASCII characters')

export const fields: Options.Fields<Omit<Rules, 'lifetime'> & Lifetime.Window> = {
  ...Lifetime.fields,
  prefix: Options.defaulting(prefix, 'countersign:'),
  deadlineMs: Options.defaulting(wholeNumber('milliseconds', 1, 60_000), 100),
  fence: Options.defaulting(wholeNumber('seconds', 0, 86_400), 5),
  floor: Options.optional(Timestamp.rule),
}

// Redis counts a key's life in milliseconds from 1970, in 64 bits; a year of life is far from their end.
const longest = 366 * 86_400

/** The rules that `settings` come to, or all that makes no sense. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> =>
  pipe(
    settings,
    Options.read(fields),
    E.chain(({ prefix, deadlineMs, fence, floor, ...window }) => {
      const lifetime = Lifetime.of(window)
      return lifetime.life < 1 || lifetime.life > longest
        ? Options.complain('maxAge, maxSkew and margin must come to 1 second or more, and to a year at most')
        : E.right({ lifetime, prefix, deadlineMs, fence, floor })
    }),
    E.mapLeft(flow(Options.words('the guard'), misconfigured)),
  )
