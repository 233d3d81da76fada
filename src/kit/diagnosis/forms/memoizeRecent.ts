/**
 * A small memory for functions of a text. One mistake after the other asks the same question about a body, such as whether it is
 * JSON, so the answers for the last few texts are kept.
 */

/** How many answers are kept: for a body, and for what a few mistakes make of it. */
const maxAnswers = 8
/** The answers for longer texts are not kept: the texts would stay in memory after the diagnosis. */
const maxCharacters = 65_536

/** The same function, with a memory of its last answers. */
export const memoizeRecent = <A>(answer: (question: string) => A): ((question: string) => A) => {
  const answers = new Map<string, A>()
  return (question) => {
    if (question.length > maxCharacters) return answer(question)
    const remembered = answers.get(question)
    if (remembered !== undefined) return remembered
    const [oldest] = answers.keys()
    if (answers.size === maxAnswers && oldest !== undefined) answers.delete(oldest)
    const computed = answer(question)
    answers.set(question, computed)
    return computed
  }
}
