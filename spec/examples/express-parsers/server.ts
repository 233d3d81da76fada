import type { AddressInfo } from 'node:net'
import { assertVerified, verified } from 'countersign/express'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import express, { type Request } from 'express'

const verifier = await createVerifier({
  keys: await keyFolder('keys'), // APPID.pem for each app; a change counts within a second
  // Unless you listen here, a refusal leaves no trace on the server.
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = express()
// This parser has to come first, so it keeps the bytes that it reads.
app.use(express.json({ verify: (req, _res, bytes) => void Object.assign(req, { rawBody: bytes }) }))
app.use('/v1', verified(verifier, { rawBody: (req: Request & { readonly rawBody?: Uint8Array }) => req.rawBody }))
app.post('/v1/jobs', (req, res) => {
  assertVerified(req)
  const { request_id } = decodeJob(req.verified.body) // or 400, which says where the job is wrong
  res.json({ app_id: req.verified.appId, request_id })
})
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
