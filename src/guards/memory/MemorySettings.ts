/**
 * The memory guard's settings.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { wholeNumber } from '../../core/Rule.ts'
import * as Options from '../../core/Settings.ts'
import type { Misconfigured } from '../../core/VerifyError.ts'
import * as Lifetime from '../Lifetime.ts'
import * as Quota from '../Quota.ts'
import { refused } from '../rejection.ts'

/** All of them are optional. */
export interface Settings extends Lifetime.Settings, Quota.Settings {
  /** How many claims are remembered; at most about 30 bytes each. Default 1,000,000. */
  readonly cap?: number | undefined
}

interface Read<Q> extends Lifetime.Window, Quota.Limits<Q> {}

export type Rules = Lifetime.Lived<Read<number>>

export const fields: Options.Fields<Read<number | undefined>> = {
  ...Lifetime.fields,
  cap: Options.defaulting(wholeNumber(undefined, 1, 100_000_000), 1_000_000),
  quota: Quota.field,
}

/** The settings with their defaults, or all that is wrong with them. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> =>
  pipe(settings, Options.read(fields), E.chain(Quota.withDefault), E.map(Lifetime.withLife), refused)
