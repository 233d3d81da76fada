import type { AddressInfo } from 'node:net'
import { assertVerified, verified } from 'countersign/express'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import express, { type Request } from 'express'

const verifier = await createVerifier({
  keys: await keyFolder('keys'), // APPID.pem for each app; read again within a second after a change
  // Log each refusal: the verifier itself writes no log.
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = express()
// This parser must run first, so it keeps the bytes that it reads.
app.use(express.json({ verify: (req, _res, bytes) => void Object.assign(req, { rawBody: bytes }) }))
app.use('/v1', verified(verifier, { rawBody: (req: Request & { readonly rawBody?: Uint8Array }) => req.rawBody }))
app.post('/v1/jobs', (req, res) => {
  assertVerified(req)
  const { request_id } = decodeJob(req.verified.body) // throws if the job is wrong: the answer is 400
  res.json({ app_id: req.verified.appId, request_id })
})
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
