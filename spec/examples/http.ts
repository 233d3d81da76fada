import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verified } from 'countersign/http'
import { submit } from './jobs.ts'
import { verifier } from './verifier.ts'

const answer = verified(verifier, (req, res, { appId, body }) => {
  if (req.method !== 'POST' || req.url !== '/v1/jobs') return res.writeHead(404).end()
  return res.setHeader('Content-Type', 'application/json').end(JSON.stringify(submit(appId, body)))
})
const server = createServer(answer).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
