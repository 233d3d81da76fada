import { verified } from 'countersign/http'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'

const start = async () => {
  const verifier = await createVerifier({
    keys: await keyFolder('keys'),
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })
  return verified(verifier, (_req, res, { appId, body }) => {
    const { request_id } = decodeJob(body)
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ app_id: appId, request_id }))
  })
}

const answer = start()
answer.catch(() => {}) // every request then tells of it
export default defineEventHandler(async (event) => fromNodeMiddleware(await answer)(event))
