/**
 * Folds the failed cases of one cause, for a terminal. One bug often fails a hundred cases.
 */
import type { CaseReport, Failure } from '../Report.ts'
import { grouped } from './tally.ts'

/** Cases that fail in the same way, in the suite's order. */
export type Fold = readonly [first: CaseReport, ...others: ReadonlyArray<CaseReport>]

/**
 * With more flags than this behind one message, the flags are guesses at a fault that is elsewhere. With fewer, each flag is
 * a mistake of its own.
 */
const fewFlags = 3

/** Numbers, quoted texts and JSON values differ from case to case. */
export const shapeOf = (message: string): string =>
  message.replace(/^step \d+ of \d+: /, '').replace(/"(?:[^"\\]|\\.)*"?|'[^']*'|[[{].*|\d+/gs, '…')

/** The last line of the standard error: two crashes with one exit code may have two causes. */
const lastOf = (stderr = ''): string => stderr.trimEnd().split('\n').at(-1) ?? ''

/** Without an answer, the cause does not depend on the op. */
const causeOf = ({ id, op, verdict, failure }: CaseReport): string => {
  if (failure === undefined) return id
  const answered = verdict === 'fail' || verdict === 'error' ? op : ''
  return failure.cause ?? [answered, verdict, shapeOf(failure.message), shapeOf(lastOf(failure.stderr))].join('\n')
}

/** How likely the port makes the mistake: 1 if it failed each case that fails with the mistake. */
export const likelihood = ({ cases = 1, failed = 1 }: Failure['flags'][number]): number => failed / cases

/** A mistake is likely if half of its cases fail, or if nothing is known about it. */
const isLikely = ([{ failure }]: Fold): boolean => {
  const [flag] = failure?.flags ?? []
  return flag === undefined || likelihood(flag) >= 0.5
}

const isGenerated = ({ group }: CaseReport): boolean => group === 'generated'

const flagsOf = ({ failure }: CaseReport): string => (failure?.flags ?? []).map(({ flag }) => flag).join(' ')

/**
 * The cases by cause. Published cases come before generated runs, likely mistakes before others, and then the order of the first cases
 * counts.
 */
export const folded = (cases: ReadonlyArray<CaseReport>): ReadonlyArray<Fold> => {
  const folds = grouped(cases, causeOf).flatMap((fold) => {
    const published = fold.filter((each) => !isGenerated(each))
    const byFlags = grouped(published.length === 0 ? fold : published, flagsOf)
    if (byFlags.length > fewFlags) return [fold]
    // A generated run has the same cause as the published cases, whatever its message says.
    const [first, ...others] = byFlags
    return first === undefined || published.length === 0
      ? byFlags
      : [[...first, ...fold.filter(isGenerated)] as const, ...others]
  })
  const order = (a: Fold, b: Fold): number =>
    Number(isGenerated(a[0])) - Number(isGenerated(b[0])) ||
    Number(isLikely(b)) - Number(isLikely(a)) ||
    cases.indexOf(a[0]) - cases.indexOf(b[0])
  return folds.sort(order)
}
