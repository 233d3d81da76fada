import { decodeJob } from 'countersign/server'

/** What your service answers to a verified request. */
export const submit = (appId: string, body: Uint8Array): { readonly app_id: string; readonly request_id: string } => {
  const job = decodeJob(body) // throws a JobRefused, which every adapter answers: 400, and where the job is wrong
  return { app_id: appId, request_id: job.request_id }
}
