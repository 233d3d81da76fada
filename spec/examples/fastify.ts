import { Job, JobError } from 'countersign'
import { verified } from 'countersign/fastify'
import { createVerifier, keyFolder } from 'countersign/server'
import { fastify } from 'fastify'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = fastify()
app.register(verified, { verifier }) // before the plugins that hold routes
app.post('/v1/jobs', (request, reply) => {
  const { appId, body } = request.verified
  const job = Job.decode(body)
  if (job._tag === 'Left') {
    const refusal = JobError.httpAnswer(job.left)
    return reply.code(refusal.status).headers(refusal.headers).send(refusal.body)
  }
  return reply.send({ app_id: appId, request_id: job.right.request_id })
})
const url = await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' })
console.log(`listening on ${url}`)
