import { verified } from 'countersign/express'
import { createVerifier, decodeJob, JobRefused, keyFolder } from 'countersign/server'
import Restify from 'restify'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const server = Restify.createServer()
server.pre(verified(verifier))
// The handler must be async: if a handler that is not async throws, the process ends.
server.post('/v1/jobs', async (req, res) => {
  const { request_id } = decodeJob(req.verified.body)
  res.send({ app_id: req.verified.appId, request_id })
})
server.on('restifyError', (_req, res, error, done) => {
  if (error instanceof JobRefused) res.sendRaw(error.status, error.body, error.headers)
  return done()
})
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1')
