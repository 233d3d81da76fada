import type { AddressInfo } from 'node:net'
import { assertVerified, verified } from 'countersign/express'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import express from 'express'

const verifier = await createVerifier({
  keys: await keyFolder('keys'), // APPID.pem for each app; read again within a second after a change
  // Log each refusal: the verifier itself writes no log.
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = express()
// Before the body parsers, and only for the signed paths.
app.use('/v1', verified(verifier))
app.use(express.json())
app.post('/v1/jobs', (req, res) => {
  assertVerified(req) // throws if verified did not run before this route
  const { request_id } = decodeJob(req.verified.body) // the bytes; req.body is the JSON in them
  res.json({ app_id: req.verified.appId, request_id })
})
// The rest of your app does not change.
app.post('/webhook', (req, res) => res.json({ received: req.body }))
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
