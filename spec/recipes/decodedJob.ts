import { assertVerified, verified } from 'countersign/express'
import { decodeJob, type VerifierSource } from 'countersign/server'
import express from 'express'

export const jobApp = (verifier: VerifierSource): ReturnType<typeof express> => {
  const app = express()
  app.post('/v1/jobs', verified(verifier, { decode: decodeJob }), (req, res) => {
    assertVerified(req, decodeJob) // from here on req.verified.job is a Job
    res.json({ app_id: req.verified.appId, request_id: req.verified.job.request_id })
  })
  return app
}
