/**
 * What all reports say about a port: the counts of its cases by group, and the sentence that sums up the run.
 *
 *     countsOf(cases)      { pass: 410, fail: 2, … }
 *     closing(port)        not conformant at level full: 410 of 412 cases passed in 1.2 s; 2 wrong answers
 *
 * Sections: cases and groups · numbers in words · the verdict on the port · remedies and stale entries.
 */
import { keptWords } from '../kept.ts'
import type {
  CaseReport,
  CaseVerdict,
  Failure,
  GeneratedFailure,
  GeneratedReport,
  PortReport,
  StaleEntry,
} from '../Report.ts'
import { longest, shown } from '../shown.ts'
import { shownInput } from '../shownInput.ts'
import { counted, verdicts } from './verdicts.ts'

// ---- Cases and groups

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

/** Everything that was put to the port: its cases, and the generated runs as cases. */
export const allCases = (port: PortReport): ReadonlyArray<CaseReport> => [...port.cases, ...generatedCases(port)]

/** The generated runs as cases of a group of their own: one for each generator. */
const generatedCases = ({ generated }: PortReport): ReadonlyArray<CaseReport> =>
  (generated?.generators ?? []).map(({ name, op, milliseconds, verdict }): CaseReport => {
    const common = { id: `generated/${name}`, group: 'generated', op, milliseconds, verdict }
    const failure = generated?.failures.find(({ generator }) => generator === name)
    if (failure === undefined) return common
    return { ...common, failure: failureOf(failure) }
  })

const failureOf = (failure: GeneratedFailure): Failure => {
  const { input, expected, got, message, rerun, cause } = failure
  return {
    message,
    comment: commentOn(failure),
    flags: [],
    input: shownInput(input),
    ...(cause === keptWords && { cause }),
    expected: shown(expected, longest),
    ...(got !== '' && { received: got }),
    rerun,
  }
}

const commentOn = ({ rule, change, needs = [], alsoIn, isShrunk }: GeneratedFailure): string =>
  sentence(
    [
      rule === '' ? '' : `The rule: ${rule}.`,
      change === undefined ? '' : `The change: ${change}.`,
      needs.length === 0
        ? ''
        : `The same input passes if its ${needs.join(', or its ')} is replaced by a simple value.`,
      alsoIn.length === 0 ? '' : `The same input also fails in ${alsoIn.join(' and ')}.`,
      isShrunk ? '' : 'The input is not shrunk.',
    ],
    ' ',
  )

/** The elements by key, in the order in which the keys first occur. */
export const grouped = <A>(
  elements: ReadonlyArray<A>,
  keyOf: (element: A) => string,
): ReadonlyArray<readonly [A, ...ReadonlyArray<A>]> => {
  const byKey = new Map<string, [A, ...Array<A>]>()
  for (const element of elements) {
    const group = byKey.get(keyOf(element))
    if (group === undefined) byKey.set(keyOf(element), [element])
    else group.push(element)
  }
  return [...byKey.values()]
}

/** The groups in the order in which they first occur. */
export const groupsOf = (reports: ReadonlyArray<CaseReport>): ReadonlyArray<Group> =>
  grouped(reports, ({ group }) => group).map((cases) => ({ name: cases[0].group, cases, counts: countsOf(cases) }))

/** The worst verdict that occurs; `pass` if there are no cases. */
export const worstOf = (counts: Readonly<Record<CaseVerdict, number>>): CaseVerdict =>
  verdicts.findLast((verdict) => counts[verdict] > 0) ?? 'pass'

// ---- Numbers in words

/** `2 wrong answers, 1 crash`: every verdict that is not a pass, the worst first. */
export const shortfall = (counts: Readonly<Record<CaseVerdict, number>>): string =>
  verdicts
    .toReversed()
    .filter((verdict) => verdict !== 'pass' && counts[verdict] > 0)
    .map((verdict) => counted(verdict, counts[verdict]))
    .join(', ')

/** The phrases that are not empty, joined. */
export const sentence = (phrases: ReadonlyArray<string>, separator = ', '): string =>
  phrases.filter((phrase) => phrase !== '').join(separator)

/** `1 case`, `2 cases`. */
export const plural = (count: number, singular: string, pluralForm = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : pluralForm}`

/** `4 cases and 1 generator`: the runs of a generator are no cases. */
export const countedCases = (reports: ReadonlyArray<CaseReport>): string => {
  const generators = reports.filter(({ group }) => group === 'generated').length
  const cases = reports.length - generators
  const caseWords = cases > 0 || generators === 0 ? plural(cases, 'case') : ''
  return sentence([caseWords, generators > 0 ? plural(generators, 'generator') : ''], ' and ')
}

// ---- The verdict on the port

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

/** `conformant at level full: 412 cases in 1.2 s`, or why it is not. */
export const closing = (port: PortReport): string => (allPassed(port) ? passedWords(port) : failedWords(port))

const passedWords = (port: PortReport): string => {
  const { level, cases, generated } = port
  const counts = countsOf(cases)
  const known = counts.known > 0 ? `, ${counted('known', counts.known)} among them` : ''
  const runs = generated === undefined ? '' : plural(generated.runs, 'generated run')
  const whatRan = (caseWords: string): string => sentence([cases.length > 0 ? caseWords : '', runs], ' and ')
  const caseWords = plural(cases.length, 'case')
  return port.partial === true
    ? `${whatRan(`${caseWords} of the suite`)} passed ${timeOf(port)}${known}; not every case was run, so this does not say whether the port is conformant`
    : `conformant at level ${level}: ${whatRan(caseWords)} ${timeOf(port)}${known}`
}

const failedWords = (port: PortReport): string => {
  const { level, cases, stopped, stale, generated } = port
  const counts = countsOf(cases)
  const canaries = failedCanaries(port).length
  const reasons = [
    isEmpty(port) ? 'nothing was run' : '',
    cases.length === 0 ? '' : `${counts.pass} of ${plural(cases.length, 'case')} passed ${timeOf(port)}`,
    shortfall(counts),
    generated === undefined ? '' : generatedShortfall(generated),
    canaries > 0 ? plural(canaries, 'failed canary', 'failed canaries') : '',
    stale.length > 0 ? `${plural(stale.length, 'stale entry', 'stale entries')} in the list of known failures` : '',
    stopped === undefined ? '' : 'the run was stopped',
  ]
  return `not conformant at level ${level}: ${sentence(reasons, '; ')}`
}

const timeOf = ({ seconds }: PortReport): string => `in ${seconds.toFixed(1)} s`

/** What the generated runs lack; empty if they passed. */
const generatedShortfall = ({ runs, failures, generators, stopped }: GeneratedReport): string => {
  const notRun = generators.filter((generator) => generator.runs === 0)
  const names = notRun.map(({ name }) => name).join(', ')
  const reasons = [
    failures.length === 0 ? '' : `${plural(failures.length, 'failure')} in ${plural(runs, 'generated run')}`,
    notRun.length === 0 ? '' : `${plural(notRun.length, 'generator')} not run (${names})`,
    stopped === undefined ? '' : `the generated runs ended early: ${stopped}`,
  ]
  return sentence(reasons, '; ')
}

// ---- Remedies and stale entries

/** The remedy of a mistake. If some of its cases fail and some pass, it is a guess: with the number of those that fail. */
export const remedyWords = ({ remedy, cases = 1, failed = cases }: Failure['flags'][number]): string =>
  failed === cases || failed === 0
    ? remedy
    : `${remedy} (A guess: only ${failed} of the ${cases} cases of this mistake ${failed === 1 ? 'fails' : 'fail'}.)`

/** Why an entry of the list of known failures makes the run fail. */
export const staleWords: Readonly<Record<StaleEntry['why'], string>> = {
  passes: 'it passes now; remove it from the list',
  expired: 'its date has passed; fix the port, or set another date',
  'no such case': 'no case has this id',
}
