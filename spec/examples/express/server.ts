import type { AddressInfo } from 'node:net'
import { assertVerified, verified } from 'countersign/express'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import express from 'express'

const verifier = await createVerifier({
  keys: await keyFolder('keys'), // APPID.pem for each app; a change counts within a second
  // Unless you listen here, a refusal leaves no trace on the server.
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = express()
// Before the body parsers, and for the signed paths only.
app.use('/v1', verified(verifier))
app.use(express.json())
app.post('/v1/jobs', (req, res) => {
  assertVerified(req) // throws if this route is not after verified
  const { request_id } = decodeJob(req.verified.body) // the bytes; req.body is the JSON in them
  res.json({ app_id: req.verified.appId, request_id })
})
// The rest of your app goes on as before.
app.post('/webhook', (req, res) => res.json({ received: req.body }))
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
