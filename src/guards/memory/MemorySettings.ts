/**
 * The memory guard's settings.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { wholeNumber } from '../../core/Rule.ts'
import * as Options from '../../core/Settings.ts'
import type { Misconfigured } from '../../core/VerifyError.ts'
import * as Shared from '../settings.ts'

/** All of them are optional. */
export interface Settings extends Shared.LifetimeOptions, Shared.QuotaOption {
  /** How many claims are remembered; at most about 30 bytes each. Default 1,000,000. */
  readonly cap?: number | undefined
}

type Read<Defaulted extends 'cap' | 'quota'> = Options.Decoded<Omit<Settings, 'floor'>, Defaulted> & Shared.Lifetime

export type Rules = Shared.Lived<Read<'cap' | 'quota'>>

export const fields: Options.Fields<Read<'cap'>> = {
  ...Shared.fields,
  cap: Options.defaulting(wholeNumber(undefined, 1, 100_000_000), 1_000_000),
  quota: Shared.quotaField,
}

/** The settings with their defaults, or all that is wrong with them. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> =>
  pipe(settings, Options.read(fields), E.chain(Shared.withQuota), E.map(Shared.withLife), Shared.refused)
