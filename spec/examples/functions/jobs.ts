import { verified } from 'countersign/fetch'
import { decodeJob } from 'countersign/server'
import { verifier } from './verifier.ts'

export const answer: (request: Request) => Promise<Response> = verified(verifier, (_, { appId, body }) => {
  const { request_id } = decodeJob(body) // or 400, which says where the job is wrong
  return Response.json({ app_id: appId, request_id })
})
