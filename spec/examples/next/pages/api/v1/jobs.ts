// pages/api/v1/jobs.ts
import { verified } from 'countersign/http'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import type { NextApiRequest, NextApiResponse } from 'next'

/** The adapter reads the body itself, and answers what it refuses. */
export const config = { api: { bodyParser: false, externalResolver: true } }

// Called by the first request: `next build` imports this file too, where there may be no keys.
const makeVerifier = async () =>
  createVerifier({
    keys: await keyFolder('keys'),
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })

export default verified<NextApiRequest, NextApiResponse>(makeVerifier, (_, res, { appId, body }) => {
  const { request_id } = decodeJob(body) // or 400, which says where the job is wrong
  res.json({ app_id: appId, request_id })
})
