import type { AddressInfo } from 'node:net'
import { assertVerified, verified } from 'countersign/express'
import express, { type Request } from 'express'
import { submit } from './jobs.ts'
import { verifier } from './verifier.ts'

const app = express()
// This parser has to come first, so it keeps the bytes that it reads.
app.use(express.json({ verify: (req, _res, bytes) => void Object.assign(req, { rawBody: bytes }) }))
app.use('/v1', verified(verifier, { rawBody: (req: Request & { readonly rawBody?: Uint8Array }) => req.rawBody }))
app.post('/v1/jobs', (req, res) => {
  assertVerified(req)
  const { appId, body } = req.verified
  res.json(submit(appId, body))
})
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
