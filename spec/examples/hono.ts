import { serve } from '@hono/node-server'
import { Job, JobError } from 'countersign'
import { verified } from 'countersign/hono'
import { createVerifier, keyFolder } from 'countersign/server'
import { Hono } from 'hono'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = new Hono()
app.use('/v1/*', verified(verifier)) // before everything that reads the body
app.post('/v1/jobs', (c) => {
  const { appId, body } = c.get('verified')
  const job = Job.decode(body)
  if (job._tag === 'Left') {
    const refusal = JobError.httpAnswer(job.left)
    return new Response(refusal.body, refusal)
  }
  return c.json({ app_id: appId, request_id: job.right.request_id })
})
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 0), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`)
})
