import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verified } from 'countersign/http'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import { register } from 'prom-client'
import { count } from './metrics.ts'

const verifier = await createVerifier({ keys: await keyFolder('keys'), onVerdict: count })
const jobs = verified(verifier, (_, res, { appId, body }) => {
  const { request_id } = decodeJob(body)
  return res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ app_id: appId, request_id }))
})
const server = createServer(async (req, res) => {
  // In production, serve this on a port that only Prometheus can reach.
  if (req.url !== '/metrics') return jobs(req, res)
  return res.writeHead(200, { 'Content-Type': register.contentType }).end(await register.metrics())
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
