/**
 * The memory guard's settings.
 */
import * as E from 'fp-ts/lib/Either.js'
import { flow, pipe } from 'fp-ts/lib/function.js'
import { wholeNumber } from '../core/Rule.ts'
import * as Options from '../core/Settings.ts'
import * as Timestamp from '../core/Timestamp.ts'
import { type Misconfigured, misconfigured } from '../core/VerifyError.ts'
import * as Lifetime from './Lifetime.ts'

/** What a program may write down: plain numbers, any of them left out. */
export interface Settings extends Lifetime.Settings {
  /** How many claims are remembered; at most about 30 bytes each. Default 1,000,000. */
  readonly cap?: number | undefined
  /** How many of them may be one key's; as many as the cap for no such limit. Default a fifth of the cap, so that an app with four keys cannot fill it. */
  readonly quota?: number | undefined
  /** The first timestamp that is taken. Default the second in which the guard starts; an earlier one is for tests. */
  readonly floor?: number | undefined
}

export interface Rules {
  /** Seconds for which a claim is remembered. */
  readonly life: number
  readonly cap: number
  readonly quota: number
  readonly floor: Timestamp.Timestamp | undefined
}

interface Read extends Lifetime.Window {
  readonly cap: number
  readonly quota: number | undefined
  readonly floor: Timestamp.Timestamp | undefined
}

export const fields: Options.Fields<Read> = {
  ...Lifetime.fields,
  cap: Options.defaulting(wholeNumber(undefined, 1, 100_000_000), 1_000_000),
  quota: Options.optional(wholeNumber(undefined, 1)),
  floor: Options.optional(Timestamp.rule),
}

/** The rules that `settings` come to, or all that makes no sense. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> =>
  pipe(
    settings,
    Options.read(fields),
    E.chain(({ cap, quota = Math.ceil(cap / 5), floor, ...window }) =>
      quota > cap
        ? Options.complain(`quota must be at most cap, which is ${cap}`)
        : E.right({ life: Lifetime.of(window).life, cap, quota, floor }),
    ),
    E.mapLeft(flow(Options.words('the guard'), misconfigured)),
  )
