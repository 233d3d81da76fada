import type { AddressInfo } from 'node:net'
import { Job, JobError } from 'countersign'
import { verified } from 'countersign/express'
import { createVerifier, keyFolder } from 'countersign/server'
import express from 'express'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = express()
app.post('/v1/jobs', verified(verifier), (req, res) => {
  const job = Job.decode(req.body)
  if (job._tag === 'Left') {
    const refusal = JobError.httpAnswer(job.left)
    return res.status(refusal.status).set(refusal.headers).send(refusal.body)
  }
  return res.json({ app_id: req.verified?.appId, request_id: job.right.request_id })
})
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
