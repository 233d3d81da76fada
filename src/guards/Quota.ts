/**
 * How many claims one key may have, so that no app can fill a guard or push out the claims of others.
 */
import * as E from 'fp-ts/lib/Either.js'
import { wholeNumber } from '../core/Rule.ts'
import * as Options from '../core/Settings.ts'

export interface Settings {
  /** How many claims one key may have; the cap means no limit. Default: a fifth of the cap, so that an app with four keys cannot fill the guard. */
  readonly quota?: number | undefined
}

export const field: Options.Field<number | undefined> = Options.optional(wholeNumber(undefined, 1))

export interface Limits<Quota> {
  readonly cap: number
  readonly quota: Quota
}

/** The quota that is meant where none is given. */
export const withDefault = <S extends Limits<number | undefined>>({
  quota,
  ...settings
}: S): E.Either<Options.Complaints, Omit<S, 'quota'> & Limits<number>> => {
  const { cap } = settings
  if (quota !== undefined && quota > cap) return Options.complain(`quota must be at most cap, which is ${cap}`)
  return E.right({ ...settings, quota: quota ?? Math.ceil(cap / 5) })
}
