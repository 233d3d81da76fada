import { postgresGuard } from 'countersign/guards/postgres'
import { createVerifier, keyFolder, type Verifier } from 'countersign/server'
import pg from 'pg'

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10, // the largest number of claims at the same time
  idleTimeoutMillis: 0, // connections stay open: a claim waits at most 100 ms, and a new connection may need more
  connectionTimeoutMillis: 1_000,
  statement_timeout: 1_000,
})
// For the same reason, open all connections before the first request.
await Promise.all(Array.from({ length: 10 }, () => pool.query('SELECT 1')))

export const verifier: Verifier = await createVerifier({
  keys: await keyFolder('keys'),
  guard: await postgresGuard(pool),
  sharedBy: 'cluster', // several machines accept the same requests, so they must share the guard
})
