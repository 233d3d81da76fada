/**
 * The replay guard of many machines, on PostgreSQL 13 or later: for those who have a database and no Redis.
 *
 * A claim is one statement, and so is tidying up, which a claim starts in the background when a quarter of a period has
 * passed. `statements.ts` says why no claim is `first` twice. The guard holds no connection and no timer: the client is the
 * program's.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { nameOf } from '../../core/untrusted.ts'
import { type GuardUnavailable, type Misconfigured, misconfigured } from '../../core/VerifyError.ts'
import type { Platform } from '../../effects/Platform.ts'
import type { Claimed, NonceClaim, ReplayGuard } from '../../effects/ReplayGuard.ts'
import { clock, timer } from '../../platform/common/system.ts'
import { claimId } from '../claimId.ts'
import { claimInTime, type InTime } from '../claimInTime.ts'
import * as Shared from '../settings.ts'
import { type PostgresClient, type Query, queryOf, type Row } from './PostgresClient.ts'
import { fields, parse, type Rules, type Settings } from './PostgresSettings.ts'
import * as Statements from './statements.ts'

export type { Pg, PostgresClient, PostgresJs } from './PostgresClient.ts'
export type { Settings } from './PostgresSettings.ts'

export interface PostgresGuard extends ReplayGuard {
  readonly sharedBy: 'cluster'
  /** As of this process's last claim. */
  readonly floor: IO<number>
}

export interface Env extends Shared.WarningOption, Pick<Platform, 'clock' | 'timer'> {}

/**
 * Makes a guard, and its tables if they are not there. Fails if a setting is wrong, or the database cannot be used.
 *
 * @example
 * ```ts
 * import * as E from 'fp-ts/lib/Either.js'
 * import { make } from 'countersign/guards/postgres'
 * import { clock, timer } from 'countersign/node'
 *
 * const pool = { query: async () => ({ rows: [] }) } // a Pool of the package pg
 * const guard = await make(pool, { table: 'job_claims' }, { clock, timer })()
 * assert.ok(E.isLeft(guard)) // this pool has no database
 * ```
 */
export const make =
  (
    client: PostgresClient,
    settings: Settings,
    env: Env,
  ): TE.TaskEither<GuardUnavailable | Misconfigured, PostgresGuard> =>
  async () => {
    const rules = parse(settings)
    if (E.isLeft(rules)) return rules
    const query = queryOf(client)
    if (E.isLeft(query)) return query
    const found = await TE.tryCatch(() => opened(query.right, rules.right), notOpened)()
    if (E.isLeft(found)) return found
    const flaw = flawOf(found.right, rules.right)
    if (flaw !== undefined) return E.left(flaw)
    warnOfLoss(found.right, env)
    return E.right(start(query.right, rules.right, env, Number(found.right?.lowest)))
  }

/** Several guards may begin at once: what PostgreSQL has undone for that is tried again. */
const opened = async (query: Query, rules: Rules): Promise<Row | undefined> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await query(Statements.create(rules))
      await query(Statements.tidy(rules, 'wait'))
      return (await query(Statements.inspection(rules)))[0]
    } catch (thrown) {
      if (attempt >= mostAttempts || Statements.remedyOf(codeOf(thrown)) !== 'again') throw thrown
    }
  }
}

const notOpened = (thrown: unknown): GuardUnavailable | Misconfigured =>
  codeOf(thrown) === '42501'
    ? misconfigured(
        'the PostgreSQL guard makes its tables and their partitions: its user must own them, and needs GRANT CREATE ON SCHEMA',
      )
    : Shared.unavailable(`PostgreSQL cannot be used: ${nameOf(thrown)}`)

const codeOf = (thrown: unknown): unknown => (Object(thrown) as { readonly code?: unknown }).code

const flawOf = (found: Row | undefined, { table, life }: Rules): GuardUnavailable | Misconfigured | undefined => {
  if (typeof found?.lowest !== 'number')
    return Shared.unavailable(`the table ${table}_floor is empty, or does not belong to the guard`)
  if (Number(found.version) < 130_000) return misconfigured('the PostgreSQL guard needs PostgreSQL 13 or later')
  if (found.life === life) return undefined
  return misconfigured(
    `the table ${table} belongs to guards whose maxAge, maxSkew and margin add up to ${found.life} s, not ${life} s: use another table, for all verifiers at the same time`,
  )
}

const warnOfLoss = ({ fsync, committing }: Row = {}, { onWarning }: Env): void => {
  const setting = fsync === 'off' ? 'fsync' : committing === 'off' ? 'synchronous_commit' : undefined
  if (setting !== undefined)
    onWarning?.(
      `in PostgreSQL, the setting ${setting} is off: after a crash, a request can be accepted a second time. Turn ${setting} on`,
    )
}

/** What a guard consists of, and what it knows. */
interface Running {
  readonly query: Query
  readonly rules: Rules
  readonly env: Env
  readonly claiming: string
  readonly watchFloor: (floor: number, now: number) => void
  readonly inTime: InTime
  /** The floor as of the last claim. */
  floor: number
  /** The quarter of a period, by the database's clock, in which the partitions were seen to last. */
  tidied: number
  tidying: boolean
}

/** So many claims may hang at the database before new ones are refused. */
const mostLate = 100

/** With a serializable default, copies of one claim may each fail some times. */
const mostAttempts = 5

const start = (query: Query, rules: Rules, env: Env, floor: number): PostgresGuard => {
  const { maxAge, maxSkew, deadlineMs, table } = rules
  const running: Running = {
    query,
    rules,
    env,
    claiming: Statements.claim(rules),
    watchFloor: Shared.watchFloor(
      env.onWarning,
      maxSkew,
      `start every verifier again with another table than ${table}`,
    ),
    inTime: claimInTime({
      timer: env.timer,
      deadlineMs,
      mostLate,
      overdue: Shared.unavailable(`PostgreSQL has not answered within ${deadlineMs} ms`),
    }),
    floor,
    tidied: Number.NaN,
    tidying: false,
  }
  running.watchFloor(floor, env.clock.now())
  return {
    sharedBy: 'cluster',
    window: { maxAge, maxSkew },
    floor: () => running.floor,
    claim: (c) => () => claim(running, c),
  }
}

const claim = (running: Running, c: NonceClaim): Promise<Claimed> => {
  const { env, floor, inTime } = running
  if (c.timestamp >= floor) return inTime(() => ask(running, c))
  running.watchFloor(floor, env.clock.now())
  return Promise.resolve(E.right('forgotten'))
}

/** Only a statement that PostgreSQL has undone is sent again: after a lost reply the claim may have been made. */
const ask = async (running: Running, c: NonceClaim): Promise<Claimed> => {
  const { query, claiming, rules } = running
  const values = [claimId(c), c.timestamp]
  for (let attempt = 1; ; attempt++) {
    try {
      const claimed = Statements.claimedOf((await query(claiming, values))[0])
      if (claimed === undefined) return E.left(Shared.unavailable(`the table ${rules.table}_floor is empty`))
      return E.right(noted(running, claimed))
    } catch (thrown) {
      const remedy = attempt < mostAttempts ? Statements.remedyOf(codeOf(thrown)) : 'none'
      if (remedy === 'tidy') await tidy(running, 'wait')
      if (remedy === 'none') return E.left(Shared.unavailable(`PostgreSQL failed: ${nameOf(thrown)}`))
    }
  }
}

const noted = (running: Running, { answer, floor, now }: Statements.Claimed): Statements.Claimed['answer'] => {
  const { rules, watchFloor } = running
  // A transaction that began earlier may end later: the floor only rises.
  running.floor = Math.max(running.floor, floor)
  if (answer === 'forgotten') watchFloor(running.floor, now)
  const quarter = Math.floor((4 * now) / rules.life)
  if (quarter !== running.tidied && !running.tidying) {
    running.tidied = quarter
    void tidy(running, 'skip')
  }
  return answer
}

/** Never rejects: partitions are made three periods ahead, and a claim that finds none tries again. */
const tidy = async (running: Running, others: 'skip' | 'wait'): Promise<void> => {
  running.tidying = true
  try {
    await running.query(Statements.tidy(running.rules, others))
  } catch {
    running.tidied = Number.NaN
  } finally {
    running.tidying = false
  }
}

export interface PostgresGuardOptions extends Settings, Shared.WarningOption {}

/**
 * The same guard for programs without fp-ts. Rejects with an Error that names the wrong option, or says why the database cannot be
 * used.
 *
 * @param client a `Pool` of the package pg, or what the package postgres makes
 *
 * @example
 * ```ts
 * import { postgresGuard } from 'countersign/guards/postgres'
 *
 * const pool = { query: async () => ({ rows: [] }) } // a Pool of the package pg
 * const guard = postgresGuard(pool, { maxAge: 300, maxSkew: 60 })
 * await assert.rejects(guard, /countersign_claims_floor is empty/) // this pool has no database
 * ```
 */
export const postgresGuard = async (
  client: PostgresClient,
  options: PostgresGuardOptions = {},
): Promise<PostgresGuard> => {
  const { onWarning, ...settings } = Shared.optionsOrThrow(faceFields)(options)
  return Shared.orThrow(await make(client, settings, { clock, timer, onWarning })())
}

/**
 * The statements that make the guard's tables, for migrations. The guard runs the same when it starts. Throws an Error that names the
 * wrong option.
 *
 * @example
 * ```ts
 * import { postgresSchema } from 'countersign/guards/postgres'
 *
 * assert.match(postgresSchema({ table: 'job_claims' }), /CREATE TABLE IF NOT EXISTS job_claims \(/)
 * ```
 */
export const postgresSchema = (options: PostgresGuardOptions = {}): string => {
  const { onWarning: _, ...settings } = Shared.optionsOrThrow(faceFields)(options)
  return Statements.schema(Shared.orThrow(parse(settings)))
}

const faceFields = { ...fields, onWarning: Shared.onWarningField }
