// app/v1/jobs/route.ts
import { verified } from 'countersign/fetch'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'

// Called by the first request: `next build` imports this file too, where there may be no keys.
const makeVerifier = async () =>
  createVerifier({
    keys: await keyFolder('keys'),
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })

export const POST = verified(makeVerifier, (_, { appId, body }) => {
  const { request_id } = decodeJob(body) // or 400, which says where the job is wrong
  return Response.json({ app_id: appId, request_id })
})
