import { postgresGuard } from 'countersign/guards/postgres'
import { createVerifier, keyFolder, type Verifier } from 'countersign/server'
import pg from 'pg'

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10, // as many claims as may be under way
  idleTimeoutMillis: 0, // connections stay open: a claim waits 100 ms at most, and a new connection may take longer
  connectionTimeoutMillis: 1_000,
  statement_timeout: 1_000,
})
// For the same reason all of them are opened before the first request.
await Promise.all(Array.from({ length: 10 }, () => pool.query('SELECT 1')))

export const verifier: Verifier = await createVerifier({
  keys: await keyFolder('keys'),
  guard: await postgresGuard(pool),
  sharedBy: 'cluster', // several machines take the same requests: a guard of this process alone would be refused
})
