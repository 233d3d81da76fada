/** The settings of the guard on PostgreSQL. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { textThat } from '../../core/Rule.ts'
import * as Options from '../../core/Settings.ts'
import type { Misconfigured } from '../../core/VerifyError.ts'
import * as Shared from '../settings.ts'

/** All of them are optional. */
export interface Settings extends Shared.LifetimeOptions {
  /** The table of the claims; guards with one table share one memory. Two more names begin with it. Default `countersign_claims`. */
  readonly table?: string | undefined
  /** For how many milliseconds a claim may wait for PostgreSQL; then it fails, and its request is refused. Default 100. */
  readonly deadlineMs?: number | undefined
}

type Read = Options.Decoded<Omit<Settings, keyof Shared.Lifetime>, 'table' | 'deadlineMs'> & Shared.Lifetime

export type Rules = Shared.Lived<Read>

const tableName = textThat(
  'a name of a table: a to z, 0 to 9 and _, at most 40 characters, and the first one a letter',
  (text) => /^[a-z][a-z0-9_]{0,39}$/.test(text),
)

export const fields: Options.Fields<Read> = {
  ...Shared.fields,
  table: Options.defaulting(tableName, 'countersign_claims'),
  deadlineMs: Shared.deadlineMs,
}

/** The settings with their defaults, or all that is wrong with them. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> =>
  pipe(settings, Options.read(fields), E.chain(Shared.withBoundedLife), Shared.refused)
