import { DurableObject, env } from 'cloudflare:workers'
import { claimsIn, durableObjectGuard } from 'countersign/guards/durable-object'
import { verified } from 'countersign/hono'
import { createVerifier, decodeJob } from 'countersign/server'
import { Hono } from 'hono'

// What was accepted of one key, for all isolates: a worker runs in many of them, and each has a memory of its own.
export class Claims extends DurableObject {
  #claims = claimsIn(this.ctx.storage)

  claim(claim) {
    return this.#claims.claim(claim)
  }
}

// Called by the first request: outside of one a worker may neither draw random numbers nor ask WebCrypto.
const makeVerifier = () =>
  createVerifier({
    keys: { 'app-1': env.APP_1_PUBLIC_KEY },
    guard: durableObjectGuard(env.CLAIMS),
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
