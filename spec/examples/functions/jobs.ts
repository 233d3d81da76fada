import { verified } from 'countersign/fetch'
import { decodeJob, type VerifierSource } from 'countersign/server'

export type Answer = (request: Request) => Promise<Response>

export const answerWith = (verifier: VerifierSource): Answer =>
  verified(verifier, (_, { appId, body }) => {
    const { request_id } = decodeJob(body) // throws if the job is wrong: the answer is 400
    return Response.json({ app_id: appId, request_id })
  })
