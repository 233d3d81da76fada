// pages/api/v1/jobs.ts
import { verified } from 'countersign/http'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import type { NextApiRequest, NextApiResponse } from 'next'

/** The adapter reads the body itself, and answers refused requests. */
export const config = { api: { bodyParser: false, externalResolver: true } }

// `verified` calls this function at the first request. `next build` imports this file too, and may have no keys.
const makeVerifier = async () =>
  createVerifier({
    keys: await keyFolder('keys'),
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })

export default verified<NextApiRequest, NextApiResponse>(makeVerifier, (_, res, { appId, body }) => {
  const { request_id } = decodeJob(body) // throws if the job is wrong: the answer is 400
  res.json({ app_id: appId, request_id })
})
