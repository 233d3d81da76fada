// netlify/functions/jobs.ts
import { type Answer, answerWith } from './jobs.ts'
import { verifier } from './verifier.ts'

export default answerWith(verifier) as Answer

export const config = { path: '/v1/jobs', method: 'POST' } as const
