import { type LambdaEvent, verified } from 'countersign/lambda'
import { decodeJob, type VerifierSource } from 'countersign/server'

export type Handler = (event: LambdaEvent) => Promise<{ readonly statusCode: number; readonly body: string }>

export const handlerWith = (verifier: VerifierSource): Handler =>
  verified(verifier, (_, { appId, method, target, body }) => {
    const [path] = target.split('?')
    if (method !== 'POST' || path !== '/v1/jobs') return { statusCode: 404, body: '' }
    const { request_id } = decodeJob(body) // throws if the job is wrong: the answer is 400
    const headers = { 'Content-Type': 'application/json' }
    return { statusCode: 200, headers, body: JSON.stringify({ app_id: appId, request_id }) }
  })
