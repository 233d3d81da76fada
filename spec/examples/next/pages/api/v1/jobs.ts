// pages/api/v1/jobs.ts
import { verified } from 'countersign/http'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import type { NextApiRequest, NextApiResponse } from 'next'

/** The adapter reads the body itself, and answers what it refuses. */
export const config = { api: { bodyParser: false, externalResolver: true } }

const start = async () => {
  const verifier = await createVerifier({
    keys: await keyFolder('keys'),
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })
  return verified<NextApiRequest, NextApiResponse>(verifier, (_, res, { appId, body }) => {
    const { request_id } = decodeJob(body) // or 400, which says where the job is wrong
    res.json({ app_id: appId, request_id })
  })
}

const answer = start()
answer.catch(() => {}) // `next build` imports this file too, where there may be no keys
export default async (req: NextApiRequest, res: NextApiResponse): Promise<void> => (await answer)(req, res)
