import { serve } from '@hono/node-server'
import { assertVerified, verified } from 'countersign/hono'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import { Hono } from 'hono'

const verifier = await createVerifier({
  keys: await keyFolder('keys'), // APPID.pem for each app; read again within a second after a change
  // Log each refusal: the verifier itself writes no log.
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = new Hono()
app.use('/v1/*', verified(verifier)) // before everything that reads the body
app.post('/v1/jobs', (c) => {
  assertVerified(c) // throws if verified did not run before this route
  const { appId, body } = c.get('verified')
  const { request_id } = decodeJob(body) // throws if the job is wrong: the answer is 400
  return c.json({ app_id: appId, request_id })
})
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 0), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`)
})
