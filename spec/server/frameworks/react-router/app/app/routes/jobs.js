import { verified } from 'countersign/fetch'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'

// Called by the first request: a build imports this file too, where there may be no keys.
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
