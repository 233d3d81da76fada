// app/v1/jobs/route.ts
import { verified } from 'countersign/fetch'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'

const start = async () => {
  const verifier = await createVerifier({
    keys: await keyFolder('keys'),
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })
  return verified(verifier, (_, { appId, body }) => {
    const { request_id } = decodeJob(body) // or 400, which says where the job is wrong
    return Response.json({ app_id: appId, request_id })
  })
}

const answer = start()
answer.catch(() => {}) // `next build` imports this file too, where there may be no keys
export const POST = async (request: Request): Promise<Response> => (await answer)(request)
