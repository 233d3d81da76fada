/**
 * The memory guard's settings.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Timestamp from '../core/Timestamp.ts'
import type { Misconfigured } from '../core/VerifyError.ts'
import * as Lifetime from './Lifetime.ts'

const { wrong } = Lifetime

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

export const names: ReadonlyArray<string> = [
  ...Lifetime.names,
  ...(['cap', 'quota', 'floor'] satisfies ReadonlyArray<keyof Settings>),
]

const most = 100_000_000

/** The rules that `settings` come to; the first that makes no sense is named. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> => {
  const lifetime = Lifetime.parse(settings)
  if (E.isLeft(lifetime)) return lifetime
  const { cap = 1_000_000 } = settings
  if (!Number.isSafeInteger(cap) || cap < 1 || cap > most)
    return wrong(`the guard's cap is a whole number, 1 to ${most}`)
  const { quota = Math.ceil(cap / 5), floor } = settings
  if (!Number.isSafeInteger(quota) || quota < 1 || quota > cap)
    return wrong(`the guard's quota is a whole number, 1 to its cap of ${cap}`)
  if (floor !== undefined && !Timestamp.isTimestamp(floor))
    return wrong("the guard's floor is a timestamp in whole seconds, 0 or more")
  return E.right({ life: lifetime.right.life, cap, quota, floor })
}
