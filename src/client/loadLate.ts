/**
 * What a page loads only when it needs it: `import()`, of which bundlers make a file of its own. The network may be gone by
 * then, so the words of every error are in the page already, also those of this one.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Task } from 'fp-ts/lib/Task.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { nameOf } from '../core/untrusted.ts'
import { type Timer, within } from '../effects/Timer.ts'
import type { CodeNotLoaded } from './ClientError.ts'

/** What `load` answers. Fails if `load` rejects, or does not answer in time. */
export const loadLate =
  (timer: Timer, timeoutMs: number) =>
  <A>(part: CodeNotLoaded['part'], load: Task<A>): TaskEither<CodeNotLoaded, A> => {
    const failed = (why: string): E.Either<CodeNotLoaded, never> => E.left({ _tag: 'code_not_loaded', part, why })
    const loading: TaskEither<CodeNotLoaded, A> = async () => {
      try {
        return E.right(await load())
      } catch (thrown) {
        return failed(nameOf(thrown))
      }
    }
    return within(timer, timeoutMs)(loading, () => failed(`no answer within ${timeoutMs} ms`))
  }
