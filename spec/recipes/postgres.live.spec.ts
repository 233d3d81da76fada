/** The guard on PostgreSQL that the guide shows, on a real server, and through the contract of all guards. */
import * as E from 'fp-ts/lib/Either.js'
import type { ReplayGuard } from '../../src/effects/ReplayGuard.ts'
import { answer, claimOf, count } from '../guards/claims.ts'
import { contract } from '../guards/contract.ts'
import { installedTools } from '../support/installedTools.ts'
import { type PostgresServer, startPostgres } from '../support/postgresServer.ts'
import { assert, needs, suite } from '../support/suite.ts'
import { postgresGuard } from './postgresGuard.ts'

interface Pool {
  readonly ended: boolean
  query(text: string, values?: Array<unknown>): Promise<{ readonly rows: Array<Record<string, unknown>> }>
  on(event: 'error', listener: () => void): void
  end(): Promise<void>
}

let started: Promise<PostgresServer> | undefined
const shared = (): Promise<PostgresServer> => {
  started ??= startPostgres()
  return started
}

let schemas = 0
const connect = async (schema: string): Promise<Pool> => {
  const { load } = await installedTools('spec/recipes/postgres')
  const { default: pg } = await load<{ readonly default: { Pool: new (options: object) => Pool } }>('pg')
  const { port } = await shared()
  const options = `-c search_path=${schema}`
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'jobs', database: 'postgres', max: 4, options })
  pool.on('error', () => {})
  return pool
}

/** A place for tables that no other guard has. */
const freshSchema = async (): Promise<string> => {
  const schema = `claims${schemas++}`
  const pool = await connect(schema)
  await pool.query(`CREATE SCHEMA ${schema}`)
  await pool.end()
  return schema
}

const onSchema = async (schema: string, maxAge?: number, maxSkew?: number, margin?: number) => {
  const pool = await connect(schema)
  const made = await postgresGuard(pool, maxAge, maxSkew, margin)
  const guard: ReplayGuard = {
    claim: (c) => () =>
      (made.claim(c) as Promise<'first'>).then(E.right, () =>
        E.left({ _tag: 'guard_unavailable', detail: 'it threw' }),
      ),
  }
  return { guard, pool, close: () => pool.end() }
}

const there = suite('postgres: the server')
const test = needs('postgres', there)
test('is there', async () => assert.ok((await shared()).port > 0))

if (test === there) {
  contract(
    'the guard on PostgreSQL',
    async ({ clock, window, floor }) => {
      const schema = await freshSchema()
      const first = await onSchema(schema)
      // The contract's clock stands still, and a second may have ended by the database's.
      await first.pool.query(`UPDATE countersign_since SET second = ${floor ?? clock.now()}`)
      await first.close()
      return onSchema(schema, window.maxAge, window.maxSkew)
    },
    true,
  )
}

const store = suite('postgres: what is stored')
const storeTest = needs('postgres', store)

storeTest('lets one of many copies be first, among several verifiers, also where a period ends', async () => {
  const schema = await freshSchema()
  // Periods of two seconds: the claims below meet the end of several.
  const guards = await Promise.all(Array.from({ length: 3 }, () => onSchema(schema, 1, 0, 1)))
  for (const end = performance.now() + 5_000; performance.now() < end; ) {
    const claims = Array.from({ length: 30 }, (_, n) => claimOf(`${performance.now()}-${n}`, 2 ** 40))
    const all = await Promise.all(
      claims.map((claim) =>
        Promise.all(
          guards.map(({ guard }) => guard.claim({ ...claim, timestamp: Math.floor(Date.now() / 1000) as never })()),
        ),
      ),
    )
    for (const given of all) {
      const firsts = given.filter((each) => E.isRight(each) && each.right === 'first').length
      assert.ok(firsts <= 1, `${firsts} of three copies are first`)
    }
  }
  const { pool } = guards[0] as Awaited<ReturnType<typeof onSchema>>
  const { rows } = await pool.query(
    `SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = 'countersign_claims'::regclass`,
  )
  assert.ok(Number(rows[0]?.n) <= 6, `${rows[0]?.n} partitions`)
  for (const { close } of guards) await close()
})

storeTest('survives a crash of the server', async () => {
  const schema = await freshSchema()
  const { guard, close } = await onSchema(schema)
  const claims = Array.from({ length: 200 }, (_, n) => claimOf(n))
  const given = await Promise.all(claims.map((claim) => answer(guard, claim)))
  assert.is(count(given, 'first'), 200)
  await (await shared()).crash()
  const again = await Promise.all(claims.map((claim) => answer(guard, claim)))
  assert.is(count(again, 'first'), 0)
  assert.is(count(await Promise.all(claims.map((claim) => answer(guard, claim))), 'repeated'), 200)
  await close()
})

const over = suite('postgres: the server is stopped')
needs('postgres', over)('at the end', async () => (await shared()).stop())
