/**
 * The report as JUnit XML, for build servers. Only known failures are skipped; every other verdict but `pass` is a failure or an
 * error.
 */
import type { CaseReport, PortReport, Report } from '../Report.ts'
import { escaped, type Html, html } from './markup.ts'
import type { Group } from './tally.ts'
import { allCases, groupsOf, isEmpty, staleWords } from './tally.ts'
import { labelOf } from './verdicts.ts'

interface TestCase {
  readonly xml: Html
  readonly result: 'passed' | 'failure' | 'error' | 'skipped'
  readonly milliseconds: number
}

type Failed = 'failure' | 'error'

const resultOf = ({ verdict }: CaseReport): TestCase['result'] => {
  switch (verdict) {
    case 'pass':
      return 'passed'
    case 'fail':
    case 'unsupported':
      return 'failure'
    case 'crash':
    case 'timeout':
    case 'protocol':
    case 'error':
    case 'not-run':
      return 'error'
    case 'known':
      return 'skipped'
  }
}

/** XML turns line ends and tabs of an attribute into blanks, unless they are numeric references. */
const attribute = (text: string): Html => ({
  markup: escaped(text).replace(/[\n\t]/g, (c) => `&#${c.charCodeAt(0)};`),
})

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

const details = ({ failure }: CaseReport): string => {
  if (failure === undefined) return ''
  const { message, comment, flags, input, authorization = [], expected, received, stderr, rerun, difference } = failure
  return [
    message,
    comment,
    ...flags.map(({ flag, mistake, remedy }) => `${flag}: ${mistake} ${remedy}`),
    ...(input === undefined ? [] : [`input: ${input}`]),
    ...authorization.map((line) => `Authorization: ${line}`),
    `expected: ${expected}`,
    ...(received === undefined ? [] : [`received: ${received}`]),
    ...(difference === undefined ? [] : [`the ${difference.of} differs from byte ${difference.offset} on`]),
    ...(stderr === undefined ? [] : [`standard error:\n${stderr}`]),
    `again: ${rerun}`,
  ].join('\n')
}

const testCase = (
  { classname, name, milliseconds }: { classname: string; name: string; milliseconds: number },
  result: TestCase['result'],
  inside: Html | undefined,
): TestCase => ({
  result,
  milliseconds,
  xml: html`    <testcase classname="${attribute(classname)}" name="${attribute(name)}" time="${seconds(milliseconds)}">${inside}</testcase>
`,
})

const element = (name: Failed, type: string, message: string, text: string): Html => {
  const inside = html`type="${attribute(type)}" message="${attribute(message)}">${text}</`
  return { markup: `<${name} ${inside.markup}${name}>` }
}

const ofCase = (classname: string, report: CaseReport): TestCase => {
  const { id: name, verdict, milliseconds, failure } = report
  const result = resultOf(report)
  const message = failure?.message ?? labelOf(verdict)
  const known = failure?.known
  const inside =
    result === 'passed'
      ? undefined
      : result === 'skipped'
        ? html`<skipped message="${attribute(known === undefined ? message : `known until ${known.expires}: ${known.reason}`)}"/>`
        : element(result, verdict, message, details(report))
  return testCase({ classname, name, milliseconds }, result, inside)
}

const ofFailure = (
  classname: string,
  name: string,
  failed: { type: string; message: string; text?: string; as?: Failed } | undefined,
): TestCase =>
  failed === undefined
    ? testCase({ classname, name, milliseconds: 0 }, 'passed', undefined)
    : testCase(
        { classname, name, milliseconds: 0 },
        failed.as ?? 'failure',
        element(failed.as ?? 'failure', failed.type, failed.message, failed.text ?? ''),
      )

const properties = (port: PortReport, { suite, digest }: Report): Html => {
  const property = (
    name: string,
    value: string,
  ): Html => html`      <property name="${name}" value="${attribute(value)}"/>
`
  return html`    <properties>
${[
  property('suite', suite),
  property('digest', digest),
  property('level', port.level),
  property('policies', port.policies.join(' ')),
  property('version', port.version),
  property('language', port.language),
  property('command', port.command),
]}    </properties>
`
}

const count = (cases: ReadonlyArray<TestCase>, result: TestCase['result']): number =>
  cases.filter((one) => one.result === result).length

const totals = (cases: ReadonlyArray<TestCase>): Html =>
  html`tests="${cases.length}" failures="${count(cases, 'failure')}" errors="${count(cases, 'error')}" skipped="${count(cases, 'skipped')}" time="${seconds(cases.reduce((sum, one) => sum + one.milliseconds, 0))}"`

/** Faults of the whole run: an early stop, failed canaries, stale entries in the list of known failures. */
const ofRun = (port: PortReport): ReadonlyArray<TestCase> => {
  const classname = `${port.name}.run`
  const { stopped } = port
  const given =
    stopped !== undefined
      ? { type: 'stopped', message: stopped.message, text: stopped.stderr ?? '', as: 'error' as const }
      : isEmpty(port)
        ? { type: 'empty', message: 'nothing was run', as: 'error' as const }
        : undefined
  return [
    ofFailure(classname, 'the run comes to its end', given),
    ...port.canaries.map(({ name, passed, message = 'the canary failed' }) =>
      ofFailure(classname, `canary: ${name}`, passed ? undefined : { type: 'canary', message }),
    ),
    ...port.stale.map(({ id, why }) =>
      ofFailure(classname, `known failure: ${id}`, { type: 'stale', message: staleWords(why) }),
    ),
  ]
}

interface Suite {
  readonly name: string
  readonly port: PortReport
  readonly cases: ReadonlyArray<TestCase>
}

const suitesOf = (port: PortReport): ReadonlyArray<Suite> => [
  { name: `${port.name} / run`, port, cases: ofRun(port) },
  ...groupsOf(allCases(port)).map(({ name, cases }: Group) => ({
    name: `${port.name} / ${name}`,
    port,
    cases: cases.map((one) => ofCase(`${port.name}.${name}`, one)),
  })),
]

/**
 * XML 1.0. Port output may contain characters that XML does not allow; they become code points in text.
 *
 * @example
 * ```ts
 * import { junitOf } from 'countersign/conformance'
 *
 * const xml = junitOf({ format: 1, suite: '1.0.0', digest: '', ports: [] })
 * assert.match(xml, /^<\?xml version="1\.0"/)
 * ```
 */
export const junitOf = (report: Report): string => {
  const suites = report.ports.flatMap(suitesOf)
  return html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="countersign conform" ${totals(suites.flatMap(({ cases }) => cases))}>
${suites.map(
  ({ name, port, cases }) => html`  <testsuite name="${attribute(name)}" ${totals(cases)}>
${properties(port, report)}${cases.map(({ xml }) => xml)}  </testsuite>
`,
)}</testsuites>
`.markup
}
