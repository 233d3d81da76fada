import { assertVerified, verified } from 'countersign/fastify'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import { fastify } from 'fastify'

const verifier = await createVerifier({
  keys: await keyFolder('keys'), // APPID.pem for each app; read again within a second after a change
  // Log each refusal: the verifier itself writes no log.
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = fastify()
app.register(verified, { verifier }) // before the plugins that hold routes
app.post('/v1/jobs', (request) => {
  assertVerified(request) // throws if verified did not run before this route
  const { appId, body } = request.verified
  const { request_id } = decodeJob(body) // throws if the job is wrong: the answer is 400
  return { app_id: appId, request_id }
})
const url = await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' })
console.log(`listening on ${url}`)
