import { Job, JobError } from 'countersign'

/** What your service answers to a verified request. */
export const submit = (
  appId: string,
  body: Uint8Array,
): { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string } => {
  const job = Job.decode(body)
  if (job._tag === 'Left') return JobError.httpAnswer(job.left) // 400, and where the job is wrong
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ app_id: appId, request_id: job.right.request_id }),
  }
}
