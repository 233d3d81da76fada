/**
 * The lmdb guard's settings.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { textThat, wholeNumber } from '../../core/Rule.ts'
import * as Options from '../../core/Settings.ts'
import type { Misconfigured } from '../../core/VerifyError.ts'
import * as Shared from '../settings.ts'

/** All but the path are optional. */
export interface Settings extends Shared.LifetimeOptions, Shared.QuotaOption {
  /** The database's folder, on a disk of this machine. The guard makes it if it is absent. */
  readonly path: string
  /** After how many milliseconds the guard gives up a claim that the disk or another process delays. Default 100. */
  readonly deadlineMs?: number | undefined
  /** How many claims are remembered; about 150 bytes of disk each. Default 10,000,000. */
  readonly cap?: number | undefined
}

type Read<Defaulted extends 'deadlineMs' | 'cap' | 'quota'> = Options.Decoded<
  Omit<Settings, keyof Shared.Lifetime>,
  Defaulted
> &
  Shared.Lifetime

export type Rules = Shared.Lived<Read<'deadlineMs' | 'cap' | 'quota'>>

const folder = textThat("the path of a folder, such as 'nonces'", (path) => path !== '' && !path.includes('\0'))

export const fields: Options.Fields<Read<'deadlineMs' | 'cap'>> = {
  path: Options.required(folder),
  ...Shared.fields,
  deadlineMs: Shared.deadlineMs,
  cap: Options.defaulting(wholeNumber(undefined, 1, 1_000_000_000), 10_000_000),
  quota: Shared.quotaField,
}

/** The settings with their defaults, or all that is wrong with them. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> =>
  pipe(settings, Options.read(fields), E.chain(Shared.withQuota), E.map(Shared.withLife), Shared.refused)
