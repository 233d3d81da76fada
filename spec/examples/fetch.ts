import { serve } from '@hono/node-server'
import { verified } from 'countersign/fetch'
import { submit } from './jobs.ts'
import { verifier } from './verifier.ts'

const fetch = verified(verifier, (request, { appId, body }) => {
  const { pathname } = new URL(request.url)
  if (request.method !== 'POST' || pathname !== '/v1/jobs') return new Response(null, { status: 404 })
  return Response.json(submit(appId, body))
})
// On Node. A worker says `export default { fetch }`, Deno `Deno.serve(fetch)`, Bun `Bun.serve({ fetch })`.
serve({ fetch, port: Number(process.env.PORT ?? 0), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`)
})
