/** What `submitJob` resolves to. */
import type * as Bytes from '../core/Bytes.ts'

export interface SubmissionAnswer {
  readonly status: number
  /** Whether the status is 2xx. A refusal is an answer, too, and rejects nothing. */
  readonly ok: boolean
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes.OwnBytes
  /** The parsed body, if its Content-Type says JSON and it is JSON. */
  readonly json?: unknown
}
