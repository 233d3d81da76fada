import { createHash } from 'node:crypto'
import type { Guard } from 'countersign/server'

/** A `Pool` of the package pg, with a `statement_timeout` and a `connectionTimeoutMillis`. */
interface Pool {
  readonly ended: boolean
  query(text: string, values?: Array<unknown>): Promise<{ readonly rows: Array<Record<string, unknown>> }>
}

/**
 * A replay guard on PostgreSQL 13 or later. A claim is a row in the current period and one in the next, by the database's clock.
 * A period is as long as a claim must live, so every copy meets one of the two. Old periods are partitions that are dropped.
 */
export const postgresGuard = async (pool: Pool, maxAge = 300, maxSkew = 60, margin = 60): Promise<Guard> => {
  const life = maxAge + maxSkew + margin
  const seconds = 'extract(epoch FROM now())'

  // Two rows: new. One or none: seen. They go in in ascending order, so two claims cannot wait for each other.
  const claiming = `WITH made AS (
    INSERT INTO countersign_claims (period, id)
    SELECT floor(${seconds} / ${life}) + n, $1 FROM generate_series(0, 1) AS n ORDER BY n
    ON CONFLICT DO NOTHING RETURNING 1
  ) SELECT count(*)::int AS rows, floor(${seconds})::float8 AS now FROM made`

  /** Makes the next partitions, and drops those whose claims have expired. One verifier at a time; the others skip it. */
  const tidy = `DO $$
    DECLARE current bigint := floor(${seconds} / ${life}); old record;
    BEGIN
      IF NOT pg_try_advisory_xact_lock(hashtext('countersign_claims')) THEN RETURN; END IF;
      FOR n IN current..current + 3 LOOP
        IF to_regclass('countersign_claims_' || n) IS NULL THEN
          EXECUTE format('CREATE TABLE countersign_claims_%s PARTITION OF countersign_claims FOR VALUES IN (%s)', n, n);
        END IF;
      END LOOP;
      FOR old IN SELECT inhrelid::regclass AS name FROM pg_inherits WHERE inhparent = 'countersign_claims'::regclass
        AND substring(inhrelid::regclass::text FROM '\\d+$')::bigint < current
      LOOP EXECUTE format('DROP TABLE %s', old.name); END LOOP;
    END $$`

  // One transaction. `since`: when the store was made; it remembers nothing from before.
  await pool.query(`SELECT pg_advisory_xact_lock(hashtext('countersign_claims'));
    CREATE TABLE IF NOT EXISTS countersign_claims (period bigint, id bytea, PRIMARY KEY (period, id)) PARTITION BY LIST (period);
    CREATE TABLE IF NOT EXISTS countersign_since (one boolean PRIMARY KEY, second float8);
    INSERT INTO countersign_since VALUES (true, floor(${seconds})) ON CONFLICT DO NOTHING`)
  await pool.query(tidy)
  const { rows } = await pool.query('SELECT second FROM countersign_since')
  const since = Number(rows[0]?.second)
  // Partitions are made three periods ahead: if this fails for that long, claims fail, and nothing is accepted.
  const timer = setInterval(
    () => {
      if (pool.ended) clearInterval(timer)
      else pool.query(tidy).catch((error) => console.error('tidy', error.code))
    },
    (life / 4) * 1000,
  ).unref()

  return {
    sharedBy: 'cluster',
    window: { maxAge, maxSkew },
    floor: () => since,
    claim: async ({ fingerprint, unique, timestamp }) => {
      if (timestamp < since) return 'forgotten'
      const id = createHash('sha256').update(`${fingerprint}\n${unique}`, 'utf16le').digest().subarray(0, 16)
      const answer = (await pool.query(claiming, [id])).rows[0] as { readonly rows: number; readonly now: number }
      // By the database's clock: the claim may have expired, or would before its timestamp does.
      if (timestamp < answer.now - maxAge - margin / 2) return 'forgotten'
      if (timestamp > answer.now + maxSkew + margin / 2) return 'forgotten'
      return answer.rows === 2 ? 'first' : 'repeated'
    },
  }
}
