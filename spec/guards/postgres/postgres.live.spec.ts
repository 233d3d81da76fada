/** The guard on PostgreSQL, on a real server that is killed, whose clock steps, and whose connections are lost. */
import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { findTool, requireTool } from '../../../scripts/tools.ts'
import type { NonceClaim } from '../../../src/effects/ReplayGuard.ts'
import {
  type PostgresClient,
  type PostgresGuard,
  type PostgresGuardOptions,
  postgresGuard,
  postgresSchema,
} from '../../../src/guards/postgres/postgres.ts'
import { startProxy } from '../../support/faultProxy.ts'
import { lastingFolder } from '../../support/folder.ts'
import { installedTools } from '../../support/installedTools.ts'
import { type PostgresServer, startPostgres } from '../../support/postgresServer.ts'
import { assert, forAll, needs, suite, until } from '../../support/suite.ts'
import { answer, claimOf, count, rejection, seconds } from '../claims.ts'
import { contract } from '../contract.ts'

interface Pool {
  query(text: string, values?: Array<unknown>): Promise<{ readonly rows: ReadonlyArray<Record<string, unknown>> }>
  end(): Promise<void>
}

/** A server whose clock is `step` seconds ahead of ours. */
interface Server extends PostgresServer {
  readonly step: (ahead: number) => void
}

const source = fileURLToPath(new URL('../../support/steppingClock.c', import.meta.url))

const startServer = async (): Promise<Server> => {
  const folder = lastingFolder()
  // The server runs as another user.
  chmodSync(folder, 0o755)
  const library = join(folder, 'clock.so')
  const file = join(folder, 'off')
  execFileSync(requireTool('cc'), ['-shared', '-fPIC', source, '-o', library])
  writeFileSync(file, Buffer.alloc(8))
  const server = await startPostgres({ LD_PRELOAD: library, COUNTERSIGN_CLOCK: file })
  const step = (ahead: number): void => {
    const bytes = Buffer.alloc(8)
    bytes.writeInt32LE(ahead, 0)
    bytes.writeInt32LE(ahead < 0 ? -1 : 0, 4)
    // In place: the server has the file mapped.
    writeFileSync(file, bytes, { flag: 'r+' })
  }
  return { ...server, step }
}

let started: Promise<Server> | undefined
const shared = (): Promise<Server> => {
  started ??= startServer()
  return started
}

// biome-ignore lint/suspicious/noExplicitAny: these packages are not installed where this is compiled
const load = async (name: string): Promise<any> => (await installedTools('spec/guards/postgres')).load(name)

const pgPool = async (port: number, more: object = {}): Promise<Pool> => {
  const { default: pg } = await load('pg')
  return new pg.Pool({ host: '127.0.0.1', port, user: 'jobs', database: 'postgres', max: 4, ...more })
}

/** A table that no other guard has. */
let tables = 0
const freshTable = (): string => `claims_of_${tables++}`

const quiet: PostgresGuardOptions = { onWarning: () => {}, deadlineMs: 20_000 }

interface Opened {
  readonly guard: PostgresGuard
  readonly pool: Pool
  readonly close: () => Promise<void>
}

const open = async (options: PostgresGuardOptions = {}, more: object = {}): Promise<Opened> => {
  const pool = await pgPool((await shared()).port, more)
  const guard = await postgresGuard(pool as PostgresClient, { table: freshTable(), ...quiet, ...options })
  return { guard, pool, close: () => pool.end() }
}

const there = suite('postgres: the server')
const need = findTool('postgres') === undefined ? 'postgres' : 'cc'
const test = needs(need, there)
test('is there', async () => assert.ok((await shared()).port > 0))

if (test === there) {
  contract(
    'postgres, by a Pool of pg',
    ({ clock, window, floor }) => open({ ...window, floor: floor ?? clock.now() }),
    true,
  )
  contract(
    'postgres, by the package postgres',
    async ({ clock, window, floor }) => {
      const { default: postgres } = await load('postgres')
      const { port } = await shared()
      const options = { host: '127.0.0.1', port, user: 'jobs', database: 'postgres', max: 4, onnotice: () => {} }
      const sql = postgres(options)
      const settings = { ...quiet, ...window, table: freshTable(), floor: floor ?? clock.now() }
      return { guard: await postgresGuard(sql, settings), close: () => sql.end() }
    },
    true,
  )
}

const store = suite('postgres: several verifiers')
const storeTest = needs(need, store)

storeTest(
  'at most one of many copies is first, also where a period ends, and by serializable transactions',
  async () => {
    for (const isolation of ['read committed', 'serializable']) {
      const table = freshTable()
      // Periods of two seconds, so that several end meanwhile.
      const settings = { table, maxAge: 1, maxSkew: 0, margin: 1 }
      const more = { options: `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}` }
      const guards = await Promise.all([1, 2, 3].map(() => open(settings, more)))
      let firsts = 0
      for (const end = performance.now() + 2_500; performance.now() < end; ) {
        const claims = Array.from({ length: 20 }, (_, n) => claimOf(`${performance.now()}-${n}`, seconds()))
        const all = await Promise.all(
          claims.map((claim) => Promise.all(guards.map(({ guard }) => answer(guard, claim)))),
        )
        for (const given of all) {
          assert.ok(count(given, 'first') <= 1, `${isolation}: ${given}`)
          firsts += count(given, 'first')
        }
      }
      assert.ok(firsts > 0, isolation)
      const { pool } = guards[0] as Opened
      const { rows } = await pool.query(
        `SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = '${table}'::regclass`,
      )
      assert.ok(Number(rows[0]?.n) <= 7, `${rows[0]?.n} partitions`)
      for (const { close } of guards) await close()
    }
  },
)

storeTest('many start at once on one empty database', async () => {
  const table = freshTable()
  const guards = await Promise.all(Array.from({ length: 8 }, () => open({ table })))
  const given = await Promise.all(guards.map(({ guard }) => answer(guard, claimOf('n-1', seconds() + 1))))
  assert.is(count(given, 'first'), 1)
  for (const { close } of guards) await close()
})

const crashes = suite('postgres: a crash')
const crashTest = needs(need, crashes)

crashTest('nothing that was first is first again after the server was killed and started anew', async () => {
  const { guard, close } = await open()
  const claims = Array.from({ length: 200 }, (_, n) => claimOf(n, seconds() + 1))
  const given = await Promise.all(claims.map((claim) => answer(guard, claim)))
  assert.is(count(given, 'first'), 200)
  // Claims are under way while the server dies.
  const during = Array.from({ length: 50 }, (_, n) => claimOf(`during-${n}`, seconds() + 1))
  const [first] = await Promise.all([
    Promise.all(during.map((claim) => answer(guard, claim))),
    shared().then(({ crash }) => crash()),
  ])
  const again = async () => Promise.all([...claims, ...during].map((claim) => answer(guard, claim)))
  // The pool may have to notice that its connections are gone.
  const all = [await again(), await again(), await again()]
  const firsts = first.map((word, n) => [word, ...all.map((each) => each[200 + n] ?? '')])
  for (const words of firsts) assert.ok(words.filter((word) => word === 'first').length <= 1, String(words))
  for (const each of all) assert.is(count(each.slice(0, 200), 'first'), 0)
  assert.is(count((all[2] ?? []).slice(0, 200), 'repeated'), 200)
  await close()
})

const lost = suite('postgres: a lost connection')
const lostTest = needs(need, lost)

lostTest('a lost reply, a cut and a silent connection accept nothing twice, and end nothing', async () => {
  const proxy = await startProxy((await shared()).port)
  const pool = await pgPool(proxy.port, { max: 1, connectionTimeoutMillis: 500 })
  const guard = await postgresGuard(pool as PostgresClient, { ...quiet, table: freshTable(), deadlineMs: 400 })
  const words: Array<string> = []
  const claim = claimOf('lost', seconds() + 1)
  // The claim is made, and nobody hears of it.
  proxy.loseReplyTo('generate_series')
  words.push(await answer(guard, claim))
  assert.is(proxy.lost(), 1)
  words.push(await answer(guard, claim))
  assert.equal(words, ['guard_unavailable', 'repeated'])
  proxy.cut()
  const silent = claimOf('silent', seconds() + 1)
  let others = 0
  await until(async () => (await answer(guard, claimOf(`other-${others++}`, seconds() + 1))) === 'first')
  proxy.silence()
  const unheard = [await answer(guard, silent), await answer(guard, silent)]
  assert.equal(unheard, ['guard_unavailable', 'guard_unavailable'])
  proxy.cut()
  const after = [await answer(guard, silent), await answer(guard, silent), await answer(guard, silent)]
  assert.ok(count(after, 'first') <= 1, String(after))
  assert.is(after[2], 'repeated', String(after))
  await pool.end()
  await proxy.close()
})

lostTest('while the server hangs, claims end in time, and at most a bounded number waits', async () => {
  const table = freshTable()
  const { guard, close } = await open({ table, deadlineMs: 50 })
  const other = await pgPool((await shared()).port, { max: 1 })
  const held = other.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(1); COMMIT`)
  await until(async () => (await answer(guard, claimOf('probe', seconds() + 1))) === 'guard_unavailable')
  const words = await Promise.all(Array.from({ length: 150 }, (_, n) => answer(guard, claimOf(n, seconds() + 1))))
  assert.is(count(words, 'guard_unavailable'), 150)
  await held
  let last = 0
  await until(async () => (await answer(guard, claimOf(`after-${last++}`, seconds() + 2))) === 'first')
  await other.end()
  await close()
})

const clocks = suite("postgres: a step of the database's clock")
const clockTest = needs(need, clocks)

/** Steps of some periods, their ends, and of what the window allows. */
const anyStep = (): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: -50, max: 50 }),
    fc.constantFrom(-1, 0, 1, 10, -10, 17, -17, 1_000, -1_000, 86_400, -86_400),
  )

clockTest('for all steps: no claim is first twice', () =>
  forAll(
    [
      fc.array(fc.tuple(anyStep(), fc.nat({ max: 3 }), fc.integer({ min: -8, max: 8 })), {
        minLength: 2,
        maxLength: 12,
      }),
    ],
    { numRuns: 25 },
    async (moves) => {
      const { step } = await shared()
      step(0)
      // A claim lives for 10 s.
      const { guard, pool, close } = await open({ table: freshTable(), maxAge: 5, maxSkew: 3, margin: 2, floor: 0 })
      const made = new Map<string, NonceClaim>()
      try {
        for (const [ahead, n, offset] of moves) {
          step(ahead)
          const known = [...made.values()][n]
          const claim = known ?? claimOf(`${made.size}`, seconds() + ahead + offset)
          const word = await answer(guard, claim)
          if (word === 'first') {
            assert.not.ok(made.has(claim.unique), `${claim.unique} is first again`)
            made.set(claim.unique, claim)
          }
          // What was accepted is asked for at this clock, too.
          for (const each of made.values()) assert.is.not(await answer(guard, each), 'first')
          await pool.query('SELECT 1')
        }
      } finally {
        step(0)
        await close()
      }
    },
  ),
)

clockTest('a partition that was dropped while the clock was ahead raises the floor', async () => {
  const { step } = await shared()
  const table = freshTable()
  const { guard, pool, close } = await open({ table, maxAge: 5, maxSkew: 3, margin: 2, floor: 0 })
  const claim = claimOf('n-1', seconds())
  try {
    assert.is(await answer(guard, claim), 'first')
    step(100)
    assert.is(await answer(guard, claimOf('n-2', seconds() + 100)), 'first')
    // Tidying up has dropped the partitions of the first claim.
    for (const end = performance.now() + 5_000; guard.floor() === 0 && performance.now() < end; )
      await answer(guard, claimOf(`${performance.now()}`, seconds() + 100))
    assert.ok(guard.floor() > claim.timestamp)
    step(0)
    assert.is(await answer(guard, claim), 'forgotten')
    const second = await postgresGuard(pool as PostgresClient, { ...quiet, table, maxAge: 5, maxSkew: 3, margin: 2 })
    assert.is(await answer(second, claim), 'forgotten')
  } finally {
    step(0)
    await close()
  }
})

const settings = suite('postgres: what is refused at the start')
const settingsTest = needs(need, settings)

settingsTest('a memory of another life, a database without rights, and one that is not there, in words', async () => {
  const { port } = await shared()
  const { pool, close } = await open({ table: 'lived' })
  assert.match(
    (await rejection(postgresGuard(pool as PostgresClient, { table: 'lived', maxAge: 60 }))).message,
    /belongs to guards whose .* add up to 420 s, not 180 s: use another table/,
  )
  await pool.query('CREATE ROLE stranger LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC')
  const stranger = await pgPool(port, { user: 'stranger' })
  assert.match((await rejection(postgresGuard(stranger as PostgresClient))).message, /GRANT CREATE ON SCHEMA/)
  await stranger.end()
  const nowhere = await pgPool(1)
  assert.match(
    (await rejection(postgresGuard(nowhere as PostgresClient))).message,
    /PostgreSQL cannot be used: \w*Error ECONNREFUSED/,
  )
  await nowhere.end()
  for (const [client, options, words] of [
    [{}, {}, /needs a Pool of the package pg/],
    [pool, { table: 'Claims; DROP' }, /table must be a name/],
    [pool, { tabel: 'claims' }, /"tabel" is not an option here/],
  ] as const)
    assert.match((await rejection(postgresGuard(client as PostgresClient, options as object))).message, words)
  await close()
})

settingsTest('a server that may lose what it has committed is warned of', async () => {
  const { port } = await shared()
  const pool = await pgPool(port)
  const warnings: Array<string> = []
  await postgresGuard(pool as PostgresClient, { table: freshTable(), onWarning: (text) => warnings.push(text) })
  assert.match(warnings.join(), /in PostgreSQL, the setting fsync is off/)
  await pool.end()
})

settingsTest('with the lines of the guide, the connections of a burst are open before it', async () => {
  const guide = readFileSync('src/guards/README.md', 'utf8')
  const [, idle = ''] = /^ {2}idleTimeoutMillis: (\d+),/m.exec(guide) ?? []
  assert.match(guide, "await Promise.all(Array.from({ length: 10 }, () => pool.query('SELECT 1')))")
  const pool = await pgPool((await shared()).port, { max: 10, idleTimeoutMillis: Number(idle) })
  const guard = await postgresGuard(pool as PostgresClient, { ...quiet, table: freshTable() })
  const open = () => (pool as Pool & { readonly totalCount: number }).totalCount
  assert.is(open(), 1)
  await Promise.all(Array.from({ length: 10 }, () => pool.query('SELECT 1')))
  assert.is(open(), 10)
  assert.is(await answer(guard, claimOf('n-1', seconds() + 1)), 'first')
  await pool.end()
})

settingsTest('postgresSchema makes what the guard finds', async () => {
  const table = freshTable()
  const pool = await pgPool((await shared()).port)
  await pool.query(postgresSchema({ table }))
  await pool.query(postgresSchema({ table }))
  const guard = await postgresGuard(pool as PostgresClient, { ...quiet, table })
  assert.is(await answer(guard, claimOf('n-1', seconds() + 1)), 'first')
  await pool.end()
})

settingsTest('a Client of pg that the guard has alone does as well, and an error of it ends no process', async () => {
  const { default: pg } = await load('pg')
  const { port } = await shared()
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'jobs', database: 'postgres' })
  await client.connect()
  const guard = await postgresGuard(client, { ...quiet, table: freshTable() })
  assert.is(await answer(guard, claimOf('n-1', seconds() + 1)), 'first')
  client.connection.stream.destroy(new Error('the connection is lost'))
  assert.is(await answer(guard, claimOf('n-2', seconds() + 1)), 'guard_unavailable')
})

const over = suite('postgres: the server is stopped')
needs(need, over)('at the end', async () => (await shared()).stop())
