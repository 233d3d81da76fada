import { DurableObject, env } from 'cloudflare:workers'
import { verified } from 'countersign/hono'
import { createVerifier, decodeJob } from 'countersign/server'
import { Hono } from 'hono'

const window = { maxAge: 300, maxSkew: 60 }

// What was accepted of one key, for all isolates: a worker runs in many of them, and each has a memory of its own.
export class Claims extends DurableObject {
  #sql = this.ctx.storage.sql
  #floor

  constructor(ctx, env) {
    super(ctx, env)
    this.#sql.exec('CREATE TABLE IF NOT EXISTS claims (id TEXT PRIMARY KEY, timestamp INTEGER) WITHOUT ROWID')
    this.#sql.exec('CREATE TABLE IF NOT EXISTS floor (only INTEGER PRIMARY KEY, timestamp INTEGER)')
    // One that is new, or has lost its storage, knows nothing of what came before this second.
    this.#sql.exec('INSERT OR IGNORE INTO floor VALUES (1, ?)', Math.floor(Date.now() / 1000))
    this.#floor = this.#sql.exec('SELECT timestamp FROM floor').one().timestamp
  }

  claim(id, timestamp) {
    // Too old for every verifier, even for one whose clock is a minute behind; and no clock that jumps ahead is believed alone.
    const old = Math.min(Math.floor(Date.now() / 1000), timestamp) - window.maxAge - 60
    if (old > this.#floor + 60) {
      this.#sql.exec('UPDATE floor SET timestamp = ?', old)
      this.#sql.exec('DELETE FROM claims WHERE timestamp < ?', old)
      this.#floor = old
    }
    if (timestamp < this.#floor) return 'forgotten'
    const added = this.#sql.exec('INSERT INTO claims VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id', id, timestamp)
    return added.toArray().length > 0 ? 'first' : 'repeated'
  }
}

const claim = ({ fingerprint, unique, timestamp }) =>
  env.CLAIMS.get(env.CLAIMS.idFromName(fingerprint)).claim(unique, timestamp)

// Called by the first request: outside of one a worker may neither draw random numbers nor ask WebCrypto.
const makeVerifier = () =>
  createVerifier({
    keys: { 'app-1': env.APP_1_PUBLIC_KEY },
    guard: { sharedBy: 'cluster', window, claim },
    sharedBy: 'cluster', // a guard that remembers for one isolate would be refused
  })

const app = new Hono()
app.use('/v1/*', verified(makeVerifier))
app.post('/v1/jobs', (c) => {
  const { appId, body } = c.get('verified')
  const { request_id } = decodeJob(body) // or 400, which says where the job is wrong
  return c.json({ app_id: appId, request_id })
})
export default app
