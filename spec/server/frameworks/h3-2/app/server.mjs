import { verified } from 'countersign/fetch'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import { H3, serve } from 'h3'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const answer = verified(verifier, (_request, { appId, body }) => {
  const { request_id } = decodeJob(body)
  return Response.json({ app_id: appId, request_id })
})
const app = new H3().post('/v1/jobs', (event) => answer(event.req))
serve(app, { port: Number(process.env.PORT ?? 0), hostname: '127.0.0.1' })
