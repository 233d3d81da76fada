/**
 * What the stand-in answers to a verified request: a job is decoded and gets an id, and every other request hears who sent it.
 */
import { randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import * as PathPrefix from '../../core/PathPrefix.ts'
import type { Policies } from '../../core/Policies.ts'
import * as Job from '../../job/Job.ts'
import { httpAnswer, message } from '../../job/JobError.ts'
import type { VerifiedRequest } from '../../server/node.ts'
import { jobPoliciesIn } from './policies.ts'

interface Answered extends HttpAnswer {
  /** For the log. */
  readonly message: string
}

const json = (body: object, message: string): Answered => ({
  status: 200,
  headers: { 'Content-Type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(body),
  message,
})

/**
 * The stand-in keeps no jobs: it answers a request for the id of a job like a request for any other path. A job is a POST to `/v1/jobs`
 * after `prefix`: with the prefix `/api`, a POST to `/api/v1/jobs`.
 */
export const standIn =
  (policies: Partial<Policies>, prefix = '') =>
  ({ appId, scheme, method, target, body }: VerifiedRequest): Answered => {
    const path = target.replace(/\?.*$/s, '')
    if (method !== 'POST' || PathPrefix.remove(prefix, path) !== '/v1/jobs')
      return json({ app_id: appId, scheme, method, target, body_bytes: body.length }, `${appId}: ${method} ${path}`)
    const job = Job.decode(body, jobPoliciesIn(policies))
    if (E.isLeft(job)) return { ...httpAnswer(job.left), message: `${appId}: ${method} ${path}: ${message(job.left)}` }
    const { request_id, stages } = job.right
    const told = `${appId}: ${method} ${path}: accepted a job of ${stages.length} ${stages.length === 1 ? 'stage' : 'stages'}`
    return json({ job_id: randomUUID(), app_id: appId, request_id, stages }, told)
  }
