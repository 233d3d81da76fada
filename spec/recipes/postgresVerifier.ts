import { postgresGuard } from 'countersign/guards/postgres'
import { createVerifier, keyFolder, type Verifier } from 'countersign/server'
import pg from 'pg'

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10, // as many claims as may be under way
  connectionTimeoutMillis: 1_000,
  statement_timeout: 1_000,
})

export const verifier: Verifier = await createVerifier({
  keys: await keyFolder('keys'),
  guard: await postgresGuard(pool),
  sharedBy: 'cluster', // several machines take the same requests: a guard of this process alone would be refused
})
