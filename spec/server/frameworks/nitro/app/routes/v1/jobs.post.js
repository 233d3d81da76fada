import { verified } from 'countersign/http'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import { defineEventHandler, fromNodeMiddleware } from 'h3'

const start = async () => {
  const verifier = await createVerifier({
    keys: await keyFolder('keys'),
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })
  const jobs = (_req, res, { appId, body }) => {
    const { request_id } = decodeJob(body)
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ app_id: appId, request_id }))
  }
  return verified(verifier, jobs, { rawBody: (req) => req.body }) // where a preset is called with an event
}

const answer = start()
answer.catch(() => {}) // every request then tells of it
export default defineEventHandler(async (event) => fromNodeMiddleware(await answer)(event))
