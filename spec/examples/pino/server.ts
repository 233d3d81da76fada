import type { AddressInfo } from 'node:net'
import { assertVerified, verified } from 'countersign/express'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import express from 'express'
import { logVerdict } from './log.ts'

const verifier = await createVerifier({ keys: await keyFolder('keys'), onVerdict: logVerdict })
const app = express()
app.post('/v1/jobs', verified(verifier), (req, res) => {
  assertVerified(req)
  res.json({ app_id: req.verified.appId, request_id: decodeJob(req.verified.body).request_id })
})
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
