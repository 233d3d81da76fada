/**
 * The verdict on what a port's process did with a question, for the runner: an answer is compared with what the case expects, and
 * no answer is a verdict of its own (`crash`, `timeout`, `protocol`).
 */
import { compareAnswer, type Judgement } from './compareAnswer.ts'
import type { Reply } from './Driver.ts'
import type { Vector } from './Vector.ts'

/** A time-out, and what may help. */
export const timeOutWords = ({ afterMs, detail }: Extract<Reply, { readonly _tag: 'TimeOut' }>): string =>
  `no answer within ${afterMs / 1000} s${detail === undefined ? '' : `; ${detail}`}`

/** The verdict on a reply. A run without an answer never passes, and the message says why it has none. */
export const judgeReply = async (vector: Vector, reply: Reply, policies: ReadonlyArray<string>): Promise<Judgement> => {
  switch (reply._tag) {
    case 'Answer':
      return compareAnswer(vector, reply.answer, policies)
    case 'Crash':
      return { verdict: 'crash', message: reply.detail }
    case 'TimeOut':
      return { verdict: 'timeout', message: timeOutWords(reply) }
    case 'Protocol':
      return { verdict: 'protocol', message: reply.detail }
  }
}
