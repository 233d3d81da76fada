import { verified } from 'countersign/fetch'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import { Elysia } from 'elysia'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const answer = verified(verifier, (_request, { appId, body }) => {
  const { request_id } = decodeJob(body)
  return Response.json({ app_id: appId, request_id })
})
new Elysia()
  .post('/v1/jobs', ({ request }) => answer(request), { parse: 'none' })
  .listen({ port: Number(process.env.PORT ?? 0), hostname: '127.0.0.1' })
