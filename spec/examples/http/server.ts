import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verified } from 'countersign/http'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'

const verifier = await createVerifier({
  keys: await keyFolder('keys'), // APPID.pem for each app; read again within a second after a change
  // Log each refusal: the verifier itself writes no log.
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const answer = verified(verifier, (req, res, { appId, target, body }) => {
  const [path] = target.split('?') // the signed path, without the query
  if (req.method !== 'POST' || path !== '/v1/jobs') return res.writeHead(404).end()
  const { request_id } = decodeJob(body) // throws if the job is wrong: the answer is 400
  return res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ app_id: appId, request_id }))
})
const server = createServer(answer).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
