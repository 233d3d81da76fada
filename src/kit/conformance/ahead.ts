/**
 * Asks ahead, for the cases and the generated runs: while the port works on the first question, the next ones are drawn and put to
 * it. The questions come back in order, each with what asking it returned.
 *
 * ```ts
 * for (const { question, reply } of ahead(['a', 'b', 'c'], 2, ask)) judge(question, await reply)
 * // ask('a'), ask('b'), judge('a'), ask('c'), judge('b'), judge('c')
 * ```
 */
export function* ahead<Q, A>(
  questions: Iterable<Q>,
  width: number,
  ask: (question: Q) => A,
): Generator<{ readonly question: Q; readonly reply: A }, void> {
  const under: Array<{ readonly question: Q; readonly reply: A }> = []
  for (const question of questions) {
    under.push({ question, reply: ask(question) })
    if (under.length < width) continue
    yield under.shift() as { readonly question: Q; readonly reply: A }
  }
  yield* under
}
