/**
 * A port's cases counted by group, and the sentence that sums the run up.
 */
import { keptWords } from '../kept.ts'
import type { CaseReport, CaseVerdict, Failure, GeneratedReport, PortReport, StaleEntry } from '../Report.ts'
import { longest, shown } from '../shown.ts'
import { shownInput } from '../shownInput.ts'
import { counted, verdicts } from './verdicts.ts'

export interface Group {
  readonly name: string
  readonly cases: ReadonlyArray<CaseReport>
  readonly counts: Readonly<Record<CaseVerdict, number>>
}

export const countsOf = (cases: ReadonlyArray<CaseReport>): Record<CaseVerdict, number> => {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<CaseVerdict, number>
  for (const { verdict } of cases) counts[verdict]++
  return counts
}

/** The generated runs as cases of a group of their own: one for each generator. */
const generatedCases = ({ generated }: PortReport): ReadonlyArray<CaseReport> =>
  (generated?.generators ?? []).map(({ name, op, milliseconds, verdict }): CaseReport => {
    const common = { id: `generated/${name}`, group: 'generated', op, milliseconds, verdict }
    const failure = generated?.failures.find(({ generator }) => generator === name)
    if (failure === undefined) return common
    const { rule, change, needs = [], input, expected, got, message, rerun, alsoIn, isShrunk, cause } = failure
    const more = [
      rule === '' ? '' : `The rule: ${rule}.`,
      change === undefined ? '' : `What was done: ${change}.`,
      needs.length === 0 ? '' : `It passes with a plain ${needs.join(', and with a plain ')}.`,
      alsoIn.length === 0 ? '' : `It fails in ${alsoIn.join(' and ')}, too.`,
      isShrunk ? '' : 'The input is not shrunk.',
    ]
    return {
      ...common,
      failure: {
        message,
        comment: sentence(more, ' '),
        flags: [],
        input: shownInput(input),
        ...(cause === keptWords && { cause }),
        expected: shown(expected, longest),
        ...(got !== '' && { received: got }),
        rerun,
      },
    }
  })

/** Everything that was put to the port. */
export const allCases = (port: PortReport): ReadonlyArray<CaseReport> => [...port.cases, ...generatedCases(port)]

/** The items by key, in the order in which the keys first occur. */
export const grouped = <A>(
  items: ReadonlyArray<A>,
  keyOf: (item: A) => string,
): ReadonlyArray<readonly [A, ...ReadonlyArray<A>]> => {
  const byKey = new Map<string, [A, ...Array<A>]>()
  for (const item of items) {
    const group = byKey.get(keyOf(item))
    if (group === undefined) byKey.set(keyOf(item), [item])
    else group.push(item)
  }
  return [...byKey.values()]
}

/** The groups in the order in which they first occur. */
export const groupsOf = (all: ReadonlyArray<CaseReport>): ReadonlyArray<Group> =>
  grouped(all, ({ group }) => group).map((cases) => ({ name: cases[0].group, cases, counts: countsOf(cases) }))

/** The worst verdict that occurs; `pass` where nothing does. */
export const worstOf = (counts: Readonly<Record<CaseVerdict, number>>): CaseVerdict =>
  verdicts.findLast((verdict) => counts[verdict] > 0) ?? 'pass'

/** `2 wrong answers, 1 crash`: everything that is no pass, the worst first. */
export const shortfall = (counts: Readonly<Record<CaseVerdict, number>>): string =>
  verdicts
    .toReversed()
    .filter((verdict) => verdict !== 'pass' && counts[verdict] > 0)
    .map((verdict) => counted(verdict, counts[verdict]))
    .join(', ')

/** Those of its parts that are not empty. */
export const sentence = (parts: ReadonlyArray<string>, between = ', '): string =>
  parts.filter((part) => part !== '').join(between)

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** `4 cases and 1 generator`: their runs are no cases. */
export const countedCases = (all: ReadonlyArray<CaseReport>): string => {
  const drawn = all.filter(({ group }) => group === 'generated').length
  const cases = drawn < all.length || drawn === 0 ? plural(all.length - drawn, 'case') : ''
  return sentence([cases, drawn > 0 ? plural(drawn, 'generator') : ''], ' and ')
}

export const failedCanaries = (port: PortReport): PortReport['canaries'] =>
  port.canaries.filter(({ passed }) => !passed)

/** Whether neither a case nor a generated run was put to the port. */
export const isEmpty = ({ cases, generated }: Pick<PortReport, 'cases' | 'generated'>): boolean =>
  cases.length + (generated?.runs ?? 0) === 0

/** Whether everything that was asked for passed. The port is conformant if that was every case of a level. */
export const allPassed = (port: Pick<PortReport, 'cases' | 'canaries' | 'stale' | 'generated'>): boolean => {
  const { cases, canaries, stale, generated } = port
  return (
    !isEmpty(port) &&
    cases.every(({ verdict }) => verdict === 'pass' || verdict === 'known') &&
    canaries.every(({ passed }) => passed) &&
    stale.length === 0 &&
    (generated === undefined ||
      (generated.stopped === undefined && generated.generators.every(({ verdict }) => verdict === 'pass')))
  )
}

/** `conformant at level full: 412 cases in 1.2 s`, or what it is instead. */
export const closing = (port: PortReport): string => {
  const { level, seconds, stopped, stale, generated } = port
  const counts = countsOf(port.cases)
  const total = plural(port.cases.length, 'case')
  const drawn = plural(generated?.runs ?? 0, 'generated run')
  const time = `in ${seconds.toFixed(1)} s`
  if (allPassed(port)) {
    const known = counts.known > 0 ? `, ${counted('known', counts.known)} among them` : ''
    const all = (cases: string): string =>
      sentence([port.cases.length > 0 ? cases : '', generated === undefined ? '' : drawn], ' and ')
    return port.partial === true
      ? `${all(`${total} of the suite`)} passed ${time}${known}; this is no verdict on a level`
      : `conformant at level ${level}: ${all(total)} ${time}${known}`
  }
  const canaries = failedCanaries(port).length
  const reasons = [
    isEmpty(port) ? 'nothing was run' : '',
    port.cases.length === 0 ? '' : `${counts.pass} of ${total} passed ${time}`,
    shortfall(counts),
    generated === undefined ? '' : generatedShortfall(generated),
    canaries > 0 ? plural(canaries, 'failed canary', 'failed canaries') : '',
    stale.length > 0 ? `${plural(stale.length, 'stale entry', 'stale entries')} in the list of known failures` : '',
    stopped === undefined ? '' : 'the run was given up',
  ]
  return `not conformant at level ${level}: ${sentence(reasons, '; ')}`
}

/** What the generated runs lack; empty if they passed. */
const generatedShortfall = ({ runs, failures, generators, stopped }: GeneratedReport): string => {
  const undone = generators.filter((one) => one.runs === 0)
  const parts = [
    failures.length === 0 ? '' : `${plural(failures.length, 'failure')} in ${plural(runs, 'generated run')}`,
    undone.length === 0
      ? ''
      : `${plural(undone.length, 'generator')} not run (${undone.map(({ name }) => name).join(', ')})`,
    stopped === undefined ? '' : `the generated runs ended early: ${stopped}`,
  ]
  return sentence(parts, '; ')
}

/** The remedy of a mistake, and how many of its cases speak for it where not all do. */
export const remedyWords = ({ remedy, cases = 1, failed = cases }: Failure['flags'][number]): string =>
  failed === cases ? remedy : `${remedy} (Perhaps: ${failed} of its ${cases} cases ${failed === 1 ? 'fails' : 'fail'}.)`

/** Why an entry of the list of known failures makes the run fail. */
export const staleWords: Readonly<Record<StaleEntry['why'], string>> = {
  passes: 'it passes by now; take it off the list',
  expired: 'its date has passed; fix the port, or set another date',
  'no such case': 'no case has this id',
}
