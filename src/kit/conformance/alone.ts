/**
 * Failed cases that pass alone, for `conform`: the port keeps state between runs, and the remedies of such a case would mislead. Its
 * report says so, and its command repeats the run that it needs before it.
 */
import type { Conformance } from './Conformance.ts'
import type { Reply } from './Driver.ts'
import { rerunOf } from './failure.ts'
import { judgeReply } from './judgeReply.ts'
import { findCause, keptWords, type Put, passesAlone, type Suspect } from './kept.ts'
import type { CaseReport, Failure } from './Report.ts'
import { type Fold, folded } from './reports/folds.ts'
import { isExamined } from './reports/verdicts.ts'
import type { Work } from './work.ts'

/** Asking again takes as much work as the cases took, and so much more. */
const extraWork = 500

/** The first case of a cause as it is asked again; undefined if it cannot be. */
const suspectOf = (run: Conformance, [first]: Fold, work: Work): Suspect | undefined => {
  const { driver, settings, hello, put } = run
  const vector = settings.suite.vectors.find(({ id }) => id === first.id)
  if (vector === undefined || first.failure === undefined || first.verdict === 'timeout') return undefined
  return {
    driver,
    work,
    limitMs: settings.limitMs,
    failed: vector,
    earlier: put.slice(
      0,
      put.findLastIndex(({ ref }) => ref === first.id),
    ),
    isRight: async (reply: Reply) => (await judgeReply(vector, reply, hello.policies)).verdict === 'pass',
  }
}

/** The failures of one cause, by the id of their case, when their first passes alone. */
const markedFailures = (
  run: Conformance,
  [first, ...others]: Fold,
  state: ReadonlyArray<Put>,
): ReadonlyArray<readonly [id: string, failure: Failure]> =>
  [first, ...others].flatMap(({ id, failure }) => {
    if (failure === undefined) return []
    const message = `${keptWords}; ${failure.message}`
    const rerun = id === first.id ? rerunOf(run, { id }, state) : failure.rerun
    return [[id, { ...failure, message, flags: [], cause: keptWords, rerun }]]
  })

/** The cases with those marked that pass alone, in a fresh process: the first of each cause is asked, for the others. */
export const markKept = async (
  run: Conformance,
  cases: ReadonlyArray<CaseReport>,
): Promise<ReadonlyArray<CaseReport>> => {
  if (run.settings.mode._tag === 'Recorded' || run.driver.fresh === undefined) return cases
  const failed = cases.filter(({ verdict }) => verdict !== 'known' && isExamined(verdict))
  const marked = new Map<string, Failure>()
  const work: Work = { done: 0 }
  for (const fold of folded(failed)) {
    const suspect = suspectOf(run, fold, work)
    if (suspect === undefined) continue
    if (work.done > run.put.length + extraWork) break
    if (!(await passesAlone(suspect))) continue
    // Once is enough: the other causes may need the same run.
    const state = marked.size === 0 ? await findCause(suspect) : []
    for (const [id, failure] of markedFailures(run, fold, state)) marked.set(id, failure)
  }
  return cases.map((each) => {
    const failure = marked.get(each.id)
    return failure === undefined ? each : { ...each, failure }
  })
}
