/** The options of `client.poll`, and what it answers. */
import type { FetchInit } from './PreparedRequest.ts'
import type { SubmissionAnswer } from './SubmissionAnswer.ts'

/** Those of `client.fetch`, and what is waited for. */
export interface PollOptions extends FetchInit {
  /** Whether an answer with 2xx is the one that is waited for. */
  readonly until: (answer: PollAnswer) => boolean
  /** The pause between two polls, in milliseconds; 2,000 unless set. A service that asks for a longer one gets it. */
  readonly everyMs?: number | undefined
  /** The whole time, in milliseconds; 600,000 unless set. No poll begins later, and none goes on. */
  readonly totalMs?: number | undefined
}

/** An answer to a poll. */
export interface PollAnswer extends SubmissionAnswer {
  /** `until` has accepted it. Otherwise the service refused, with 4xx, or answered with a redirect. */
  readonly done: boolean
  /** How many polls there were. */
  readonly polls: number
}
