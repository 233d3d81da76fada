import functions from '@google-cloud/functions-framework'
import { verified } from 'countersign/express'
import { createVerifier, decodeJob } from 'countersign/server'
import express from 'express'

const verifier = await createVerifier({
  keys: { 'app-1': process.env.APP_1_PUBLIC_KEY ?? '' },
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = express()
app.use(verified(verifier, { rawBody: (req) => req.rawBody })) // the platform has parsed the body and kept its bytes
app.post('/v1/jobs', (req, res) => {
  const { request_id } = decodeJob(req.verified.body)
  res.json({ app_id: req.verified.appId, request_id })
})
functions.http('jobs', app)
