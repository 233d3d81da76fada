import { serve } from '@hono/node-server'
import { verified } from 'countersign/fetch'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'

const verifier = await createVerifier({
  keys: await keyFolder('keys'), // APPID.pem for each app; read again within a second after a change
  // Log each refusal: the verifier itself writes no log.
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const fetch = verified(verifier, (request, { appId, body }) => {
  const { pathname } = new URL(request.url)
  if (request.method !== 'POST' || pathname !== '/v1/jobs') return new Response(null, { status: 404 })
  const { request_id } = decodeJob(body) // throws if the job is wrong: the answer is 400
  return Response.json({ app_id: appId, request_id })
})
// On Node. In a worker: `export default { fetch }`. On Deno: `Deno.serve(fetch)`. On Bun: `Bun.serve({ fetch })`.
serve({ fetch, port: Number(process.env.PORT ?? 0), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`)
})
