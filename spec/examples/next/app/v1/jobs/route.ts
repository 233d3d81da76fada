// app/v1/jobs/route.ts
import { verified } from 'countersign/fetch'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'

// `verified` calls this function at the first request. `next build` imports this file too, and may have no keys.
const makeVerifier = async () =>
  createVerifier({
    keys: await keyFolder('keys'),
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })

export const POST = verified(makeVerifier, (_, { appId, body }) => {
  const { request_id } = decodeJob(body) // throws if the job is wrong: the answer is 400
  return Response.json({ app_id: appId, request_id })
})
