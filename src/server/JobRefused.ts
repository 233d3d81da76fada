/** The error of a job that breaks the interface's rules. It holds a whole HTTP answer, so that a handler may let it pass. */
import type { HttpAnswer } from '../core/HttpAnswer.ts'
import * as Package from '../core/Package.ts'
import { isInstance } from '../core/untrusted.ts'
import type { JobReason } from '../job/JobError.ts'

const brand = Symbol.for('countersign.JobRefused')

/** A JobRefused without its message. */
export interface RefusedJob extends HttpAnswer {
  readonly reason: JobReason
  readonly pointers: ReadonlyArray<string>
}

/**
 * What `decodeJob` throws. A handler need not catch it: every adapter answers with its status, headers and body. `message` and
 * `body` show the places of the faults, and no value of the job.
 */
export class JobRefused extends Error {
  /** By a mark: another copy of this package makes instances of its own class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: `this` may be a subclass.
    return isInstance(this, value, brand)
  }

  /** `job_malformed`, `job_invalid`, or `misconfigured` for a policy that does not exist. */
  readonly reason: JobReason
  /** 400; 500 for `misconfigured`. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The answer's body: the JSON text `{"error":{"code","message"}}`. */
  readonly body: string
  /** The JSON Pointers of the faults, such as `/stages/0/type`; the empty one is the whole job. */
  readonly pointers: ReadonlyArray<string>

  constructor(message: string, { reason, status, headers, body, pointers }: RefusedJob) {
    super(message)
    Object.defineProperty(this, brand, { value: true })
    this.name = 'JobRefused'
    this.reason = reason
    this.status = status
    this.headers = headers
    this.body = body
    this.pointers = pointers
  }

  /** Where the package says what the reason means and what to do. */
  get docs(): string {
    return Package.docsOf(this.reason)
  }

  /** The answer as a Response. Hono asks for it where the app has no `onError` of its own. */
  getResponse(): Response {
    return new Response(this.body, { status: this.status, headers: this.headers })
  }
}
