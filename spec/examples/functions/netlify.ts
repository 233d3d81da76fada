// netlify/functions/jobs.ts
import { type Answer, answerWith } from './jobs.ts'
import { makeVerifier } from './verifier.ts'

export default answerWith(makeVerifier) as Answer

export const config = { path: '/v1/jobs', method: 'POST' } as const
