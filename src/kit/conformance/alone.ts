/**
 * Finds failed cases that pass alone, for `conform`. Such a port keeps state between runs, and the remedies of the case's flags would
 * mislead. The report of the case then says so, and its command also repeats the earlier run that the failure needs.
 *
 *     before   nonce/too-long   fail   it must be refused (…), but the port accepts it
 *     after    nonce/too-long   fail   it passes alone: the port keeps state between runs; it must be refused (…), …
 *
 * Failures that look alike have one cause (reports/folds.ts). Only the first case of each cause is asked again, in a fresh process.
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

/** The work limit for asking again: as many answers as the cases took, and so many more. */
const extraWork = 500

/** The reports. The failures of this cause say that the port keeps state. */
export const markKept = async (
  run: Conformance,
  reports: ReadonlyArray<CaseReport>,
): Promise<ReadonlyArray<CaseReport>> => {
  if (run.settings.mode._tag === 'Recorded' || run.driver.fresh === undefined) return reports
  const markedById = await findKept(run, reports)
  return reports.map((report) => {
    const failure = markedById.get(report.id)
    return failure === undefined ? report : { ...report, failure }
  })
}

/** The failures that pass alone, by the id of their case, as they are reported. */
const findKept = async (
  run: Conformance,
  reports: ReadonlyArray<CaseReport>,
): Promise<ReadonlyMap<string, Failure>> => {
  const failed = reports.filter(({ verdict }) => verdict !== 'known' && isExamined(verdict))
  const markedById = new Map<string, Failure>()
  const work: Work = { done: 0 }
  for (const fold of folded(failed)) {
    const suspect = suspectOf(run, fold, work)
    if (suspect === undefined) continue
    if (work.done > run.put.length + extraWork) break
    if (!(await passesAlone(suspect))) continue
    // The earlier run is searched for once: the other causes may need the same one.
    const earlierRuns = markedById.size === 0 ? await findCause(suspect) : []
    for (const { id, failure } of markedFailures(run, fold, earlierRuns)) markedById.set(id, failure)
  }
  return markedById
}

/** The run that asks the first case of a cause again; undefined if it cannot be asked again. */
const suspectOf = (run: Conformance, [report]: Fold, work: Work): Suspect | undefined => {
  const { driver, settings, hello, put } = run
  const vector = settings.suite.vectors.find(({ id }) => id === report.id)
  // A port that was silent once may be silent again, for the whole time limit.
  if (vector === undefined || report.failure === undefined || report.verdict === 'timeout') return undefined
  const index = put.findLastIndex(({ ref }) => ref === report.id)
  if (index < 0) return undefined
  return {
    driver,
    work,
    limitMs: settings.limitMs,
    failed: vector,
    earlier: put.slice(0, index),
    isRight: async (reply: Reply) => (await judgeReply(vector, reply, hello.policies)).verdict === 'pass',
  }
}

interface MarkedFailure {
  readonly id: string
  readonly failure: Failure
}

/** The failures of one cause. The command of the first one puts `earlierRuns` to the port before it. */
const markedFailures = (
  run: Conformance,
  fold: Fold,
  earlierRuns: ReadonlyArray<Put>,
): ReadonlyArray<MarkedFailure> => {
  const [{ id: firstId }] = fold
  return fold.flatMap(({ id, failure }) => {
    if (failure === undefined) return []
    const message = `${keptWords}; ${failure.message}`
    const rerun = id === firstId ? rerunOf(run, { id }, earlierRuns) : failure.rerun
    return [{ id, failure: { ...failure, message, flags: [], cause: keptWords, rerun } }]
  })
}
