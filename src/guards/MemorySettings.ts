/**
 * The memory guard's settings.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { wholeNumber } from '../core/Rule.ts'
import * as Options from '../core/Settings.ts'
import type { Misconfigured } from '../core/VerifyError.ts'
import * as Lifetime from './Lifetime.ts'
import { refused } from './rejection.ts'

/** All of them are optional. */
export interface Settings extends Lifetime.Settings {
  /** How many claims are remembered; at most about 30 bytes each. Default 1,000,000. */
  readonly cap?: number | undefined
  /** How many claims one key may have; the cap means no limit. Default: a fifth of the cap, so that an app with four keys cannot fill the guard. */
  readonly quota?: number | undefined
}

interface Limits<Quota> extends Lifetime.Window {
  readonly cap: number
  readonly quota: Quota
}

export type Rules = Lifetime.Lived<Limits<number>>

export const fields: Options.Fields<Limits<number | undefined>> = {
  ...Lifetime.fields,
  cap: Options.defaulting(wholeNumber(undefined, 1, 100_000_000), 1_000_000),
  quota: Options.optional(wholeNumber(undefined, 1)),
}

/** The settings with their defaults, or all that is wrong with them. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> =>
  pipe(
    settings,
    Options.read(fields),
    E.chain(({ cap, quota = Math.ceil(cap / 5), ...window }) =>
      quota > cap
        ? Options.complain(`quota must be at most cap, which is ${cap}`)
        : E.right(Lifetime.withLife({ ...window, cap, quota })),
    ),
    refused,
  )
