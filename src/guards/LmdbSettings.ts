/**
 * The lmdb guard's settings.
 */
import * as E from 'fp-ts/lib/Either.js'
import { flow, pipe } from 'fp-ts/lib/function.js'
import { type Rule, wholeNumber } from '../core/Rule.ts'
import * as Options from '../core/Settings.ts'
import * as Timestamp from '../core/Timestamp.ts'
import { type Misconfigured, misconfigured } from '../core/VerifyError.ts'
import * as Lifetime from './Lifetime.ts'

/** What a program may write down; all but the path may be left out. */
export interface Settings extends Lifetime.Settings {
  /** The folder of the database, on a disk of this machine. It is made if it is not there. */
  readonly path: string
  /** After how many milliseconds a claim is given up, when the disk or another process holds it back. Default 100. */
  readonly deadlineMs?: number | undefined
  /** How many claims are remembered; some 100 bytes of disk each. Default 10,000,000. */
  readonly cap?: number | undefined
  /** The first timestamp that a new database takes. Default the second in which it is made; an earlier one is for tests. */
  readonly floor?: number | undefined
}

export interface Rules {
  readonly path: string
  /** Seconds for which a claim is remembered, unless an earlier process has asked the same database for more. */
  readonly life: number
  readonly deadlineMs: number
  readonly cap: number
  readonly floor: Timestamp.Timestamp | undefined
}

const folder: Rule<string> = {
  expected: "the path of a folder, such as 'nonces'",
  is: (path): path is string => typeof path === 'string' && path !== '' && !path.includes('\0'),
}

export const fields: Options.Fields<Omit<Rules, 'life'> & Lifetime.Window> = {
  path: Options.required(folder),
  ...Lifetime.fields,
  deadlineMs: Options.defaulting(wholeNumber('milliseconds', 1, 60_000), 100),
  cap: Options.defaulting(wholeNumber(undefined, 1, 1_000_000_000), 10_000_000),
  floor: Options.optional(Timestamp.rule),
}

/** The rules that `settings` come to, or all that makes no sense. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> =>
  pipe(
    settings,
    Options.read(fields),
    E.bimap(flow(Options.words('the guard'), misconfigured), ({ path, deadlineMs, cap, floor, ...window }) => ({
      path,
      life: Lifetime.of(window).life,
      deadlineMs,
      cap,
      floor,
    })),
  )
