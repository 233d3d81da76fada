import { verified } from 'countersign/fetch'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'

const start = async () => {
  const verifier = await createVerifier({
    keys: await keyFolder('keys'),
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })
  return verified(verifier, (_request, { appId, body }) => {
    const { request_id } = decodeJob(body)
    return Response.json({ app_id: appId, request_id })
  })
}

const answer = start()
answer.catch(() => {}) // `vite build` imports this file too, where there may be no keys
export const POST = async ({ request }) => (await answer)(request)
