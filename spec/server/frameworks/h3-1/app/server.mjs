import { createServer } from 'node:http'
import { verified } from 'countersign/http'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import { createApp, createRouter, fromNodeMiddleware, toNodeListener } from 'h3'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const answer = verified(verifier, (_req, res, { appId, body }) => {
  const { request_id } = decodeJob(body)
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ app_id: appId, request_id }))
})
const app = createApp().use(createRouter().post('/v1/jobs', fromNodeMiddleware(answer)))
createServer(toNodeListener(app)).listen(Number(process.env.PORT ?? 0), '127.0.0.1')
