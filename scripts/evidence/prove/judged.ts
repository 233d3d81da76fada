/** Judges answers once: most planted bugs answer most cases rightly, and then word for word as the clean port does. */
import { compareAnswer } from '../../../src/kit/conformance/compareAnswer.ts'
import type { Answer, Vector } from '../../../src/kit/conformance/Vector.ts'

export interface Judged {
  readonly passes: boolean
  readonly message: string
}

const known = new Map<Vector, Map<string, Promise<Judged>>>()

export const judged = (vector: Vector, answer: Answer, policies: ReadonlyArray<string>): Promise<Judged> => {
  const { policy } = vector.expect
  const taken = policy === undefined || policies.includes(policy)
  const name = `${taken} ${JSON.stringify(answer)}`
  const answers = known.get(vector) ?? new Map<string, Promise<Judged>>()
  known.set(vector, answers)
  const before = answers.get(name)
  if (before !== undefined) return before
  const now = compareAnswer(vector, answer, policies).then(
    (judgement): Judged =>
      judgement.verdict === 'pass'
        ? { passes: true, message: '' }
        : { passes: false, message: `${judgement.verdict}: ${judgement.message}` },
    // An answer on which the judge stumbles is no right answer.
    (error): Judged => ({ passes: false, message: `unjudged: ${String(error)}` }),
  )
  answers.set(name, now)
  return now
}
