/**
 * The lmdb guard's settings.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Timestamp from '../core/Timestamp.ts'
import type { Misconfigured } from '../core/VerifyError.ts'
import * as Lifetime from './Lifetime.ts'

const { wrong } = Lifetime

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

export const names: ReadonlyArray<string> = [
  ...Lifetime.names,
  ...(['path', 'deadlineMs', 'cap', 'floor'] satisfies ReadonlyArray<keyof Settings>),
]

const most = 1_000_000_000
const longest = 60_000

const isWhole = (n: number, greatest: number): boolean => Number.isSafeInteger(n) && n >= 1 && n <= greatest

/** The rules that `settings` come to; the first that makes no sense is named. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> => {
  const { path, deadlineMs = 100, cap = 10_000_000, floor } = settings
  if (typeof path !== 'string' || path === '' || path.includes('\0')) {
    return wrong("the guard's path is that of a folder, such as 'nonces'")
  }
  const lifetime = Lifetime.parse(settings)
  if (E.isLeft(lifetime)) return lifetime
  if (!isWhole(deadlineMs, longest)) {
    return wrong(`the guard's deadlineMs is a whole number of milliseconds, 1 to ${longest}`)
  }
  if (!isWhole(cap, most)) return wrong(`the guard's cap is a whole number, 1 to ${most}`)
  if (floor !== undefined && !Timestamp.isTimestamp(floor)) {
    return wrong("the guard's floor is a timestamp in whole seconds, 0 or more")
  }
  return E.right({ path, life: lifetime.right.life, deadlineMs, cap, floor })
}
