import { verified } from 'countersign/http'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import { fromNodeMiddleware } from 'h3'

// `verified` calls this function at the first request. A build imports this file too, and may have no keys.
const makeVerifier = async () =>
  createVerifier({
    keys: await keyFolder('keys'),
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })
const jobs = (_req, res, { appId, body }) => {
  const { request_id } = decodeJob(body)
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ app_id: appId, request_id }))
}
// With a preset such as `aws-lambda`, the body is in an event. On Node, `req.body` is absent, and the adapter reads the body itself.
export default fromNodeMiddleware(verified(makeVerifier, jobs, { rawBody: (req) => req.body }))
