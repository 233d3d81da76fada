/**
 * The statements of the guard on PostgreSQL, and what it reads out of their answers: pure.
 *
 * A period is as long as a claim must live, by the database's clock. A claim is a row in the current period and one in the
 * next. PostgreSQL adds both in one statement: two rows are new, fewer were seen. A timestamp counts only within the window
 * around the database's clock. So two claims of one timestamp come within one life of each other, their periods are the same
 * or neighbours, and they meet in a row.
 *
 * Each period is a partition. A partition is dropped two periods later, in the transaction that raises the floor above every
 * timestamp that had a row in it. So a claim that has lost a row is below the floor, whichever way the clock steps.
 */
import type { ClaimAnswer } from '../../effects/ReplayGuard.ts'
import type { Row } from './PostgresClient.ts'
import type { Rules } from './PostgresSettings.ts'

type Timing = Pick<Rules, 'table' | 'maxAge' | 'maxSkew' | 'margin' | 'life'>

const now = 'extract(epoch FROM now())::float8'

/** How far a timestamp may be from the database's clock: half the margin is for the verifier's. */
const reach = ({ maxAge, maxSkew, margin }: Timing) => ({ old: maxAge + margin / 2, ahead: maxSkew + margin / 2 })

/** The tables. Only an empty memory takes `floor`; by default it is the second in which it is made. */
export const schema = ({ table, life, floor }: Rules): string => `CREATE TABLE IF NOT EXISTS ${table} (
  period bigint, id bytea, PRIMARY KEY (period, id)
) PARTITION BY LIST (period);
CREATE TABLE IF NOT EXISTS ${table}_floor (
  one boolean PRIMARY KEY CHECK (one), lowest float8 NOT NULL, life float8 NOT NULL
);
INSERT INTO ${table}_floor VALUES (true, ${floor ?? `floor(${now})`}, ${life}) ON CONFLICT DO NOTHING;
`

/** The same for many guards that start at once: `CREATE TABLE IF NOT EXISTS` alone fails for all but one. */
export const create = (rules: Rules): string => `SELECT pg_advisory_xact_lock(${lockOf(rules)});\n${schema(rules)}`

/** By the schema as well: others may have a table of this name. */
const lockOf = ({ table }: Timing): string => `hashtext('countersign'), hashtext(current_schema() || '.${table}')`

/** What the guard must know of the server, and of the memory that it has found. */
export const inspection = ({ table }: Timing): string => `SELECT lowest, life,
  current_setting('server_version_num')::int AS version,
  current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS committing
FROM ${table}_floor`

/**
 * Makes the next partitions and drops those that no claim needs. One guard at a time: the others skip it, or wait if they lack a
 * partition.
 */
export const tidy = (timing: Timing, others: 'skip' | 'wait'): string => {
  const { table, life } = timing
  const lock = lockOf(timing)
  const taken =
    others === 'wait'
      ? `PERFORM pg_advisory_xact_lock(${lock});`
      : `IF NOT pg_try_advisory_xact_lock(${lock}) THEN RETURN; END IF;`
  return `DO $$
    DECLARE current bigint := floor(${now} / ${life}); old record;
    BEGIN
      ${taken}
      FOR n IN current..current + 3 LOOP
        IF to_regclass('${table}_' || n) IS NULL THEN
          EXECUTE format('CREATE TABLE ${table}_%s PARTITION OF ${table} FOR VALUES IN (%s)', n, n);
        END IF;
      END LOOP;
      FOR old IN SELECT inhrelid::regclass AS name FROM pg_inherits WHERE inhparent = '${table}'::regclass
        AND substring(inhrelid::regclass::text FROM '\\d+$')::bigint < current - 1
      LOOP
        UPDATE ${table}_floor SET lowest = greatest(lowest, (current - 1) * ${life}::float8 + ${reach(timing).ahead});
        EXECUTE format('DROP TABLE %s', old.name);
      END LOOP;
    END $$`
}

/** The rows go in in ascending order, so that two claims never wait for each other. */
export const claim = (timing: Timing): string => {
  const { table, life } = timing
  const { old, ahead } = reach(timing)
  return `WITH place AS (
    SELECT lowest, seconds, $2::float8 >= lowest AND $2::float8 BETWEEN seconds - ${old} AND seconds + ${ahead} AS counts
    FROM ${table}_floor, (SELECT ${now} AS seconds) AS clock
  ), made AS (
    INSERT INTO ${table} (period, id)
    SELECT floor(seconds / ${life}) + n, $1::bytea FROM place, generate_series(0, 1) AS n WHERE counts ORDER BY n
    ON CONFLICT DO NOTHING RETURNING 1
  ) SELECT counts, lowest, seconds, (SELECT count(*)::int FROM made) AS rows FROM place`
}

/** What a claim's statement has answered; `undefined`: no claim's. */
export interface Claimed {
  readonly answer: ClaimAnswer
  readonly floor: number
  /** The database's clock. */
  readonly now: number
}

export const claimedOf = (row: Row | undefined): Claimed | undefined => {
  const { counts, lowest, seconds, rows } = row ?? {}
  if (typeof counts !== 'boolean' || typeof lowest !== 'number' || typeof seconds !== 'number') return undefined
  const answer = !counts ? 'forgotten' : rows === 2 ? 'first' : 'repeated'
  return { answer, floor: lowest, now: Math.floor(seconds) }
}

/** What to do about an error of a claim: PostgreSQL has undone the statement in the first two cases. */
export const remedyOf = (code: unknown): 'again' | 'tidy' | 'none' => {
  // serialization_failure and deadlock_detected, which isolation levels above READ COMMITTED answer with.
  if (code === '40001' || code === '40P01') return 'again'
  // check_violation: there is no partition for the period. Nobody has claimed for long, or the clock has stepped.
  return code === '23514' ? 'tidy' : 'none'
}
