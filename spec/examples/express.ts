import type { AddressInfo } from 'node:net'
import { assertVerified, verified } from 'countersign/express'
import express from 'express'
import { submit } from './jobs.ts'
import { verifier } from './verifier.ts'

const app = express()
// In front of the body parsers, and for the signed paths only.
app.use('/v1', verified(verifier))
app.use(express.json())
app.post('/v1/jobs', (req, res) => {
  assertVerified(req) // for TypeScript: from here on, req.verified is there
  const { appId, body } = req.verified // the bytes; req.body is the JSON in them
  res.json(submit(appId, body))
})
// The rest of your app goes on as before.
app.post('/webhook', (req, res) => res.json({ received: req.body }))
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
