import { verified } from 'countersign/fetch'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'

// `verified` calls this function at the first request. A build imports this file too, and may have no keys.
const makeVerifier = async () =>
  createVerifier({
    keys: await keyFolder('keys'),
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })
const answer = verified(makeVerifier, (_request, { appId, body }) => {
  const { request_id } = decodeJob(body)
  return Response.json({ app_id: appId, request_id })
})
export const action = ({ request }) => answer(request)
