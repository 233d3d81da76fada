// deno run --allow-net --allow-read=keys,node_modules deno.js
import { verified } from 'countersign/fetch'
import { createVerifier, keyFolder } from 'countersign/server'

const verifier = await createVerifier({ keys: await keyFolder('keys') })
const fetch = verified(verifier, (request, { appId }) => {
  const { pathname } = new URL(request.url)
  if (request.method !== 'POST' || pathname !== '/v1/jobs') return new Response(null, { status: 404 })
  return Response.json({ app_id: appId })
})
const onListen = ({ port }) => console.log(`listening on http://127.0.0.1:${port}`)
Deno.serve({ port: Number(Deno.args[0] ?? 0), hostname: '127.0.0.1', onListen }, (request) => fetch(request))
