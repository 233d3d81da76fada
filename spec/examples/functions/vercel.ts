// api/v1/jobs.ts, or any other route of your project: Vercel calls the function that is named after the method.
import { type Answer, answerWith } from './jobs.ts'
import { makeVerifier } from './verifier.ts'

export const POST: Answer = answerWith(makeVerifier)
