import { verified } from 'countersign/fetch'
import { decodeJob, type VerifierSource } from 'countersign/server'

export type Answer = (request: Request) => Promise<Response>

export const answerWith = (verifier: VerifierSource): Answer =>
  verified(verifier, (_, { appId, body }) => {
    const { request_id } = decodeJob(body) // or 400, which says where the job is wrong
    return Response.json({ app_id: appId, request_id })
  })
