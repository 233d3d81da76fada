import { app } from '@azure/functions'
import { verified } from 'countersign/fetch'
import { createVerifier, decodeJob } from 'countersign/server'

const verifier = await createVerifier({
  keys: { 'app-1': process.env.APP_1_PUBLIC_KEY ?? '' },
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
export const handler = verified(verifier, (_request, { appId, body }) => {
  const { request_id } = decodeJob(body)
  return Response.json({ app_id: appId, request_id })
})
app.http('jobs', { route: 'v1/jobs', methods: ['POST'], authLevel: 'anonymous', handler })
