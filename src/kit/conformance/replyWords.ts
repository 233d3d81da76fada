import type { Reply } from './Driver.ts'
import type { Verdict } from './Report.ts'

/** The verdict on a run without an answer, and why there is none. */
export const replyWords = (reply: Exclude<Reply, { readonly _tag: 'Answer' }>): readonly [Verdict, string] => {
  switch (reply._tag) {
    case 'Crash':
      return ['crash', reply.detail]
    case 'TimeOut':
      return ['timeout', `no answer within ${reply.afterMs / 1000} s`]
    case 'Protocol':
      return ['protocol', reply.detail]
  }
}
