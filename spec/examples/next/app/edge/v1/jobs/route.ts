// app/edge/v1/jobs/route.ts
import { verified } from 'countersign/fetch'
import { createVerifier, decodeJob } from 'countersign/server'

export const runtime = 'edge'

// `verified` calls this function at the first request. `next build` imports this file too, and may have no keys.
const makeVerifier = () =>
  createVerifier({
    keys: { 'app-1': process.env.APP_1_PUBLIC_KEY ?? '' }, // the edge runtime has no files
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })

export const POST = verified(makeVerifier, (_, { appId, body }) => {
  const { request_id } = decodeJob(body) // throws if the job is wrong: the answer is 400
  return Response.json({ app_id: appId, request_id })
})
