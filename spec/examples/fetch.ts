import { serve } from '@hono/node-server'
import { Job, JobError } from 'countersign'
import { verified } from 'countersign/fetch'
import { createVerifier, keyFolder } from 'countersign/server'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const fetch = verified(verifier, (request, { appId, body }) => {
  const { pathname } = new URL(request.url)
  if (request.method !== 'POST' || pathname !== '/v1/jobs') return new Response(null, { status: 404 })
  const job = Job.decode(body)
  if (job._tag === 'Left') {
    const refusal = JobError.httpAnswer(job.left)
    return new Response(refusal.body, refusal)
  }
  return Response.json({ app_id: appId, request_id: job.right.request_id })
})
// On Node; a worker says `export default { fetch }`, and Deno `Deno.serve(fetch)`.
serve({ fetch, port: Number(process.env.PORT ?? 0), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`)
})
