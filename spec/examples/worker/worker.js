import { DurableObject, env } from 'cloudflare:workers'
import { claimsIn, durableObjectGuard } from 'countersign/guards/durable-object'
import { verified } from 'countersign/hono'
import { createVerifier, decodeJob } from 'countersign/server'
import { Hono } from 'hono'

// The accepted nonces of one key, for all isolates. Each isolate has its own memory.
export class Claims extends DurableObject {
  #claims = claimsIn(this.ctx.storage)

  claim(claim) {
    return this.#claims.claim(claim)
  }
}

// `verified` calls this function at the first request. Outside of a request, a worker has no random numbers and no WebCrypto.
const makeVerifier = () =>
  createVerifier({
    keys: { 'app-1': env.APP_1_PUBLIC_KEY },
    guard: durableObjectGuard(env.CLAIMS),
    sharedBy: 'cluster', // all isolates must share the guard
  })

const app = new Hono()
app.use('/v1/*', verified(makeVerifier))
app.post('/v1/jobs', (c) => {
  const { appId, body } = c.get('verified')
  const { request_id } = decodeJob(body) // throws if the job is wrong: the answer is 400
  return c.json({ app_id: appId, request_id })
})
export default app
